/**
 * The findings of a verification, and how they are checked again: while others write, a first look may see half of a write.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Stray } from '../../../graph/verify.ts';

/** One difference between what was expected and what is stored. */
export interface StoreDifference {
  readonly what:
    | 'entity'
    | 'version'
    | 'edge'
    | 'past edge'
    | 'lost edge'
    | 'run'
    | 'point'
    | 'document'
    | 'evidence'
    | 'source'
    | 'words'
    | 'siblings'
    | 'commit';
  /** The entity that differs. */
  readonly urn: string;
  readonly aspect?: string;
  readonly expected: string;
  readonly got: string;
}

/** A difference, and how to correct it. */
export interface Finding {
  readonly difference: StoreDifference;
  /** The entity to check again, if it is another one. */
  readonly at?: string;
  readonly repair?: Repair;
}

export type Repair =
  | { readonly kind: 'flags'; readonly urn: string }
  | { readonly kind: 'edges'; readonly holder: string }
  | { readonly kind: 'stray'; readonly stray: Stray }
  | { readonly kind: 'lost edge'; readonly id: number }
  | { readonly kind: 'document'; readonly urn: string }
  | { readonly kind: 'words'; readonly urn: string; readonly id: string }
  | { readonly kind: 'word list'; readonly words: readonly string[] }
  | { readonly kind: 'no entity'; readonly urn: string; readonly id: string; readonly from: string };

/** Clocks of servers differ: so close to each other nobody knows what was first, ms. */
export const SKEW_MS = 3_600_000;

/** Pauses before checking again, ms. A write that was running has ended by the last one. */
const PAUSES_MS = [50, 250, 1_000];

/** The findings that every further check confirms. */
export async function confirmed(first: readonly Finding[], again: (urns: readonly string[]) => Promise<readonly Finding[]>): Promise<Finding[]> {
  let left = [...first];
  for (const ms of PAUSES_MS) {
    if (left.length === 0) return [];
    await pause(ms);
    const seen = new Map((await again([...new Set(left.map(pageStart))])).map((finding) => [keyOf(finding), finding]));
    left = left.flatMap((finding) => seen.get(keyOf(finding)) ?? []);
  }
  return left;
}

export function pageStart({ at, difference }: Finding): string {
  return at ?? difference.urn;
}

function keyOf({ difference }: Finding): string {
  return JSON.stringify(difference);
}
