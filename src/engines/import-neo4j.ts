/**
 * A new store for the local Neo4j, made by its offline importer in a folder beside the one that Neo4j uses. The finished store takes its
 * place in one step: whatever happens before, the store is still empty.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type DataDir, takeDataDir } from './data-dir.ts';
import { findJava } from './java.ts';
import { findLibrary, STORE } from './neo4j.ts';
import { showProgress } from './progress.ts';
import { endOrphans } from './records.ts';
import { complaint, run } from './tool.ts';

/** Where a new store is made, below the data directory. An importer that a killed command left running has another folder. */
const MAKING = 'neo4j-import-';
const MB = 1024 * 1024;
/** The importer's own default. A row must fit in. */
const LEAST_BUFFER = 4 * MB;
/** Most of what the importer needs is outside of the heap. */
const HEAP = ['-Xms256m', '-Xmx1g', '-XX:+UseSerialGC'];
/** The importer ends before the optimizing compiler has paid off, unless there is this much to import, bytes. */
const LARGE = 2_000 * MB;
/** Node encodes file names in UTF-8 whatever the locale is; Java uses the locale. */
const WITH_HOME = 'export LC_ALL=C.UTF-8 NEO4J_HOME="$0" NEO4J_CONF="$0/conf" && exec "$@"';
const QUICK = ['-XX:TieredStopAtLevel=1'];

interface Size {
  readonly bytes: number;
  readonly longest: number;
}

export interface NewStore {
  readonly data: DataDir;
  /** The folder of the files for the importer. */
  readonly files: string;
  /** The folder of the new store, below the data directory. */
  readonly place: readonly string[];
  /**
   * Runs the importer.
   *
   * @param args its files and their form
   * @param size bytes of all rows, and of the longest one
   * @throws StartError with the importer's complaint
   */
  fill(args: readonly string[], size: Size): Promise<void>;
  /** Puts the new store where Neo4j finds it. Nothing may use it at that moment. */
  finish(): void;
  /** Removes what is left, and releases the data directory. */
  release(): void;
}

/**
 * Claims a data directory whose store is empty.
 *
 * @throws StartError if the store is not a local one, is not empty or is in use, or if there is no Java or no Neo4j
 */
export async function makeNewStore(settings: Settings, log: Log, signal: AbortSignal): Promise<NewStore> {
  if (settings.neo4j.uri !== undefined)
    throw new StartError(
      '--into-empty writes the files of a local Neo4j, but NEO4J_URI names another one: unset NEO4J_URI, or load without --into-empty',
    );
  const data = await takeDataDir(settings.dataDir);
  try {
    const store = path.join(data.path, STORE);
    refuseFull(settings.dataDir, store);
    await endOrphans(data.folder('run'), [], log);
    for (const name of readdirSync(data.path)) if (name.startsWith(MAKING)) rmSync(path.join(data.path, name), { recursive: true, force: true });
    const making = mkdtempSync(path.join(data.path, MAKING));
    const folder = path.basename(making);
    const progress = showProgress(log);
    const found = await findImporter(settings, progress, signal).finally(() => progress.end());
    const home = data.folder(folder, 'home');
    return {
      data,
      files: data.folder(folder, 'files'),
      place: [folder, 'home'],
      fill: (args, size) => fill(found, home, args, size, signal),
      finish() {
        rmSync(store, { recursive: true, force: true });
        renameSync(home, store);
      },
      release() {
        rmSync(making, { recursive: true, force: true });
        data.release();
      },
    };
  } catch (error) {
    data.release();
    throw error;
  }
}

/** A store is empty as long as no Neo4j has run on it: its first start makes databases. */
function refuseFull(dataDir: string, store: string): void {
  const databases = path.join(store, 'data', 'databases');
  if (!existsSync(databases) || readdirSync(databases).length === 0) return;
  throw new StartError(
    `DATA_DIR=${dataDir} has a store already, and --into-empty needs one that has never been used: set another DATA_DIR, or start Cairn and load without --into-empty`,
  );
}

interface Importer {
  readonly java: string;
  readonly lib: string;
}

async function findImporter(settings: Settings, progress: ReturnType<typeof showProgress>, signal: AbortSignal): Promise<Importer> {
  const java = await findJava(settings.neo4j.javaHome, signal);
  const { lib } = await findLibrary(settings, progress, signal);
  return { java, lib };
}

async function fill({ java, lib }: Importer, home: string, args: readonly string[], { bytes, longest }: Size, signal: AbortSignal): Promise<void> {
  const command = [
    ...HEAP,
    ...(bytes < LARGE ? QUICK : []),
    '-Dfile.encoding=UTF-8',
    '-cp',
    `${lib}/*`,
    'org.neo4j.cli.AdminTool',
    ...['database', 'import', 'full', 'neo4j'],
    `--read-buffer-size=${Math.max(LEAST_BUFFER, 2 * longest)}`,
    `--report-file=${path.join(home, '..', 'report')}`,
    ...['--bad-tolerance=0', '--high-parallel-io=off'],
    ...args,
  ];
  const outcome = await run('/bin/sh', ['-c', WITH_HOME, home, java, ...command], signal);
  if (outcome.code !== 0) throw new StartError(`Neo4j's importer failed, and the store is still empty: ${complaint(outcome)}`);
}
