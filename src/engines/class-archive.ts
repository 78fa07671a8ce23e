/**
 * An archive of the classes that Neo4j loads. Its JVM reads it instead of loading and checking each class: the first answer after a start costs
 * 5.5 s of a processor instead of 9.1. The first Neo4j of a user that ends in order writes it into the cache, which takes some seconds; later
 * ones read it. Java ignores an archive that does not fit.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tool.ts';

interface ClassArchive {
  /** Options for Java. They change nothing but the speed. */
  readonly options: readonly string[];
  /** Is there none, so that this Neo4j writes it as it ends? */
  readonly isMissing: boolean;
  /** Call this after the end of Neo4j: from then on others read what it has written. @param wasReady one that never was has loaded few classes */
  keep(wasReady: boolean): Promise<void>;
}

interface ArchivedProgram {
  /** The command of Java, and what it says of its version. */
  readonly java: { readonly command: string; readonly version: string };
  /** The folder of the programs of Neo4j. */
  readonly lib: string;
  /** The folder of its data, which one Neo4j at a time uses. */
  readonly home: string;
}

export function classArchive(cacheDir: string, { java, lib, home }: ArchivedProgram): ClassArchive {
  const file = path.join(cacheDir, `neo4j-classes-${digest(java.version, lib, String(statSync(lib).mtimeMs))}.jsa`);
  const written = `${file}.${digest(home)}`;
  const exists = existsSync(file);
  // Java would try it in vain at each end.
  const isMissing = !exists && isWritable(cacheDir);
  return {
    options: exists ? [`-XX:SharedArchiveFile=${file}`] : isMissing ? [`-XX:ArchiveClassesAtExit=${written}`] : [],
    isMissing,
    async keep(wasReady) {
      if (!existsSync(written)) return;
      // One that was killed while it wrote leaves a part, which Java does not take.
      const check = ['-Xshare:on', `-XX:SharedArchiveFile=${written}`, '-cp', `${lib}/*`, '-version'];
      if (wasReady && !existsSync(file) && (await run(java.command, check)).code === 0) renameSync(written, file);
      else rmSync(written, { force: true });
    },
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
