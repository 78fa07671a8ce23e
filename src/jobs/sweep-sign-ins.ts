/**
 * The loop that deletes sessions and records of sign-ins that are over.
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

const IDLE_MS = 60_000;

export function startSweepingSignIns(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of sessions that are over', () => catalog.signIns.sweep(), IDLE_MS, log);
}
