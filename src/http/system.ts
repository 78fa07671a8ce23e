/**
 * Health and configuration (docs/semantics.md 16.4, 16.5).
 */
import { withinBudget } from '../budget.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { Model } from '../model/types.ts';
import { sendNothing } from './answer/send.ts';
import type { Context } from './types.ts';

export interface EngineHealth {
  readonly name: string;
  readonly state: 'up' | 'down' | 'restarting';
  /** Does Cairn run it? */
  readonly managed: boolean;
}

export interface Health {
  /** Are the seed entities in place, that is, has the start come to its end? */
  bootstrapped(): boolean;
  engines(): Promise<EngineHealth[]>;
  /** What the engines have been asked for since the start: statements of Neo4j and their rows, requests of Typesense and bytes of their bodies; and steps of long work. */
  work(): { readonly statements: number; readonly rows: number; readonly steps: number; readonly requests: number; readonly bytes: number };
  /** Entities that wait to be indexed, and since when (epoch ms) the oldest does; rejects when the graph is away. */
  index(): Promise<{ readonly waiting: number; readonly oldest: number | undefined; readonly building: boolean } | undefined>;
  /** Are edges being rebuilt for another model, how many entities are done, and how many of these had other edges; rejects likewise. */
  edges(): Promise<{ readonly building: boolean; readonly done: number; readonly mended: number } | undefined>;
}

/** `GET /health/live`: the process serves. */
export function live(context: Context): void {
  sendNothing(context);
}

/** `GET /health`: 200 when every engine answers, else 503. */
export async function ready(context: Context, health: Health): Promise<void> {
  const engines = await health.engines();
  const ok = health.bootstrapped() && engines.every(({ state }) => state === 'up');
  if (!ok) context.set('Retry-After', '2');
  sendNothing(context, ok ? 200 : 503);
}

/** An engine that hangs must not keep those who ask how the server does, ms. */
const PATIENCE_MS = 5_000;

/** How far the index is; `undefined` where nobody knows, or not soon. */
export function indexNow(health: Health): ReturnType<Health['index']> {
  return withinBudget(PATIENCE_MS, () => health.index()).catch(() => undefined);
}

/** `GET /health/detailed` */
export async function detailed(context: Context, health: Health): Promise<void> {
  const engines = await health.engines();
  const up = health.bootstrapped() && engines.every(({ state }) => state === 'up');
  const index = await indexNow(health);
  const edges = await health.edges().catch(() => undefined);
  context.status = up ? 200 : 503;
  context.body = {
    ready: up,
    bootstrapped: health.bootstrapped(),
    engines,
    ...(index && {
      index: { waiting: index.waiting, building: index.building, oldestMs: index.oldest === undefined ? 0 : Date.now() - index.oldest },
    }),
    ...(edges && { edges }),
    timestamp: Date.now(),
  };
}

/** `GET /config`: what clients ask first. They refuse a server whose `noCode` is not the text "true". */
export function config(model: Model, version: string, retention: boolean, baseUrl: string) {
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
    managedIngestion: { enabled: false },
    datasetUrnNameCasing: false,
    baseUrl,
    models: {},
    [names.word]: { serverType: 'prod', serverEnv: 'core' },
  };
  return (context: Context): void => {
    context.body = body;
  };
}
