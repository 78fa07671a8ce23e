/**
 * Starts and stops all parts of Cairn. Only this file and `start.ts`, which has the stages of the start, know all folders.
 */
import { setMaxListeners } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClaimedServer, onLoopback } from './claim.ts';
import { loadStatements } from './graph/statements.ts';
import { healthOf } from './health.ts';
import { answerUnreadable } from './http/answer/unreadable.ts';
import { makeApp } from './http/app.ts';
import { type AuditFile, openAuditFile } from './http/audit-file.ts';
import { linksTo, openProviders, type Providers } from './http/signin/providers.ts';
import { openTokens } from './http/tokens.ts';
import type { Log } from './log.ts';
import { loadModel } from './model/load.ts';
import { NAMESPACES, type Namespace } from './model/names.ts';
import { openSynonymsFile } from './search/index.ts';
import type { Settings } from './settings.ts';
import { type RunningServer, type StartOptions, type StartParts, start } from './start.ts';
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

/** How long requests under way may take after Cairn begins to stop, ms. */
const GRACE_MS = 30_000;

/**
 * Starts Cairn at a place that it has taken. Requests get 503 until the engines are ready.
 *
 * @param options `demo`: load the demo catalog before the first request is answered; `restored`: a backup was restored, so the store begins
 *   a new epoch
 * @throws StartError for what is wrong before Cairn calls an engine: model, tokens
 */
export async function startServer(settings: Settings, claimed: ClaimedServer, log: Log, options: StartOptions = {}): Promise<Server> {
  const { http, url, serve } = claimed;
  const version = versionOf();
  log('server.starting', { version, dataDir: settings.dataDir });
  const stopping = new AbortController();
  // Each request that waits for changes listens to it.
  setMaxListeners(0, stopping.signal);
  loadStatements();
  const model = loadModel(settings.namespace ?? NAMESPACES[0], settings.modelDir);
  const tokens = settings.authTokensFile === undefined ? undefined : openTokens(model, settings.authTokensFile, log);
  const providers = openProviders(settings, log);
  const synonyms = openSynonymsFile(settings.synonymsFile);
  let parts: StartParts = { settings, log, options, version, model, tokens, synonyms, claimed, stopping: stopping.signal };

  const running: RunningServer = { seeded: false, leaving: false, loops: [] };
  const auditFile = openAuditFile(settings.dataDir, log, () => (running.disk?.space() === 'full' ? running.disk.reason() : undefined));
  answerUnreadable(http, () => parts.model.names);
  serve(appOf(parts, running, providers, auditFile).callback());
  if (!tokens && !onLoopback(settings)) log('server.open', { url });

  /** The store has other names than those with which Cairn has answered until now. */
  const rename = (namespace: Namespace): StartParts => {
    parts = { ...parts, model: loadModel(namespace, settings.modelDir) };
    serve(appOf(parts, running, providers, auditFile).callback());
    return parts;
  };
  const ready = start(parts, running, rename);
  // `main.ts` waits for it and tells the reason.
  ready.catch(() => undefined);

  let stopped: Promise<void> | undefined;
  const stop = async (reason: string | undefined, drainMs: number): Promise<void> => {
    await drain(log, running, reason, drainMs);
    if (reason !== undefined) log('server.stopping', { signal: reason, underWay: await connections(http) });
    stopping.abort(new Error('Cairn stops'));
    await endRequests(claimed, auditFile);
    await ready.catch(() => undefined);
    await stopParts(running);
    if (reason !== undefined) log('server.stopped');
  };
  return { url, ready, stop: (reason, drainMs = 0) => (stopped ??= stop(reason, drainMs)) };
}

function appOf(
  { settings, log, version, model, tokens, claimed, stopping }: StartParts,
  running: RunningServer,
  providers: Providers,
  auditFile: AuditFile,
) {
  return makeApp({
    model,
    log,
    health: healthOf(running, settings.mail !== undefined),
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
    runsRecipes: settings.ingestion !== undefined,
    baseUrl: claimed.url,
    mail: settings.mail !== undefined,
    stopMails: settings.mail && (async (person, signature) => (await running.leaveMails?.stop(person, signature)) === true),
    catalog: () => (running.seeded ? running.catalog : undefined),
    stopping,
  });
}

/** Health is 503 for so long, ms, while requests are still served: a balancer then sends them elsewhere. */
async function drain(log: Log, running: RunningServer, reason: string | undefined, drainMs: number): Promise<void> {
  running.leaving = true;
  if (drainMs === 0 || !running.seeded) return;
  log('server.leaving', { signal: reason, seconds: drainMs / 1_000 });
  await pause(drainMs);
}

async function endRequests({ http, endSilent }: ClaimedServer, auditFile: AuditFile): Promise<void> {
  const closed = close(http);
  endSilent();
  await closed;
  await auditFile.close();
}

/** Stops what the stages of the start have made, the last first. */
async function stopParts({ loops, catalog, search, graph, engines }: RunningServer): Promise<void> {
  await Promise.all(loops.map((loop) => loop.stop()));
  await catalog?.drained();
  search?.nodes.stop();
  await graph?.driver.close();
  await engines?.typesense.snapshot?.();
  await engines?.stop();
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
