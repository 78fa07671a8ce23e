/**
 * Carries out one request: takes it under a lease, so that no two servers do, says that it runs, renews its log, and says how it ended.
 */

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.ts';
import { readRecipe } from '../catalog/ingestion.ts';
import { valueIn } from '../catalog/state.ts';
import { upsert } from '../catalog/write/proposal.ts';
import { reasonOf, StartError } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import { dropLease } from '../graph/leases.ts';
import { makeLease } from '../jobs/lease.ts';
import type { Log } from '../log.ts';
import { EXECUTION_RESULT, SECRET_TYPE, SECRET_VALUE } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import { textIn } from '../model/pick.ts';
import { knownUrns } from '../model/urn.ts';
import { tokenFor } from './account.ts';
import type { Limits } from './child.ts';
import type { ExecutionRequest } from './requests.ts';
import { beginRun, type Ending, type RecipeRun, type RunOutcome, type Status } from './run-recipe.ts';

export interface CarryingParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly log: Log;
  readonly cacheDir: string;
  /** Runs have their folders below it. */
  readonly folder: string;
  readonly toolEnv: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** This server, for the client. */
  readonly url: string;
}

/** The right to carry out one request. */
export interface Claim {
  readonly held: () => boolean;
  /** Has another server of this catalog had it before? */
  readonly isLeft: boolean;
  /** Has nobody else had it since? Another server may have had it while Neo4j was away. */
  isUnbroken(): Promise<boolean>;
  /** Gives it back. Whoever takes it next learns that somebody had it, unless its end is told. */
  end(isTold: boolean): Promise<void>;
}

interface Result {
  readonly status: Status | 'RUNNING';
  readonly startTimeMs: number;
  readonly report: string;
  readonly durationMs?: number;
  readonly structuredReport?: NonNullable<RunOutcome['structuredReport']>;
}

const RENEW_MS = 3_000;
/** How often, and how long after each other, the end of a run is told again, ms. */
const TRIES = 60;
/** Of a Cairn that stops. */
const TRIES_AT_STOP = 5;
const AGAIN_MS = 1_000;
/** A token outlives the longest run by what its load may take, ms. */
const TOKEN_MS = 600_000;

/** Undefined while another server has it. @param lost is called if another server takes it */
export async function claimRequest(
  { graph }: Pick<CarryingParts, 'graph'>,
  urn: string,
  lost: () => void = () => undefined,
): Promise<Claim | undefined> {
  const name = `run ${urn}`;
  const lease = makeLease(graph, name, lost);
  const number = await lease.hold();
  if (number === undefined) return undefined;
  return {
    held: lease.held,
    isLeft: number > 1,
    isUnbroken: async () => [number, undefined].includes(await lease.hold()),
    async end(isTold) {
      await lease.resign();
      if (isTold) await dropLease(graph, name).catch(() => undefined);
    },
  };
}

export async function statusOf(catalog: Catalog, urn: string): Promise<string | undefined> {
  const [view] = await catalog.read(knownUrns(catalog.model, [urn]), [EXECUTION_RESULT]);
  return textIn(valueIn(view, EXECUTION_RESULT), 'status');
}

/** Says how something ended that did not run here. */
export async function tell({ catalog }: Pick<CarryingParts, 'catalog'>, urn: string, status: Status, report: string): Promise<void> {
  const now = Date.now();
  await writeResult(catalog, urn, { status, report, startTimeMs: now, durationMs: 0 });
}

/** Resolves when it has ended. Answers whether its end is told. @throws Refusal unavailable before it has begun */
export async function carryOut(parts: CarryingParts, request: ExecutionRequest, claim: Claim, ending: AbortController): Promise<boolean> {
  const { catalog, log } = parts;
  const { urn, task, source } = request;
  const startTimeMs = Date.now();
  log('ingestion.started', { run: urn, task, source });
  await writeResult(catalog, urn, { status: 'RUNNING', startTimeMs, report: '' });
  let outcome: RunOutcome = { status: 'FAILURE', structuredReport: undefined };
  let report = '';
  try {
    const run = await begin(parts, request, ending.signal);
    const renewing = renew(parts, request, claim, { startTimeMs, text: run.text, ending });
    outcome = await run.ended.finally(() => renewing.stop());
    report = run.text();
  } catch (error) {
    report = error instanceof StartError ? error.message : reasonOf(error);
  }
  const durationMs = Date.now() - startTimeMs;
  const { status, structuredReport } = outcome;
  const result = { status, startTimeMs, durationMs, report, ...(structuredReport && { structuredReport }) };
  const isTold = await tellEnd(parts, urn, claim, result);
  log('ingestion.ended', { run: urn, status, seconds: Math.round(durationMs / 1_000) });
  return isTold;
}

/** @throws StartError for a recipe that is no JSON object */
async function begin(parts: CarryingParts, request: ExecutionRequest, over: AbortSignal): Promise<RecipeRun> {
  const { catalog, limits, folder } = parts;
  const { urn, task, version, debug } = request;
  const recipe = await readRecipe(request.recipe);
  if (!recipe) throw new StartError('The recipe is no JSON object: write it as one');
  const token = await tokenFor(catalog, urn, limits.ms + TOKEN_MS);
  const id = urn.replace(/^.*:/, '').replace(/[^\w-]/g, '_');
  const asked = { task, recipe, version, debug, run: urn, url: parts.url, token: token.secret, over };
  const run = beginRun(
    { ...asked, secretsOf: (names) => secretsOf(catalog, names) },
    { ...parts, model: catalog.model, folder: path.join(folder, id) },
  );
  // A token that cannot be ended now ends by itself.
  return { text: run.text, ended: run.ended.finally(() => token.end().catch(() => undefined)) };
}

/** @throws StartError for a secret that cannot be read */
async function secretsOf(catalog: Catalog, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const urns = knownUrns(
    catalog.model,
    names.map((name) => `${catalog.model.names.urnPrefix}${SECRET_TYPE}:${name}`),
  );
  const views = await catalog.read(urns, [SECRET_VALUE]);
  return new Map(
    views.flatMap((view) => {
      const stored = textIn(valueIn(view, SECRET_VALUE), 'value');
      if (stored === undefined) return [];
      const [name = ''] = view.urn.parts;
      const value = catalog.secrets?.open(view.urn.text, stored);
      if (value === undefined) throw new StartError(`Cairn cannot read the secret ${name}: SECRETS_KEY must be the key by which it was stored`);
      return [[name, value] as const];
    }),
  );
}

/** Shows the log of a run while it runs, and ends it if another server has told that it was left. */
function renew(
  { catalog }: CarryingParts,
  { urn }: ExecutionRequest,
  claim: Claim,
  { startTimeMs, text, ending }: { readonly startTimeMs: number; text(): string; readonly ending: AbortController },
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const renewing = (async () => {
    for (let told = ''; !stopped.signal.aborted; ) {
      await pause(RENEW_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted && !(await claim.isUnbroken().catch(() => true))) endWith(ending, 'ABORTED');
      const report = text();
      if (stopped.signal.aborted || ending.signal.aborted || report === told || !claim.held()) continue;
      // If it fails, the next one tells more.
      await writeResult(catalog, urn, { status: 'RUNNING', startTimeMs, report }).catch(() => undefined);
      told = report;
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return renewing;
    },
  };
}

/**
 * Tells the end, also after an absence of an engine, unless another server has taken the request over: that one has told that it was left. Answers
 * false if it could not: then who looks at the request next tells it.
 */
async function tellEnd({ catalog, log }: CarryingParts, urn: string, claim: Claim, result: Result): Promise<boolean> {
  for (let left = result.status === 'ABORTED' ? TRIES_AT_STOP : TRIES; ; left--) {
    const isOwn = claim.held() && (await claim.isUnbroken().catch(() => true));
    if (!isOwn && (await statusOf(catalog, urn).catch(() => 'RUNNING')) !== 'RUNNING') return true;
    try {
      await writeResult(catalog, urn, result);
      return true;
    } catch (error) {
      if (left === 0) {
        log('ingestion.untold', { run: urn, status: result.status, reason: reasonOf(error) });
        return false;
      }
      await pause(AGAIN_MS);
    }
  }
}

async function writeResult(catalog: Catalog, urn: string, result: Result): Promise<void> {
  await catalog.write({ proposals: [upsert(urn, EXECUTION_RESULT, result)], together: true, actor: systemActor(catalog.model) });
}

/** The reason for which a run is ended. */
export function endWith(ending: AbortController, reason: Ending): void {
  if (!ending.signal.aborted) ending.abort(reason);
}
