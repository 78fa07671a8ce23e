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
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('erase' as const),
        on: entity,
        aspect: fc.constantFrom('upstreamLineage' as const, 'ownership' as const, 'status' as const),
      }),
    },
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
  /** Entities that have been written since they were last deleted for good. */
  readonly born: ReadonlySet<number>;
  /** Lineage edges `from>to` that are there: those of the aspect, less those of which an end was deleted for good since it was written. */
  readonly edges: ReadonlySet<string>;
  /** Number of the step that deleted each entity for good last; -1: none. */
  readonly forgotten: readonly number[];
}

export const NOTHING: World = {
  entities: Array.from({ length: SIZE }, () => ({})),
  born: new Set(),
  edges: new Set(),
  forgotten: Array(SIZE).fill(-1),
};

/** The world after a step. */
export function replay(world: World, step: Step, number: number): World {
  const { on } = step;
  const others = (keep: (from: number, to: number) => boolean): string[] => [...world.edges].filter((edge) => keep(...ends(edge)));
  const know = (known: Known): readonly Known[] => world.entities.with(on, known);
  const before = world.entities[on] ?? {};
  const born = new Set(world.born).add(on);
  if (step.do === 'upstreams') {
    return {
      ...world,
      born,
      entities: know({ ...before, upstreams: step.to }),
      edges: new Set([...others((from) => from !== on), ...step.to.map((to) => `${on}>${to}`)]),
    };
  }
  if (step.do === 'owners') return { ...world, born, entities: know({ ...before, owners: step.to }) };
  if (step.do === 'removed') return { ...world, born, entities: know({ ...before, removed: step.removed }) };
  if (step.do === 'erase') {
    const { [ASPECTS[step.aspect]]: _, ...rest } = before;
    return { ...world, entities: know(rest), edges: step.aspect === 'upstreamLineage' ? new Set(others((from) => from !== on)) : world.edges };
  }
  if (!world.born.has(on)) return world;
  born.delete(on);
  return { entities: know({}), born, edges: new Set(others((from, to) => from !== on && to !== on)), forgotten: world.forgotten.with(on, number) };
}

const ASPECTS = { upstreamLineage: 'upstreams', ownership: 'owners', status: 'removed' } as const;

export function ends(edge: string): [from: number, to: number] {
  const [from = 0, to = 0] = edge.split('>').map(Number);
  return [from, to];
}

/** Degree of everything that is reached from an entity, the entity itself left out: a plain search in breadth. */
export function degrees({ edges }: World, start: number, direction: 'UPSTREAM' | 'DOWNSTREAM'): Map<number, number> {
  const found = new Map([[start, 0]]);
  for (const [at, degree] of found) {
    for (const edge of edges) {
      const [from, to] = direction === 'UPSTREAM' ? ends(edge) : ends(edge).toReversed();
      if (from === at && to !== undefined && !found.has(to)) found.set(to, degree + 1);
    }
  }
  found.delete(start);
  return found;
}
