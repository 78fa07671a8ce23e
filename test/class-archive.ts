/**
 * An archive of the classes that Neo4j loads, which its JVM reads instead of loading and checking each class: a start, and the first plans, cost
 * much less. The first run of the tests on a machine writes it, into the folder where Cairn keeps its engines; later runs read it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { defaultCache } from '../src/settings.ts';

const CACHE = process.env.CACHE_DIR ?? defaultCache(process.env);
const ARCHIVE = /^test-classes-.*\.jsa/;

/** The archive of this Java and of what is in the folder; undefined before there is a Neo4j. */
function fileOf(): string | undefined {
  const found = existsSync(CACHE) ? readdirSync(CACHE).filter((name) => /^neo4j-[\d.]+$/.test(name)) : [];
  if (found.length === 0) return undefined;
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr;
  const libraries = found.map((name) => [name, statSync(path.join(CACHE, name, 'lib')).mtimeMs]);
  const hash = createHash('sha256')
    .update(JSON.stringify([java, libraries]))
    .digest('hex')
    .slice(0, 12);
  return path.join(CACHE, `test-classes-${hash}.jsa`);
}

/** Options for Java. */
export interface ClassArchive {
  /** For one Neo4j: to write the archive at its end, if there is none. */
  readonly first: string;
  /** For all others: to read it, if there is one. */
  later(): string;
  /** Call this after the end of the first one: from then on others read what it has written. */
  keep(): void;
}

export function classArchive(): ClassArchive {
  const file = fileOf();
  if (file === undefined) return { first: '', later: () => '', keep: () => undefined };
  const written = `${file}.${process.pid}`;
  const read = (): string => (existsSync(file) ? `-XX:SharedArchiveFile=${file}` : '');
  return {
    first: read() || `-XX:ArchiveClassesAtExit=${written}`,
    later: read,
    keep() {
      if (!existsSync(written)) return;
      for (const name of readdirSync(CACHE).filter((each) => ARCHIVE.test(each) && !each.endsWith(`.${process.pid}`)))
        rmSync(path.join(CACHE, name), { force: true });
      renameSync(written, file);
    },
  };
}
