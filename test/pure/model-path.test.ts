import { expect } from 'chai';
import fc from 'fast-check';
import { type Path, parsePath, pathText, valuesAt } from '../../src/model/path.ts';

const field = fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/);
const step = fc.oneof(
  field.map((name) => ({ field: name })),
  fc.constantFrom({ every: 'item' as const }, { every: 'value' as const }, { every: 'key' as const }),
);
const path: fc.Arbitrary<Path> = fc.array(step, { minLength: 1, maxLength: 6 });

describe('Paths of annotations (openapi/README.md)', () => {
  it('printing and reading a path gives the same path', () => {
    fc.assert(
      fc.property(path, (steps) => {
        expect(parsePath(pathText(steps))).to.deep.equal(steps);
      }),
    );
  });

  for (const text of ['a..b', 'a[', 'a[0]', 'a{}}', 'a b', '1a', 'a.', 'a-b', '{keys}']) {
    it(`${text} is not a path`, () => {
      expect(parsePath(text)).to.equal(undefined);
    });
  }

  const value = { owners: [{ owner: 'a' }, { owner: 'b' }, {}], types: { x: ['1', '2'], y: ['3'] }, deep: { er: { still: 7 } }, nothing: null };
  const PATHS: [string, unknown[]][] = [
    ['owners[].owner', ['a', 'b']],
    ['types{}[]', ['1', '2', '3']],
    ['types{key}', ['x', 'y']],
    ['deep.er.still', [7]],
    ['deep.er', [{ still: 7 }]],
    ['nothing', []],
    ['absent[].x', []],
    ['owners.owner', []],
    ['deep[]', []],
    ['constructor', []],
    ['deep.__proto__', []],
  ];
  for (const [text, expected] of PATHS) {
    it(`${text} leads to ${JSON.stringify(expected)}`, () => {
      expect(valuesAt(parsePath(text) ?? [], value)).to.deep.equal(expected);
    });
  }
});
