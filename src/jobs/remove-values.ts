/**
 * The loop that removes values of properties that are gone (docs/semantics.md 14.5).
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to look for what a server that has ended left behind, ms. A commit that orders a removal wakes the loop. */
const IDLE_MS = 10_000;

export function startRemovingValues(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of property values', () => catalog.removeValues(), IDLE_MS, log);
}
