/**
 * Health and configuration (docs/semantics.md 16.4, 16.5).
 */
import { withinBudget } from '../budget.ts';
import { type Incomplete, incompleteText, shareAndTime } from '../catalog/index.ts';
import { fingerprint } from '../model/fingerprints.ts';
import type { Model } from '../model/types.ts';
import { sendJson, sendNothing } from './answer/send.ts';
import type { Context } from './types.ts';

export interface EngineHealth {
  readonly name: string;
  readonly state: 'up' | 'down' | 'starting' | 'restarting';
  /** Does Cairn run this engine? */
  readonly managed: boolean;
  /** Why it is not up, if that is known. */
  readonly reason?: string;
  /** While Cairn starts it: for how long it has been down or starting, and how long its last start took, ms. */
  readonly start?: { readonly forMs: number; readonly lastMs?: number | undefined };
  /** Of an engine with several nodes. */
  readonly nodes?: readonly NodeHealth[];
}

/** One node of the search engine. */
export interface NodeHealth {
  /** `host:port` */
  readonly node: string;
  /** `behind`: it answers, but does not show everything yet. */
  readonly state: 'up' | 'behind' | 'down';
  readonly role?: 'leader' | 'follower';
  /** Do the requests of this server go to it? */
  readonly inUse: boolean;
}

export interface IndexHealth {
  /** Search shows everything up to this commit, and is so many commits behind. */
  readonly seq: number;
  readonly behind: number;
  /** How many writes of entities wait for the indexer, and since when the oldest commit waits (epoch ms). */
  readonly waiting: number;
  readonly oldest: number | undefined;
  /** Is a new index being filled? */
  readonly building: boolean;
  /** Present while search is not whole. */
  readonly incomplete?: Incomplete | undefined;
}

interface WebhookHealth {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'paused' | 'suspended';
  readonly reason?: string | undefined;
  /** How many commits its target is behind, since when it fails (epoch ms), and how often it has failed since. */
  readonly behind: number;
  readonly failingSince?: number | undefined;
  readonly failures: number;
}

/** How many people wait for a mail, for how many it fails, and since when (epoch ms). */
interface MailHealth {
  readonly waiting: number;
  readonly failing: number;
  readonly failingSince?: number | undefined;
}

/** The disk of the local engines. */
export interface DiskHealth {
  readonly freeBytes: number;
  /** Are writes taken? Not while there is less than the reserve. */
  readonly writes: boolean;
  /** Why there is too little space, in a sentence; absent if there is enough. */
  readonly reason?: string;
}

export interface Health {
  /** Does Cairn leave soon? Then a balancer is to send its requests elsewhere. */
  leaving(): boolean;
  /** Undefined if Cairn runs no engine. */
  disk(): DiskHealth | undefined;
  /** Is the start complete, with the seed entities in place? */
  bootstrapped(): boolean;
  engines(): Promise<EngineHealth[]>;
  /** The nodes of the search engine; none if it has only one. */
  searchNodes(): readonly NodeHealth[];
  /** The work of the engines since the start: statements of Neo4j, requests to Typesense and bytes of their bodies. */
  work(): { readonly statements: number; readonly rows: number; readonly steps: number; readonly requests: number; readonly bytes: number };
  /** How many items of asynchronous writes and bulk changes were refused and kept, by their codes. */
  refused(): ReadonlyMap<string, number>;
  /** Rejects while the graph is away. */
  index(): Promise<IndexHealth | undefined>;
  /** The webhooks. Rejects while the graph is away. */
  webhooks(): Promise<readonly WebhookHealth[] | undefined>;
  /** What waits to be sent by mail; undefined without settings for it. Rejects while the graph is away. */
  mail(): Promise<MailHealth | undefined>;
  /** Are edges being rebuilt, how many entities are done, and how many of them had wrong edges? Rejects while the graph is away. */
  edges(): Promise<{ readonly building: boolean; readonly done: number; readonly repaired: number } | undefined>;
}

/** `GET /health/live`: the process serves. */
export function live(context: Context): void {
  sendNothing(context);
}

/** How Cairn is. `degraded`: it serves, but takes no writes, or its search is not whole. */
interface Verdict {
  readonly status: 'ready' | 'degraded' | 'not-ready';
  /** Why it is not ready, as sentences. */
  readonly reasons: readonly string[];
  /** Present while search is not whole: the part that it shows, and how long the rest takes. */
  readonly search?: { readonly share: number; readonly leftSeconds?: number };
}

function verdictOf(health: Health, engines: readonly EngineHealth[], index: IndexHealth | undefined): Verdict {
  const away = engines.filter(({ state }) => state !== 'up');
  const missing = [
    ...(health.leaving() ? ['Cairn stops soon'] : []),
    ...(health.bootstrapped() ? [] : ['Cairn is starting']),
    ...away.map(engineText),
  ];
  const incomplete = index?.incomplete;
  const disk = health.disk();
  const lacks = [
    ...(incomplete ? [incompleteText(incomplete)] : []),
    ...(disk && !disk.writes ? [`Cairn takes no writes: ${disk.reason ?? 'its disk is nearly full'}`] : []),
  ];
  const loading = away.find(({ name, start }) => name === 'typesense' && start);
  const search = loading?.start ? startOf(loading.start) : incomplete && shareAndTime(incomplete);
  return {
    status: missing.length > 0 ? 'not-ready' : lacks.length > 0 ? 'degraded' : 'ready',
    reasons: [...missing, ...lacks],
    ...(search && { search }),
  };
}

function engineText({ name, state, reason, start }: EngineHealth): string {
  const cause = reason === undefined ? '' : ` (${reason})`;
  if (!start) return `${name} is ${state}${cause}`;
  const last = start.lastMs === undefined ? '' : `; its last start took ${seconds(start.lastMs)} s`;
  return `${name} is ${state}${cause} since ${seconds(start.forMs)} s${last}`;
}

/** Until Typesense has read its documents, search shows none. It says nothing of its progress: its last start does. */
function startOf({ forMs, lastMs }: { readonly forMs: number; readonly lastMs?: number | undefined }): NonNullable<Verdict['search']> {
  return { share: 0, ...(lastMs !== undefined && { leftSeconds: seconds(Math.max(1_000, lastMs - forMs)) }) };
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/**
 * `GET /health`: 200 if every engine answers, otherwise 503. Balancers look at the status alone. If not all is well, the body says why: also
 * with 200, while reads are served but writes are refused, or search is not whole.
 */
export async function ready(context: Context, health: Health): Promise<void> {
  const engines = await health.engines();
  const up = engines.every(({ state }) => state === 'up');
  // While an engine is away, nobody knows how far search is, and a balancer does not wait for it.
  const verdict = verdictOf(health, engines, up ? await soon(health.index, READY_MS) : undefined);
  const ok = verdict.status !== 'not-ready';
  if (!ok) context.set('Retry-After', '2');
  if (verdict.status === 'ready') sendNothing(context);
  else sendJson(context, JSON.stringify(verdict), ok ? 200 : 503);
}

/** How long to wait for an engine that hangs, ms. */
const PATIENCE_MS = 5_000;
/** As PATIENCE_MS, for what a balancer asks every few seconds. */
const READY_MS = 1_000;

/** What an engine says of its work; `undefined` if it cannot say so soon enough. The connection logs why. */
export function soon<Value>(ask: () => Promise<Value>, ms = PATIENCE_MS): Promise<Value | undefined> {
  return withinBudget(ms, ask).catch(() => undefined);
}

/** `GET /health/detailed`. Who sends no token on a server with tokens is not told names of webhooks, nor what their targets answer. */
export async function detailed(context: Context, health: Health): Promise<void> {
  const [engines, index, edges, webhooks, mail] = await Promise.all([
    health.engines(),
    soon(health.index),
    soon(health.edges),
    soon(health.webhooks),
    soon(health.mail),
  ]);
  const { status, reasons, search } = verdictOf(health, engines, index);
  const disk = health.disk();
  context.status = status === 'not-ready' ? 503 : 200;
  context.body = {
    ready: status !== 'not-ready',
    status,
    ...(reasons.length > 0 && { reasons }),
    ...(search && { search }),
    bootstrapped: health.bootstrapped(),
    engines: engines.map(({ start: _, ...engine }) => engine),
    ...(disk && { disk }),
    ...(index && {
      index: {
        seq: index.seq,
        behind: index.behind,
        waiting: index.waiting,
        building: index.building,
        oldestMs: index.oldest === undefined ? 0 : Date.now() - index.oldest,
      },
    }),
    ...(edges && { edges }),
    ...(webhooks && { webhooks: webhooksNow(webhooks, context.state.known !== 'no') }),
    ...(mail && {
      mail: { waiting: mail.waiting, failing: mail.failing, failingMs: mail.failingSince === undefined ? 0 : Date.now() - mail.failingSince },
    }),
    timestamp: Date.now(),
  };
}

/** How many webhooks there are in each state, and those that fail or are set aside. */
function webhooksNow(all: readonly WebhookHealth[], named: boolean): object {
  const count = (state: WebhookHealth['state']): number => all.filter((each) => each.state === state).length;
  const troubled = all.filter(({ state, failures }) => state === 'suspended' || failures > 0);
  return {
    active: count('active'),
    paused: count('paused'),
    suspended: count('suspended'),
    troubled: troubled.map(({ id, name, state, reason, behind, failures, failingSince }) => ({
      id,
      ...(named && { name, reason }),
      state,
      behind,
      failures,
      failingMs: failingSince === undefined ? 0 : Date.now() - failingSince,
    })),
  };
}

/** `GET /config`: what clients ask first. They refuse a server whose `noCode` is not the text "true". */
export function config(
  model: Model,
  version: string,
  { retention, runsRecipes, baseUrl }: { readonly retention: boolean; readonly runsRecipes: boolean; readonly baseUrl: string },
) {
  const { names } = model;
  const commit = `${version}-${fingerprint(model)}`;
  const body = {
    noCode: 'true',
    retention: String(retention),
    statefulIngestionCapable: true,
    patchCapable: true,
    supportsImpactAnalysis: true,
    timeZone: 'UTC',
    versions: { [names.product]: { version: names.clientVersion ?? `v${version}`, commit } },
    telemetry: { enabledCli: false, enabledIngestion: false, enabledServer: false },
    managedIngestion: { enabled: runsRecipes, defaultCliVersion: (names.clientVersion ?? version).replace(/^v/, '') },
    datasetUrnNameCasing: false,
    baseUrl,
    models: {},
    [names.word]: { serverType: 'prod' },
  };
  return (context: Context): void => {
    context.body = body;
  };
}
