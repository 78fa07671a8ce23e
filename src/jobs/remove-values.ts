/**
 * The loop that removes values of properties that are gone (docs/semantics.md 14.5).
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to look for work, ms: writes of any server can order it. */
const IDLE_MS = 500;

export function startRemovingValues(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of property values', () => catalog.removeValues(), IDLE_MS, log);
}
