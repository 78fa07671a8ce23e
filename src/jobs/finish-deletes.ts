/**
 * Finishes hard deletes that a crash interrupted: an entity with very many edges loses them in several transactions.
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

/** Requests finish their own deletes, so there is rarely something to do. */
const IDLE_MS = 10_000;

export function startFinishingDeletes(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of edges of deleted entities', () => catalog.finishDeletes(), IDLE_MS, log);
}
