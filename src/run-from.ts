/**
 * Notes that a server runs from a folder of builds, because it loads some of its files later: a build that comes meanwhile leaves them there
 * (build/place.ts).
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { join } from './engines/lock.ts';

/** The folder of the notes, in that of the builds. */
export const RUNNING = 'running';

/** @param folder of the program. Nothing builds into one that says not from which sources it was built: that of a package, for example. */
export function noteRunning(folder: string): void {
  if (!existsSync(path.join(folder, 'built-from'))) return;
  try {
    process.once('exit', join(path.join(folder, RUNNING)));
  } catch {
    // The folder is not ours to write, and so nobody builds into it.
  }
}
