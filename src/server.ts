/**
 * Starts and stops all parts of Cairn. Only this file knows all folders. Read its lines downwards for the start and upwards for the stop.
 */
import { setMaxListeners } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { again, type Catalog, makeCatalog, makeRecentEntities, seed } from './catalog/index.ts';
import { type ClaimedServer, onLoopback } from './claim.ts';
import { loadDemo } from './demo/load-demo.ts';
import type { Disk } from './engines/disk.ts';
import { type Engines, startEngines } from './engines/index.ts';
import { reasonOf, StartError } from './errors.ts';
import { connectGraph, type Graph } from './graph/driver.ts';
import { edgeProgress } from './graph/edge-rules.ts';
import { mailHealth } from './graph/mailboxes.ts';
import { makeRecentCommits } from './graph/recent-commits.ts';
import { awaitGraph, makeSchema } from './graph/schema.ts';
import { loadStatements } from './graph/statements.ts';
import { comebackSince, diskHealth, engineHealth, indexHealth, isLate, searchNodes } from './health.ts';
import { answerUnreadable } from './http/answer/unreadable.ts';
import { makeApp } from './http/app.ts';
import { openAuditFile } from './http/audit-file.ts';
import { linksTo, openProviders } from './http/signin/providers.ts';
import { openTokens } from './http/tokens.ts';
import { startBulk } from './jobs/bulk.ts';
import { startFinishingDeletes, startSettling, startSweepingSignIns, startTrimmingLog, startTrimmingRefused } from './jobs/clean-up.ts';
import { startCounting } from './jobs/coverage.ts';
import { startIndexer } from './jobs/index/index-search.ts';
import type { Loop } from './jobs/loop.ts';
import { type LeaveMails, makeLeaveMails } from './jobs/mail/leave-mails.ts';
import { startMailing } from './jobs/mail/send-mails.ts';
import { compareRules, startRebuildingEdges } from './jobs/rebuild-edges.ts';
import { openLifeFile } from './jobs/store/life-file.ts';
import { refuseNewerStore, upgradeStore } from './jobs/store/upgrade.ts';
import { knowLife, startWatchingStore } from './jobs/store/watch-store.ts';
import { startDelivering } from './jobs/webhooks/deliver-webhooks.ts';
import type { Log } from './log.ts';
import { loadModel } from './model/load.ts';
import { connectSearch, openSynonymsFile, refusesKey, type SearchEngine } from './search/index.ts';
import type { Settings } from './settings.ts';
import { stepsTaken } from './slices.ts';
import { versionOf } from './version.ts';

export interface Server {
  readonly url: string;
  /** Resolves when everything runs and the seed entities exist. */
  readonly ready: Promise<void>;
  /**
   * Ends what is under way, then stops everything. May be called during the start.
   *
   * @param reason if absent, the log has it already
   * @param drainMs how long health is 503 first, while requests are still served
   */
  stop(reason?: string, drainMs?: number): Promise<void>;
}

export interface StartOptions {
  readonly demo?: boolean;
  readonly restored?: boolean;
}

/** How long requests under way may take after Cairn begins to stop, ms. */
const GRACE_MS = 30_000;

/**
 * Starts Cairn at a place that it has taken. Requests get 503 until the engines are ready.
 *
 * @param demo load the demo catalog before the first request is answered
 * @param restored a backup was restored: the store begins a new epoch
 * @throws StartError for what is wrong before Cairn calls an engine: model, tokens
 */
export async function startServer(
  settings: Settings,
  { http, url, data, serve, endSilent }: ClaimedServer,
  log: Log,
  { demo = false, restored = false }: StartOptions = {},
): Promise<Server> {
  const version = versionOf();
  log('server.starting', { version, dataDir: settings.dataDir, namespace: settings.namespace });
  loadStatements();
  const model = loadModel(settings.namespace, settings.modelDir);
  const tokens = settings.authTokensFile === undefined ? undefined : openTokens(model, settings.authTokensFile, log);
  const providers = openProviders(settings, log);
  const synonyms = openSynonymsFile(settings.synonymsFile);

  let engines: Engines | undefined;
  let disk: Disk | undefined;
  let graph: Graph | undefined;
  let search: SearchEngine | undefined;
  let catalog: Catalog | undefined;
  let seeded = false;
  let leaveMails: LeaveMails | undefined;
  const loops: Loop[] = [];
  const stopping = new AbortController();
  // Each request that waits for changes listens to it.
  setMaxListeners(0, stopping.signal);

  let leaving = false;
  const runs = (name: string): boolean => engines?.status().some((each) => each.name === name && each.managed) ?? false;
  /** Nothing is refused before the seed entities are in place: they are few, and reads wait for them. */
  const noRoom = (): string | undefined => {
    return seeded && runs('neo4j') && disk && disk.space() !== 'enough' ? disk.reason() : undefined;
  };

  const health = {
    bootstrapped: () => seeded,
    leaving: () => leaving,
    disk: () => diskHealth(disk),
    engines: () => engineHealth(engines, graph, search),
    searchNodes: () => searchNodes(search),
    work: () => ({
      statements: graph?.asked.statements ?? 0,
      rows: graph?.asked.rows ?? 0,
      requests: search?.asked.requests ?? 0,
      bytes: search?.asked.bytes ?? 0,
      steps: stepsTaken(),
    }),
    refused: () => catalog?.refusals.counts() ?? new Map(),
    index: async () => catalog && indexHealth(catalog.index),
    webhooks: async () => catalog?.webhooks.list(false),
    mail: async () => (settings.mail && catalog && graph ? mailHealth(graph) : undefined),
    edges: async () => (catalog && graph ? edgeProgress(graph) : undefined),
  };
  const auditFile = openAuditFile(settings.dataDir, log, () => (disk?.space() === 'full' ? disk.reason() : undefined));
  answerUnreadable(http, model.names);
  const app = makeApp({
    model,
    log,
    health,
    tokens,
    providers,
    publicUrl: settings.publicUrl,
    providerLinks: linksTo(providers, settings),
    auditFile,
    hosts: { open: tokens === undefined, host: settings.host, allowed: settings.allowedHosts, publicUrl: settings.publicUrl },
    trustedProxies: settings.trustedProxies,
    basePath: settings.basePath,
    version,
    requestMs: settings.requestSeconds * 1000,
    retention: settings.retentionVersions !== undefined,
    baseUrl: url,
    mail: settings.mail !== undefined,
    stopMails: settings.mail && (async (person, signature) => (await leaveMails?.stop(person, signature)) === true),
    catalog: () => (seeded ? catalog : undefined),
    stopping: stopping.signal,
  });
  serve(app.callback());
  if (!tokens && !onLoopback(settings)) log('server.open', { url });

  const ready = (async () => {
    engines = await startEngines(settings, log, stopping.signal, { data, watching: (found) => (disk = found) });
    search = connectSearch(engines.typesense);
    if (await refusesKey(search)) {
      throw new StartError(`Typesense at ${engines.typesense.urls.join(', ')} refuses the key: correct TYPESENSE_API_KEY`);
    }
    graph = connectGraph(engines.neo4j, log, noRoom, (since) => comebackSince(engines, 'neo4j', since));
    await awaitGraph(graph, stopping.signal);
    await refuseNewerStore(graph, version);
    await makeSchema(graph);
    await upgradeStore(graph, log, version, stopping.signal);
    await compareRules(graph, model, log);
    search.nodes.watch(engines.typesense.apiKey, log);
    const tail = makeRecentCommits(graph);
    const file = openLifeFile(settings.dataDir);
    await knowLife({ graph, log, tail }, file, restored, settings.neo4j.uri === undefined);
    const recent = makeRecentEntities();
    const woken: { webhooks?: Loop; bulk?: Loop; removal?: Loop } = {};
    const full = (): string | undefined => (runs('typesense') && disk?.space() === 'full' ? disk.reason() : undefined);
    const comeback = (since: number) => comebackSince(engines, 'typesense', since);
    const indexStatus = startIndexer({ graph, search, model, log, tail, recent, full, comeback });
    loops.push(indexStatus);
    // The indexer does the same with its first step; until then searches say that there is no index.
    const prepareIndex = (): Promise<void> =>
      indexStatus.prepare().catch((error) => log('job.failed', { job: 'preparation of the search index', reason: reasonOf(error) }));
    const late = isLate(engines);
    if (!late) await prepareIndex();
    catalog = makeCatalog({
      model,
      graph,
      log,
      search,
      tail,
      recent,
      indexStatus,
      strictFields: settings.strictFields,
      readPolicies: settings.readPolicies,
      retention: settings.retentionVersions,
      synonyms,
      secretsKey: settings.secretsKey,
      webhooks: settings.webhooks,
      operators: tokens,
      wake: { webhooks: () => woken.webhooks?.wake(), bulk: () => woken.bulk?.wake(), removal: () => woken.removal?.wake() },
    });
    const core = catalog;
    const patiently = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => again(name, work, log, stopping.signal);
    log('server.seeded', { written: await patiently('seeding', () => seed(core)) });
    if (demo) await patiently('loading of the demo', () => loadDemo(core, log, Date.now()));
    if (late) {
      await engines.patience;
      if (isLate(engines)) log('engine.late', { engine: 'Typesense' });
      else await prepareIndex();
    }
    indexStatus.wake();
    seeded = true;
    const { signIns } = catalog;
    const warnOfShared = async (): Promise<void> => {
      for (const user of await signIns.operatorsWhoSignIn()) log('tokens.shared', { user });
    };
    await warnOfShared();
    tokens?.onRead(() => void warnOfShared().catch(() => undefined));
    woken.removal = startSettling(catalog, log);
    woken.bulk = startBulk(catalog, graph, log);
    woken.webhooks = startDelivering({ graph, catalog, log, ...settings.webhooks });
    loops.push(...Object.values(woken), startFinishingDeletes(catalog, log), startRebuildingEdges({ graph, model, log }));
    if (settings.mail) {
      leaveMails = makeLeaveMails(graph, catalog);
      loops.push(startMailing({ graph, catalog, log, mail: settings.mail, leave: leaveMails, open: tokens === undefined }));
    }
    loops.push(startTrimmingLog(graph, settings.changes, log), startSweepingSignIns(catalog, log), startTrimmingRefused(graph, log));
    loops.push(startCounting({ graph, catalog, index: indexStatus, log }));
    loops.push(startWatchingStore({ graph, model, log, tail, file }));
    log('server.ready', { url });
  })();
  // `main.ts` waits for it and tells the reason.
  ready.catch(() => undefined);

  let stopped: Promise<void> | undefined;
  const stop = async (reason: string | undefined, drainMs: number): Promise<void> => {
    leaving = true;
    if (drainMs > 0 && seeded) {
      log('server.leaving', { signal: reason, seconds: drainMs / 1_000 });
      await pause(drainMs);
    }
    if (reason !== undefined) log('server.stopping', { signal: reason, underWay: await connections(http) });
    stopping.abort(new Error('Cairn stops'));
    const closed = close(http);
    endSilent();
    await closed;
    await auditFile.close();
    await ready.catch(() => undefined);
    await Promise.all(loops.map((loop) => loop.stop()));
    await catalog?.drained();
    search?.nodes.stop();
    await graph?.driver.close();
    await engines?.typesense.snapshot?.();
    await engines?.stop();
    if (reason !== undefined) log('server.stopped');
  };
  return { url, ready, stop: (reason, drainMs = 0) => (stopped ??= stop(reason, drainMs)) };
}

function connections(http: HttpServer): Promise<number> {
  return new Promise((resolve) => http.getConnections((_, count) => resolve(count ?? 0)));
}

/** Accepts no new connection, waits for requests under way, and cuts those that take too long. */
function close(http: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => http.closeAllConnections(), GRACE_MS);
    http.close(() => {
      clearTimeout(cut);
      resolve();
    });
    http.closeIdleConnections();
  });
}
