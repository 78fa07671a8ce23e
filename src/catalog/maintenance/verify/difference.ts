/**
 * What a verification finds, and how it is looked at again: while writes go on, a first look may see the half of one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stray } from '../../../graph/verify.ts';

/** One thing that is not as it should be. */
export interface Difference {
  readonly what: 'entity' | 'version' | 'edge' | 'past edge' | 'lost edge' | 'run' | 'point' | 'document' | 'words';
  /** The entity of which it is wrong. */
  readonly urn: string;
  readonly aspect?: string;
  readonly expected: string;
  readonly got: string;
}

/** A difference, and what mends it. */
export interface Finding {
  readonly difference: Difference;
  /** The entity to look at again, where it is another one. */
  readonly at?: string;
  readonly mend?: Mend;
}

export type Mend =
  | { readonly kind: 'edges'; readonly holder: string }
  | { readonly kind: 'stray'; readonly stray: Stray }
  | { readonly kind: 'lost edge'; readonly id: number }
  | { readonly kind: 'document'; readonly urn: string }
  | { readonly kind: 'words'; readonly urn: string; readonly id: string }
  | { readonly kind: 'no entity'; readonly urn: string; readonly id: string };

/** Pauses before further looks, ms: a write under way has ended by the last one, or is another one. */
const PAUSES_MS = [50, 250, 1_000];

/** Those that each further look shows in the same way. */
export async function confirmed(first: readonly Finding[], again: (urns: readonly string[]) => Promise<readonly Finding[]>): Promise<Finding[]> {
  let left = [...first];
  for (const ms of PAUSES_MS) {
    if (left.length === 0) return [];
    await pause(ms);
    const seen = new Map((await again([...new Set(left.map(placeOf))])).map((finding) => [keyOf(finding), finding]));
    left = left.flatMap((finding) => seen.get(keyOf(finding)) ?? []);
  }
  return left;
}

export function placeOf({ at, difference }: Finding): string {
  return at ?? difference.urn;
}

function keyOf({ difference }: Finding): string {
  return JSON.stringify(difference);
}
