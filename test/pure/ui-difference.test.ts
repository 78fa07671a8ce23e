/**
 * The difference of two versions of an aspect as the catalog's pages tell it.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { difference, type JsonChange, pathText } from '../../src/ui/entity/history/diff.ts';
import { folded, sideBySide } from '../../src/ui/entity/history/side-by-side.ts';

const told = (changes: readonly JsonChange[]): string[] => changes.map(({ kind, path }) => `${kind} ${pathText(path)}`);

describe('Differences in the catalog', () => {
  it('name what was added, removed and changed', () => {
    expect(told(difference({ a: 1, b: { c: 'x' }, d: true }, { a: 2, b: { c: 'x', e: [] } }))).to.deep.equal([
      'changed a',
      'added b › e',
      'removed d',
    ]);
  });

  it('match items of a list by what identifies them, not by position', () => {
    const before = {
      fields: [
        { fieldPath: 'id', type: 'int' },
        { fieldPath: 'name', type: 'text' },
      ],
    };
    const after = {
      fields: [
        { fieldPath: 'new', type: 'int' },
        { fieldPath: 'id', type: 'long' },
        { fieldPath: 'name', type: 'text' },
      ],
    };
    expect(told(difference(before, after))).to.deep.equal(['added fields › new', 'changed fields › id › type']);
  });

  it('never match items by a member with few different values', () => {
    const owner = (name: string): object => ({ owner: name, type: 'DATAOWNER' });
    expect(told(difference([owner('ann')], [owner('bob')]))).to.deep.equal(['removed ann', 'added bob']);
  });

  it('match items of a list of texts by their text', () => {
    expect(told(difference(['a', 'b', 'b'], ['b', 'c', 'b']))).to.deep.equal(['removed "a"', 'added "c"']);
  });

  it('compare items without a name by position', () => {
    expect(told(difference([{ x: 1 }, { x: 2 }], [{ x: 1 }]))).to.deep.equal(['removed 1']);
  });

  it('are empty exactly if both values are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [before, after] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
        expect(difference(before, before)).to.deep.equal([]);
        if (JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after))) expect(difference(before, after)).to.have.length.greaterThan(0);
      }),
    );
  });

  describe('side by side', () => {
    it('put matching content on one line', () => {
      const lines = sideBySide({ owners: ['ada', 'bob'], note: 'x' }, { owners: ['bob'], note: 'y' });
      expect(lines.map(({ kind, left, right }) => [kind, left, right])).to.deep.equal([
        ['same', '{', '{'],
        ['same', '"owners": [', '"owners": ['],
        ['removed', '"ada",', undefined],
        ['same', '"bob"', '"bob"'],
        ['same', '],', '],'],
        ['changed', '"note": "x"', '"note": "y"'],
        ['same', '}', '}'],
      ]);
    });

    it('show each value completely on its side', () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
          const [before, after] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
          const lines = sideBySide(before, after);
          const text = (side: 'left' | 'right'): string =>
            lines
              .map((line) => line[side] ?? '')
              .join('')
              .replace(/,(?=[\]}])/g, '');
          const printed = (value: unknown): number => JSON.stringify(value).replace(/[\s,]/g, '').length;
          const bare = (value: string): number => value.replace(/[\s,]/g, '').length;
          expect(bare(text('left'))).to.equal(printed(before));
          expect(bare(text('right'))).to.equal(printed(after));
        }),
      );
    });

    it('fold equal lines, except those around each difference', () => {
      const value = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, index]));
      const blocks = folded(sideBySide(value, { ...value, m15: 'other' }), 2);
      expect(blocks.map(({ folded: fold, lines }) => [fold, lines.length])).to.deep.equal([
        [true, 14],
        [false, 5],
        [true, 13],
      ]);
    });
  });
});

/** With members in the order of their names, -0 as 0. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
