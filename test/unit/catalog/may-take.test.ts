/** Which assets may be affected by a column (docs/semantics.md 8.6), held against a naive model on graphs at random. */
import { expect } from 'chai';
import fc from 'fast-check';
import { areRelated, type ColumnAt, mayTake, type TakingEntry } from '../../../src/catalog/assets/may-take.ts';

type Place = TakingEntry['upstreams'][number];
interface World {
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly entries: ReadonlyMap<string, readonly TakingEntry[]>;
}

const TABLES = ['A', 'B', 'C', 'D', 'E'];
const JOBS = ['J', 'K'];
const at = (table: string, path: string): ColumnAt => ({ table, path });
const entry = (upstreams: readonly Place[], downstreams: readonly Place[], whole = false): TakingEntry => ({ upstreams, downstreams, whole });
const worldOf = (next: Record<string, string[]>, entries: Record<string, TakingEntry[]> = {}): World => ({
  next: new Map(Object.entries(next)),
  entries: new Map(Object.entries(entries)),
});
const taking = ({ next, entries }: World, from: readonly Place[]): string[] =>
  [...mayTake({ from, next, entriesOf: (asset) => entries.get(asset) ?? [] }).affected].sort();

/** Everything that may be affected, as facts that rules add to until none does: slow, and easy to read. */
function naively({ next, entries }: World, from: readonly Place[]): string[] {
  const [columns, whole, passing] = [new Map<string, Set<string>>(), new Set<string>(), new Set<string>()];
  const add = (place: Place): void => {
    if ('path' in place) columns.set(place.table, new Set([...(columns.get(place.table) ?? []), place.path.toLowerCase()]));
    else whole.add(place.table);
  };
  const isAffected = (asset: string): boolean => columns.has(asset) || whole.has(asset) || passing.has(asset);
  const isIn = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`);
  const mayBe = (place: Place, all: boolean): boolean => {
    if (all || !('path' in place)) return isAffected(place.table);
    const path = place.path.toLowerCase();
    return whole.has(place.table) || [...(columns.get(place.table) ?? [])].some((each) => isIn(each, path) || isIn(path, each));
  };
  const count = (): number => [...columns.values()].reduce((sum, { size }) => sum + size, whole.size + passing.size);
  const tells = (holder: string, of: string): boolean =>
    (entries.get(holder) ?? []).some(
      (each) => !each.whole && each.downstreams.length > 0 && each.upstreams.some((up) => up.table === of && 'path' in up),
    );
  const makes = (holder: string, of: string): boolean =>
    (entries.get(holder) ?? []).some(({ downstreams }) => downstreams.some((down) => down.table === of && 'path' in down));
  for (const place of from) add(place);
  for (let before = -1; before !== count(); ) {
    before = count();
    for (const [up, downs] of next) {
      for (const down of downs) {
        if (!isAffected(up)) continue;
        for (const { upstreams, downstreams, whole: all } of entries.get(down) ?? []) {
          if (!upstreams.some((each) => each.table === up && mayBe(each, all))) continue;
          if (downstreams.length === 0) whole.add(down);
          for (const each of downstreams) {
            add(each);
            if (each.table !== down) passing.add(down);
          }
        }
        const isOutput = passing.has(up) && !whole.has(up) && !columns.has(up) && makes(up, down);
        if (!tells(down, up) && !isOutput) whole.add(down);
      }
    }
  }
  return [...new Set([...columns.keys(), ...whole, ...passing])].sort();
}

const path = fc.constantFrom('a', 'A', 'b', 'c', 's', 's.x', 's.y', 'S.X.z');
const column = fc.tuple(fc.constantFrom(...TABLES), path).map(([table, name]) => at(table, name));
const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 6, arbitrary: column },
  { weight: 1, arbitrary: fc.constantFrom(...TABLES).map((table) => ({ table })) },
);
const edges = fc.array(fc.tuple(fc.constantFrom(...TABLES, ...JOBS), fc.constantFrom(...TABLES, ...JOBS)), { minLength: 1, maxLength: 9 });
const ofTable = (table: string) =>
  fc
    .record({ upstreams: fc.array(place, { maxLength: 2 }), own: fc.array(path, { maxLength: 2 }), whole: fc.boolean() })
    .map(({ upstreams, own, whole }) =>
      entry(
        upstreams,
        own.map((name) => at(table, name)),
        whole && upstreams.length > 1,
      ),
    );
const ofJob = fc.tuple(fc.array(place, { maxLength: 2 }), fc.array(column, { maxLength: 2 })).map(([up, down]) => entry(up, down));
const world: fc.Arbitrary<World> = fc
  .tuple(edges, ...TABLES.map((table) => fc.array(ofTable(table), { maxLength: 3 })), ...JOBS.map(() => fc.array(ofJob, { maxLength: 3 })))
  .map(([pairs, ...told]) => {
    const next = new Map<string, string[]>();
    for (const [up, down] of pairs) if (up !== down) next.set(up, [...(next.get(up) ?? []), down]);
    return { next, entries: new Map([...TABLES, ...JOBS].map((asset, index) => [asset, told[index] ?? []])) };
  });

describe('What may be affected by a column', () => {
  it('is what a naive model says, in any graph', () => {
    fc.assert(
      fc.property(world, fc.array(column, { minLength: 1, maxLength: 2 }), (any, from) => {
        expect(taking(any, from)).to.deep.equal(naively(any, from));
      }),
      { numRuns: 3_000 },
    );
  });

  it('has everything to which columns lead exactly', () => {
    fc.assert(
      fc.property(world, column, (any, from) => {
        const key = ({ table, path: name }: ColumnAt): string => `${table} ${name}`;
        const told = [...any.entries].filter(([holder]) => TABLES.includes(holder));
        const surely = new Map([[key(from), from]]);
        for (const each of surely.values()) {
          for (const { upstreams, downstreams } of told.flatMap(([holder, all]) => ((any.next.get(each.table) ?? []).includes(holder) ? all : []))) {
            if (!upstreams.some((up) => 'path' in up && key(up) === key(each))) continue;
            for (const down of downstreams) if ('path' in down) surely.set(key(down), down);
          }
        }
        expect(taking(any, [from])).to.include.members([...new Set([...surely.values()].map(({ table }) => table))]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('asks for what it needs to know, and no more', () => {
    const { next, entries } = worldOf({ A: ['B'], B: ['C'], D: ['E'] }, { B: [entry([at('A', 'a')], [at('B', 'b')])] });
    const known = new Map<string, readonly TakingEntry[]>();
    const rounds: string[][] = [];
    for (;;) {
      const { pending } = mayTake({ from: [at('A', 'x')], next, entriesOf: (asset) => known.get(asset) });
      if (pending.size === 0) break;
      rounds.push([...pending]);
      for (const asset of pending) known.set(asset, entries.get(asset) ?? []);
    }
    expect(rounds).to.deep.equal([['A', 'B']]);
  });

  const told = [entry([at('A', 'a')], [at('B', 'x')])];
  const CASES: readonly [title: string, world: World, column: string, affected: string[]][] = [
    ['a step that takes other columns ends there, and what comes after it', worldOf({ A: ['B'], B: ['C'] }, { B: told }), 'b', ['A']],
    ['a step without column lineage takes all', worldOf({ A: ['B'], B: ['C'] }), 'b', ['A', 'B', 'C']],
    [
      'a second way that nobody knows counts, whatever the first one says',
      worldOf({ A: ['B', 'D'], B: ['C'], D: ['C'] }, { B: told, C: [entry([at('B', 'x')], [at('C', 'y')])] }),
      'b',
      ['A', 'C', 'D'],
    ],
    [
      'a table that takes all of another beside a pair of columns',
      worldOf({ A: ['B'] }, { B: [...told, entry([{ table: 'A' }], [at('B', 'y')])] }),
      'b',
      ['A', 'B'],
    ],
    [
      'columns that are named for all of their table',
      worldOf({ A: ['B'] }, { B: [...told, entry([at('A', 'z')], [at('B', 'y')], true)] }),
      'b',
      ['A', 'B'],
    ],
    ['a filter', worldOf({ A: ['B'] }, { B: [...told, entry([at('A', 'b')], [])] }), 'b', ['A', 'B']],
    ['a filter by another column', worldOf({ A: ['B'] }, { B: [...told, entry([at('A', 'c')], [])] }), 'b', ['A']],
    ['a field of a struct in question', worldOf({ A: ['B'] }, { B: [entry([at('A', 's.x')], [at('B', 'y')])] }), 's', ['A', 'B']],
    ['the struct of a field in question', worldOf({ A: ['B'] }, { B: [entry([at('A', 's')], [at('B', 'y')])] }), 's.x', ['A', 'B']],
    ['another field of the struct', worldOf({ A: ['B'] }, { B: [entry([at('A', 's.x')], [at('B', 'y')])] }), 's.y', ['A']],
    ['another case', worldOf({ A: ['B'] }, { B: [entry([at('A', 'Amount')], [at('B', 'y')])] }), 'amount', ['A', 'B']],
    [
      'a job that tells what it makes of each column',
      worldOf({ A: ['J'], J: ['B', 'C', 'D'] }, { J: [entry([at('A', 'a')], [at('B', 'x')]), entry([at('A', 'b')], [at('C', 'x')])] }),
      'a',
      ['A', 'B', 'D', 'J'],
    ],
    ['a job that takes other columns', worldOf({ A: ['J'], J: ['B'] }, { J: [entry([at('A', 'a')], [at('B', 'x')])] }), 'b', ['A']],
    ['a circle', worldOf({ A: ['B'], B: ['A', 'C'] }, { B: told }), 'a', ['A', 'B', 'C']],
  ];
  for (const [title, any, name, affected] of CASES) {
    it(`${title}: ${affected.join(', ')}`, () => expect(taking(any, [at('A', name)])).to.deep.equal(affected));
  }

  it('is the same for paths with and without marks of types', () => {
    expect(areRelated('[version=2.0].[type=struct].[type=struct].address.[type=string].city', 'Address.City')).to.equal(true);
    expect(areRelated('address', '[version=2.0].[type=struct].[type=struct].address.[type=string].city')).to.equal(true);
    expect(areRelated('items[].price', 'items.price')).to.equal(true);
    expect(areRelated('address', 'address2')).to.equal(false);
  });
});
