/**
 * A random history of a few entities, and a plain replay of it: what each read must answer after each step.
 */
import fc from 'fast-check';
import { urns } from '../../support/make.ts';

/** Entities by number: datasets, written and deleted at will. */
export const SIZE = 5;
const OWNERS = 3;

export type Step =
  | { readonly do: 'upstreams'; readonly on: number; readonly to: readonly number[] }
  | { readonly do: 'owners'; readonly on: number; readonly to: readonly number[] }
  | { readonly do: 'removed'; readonly on: number; readonly removed: boolean }
  | { readonly do: 'erase'; readonly on: number; readonly aspect: 'upstreamLineage' | 'ownership' | 'status' }
  | { readonly do: 'forget'; readonly on: number };

const entity = fc.nat(SIZE - 1);
const some = fc.uniqueArray(entity, { maxLength: 3 });

export const history: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('upstreams' as const), on: entity, to: some }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('owners' as const), on: entity, to: fc.uniqueArray(fc.nat(OWNERS - 1), { maxLength: 2 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('removed' as const), on: entity, removed: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), on: entity, aspect: fc.constantFrom('upstreamLineage' as const, 'ownership' as const, 'status' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), on: entity }) },
  ),
  { minLength: 4, maxLength: 14 },
);

export const ownerUrn = (number: number): string => urns.user(`history_owner_${number}`);

interface Known {
  upstreams?: readonly number[];
  owners?: readonly number[];
  removed?: boolean;
}

/** Everything at one moment. */
export interface World {
  readonly entities: readonly Known[];
  /** Lineage edges `on>to` that are there: those of an aspect, less those whose end was deleted for good since it was written. */
  readonly edges: ReadonlySet<string>;
  /** Number of the step that deleted each entity for good last; -1: none. */
  readonly forgotten: readonly number[];
}

export const NOTHING: World = { entities: Array.from({ length: SIZE }, () => ({})), edges: new Set(), forgotten: Array(SIZE).fill(-1) };

/** The world after a step. */
export function replay(world: World, step: Step, number: number): World {
  const entities = world.entities.map((known) => ({ ...known }));
  const edges = new Set(world.edges);
  const forgotten = [...world.forgotten];
  const mine = entities[step.on] as Known;
  const drop = (keep: (from: number, to: number) => boolean): void => {
    for (const edge of edges) {
      const [from = 0, to = 0] = edge.split('>').map(Number);
      if (!keep(from, to)) edges.delete(edge);
    }
  };
  const without = <Name extends keyof Known>(name: Name): void => {
    delete mine[name];
  };
  if (step.do === 'upstreams') {
    mine.upstreams = step.to;
    drop((from) => from !== step.on);
    for (const to of step.to) edges.add(`${step.on}>${to}`);
  } else if (step.do === 'owners') mine.owners = step.to;
  else if (step.do === 'removed') mine.removed = step.removed;
  else if (step.do === 'forget') {
    // Deleting what is not there changes nothing.
    if (Object.keys(mine).length === 0 && !exists(world, step.on)) return world;
    entities[step.on] = {};
    drop((from, to) => from !== step.on && to !== step.on);
    forgotten[step.on] = number;
  } else if (step.aspect === 'upstreamLineage') {
    without('upstreams');
    drop((from) => from !== step.on);
  } else without(step.aspect === 'ownership' ? 'owners' : 'removed');
  return { entities, edges, forgotten, ...born(world, step) };
}

/** Entities that have been written since they were last deleted for good: an entity stays when its last aspect goes. */
const bornIn = new WeakMap<object, ReadonlySet<number>>();
function born(world: World, step: Step): object {
  const now = new Set(bornOf(world));
  if (step.do === 'forget') now.delete(step.on);
  else if (step.do !== 'erase') now.add(step.on);
  return { born: now };
}
function bornOf(world: World): ReadonlySet<number> {
  return (world as World & { born?: ReadonlySet<number> }).born ?? bornIn.get(world) ?? new Set();
}
function exists(world: World, entityNumber: number): boolean {
  return bornOf(world).has(entityNumber);
}
