/**
 * The loop that ends hard deletes which a crash has cut short: an entity with very many edges loses them in several transactions.
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

/** Mostly there is nothing: requests end their deletes themselves. */
const IDLE_MS = 10_000;

export function startFinishingDeletes(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of edges of deleted entities', () => catalog.finishDeletes(), IDLE_MS, log);
}
