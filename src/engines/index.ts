/**
 * The engines that Cairn uses: those that the settings name, or local ones that Cairn runs as child processes.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Program } from './child.ts';
import { saysPortTaken } from './child-log.ts';
import { type DataDir, takeDataDir } from './data-dir.ts';
import { type Disk, watchDisk } from './disk.ts';
import { prepareNeo4j } from './neo4j.ts';
import { forgetPorts } from './ports.ts';
import { type StartProgress, showProgress } from './progress.ts';
import { endOrphans } from './records.ts';
import { type Status, type SupervisedEngine, supervise } from './supervise.ts';
import { prepareTypesense } from './typesense.ts';

/** Only engines that Cairn runs have a state here. Ask the port of any other. */
type EngineStatus = { readonly name: string; readonly managed: false } | ({ readonly name: string; readonly managed: true } & Status);

export interface Engines {
  readonly neo4j: { readonly uri: string; readonly username: string; readonly password: string | undefined };
  readonly typesense: { readonly urls: readonly string[]; readonly apiKey: string; readonly snapshot?: () => Promise<void> };
  /** Resolves when Typesense answers, or Cairn should start without it. */
  readonly patience: Promise<void>;
  /** The disk of the local engines' data; undefined if there are none. */
  readonly disk?: Disk;
  status(): EngineStatus[];
  /** Stops the engines that Cairn started, and releases the data directory. May be called again. */
  stop(): Promise<void>;
}

/** What the start of local engines needs. */
interface LocalSite {
  readonly data: DataDir;
  readonly disk: Disk;
  readonly progress: StartProgress;
  readonly signal: AbortSignal;
  readonly children: Map<string, SupervisedEngine>;
}

const MOST_STARTS = 3;
/** How long Cairn waits for a Typesense that still reads its documents when Neo4j is ready, ms. */
const PATIENCE_MS = 3_000;
/** How long Cairn waits for what the other engine says when one has failed, ms. Offline, pip tries for 8 s. */
const OTHER_MS = 12_000;

/**
 * Starts an engine and waits until it answers. Seconds pass between the choice of its ports and the moment when it listens there: if another
 * program was faster, starts it again on others.
 */
async function bringUp<T extends { readonly program: Program }>(name: string, prepare: () => Promise<T>, site: LocalSite): Promise<T> {
  for (let left = MOST_STARTS - 1; ; left--) {
    const local = await prepare();
    const { engine, ports, logFile } = local.program;
    site.signal.throwIfAborted();
    const child = supervise(local.program, site.data.folder('run'), site.disk, site.progress.log);
    site.children.set(name, child);
    const stop = (): void => void child.stop();
    site.signal.addEventListener('abort', stop, { once: true });
    try {
      await child.started;
      return local;
    } catch (error) {
      if (left === 0 || site.signal.aborted || !saysPortTaken(logFile)) throw error;
      await child.stop();
      forgetPorts(path.join(site.data.folder('ports'), name));
      site.progress.log('engine.port-taken', { engine, port: ports[0] });
    } finally {
      site.signal.removeEventListener('abort', stop);
    }
  }
}

function externalNeo4j({ neo4j: { uri, username, password } }: Settings): Engines['neo4j'] | undefined {
  return uri === undefined ? undefined : { uri, username, password };
}

function externalTypesense({ typesense: { urls, apiKey } }: Settings): Engines['typesense'] | undefined {
  if (urls === undefined) return undefined;
  if (apiKey === undefined) throw new StartError('TYPESENSE_URL is set, but TYPESENSE_API_KEY is not: set the key of that Typesense too');
  return { urls, apiKey };
}

interface StartParts {
  /** The data folder, if it is taken already. */
  readonly data?: DataDir | undefined;
  /** Gets the disk of the local engines before they start: they may wait for space on it. */
  readonly watching?: (disk: Disk) => void;
}

/** Starts the engines that the settings do not name, both at once. If one fails, stops the other too, so that none is left running. */
async function startLocal(
  settings: Settings,
  given: Partial<Pick<Engines, 'neo4j' | 'typesense'>>,
  log: Log,
  signal: AbortSignal,
  { data: taken, watching }: StartParts,
): Promise<Engines> {
  const data = taken ?? (await takeDataDir(settings.dataDir));
  const disk = watchDisk(data.path, settings.diskReserveMb, log);
  watching?.(disk);
  const progress = showProgress(log);
  const failed = new AbortController();
  const site: LocalSite = { data, progress, signal: AbortSignal.any([signal, failed.signal]), disk, children: new Map() };
  let stopped: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await Promise.all([...site.children.values()].map((child) => child.stop()));
    disk.stop();
    data.release();
  };
  const stop = (): Promise<void> => (stopped ??= end());
  try {
    const needed = [...(given.neo4j ? [] : ['Neo4j']), ...(given.typesense ? [] : ['Typesense'])];
    // Whoever starts on a new folder has chosen it just now. A store that has served waits for space, as it would while it runs.
    if ((await disk.look()) === 'full' && data.isNew)
      throw new StartError(`Cairn does not start its engines: ${disk.reason()}. Free some space, or set another DATA_DIR`);
    await disk.room(needed.join(' and '), signal);
    await endOrphans(data.folder('run'), needed, progress.log);
    const starts = [
      given.neo4j ?? bringUp('neo4j', () => prepareNeo4j(settings, data, progress, site.signal), site),
      given.typesense ?? bringUp('typesense', () => prepareTypesense(settings.cacheDir, data, progress, site.signal), site),
    ] as const;
    // Beside a local Neo4j, which takes seconds to start, Typesense has had time to fail.
    void Promise.resolve(given.neo4j ? pause(PATIENCE_MS, undefined, { ref: false }) : starts[0]).then(
      () => site.children.get('typesense')?.waitNoLonger(),
      () => undefined,
    );
    const [neo4j, typesense] = await Promise.all(starts).catch(async (error: unknown) => {
      // Who lacks what both need wants to know it at once.
      const other = pause(OTHER_MS, undefined, { ref: false, signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(starts), other]);
      failed.abort(error);
      throw failureOf(error, await Promise.allSettled(starts));
    });
    const { uri, username, password } = neo4j;
    return {
      neo4j: { uri, username, password },
      typesense: { urls: typesense.urls, apiKey: typesense.apiKey, ...('snapshot' in typesense && { snapshot: typesense.snapshot }) },
      patience: Promise.race([site.children.get('typesense')?.up, pause(PATIENCE_MS, undefined, { ref: false })]),
      disk,
      status: () => statusOf(site.children),
      stop,
    };
  } catch (error) {
    await stop();
    throw signal.aborted ? signal.reason : error;
  } finally {
    progress.end();
  }
}

/** What failed, and what the other engine said if that failed by itself. */
function failureOf(first: unknown, outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' && each.reason instanceof StartError ? [each.reason.message] : []));
  const said = [...new Set(reasons)];
  return first instanceof StartError && said.length > 1 ? new StartError(said.join('. And: '), { cause: first }) : first;
}

function statusOf(children: ReadonlyMap<string, SupervisedEngine>): EngineStatus[] {
  return ['neo4j', 'typesense'].map((name) => {
    const child = children.get(name);
    return child === undefined ? { name, managed: false } : { name, managed: true, ...child.status() };
  });
}

/**
 * Provides the engines that the settings name. Starts the others here, with data under `DATA_DIR`, and keeps them running until `stop()`.
 *
 * @param signal aborts the start: Cairn stops what it has started, then the promise rejects with the reason of the signal
 * @throws StartError if an engine cannot be provided; then none is left running
 */
export async function startEngines(
  settings: Settings,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
  parts: StartParts = {},
): Promise<Engines> {
  const neo4j = externalNeo4j(settings);
  const typesense = externalTypesense(settings);
  if (neo4j !== undefined && typesense !== undefined) {
    return { neo4j, typesense, patience: Promise.resolve(), status: () => statusOf(new Map()), stop: async () => {} };
  }
  return startLocal(settings, { ...(neo4j && { neo4j }), ...(typesense && { typesense }) }, log, signal, parts);
}
