/**
 * What makes the many starts of the long tests cheaper.
 */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startCairn } from './support/cairn.ts';

/**
 * Optimising the code of engines that live for minutes does not pay: without it, each start needs a third less work. Without the second compiler,
 * Java keeps only 48 MB of compiled code: tests fill that, and Java would compile again and again.
 */
export const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m';

/**
 * Parts of a data folder that belong to one process, `store.json`, which tells a copy from its original, and Typesense: on other ports it takes
 * 12 s until it accepts that it is the only node, and an index of the seed entities takes one.
 */
const NOT_COPIED = ['lock', 'run', 'ports', 'logs', 'audit', 'store.json', 'typesense', 'typesense-snapshot'];

/**
 * Starts a Cairn once on an empty store. Its data folder is what later starts copy (`support/process.ts`). Its Neo4j writes the archive of classes,
 * if there is none.
 *
 * @param folder for the data
 * @returns the environment of the tests
 */
export async function prepare(folder: string): Promise<{ PREPARED_DATA: string }> {
  const prepared = path.join(folder, 'data');
  const cairn = await startCairn({ JAVA_TOOL_OPTIONS: JAVA_OPTIONS });
  await cairn.stop(() => cpSync(cairn.dataDir, prepared, { recursive: true }));
  for (const name of NOT_COPIED) rmSync(path.join(prepared, name), { recursive: true, force: true });
  return { PREPARED_DATA: prepared };
}
