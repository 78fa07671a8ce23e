/** What a commit finds in a store that the test describes completely. */
import type { FoundEntity, ReadSet, ReadState, StoredAspect } from '../../../src/graph/changes.ts';
import { valueOf } from '../../../src/model/json.ts';
import { ACTOR } from './proposals.ts';

export const EMPTY: ReadState = {
  entities: new Map(),
  chains: new Map(),
  propertyNames: new Map(),
  badge: undefined,
  sizes: new Map(),
  previous: new Map(),
  versions: new Map(),
  above: new Map(),
  parts: new Map(),
  dangling: new Map(),
};

/** A store without entities, as these needs find it. */
export function foundNothing({ lock }: Pick<ReadSet, 'lock'>): ReadState {
  const entity = (id: number): FoundEntity => ({ id, names: new Set(), aspects: new Map(), lost: [], lived: false });
  return { ...EMPTY, entities: new Map(lock.map(({ urn }, id) => [urn, entity(id)])) };
}

/** The stored version of an aspect. */
export function stored(name: string, json: unknown, more: Partial<StoredAspect> = {}): StoredAspect {
  return { name, seq: 1, value: valueOf(json).text, at: 1_000, by: ACTOR, firstAt: 1_000, firstBy: ACTOR, meta: '{}', run: null, ...more };
}
