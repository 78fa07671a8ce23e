/**
 * The options of Java during the tests, whose engines live for seconds.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startCairn } from './support/cairn.ts';

/** Optimising the code of such engines does not pay: without it, each start needs a third less work. */
export const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1';

/**
 * Starts a Cairn once, whose Neo4j writes its loaded classes into an archive when it stops. Reading them from there saves 3 of 13 s of CPU
 * time of each later start.
 */
export async function javaOptionsWithArchive(folder: string): Promise<string> {
  const archive = path.join(folder, 'classes.jsa');
  const cairn = await startCairn({ JAVA_TOOL_OPTIONS: `${JAVA_OPTIONS} -XX:ArchiveClassesAtExit=${archive}` });
  await cairn.stop();
  return existsSync(archive) ? `${JAVA_OPTIONS} -XX:SharedArchiveFile=${archive}` : JAVA_OPTIONS;
}
