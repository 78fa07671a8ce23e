/**
 * The stages of the start, in their order: `start` calls each once. What a stage has made is noted in `running`, where health, requests and the
 * stop find it.
 */
import { again, type Catalog, makeCatalog, makeRecentEntities, type RecentEntities, seed, seededUrns } from './catalog/index.ts';
import type { ClaimedServer } from './claim.ts';
import { loadDemo } from './demo/load-demo.ts';
import { readDemo } from './demo/read-demo.ts';
import type { Space } from './engines/disk.ts';
import { type Engines, startEngines } from './engines/index.ts';
import { reasonOf, StartError } from './errors.ts';
import { startExecutor } from './executor/executor.ts';
import { connectGraph, type Graph } from './graph/driver.ts';
import { makeRecentCommits, type RecentCommits } from './graph/recent-commits.ts';
import { awaitGraph, makeSchema } from './graph/schema.ts';
import { comebackSince, isLate, type RunningParts } from './health.ts';
import type { Tokens } from './http/tokens.ts';
import { startBulk } from './jobs/bulk.ts';
import { startFinishingDeletes, startSettling, startSweepingSignIns, startTrimmingLog, startTrimmingRefused } from './jobs/clean-up.ts';
import { startCounting } from './jobs/coverage.ts';
import { startIndexer } from './jobs/index/index-search.ts';
import type { Loop } from './jobs/loop.ts';
import { type LeaveMails, makeLeaveMails } from './jobs/mail/leave-mails.ts';
import { startMailing } from './jobs/mail/send-mails.ts';
import { compareRules, startRebuildingEdges } from './jobs/rebuild-edges.ts';
import { startLinking } from './jobs/siblings.ts';
import { type LifeFile, openLifeFile } from './jobs/store/life-file.ts';
import { knowModel, namespaceOf } from './jobs/store/namespace.ts';
import { refuseNewerStore, upgradeStore } from './jobs/store/upgrade.ts';
import { knowLife, startWatchingStore } from './jobs/store/watch-store.ts';
import { startDelivering } from './jobs/webhooks/deliver-webhooks.ts';
import type { Log } from './log.ts';
import { loadModel } from './model/load.ts';
import { type Namespace, namesOf } from './model/names.ts';
import type { Model } from './model/types.ts';
import { connectSearch, refusesKey, type SearchEngine } from './search/index.ts';
import type { Settings } from './settings.ts';

export interface StartOptions {
  readonly demo?: boolean;
  readonly restored?: boolean;
}

/** What runs by now. Each stage adds what it has made. */
export interface RunningServer extends Mutable<RunningParts> {
  leaveMails?: LeaveMails;
  readonly loops: Loop[];
}

type Mutable<Parts> = { -readonly [Name in keyof Parts]: Parts[Name] };

/** What is known before an engine is called. */
export interface StartParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly options: StartOptions;
  readonly version: string;
  readonly model: Model;
  readonly tokens: Tokens | undefined;
  readonly synonyms: readonly (readonly string[])[];
  readonly claimed: Pick<ClaimedServer, 'data' | 'url'>;
  /** Cairn stops. */
  readonly stopping: AbortSignal;
}

/** Both engines with the store in them: connected, of this version. */
interface OpenedStore {
  readonly engines: Engines;
  readonly graph: Graph;
  readonly search: SearchEngine;
}

/** It is known by its life, too. */
interface Store extends OpenedStore {
  readonly tail: RecentCommits;
  readonly file: LifeFile;
}

type Indexer = ReturnType<typeof startIndexer>;

interface IndexStart {
  readonly indexer: Indexer;
  readonly recent: RecentEntities;
  /** Was Typesense not ready when its index was to be prepared? */
  readonly late: boolean;
}

interface CatalogWithLoops {
  readonly catalog: Catalog;
  /** The loops that the core wakes when there is work for them. They start last. */
  readonly loops: { webhooks?: Loop; bulk?: Loop; removal?: Loop; linking?: Loop };
}

/**
 * @param rename gives the parts with the names of another namespace, which the store has
 * @throws StartError if an engine cannot start or refuses Cairn, or the settings do not fit the store
 */
export async function start(given: StartParts, running: RunningServer, rename: (namespace: Namespace) => StartParts): Promise<void> {
  const engines = await runEngines(given, running);
  const opened = await openStore(given, running, engines);
  const parts = await withNamesOf(opened.graph, given, rename);
  const store = await knowStore(parts, opened);
  const indexing = await startIndexing(parts, running, store);
  const core = openCore(parts, running, store, indexing);
  await fillCatalog(parts, core.catalog);
  await awaitLateSearch(parts, store, indexing);
  indexing.indexer.wake();
  running.seeded = true;
  await watchSharedTokens(parts, core.catalog);
  startJobs(parts, running, store, indexing, core);
  parts.log('server.ready', { url: parts.claimed.url });
}

async function runEngines({ settings, log, claimed, stopping }: StartParts, running: RunningServer): Promise<Engines> {
  const watching = (disk: NonNullable<RunningServer['disk']>): void => {
    running.disk = disk;
  };
  const engines = await startEngines(settings, log, stopping, { data: claimed.data, watching });
  running.engines = engines;
  return engines;
}

async function openStore({ log, version, stopping }: StartParts, running: RunningServer, engines: Engines): Promise<OpenedStore> {
  const search = connectSearch(engines.typesense);
  running.search = search;
  if (await refusesKey(search)) {
    throw new StartError(`Typesense at ${engines.typesense.urls.join(', ')} refuses the key: correct TYPESENSE_API_KEY`);
  }
  /** Nothing is refused before the seed entities are in place: they are few, and reads wait for them. */
  const noRoom = (): string | undefined => (running.seeded ? lackOfSpace(running, 'neo4j', ['short', 'full']) : undefined);
  const graph = connectGraph(engines.neo4j, log, noRoom, (since) => comebackSince(engines, 'neo4j', since));
  running.graph = graph;
  await awaitGraph(graph, stopping);
  await refuseNewerStore(graph, version);
  await makeSchema(graph);
  await upgradeStore(graph, log, version, stopping);
  search.nodes.watch(engines.typesense.apiKey, log);
  return { engines, graph, search };
}

/** The parts with the names of the store. */
async function withNamesOf(graph: Graph, parts: StartParts, rename: (namespace: Namespace) => StartParts): Promise<StartParts> {
  const { settings, log, model } = parts;
  const ownUrns = (namespace: Namespace): string[] => {
    const own = loadModel(namespace, settings.modelDir);
    return [...seededUrns(own), ...readDemo(own).map(({ urn }) => urn.text)];
  };
  const folder = settings.neo4j.uri === undefined ? settings.dataDir : undefined;
  const names = namesOf(await namespaceOf(graph, { asked: settings.namespace, folder, ownUrns }));
  log('store.names', { prefix: names.urnPrefix, namespace: names.namespace });
  return names === model.names ? parts : rename(names.namespace);
}

async function knowStore({ settings, log, options, model }: StartParts, opened: OpenedStore): Promise<Store> {
  const { graph } = opened;
  await knowModel(graph, model, log);
  await compareRules(graph, model, log);
  const tail = makeRecentCommits(graph);
  const file = openLifeFile(settings.dataDir);
  await knowLife({ graph, log, tail }, file, options.restored ?? false, settings.neo4j.uri === undefined);
  return { ...opened, tail, file };
}

async function startIndexing({ log, model }: StartParts, running: RunningServer, { engines, graph, search, tail }: Store): Promise<IndexStart> {
  const recent = makeRecentEntities();
  const full = (): string | undefined => lackOfSpace(running, 'typesense', ['full']);
  const comeback = (since: number) => comebackSince(engines, 'typesense', since);
  const indexer = startIndexer({ graph, search, model, log, tail, recent, full, comeback });
  running.loops.push(indexer);
  const late = isLate(engines);
  if (!late) await prepareIndex(log, indexer);
  return { indexer, recent, late };
}

/** The indexer does the same with its first step; until then searches say that there is no index. */
function prepareIndex(log: Log, indexer: Indexer): Promise<void> {
  return indexer.prepare().catch((error) => log('job.failed', { job: 'preparation of the search index', reason: reasonOf(error) }));
}

function openCore(
  { settings, log, model, tokens, synonyms }: StartParts,
  running: RunningServer,
  store: Store,
  { indexer, recent }: IndexStart,
): CatalogWithLoops {
  const { graph, search, tail } = store;
  const loops: CatalogWithLoops['loops'] = {};
  const catalog = makeCatalog({
    model,
    graph,
    log,
    search,
    tail,
    recent,
    indexStatus: indexer,
    strictFields: settings.strictFields,
    readPolicies: settings.readPolicies,
    retention: settings.retentionVersions,
    synonyms,
    secretsKey: settings.secretsKey,
    webhooks: settings.webhooks,
    operators: tokens,
    wake: {
      webhooks: () => loops.webhooks?.wake(),
      bulk: () => loops.bulk?.wake(),
      removal: () => loops.removal?.wake(),
      linking: () => loops.linking?.wake(),
    },
  });
  running.catalog = catalog;
  return { catalog, loops };
}

async function fillCatalog({ log, options, stopping }: StartParts, catalog: Catalog): Promise<void> {
  const patiently = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => again(name, work, log, stopping);
  log('server.seeded', { written: await patiently('seeding', () => seed(catalog)) });
  if (options.demo) await patiently('loading of the demo', () => loadDemo(catalog, log, Date.now()));
}

async function awaitLateSearch({ log }: StartParts, { engines }: Store, { indexer, late }: IndexStart): Promise<void> {
  if (!late) return;
  await engines.patience;
  if (isLate(engines)) log('engine.late', { engine: 'Typesense' });
  else await prepareIndex(log, indexer);
}

async function watchSharedTokens({ log, tokens }: StartParts, { signIns }: Catalog): Promise<void> {
  const warnOfShared = async (): Promise<void> => {
    for (const user of await signIns.operatorsWhoSignIn()) log('tokens.shared', { user });
  };
  await warnOfShared();
  tokens?.onRead(() => void warnOfShared().catch(() => undefined));
}

function startJobs(
  parts: StartParts,
  running: RunningServer,
  { graph, tail, file }: Store,
  { indexer }: IndexStart,
  { catalog, loops }: CatalogWithLoops,
): void {
  const { settings, log, model, tokens } = parts;
  loops.removal = startSettling(catalog, log);
  loops.bulk = startBulk(catalog, graph, log);
  loops.linking = startLinking({ graph, catalog, tail, log });
  loops.webhooks = startDelivering({ graph, catalog, log, ...settings.webhooks });
  running.loops.push(...Object.values(loops), startFinishingDeletes(catalog, log), startRebuildingEdges({ graph, model, log }));
  if (settings.mail) {
    const leave = makeLeaveMails(graph, catalog);
    running.leaveMails = leave;
    running.loops.push(startMailing({ graph, catalog, log, mail: settings.mail, leave, open: tokens === undefined }));
  }
  const { ingestion, cacheDir, dataDir, basePath } = settings;
  if (ingestion) {
    running.loops.push(startExecutor({ ...{ graph, catalog, log, tail, ...ingestion, cacheDir, dataDir }, url: `${parts.claimed.url}${basePath}` }));
  }
  running.loops.push(startTrimmingLog(graph, settings.changes, log), startSweepingSignIns(catalog, log), startTrimmingRefused(graph, log));
  running.loops.push(startCounting({ graph, catalog, index: indexer, log }));
  running.loops.push(startWatchingStore({ graph, model, log, tail, file }));
}

/** Why an engine that Cairn runs gets no more data: the space on its disk is one of these. */
function lackOfSpace({ engines, disk }: RunningServer, engine: string, spaces: readonly Space[]): string | undefined {
  const isOwn = engines?.status().some(({ name, managed }) => name === engine && managed) ?? false;
  return isOwn && disk && spaces.includes(disk.space()) ? disk.reason() : undefined;
}
