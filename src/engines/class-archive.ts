/**
 * An archive of the classes that Neo4j loads. Its JVM reads it instead of loading and checking each class: the first answer after a start costs
 * 5.5 s of a processor instead of 9.1. The first Neo4j of a user that ends in order writes it into the cache, which takes some seconds; later
 * ones read it. Java ignores an archive that does not fit.
 */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tool.ts';

interface ClassArchive {
  /** Options for Java. They change nothing but the speed. */
  readonly options: readonly string[];
  /** Is there none, so that this Neo4j writes it as it ends? */
  readonly isMissing: boolean;
  /** Call this after the end of Neo4j: from then on others read what it has written. */
  keep(): Promise<void>;
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
  const isMissing = !existsSync(file);
  return {
    options: [isMissing ? `-XX:ArchiveClassesAtExit=${written}` : `-XX:SharedArchiveFile=${file}`],
    isMissing,
    async keep() {
      if (!existsSync(written)) return;
      // One that was killed while it wrote leaves a part, which Java does not take.
      const check = ['-Xshare:on', `-XX:SharedArchiveFile=${written}`, '-cp', `${lib}/*`, '-version'];
      if (!existsSync(file) && (await run(java.command, check)).code === 0) renameSync(written, file);
      else rmSync(written, { force: true });
    },
  };
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
