/**
 * Moves a build into `dist/`, file by file, while servers run from there: those load some of their files later. Each file appears at once and
 * whole. Files with a hash of their content in the name come first, then those that name them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAnyoneIn } from '../engines/lock.ts';
import { RUNNING } from '../run-from.ts';

export const DIST = path.join(import.meta.dirname, '../../dist');
const BUILT_FROM = path.join(DIST, 'built-from');
/** A name that contains a hash of the content: `chunk-3T5XJMYZ.js`. */
const HASHED = /-[A-Z\d]{8}\.\w+(\.(gz|br))?$/;
/** The folders of a build that have such files, and programs. */
const FOLDERS = ['.', 'commands', 'ui'];

/** The digest of the sources that `dist/` was built from; `undefined` if there is no whole build. */
export function builtFrom(): string | undefined {
  return existsSync(BUILT_FROM) ? readFileSync(BUILT_FROM, 'utf8') : undefined;
}

/** Moves what stands in a folder into `dist/`, and notes what it was built from. */
export function place(from: string, digest: string): void {
  rmSync(BUILT_FROM, { force: true });
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  const [hashed, named] = [files.filter((name) => HASHED.test(name)), files.filter((name) => !HASHED.test(name))];
  for (const name of [...hashed, ...named]) {
    mkdirSync(path.dirname(path.join(DIST, name)), { recursive: true });
    renameSync(path.join(from, name), path.join(DIST, name));
  }
  removeOthers(new Set(files));
  writeFileSync(BUILT_FROM, digest);
}

/** Removes what earlier builds have left. What a server may still load stays until a build finds that none runs. */
function removeOthers(present: ReadonlySet<string>): void {
  const inUse = isAnyoneIn(path.join(DIST, RUNNING));
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(path.join(DIST, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      const isOld = HASHED.test(name) ? !inUse : name.endsWith('.js');
      if (entry.isFile() && isOld && !present.has(name)) rmSync(path.join(DIST, name));
    }
  }
}
