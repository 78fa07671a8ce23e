/**
 * Watches whether Typesense has read its log. After a restart it calls itself healthy while it shows a part and takes no import
 * (docs/engines.md 5.4, 7). From the first sign of a failure on, nothing is asked of it before its data are complete.
 *
 * States: shaken (at first, after a failure) → (complete) → steady.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { searchNotReady } from '../../errors.ts';
import { hasReplayed, type SearchEngine } from './client.ts';
import type { Nodes } from './nodes.ts';

const POLLS = 10;
const POLL_MS = 50;

/** The nodes that are steady, and which of them was in use then. */
const steady = new WeakMap<Nodes, number>();

/** It did not answer, or not as it should. */
export function expectReplay({ nodes }: SearchEngine): void {
  steady.delete(nodes);
}

/**
 * @param anew ask though nothing has failed
 * @throws Refusal unavailable while Typesense is away, or not whole
 */
export async function awaitReplayed(engine: SearchEngine, anew = false): Promise<void> {
  const { nodes } = engine;
  if (steady.get(nodes) === nodes.changes() && !anew) return;
  // An import under way looks like a part of the log for a moment.
  for (let look = 0; look < POLLS; look++) {
    const change = nodes.changes();
    if ((await hasReplayed(engine)) && nodes.changes() === change) {
      steady.set(nodes, change);
      return;
    }
    await pause(POLL_MS);
  }
  throw searchNotReady();
}
