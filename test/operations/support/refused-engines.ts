/** Engines that cannot start, tried by this process: it is refused before it starts any other. */

import { startEngines } from '../../../src/engines/index.ts';
import { StartError } from '../../../src/errors.ts';
import { makeLog } from '../../../src/log.ts';
import { readSettings } from '../../../src/settings.ts';
import { throwAwayFolder } from '../../support/process.ts';

/** @returns the sentence that says why. `settings` are the whole environment. */
export async function refusedEngines(settings: Record<string, string>): Promise<string> {
  const env = { DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), ...settings };
  const before = process.env;
  // Cairn looks for its tools on this path.
  process.env = env;
  try {
    await startEngines(readSettings(env), makeLog('silent'), new AbortController().signal);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  } finally {
    process.env = before;
  }
  throw new Error('They have started');
}
