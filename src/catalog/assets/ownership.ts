/**
 * Ways of owning (docs/semantics.md 15.6). The type as an entity decides, whatever the word beside it: connectors write CUSTOM beside every one.
 */
import type { Model } from '../../model/types.ts';
import { lastPart } from '../../model/urn.ts';

/** `TECHNICAL_OWNER` has the entity `__system__technical_owner`. */
const SYSTEM = '__system__';
const CUSTOM = 'CUSTOM';

export interface WayOfOwning {
  /** The word: TECHNICAL_OWNER; CUSTOM for what only the entity names. */
  readonly type: string;
  /** Canonical URN of the ownership type. */
  readonly typeUrn?: string | undefined;
}

/** @param typeUrn canonical; it decides if there is one */
export function wayOfOwning(type: string, typeUrn: string | undefined): WayOfOwning {
  if (typeUrn === undefined) return { type };
  const id = lastPart(typeUrn);
  return { type: id.startsWith(SYSTEM) ? id.slice(SYSTEM.length).toUpperCase() : CUSTOM, typeUrn };
}

/** With the entity that stands for a word. CUSTOM has none. */
export function wayWithEntity({ names }: Model, type: string): WayOfOwning {
  return type === CUSTOM ? { type } : { type, typeUrn: `${names.urnPrefix}ownershipType:${SYSTEM}${type.toLowerCase()}` };
}

/** The keys, after the owner, of all entries that say this way: with the entity beside any word, and without it. */
export function keysOfWay({ type, typeUrn }: WayOfOwning): string[][] {
  return [...(typeUrn === undefined ? [] : [[typeUrn]]), ...(typeUrn !== undefined && type === CUSTOM ? [] : [['', type]])];
}
