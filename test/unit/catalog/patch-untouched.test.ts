/** What a patch does not address stays as it is, byte for byte, in every special form of paths (docs/semantics.md 13.6). */
import { expect } from 'chai';
import fc from 'fast-check';
import { patched, readPatch } from '../../../src/catalog/write/patch/patch.ts';
import { pointerText } from '../../../src/model/pointer.ts';
import { urns } from '../../support/make.ts';
import { aspectOf, model } from '../support/model.ts';
import { ACTOR } from '../support/proposals.ts';

type Item = Record<string, unknown>;
const patch = (aspect: string, current: unknown, body: unknown): Record<string, unknown> =>
  patched(model, aspectOf(aspect), current, readPatch(body), { time: 7, actor: ACTOR }) as Record<string, unknown>;

const column = (name: string): string => urns.column(urns.dataset('d'), name);
const names = fc.constantFrom('a', 'b', '0', '1', '-', 'x/y', '~1', '');
/** An index into the list as it is, or a name that may not be there. */
const some = fc.array(names, { maxLength: 3 });
const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const fineEntry: fc.Arbitrary<Item> = fc
  .record({
    upstreamType: field(fc.constantFrom('FIELD_SET', 'DATASET', 'NONE')),
    downstreamType: field(fc.constantFrom('FIELD', 'FIELD_SET')),
    upstreams: field(some.map((all) => all.map(column))),
    downstreams: field(some.map((all) => all.map(column))),
    transformOperation: field(fc.constantFrom('NONE', 'SUM', '0')),
    query: field(fc.constantFrom(urns.of('query', 'q'), 'NONE')),
    confidenceScore: field(fc.constantFrom(0, 0.5, 1)),
    note: field(fc.constantFrom('x', 'y')),
  })
  .map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)));

const address = fc.tuple(
  fc.constantFrom('NONE', 'SUM', '0', 'AVG'),
  names.map(column),
  fc.constantFrom('NONE', urns.of('query', 'q')),
  names.map(column),
);
const depth = fc.integer({ min: 1, max: 4 });
const leaf = fc.constantFrom<Item>({}, { confidenceScore: 0.5 }, { confidenceScore: 1 }, { note: 'x' });

/** The pairs of columns of an entry, '' for none, with everything else that it says. */
function pairsOf(entry: Item): { names: string[]; rest: string }[] {
  const { upstreams, downstreams, ...rest } = entry;
  const list = (value: unknown): string[] => (Array.isArray(value) && value.length > 0 ? (value as string[]) : ['']);
  const [operation, query] = [rest.transformOperation, rest.query].map((each) => (typeof each === 'string' ? each : 'NONE')) as [string, string];
  return list(downstreams).flatMap((down) => list(upstreams).map((up) => ({ names: [operation, down, query, up], rest: JSON.stringify(rest) })));
}

const isBelow = (pair: readonly string[], addressed: readonly string[]): boolean => addressed.every((name, at) => pair[at] === name);

describe('What a patch does not address', () => {
  it('stays as it is in column lineage, with duplicates, without columns, with unknown fields', () => {
    const step = fc.tuple(fc.constantFrom('add', 'remove', 'leaf'), address, depth, leaf);
    fc.assert(
      fc.property(fc.array(fineEntry, { maxLength: 7 }), fc.array(step, { maxLength: 4 }), (entries, steps) => {
        const addressed = steps.map(([op, names, length]) => (op === 'remove' ? names.slice(0, length) : names));
        const operations = steps.map(([op, names, length, value]) => {
          const path = pointerText(['fineGrainedLineages', ...(op === 'remove' ? names.slice(0, length) : names)]);
          // A position is a name of an operation only if the path leads on to a column.
          if (op === 'leaf') return { op: 'add', path: `${path}/confidenceScore`, value: 0.25 };
          return op === 'remove' ? { op, path } : { op, path, value };
        });
        fc.pre(addressed.every((each) => each.length > 1 || each[0] !== '0'));
        const after = patch('upstreamLineage', { upstreams: [], fineGrainedLineages: entries }, operations).fineGrainedLineages as Item[];
        const touches = (entry: Item): boolean => pairsOf(entry).some(({ names }) => addressed.some((each) => isBelow(names, each)));
        // An added pair joins an entry of the same downstream column that says the same.
        const mayJoin = (entry: Item): boolean =>
          pairsOf(entry).some(({ names }) => addressed.some((each) => each.length === 4 && isBelow(names, each.slice(0, 3))));
        const untouched = entries.filter((entry) => !touches(entry) && !mayJoin(entry)).map((entry) => JSON.stringify(entry));
        const texts = after.map((entry) => JSON.stringify(entry));
        let from = 0;
        for (const text of untouched) {
          const found = texts.indexOf(text, from);
          expect(found, `${text} in its order in ${texts.join('\n')}`).to.be.at.least(from);
          from = found + 1;
        }
        // Of the others, every pair that is not addressed is still there, and says the same.
        const left = after.flatMap(pairsOf).map((each) => JSON.stringify(each));
        for (const pair of entries.flatMap(pairsOf)) {
          if (addressed.some((each) => isBelow(pair.names, each))) continue;
          expect(left).to.include(JSON.stringify(pair));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is found again under its address: what is added is there, what is removed is not', () => {
    fc.assert(
      fc.property(fc.array(fineEntry, { maxLength: 6 }), address, leaf, depth, (entries, names, value, length) => {
        const current = { upstreams: [], fineGrainedLineages: entries };
        const path = pointerText(['fineGrainedLineages', ...names]);
        const added = patch('upstreamLineage', current, [{ op: 'add', path, value }]);
        const there = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD', ...value };
        expect(patch('upstreamLineage', added, [{ op: 'test', path, value: there }])).to.deep.equal(added);
        expect(patch('upstreamLineage', added, [{ op: 'add', path, value }]), 'again').to.deep.equal(added);
        const short = names.slice(0, Math.max(length, 2));
        const removed = patch('upstreamLineage', added, [{ op: 'remove', path: pointerText(['fineGrainedLineages', ...short]) }]);
        const left = (removed.fineGrainedLineages as Item[]).flatMap(pairsOf);
        expect(left.filter((pair) => isBelow(pair.names, short))).to.deep.equal([]);
        // Beside entries that other operations address by their positions.
        const mixed = [
          { op: 'add', path: '/fineGrainedLineages/0', value: { note: 'first' } },
          { op: 'add', path, value },
        ];
        expect((patch('upstreamLineage', current, mixed).fineGrainedLineages as Item[])[0]).to.deep.equal({ note: 'first' });
      }),
    );
  });

  const LISTS = [
    ['editableSchemaMetadata', 'editableSchemaFieldInfo', 'fieldPath', undefined],
    ['institutionalMemory', 'elements', 'url', undefined],
    ['datasetProperties', 'extra', 'id', { extra: ['id'] }],
  ] as const;
  for (const [aspect, list, key, keys] of LISTS) {
    it(`stays as it is in ${list}, with keys that look like positions, twice, or missing`, () => {
      const item = fc
        .record({ [key]: field(names), note: fc.nat({ max: 3 }), extra: field(fc.constant('x')) })
        .map((each) => structuredClone(each) as Item);
      const step = fc.tuple(fc.constantFrom('add', 'remove', 'below', 'replace'), names, fc.nat({ max: 3 }));
      fc.assert(
        fc.property(fc.array(item, { maxLength: 6 }), fc.array(step, { maxLength: 4 }), (items, steps) => {
          const had = new Set(items.map((each) => each[key]));
          const wanted = steps.filter(
            ([op, name], at) => op !== 'replace' || (had.has(name) && !steps.slice(0, at).some(([, other]) => other === name)),
          );
          // An empty name is that of an item without a key.
          fc.pre(wanted.every(([, name]) => name !== ''));
          const operations = wanted.map(([op, name, note]) => {
            const path = pointerText([list, name, ...(op === 'below' ? ['note'] : [])]);
            return op === 'remove' ? { op, path } : { op: op === 'replace' ? op : 'add', path, value: op === 'below' ? note : { note } };
          });
          const body = { patch: operations, ...(keys && { arrayPrimaryKeys: keys }) };
          const after = patch(aspect, { [list]: items }, body)[list] as Item[];
          const addressed = new Set<string>(wanted.map(([, name]) => name));
          const others = (all: readonly Item[]): string[] =>
            all.filter((each) => !addressed.has(String(each[key] ?? ''))).map((each) => JSON.stringify(each));
          expect(others(after)).to.deep.equal(others(items));
          for (const [op, name] of wanted.slice(-1)) expect(after.some((each) => each[key] === name)).to.equal(op !== 'remove');
        }),
        { numRuns: 300 },
      );
    });
  }
});
