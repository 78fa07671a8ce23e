/**
 * Sources: their recipes and schedules, their runs, and the secrets that recipes name.
 */
import {
  changeSecretMutation,
  changeSourceMutation,
  type ExecutionFragment,
  executionQuery,
  ingestionQuery,
  makeSecretMutation,
  makeSourceMutation,
  removeSecretMutation,
  removeSourceMutation,
  runSourceMutation,
  runsOfSourceQuery,
  secretsQuery,
  sourceQuery,
  sourcesQuery,
  stopRunMutation,
  testSourceMutation,
} from '../../generated/queries.ts';
import { aspectIn, type Shape } from '../data/aspects.ts';
import { type ExecutionView, executionOf } from '../data/run-report.ts';
import type { Schedule } from '../data/schedule.ts';
import { settings } from '../settings.ts';
import { ApiError, graphql, mutate, mutateSecretly } from './client.ts';
import { byName } from './names.ts';

/** Who runs what names nobody else: the executor of this server, if it has one. */
export const OWN_EXECUTOR = 'default';

/** A run in a list: without its report. */
export interface RunHead {
  readonly urn: string;
  /** Epoch ms. */
  readonly requestedAt: number;
  readonly status: string | undefined;
  readonly durationMs: number | undefined;
}

export interface SourceRow {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly schedule: Schedule | undefined;
  readonly lastRun: RunHead | undefined;
}

/** Does this server run sources itself? */
export async function readRunsSources(signal?: AbortSignal): Promise<boolean> {
  return (await graphql(ingestionQuery, {}, signal)).appConfig.managedIngestionConfig.enabled;
}

/** Sources of a request: the last run of each is a search of its own. */
const AT_ONCE = 50;
/** Sources of the list. */
export const MOST_SOURCES = 500;

export async function listSources(signal?: AbortSignal): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = [];
  for (let start = 0; start < MOST_SOURCES; start += AT_ONCE) {
    const { found } = await graphql(sourcesQuery, { input: { start, count: AT_ONCE, sort: { field: 'name', sortOrder: 'ASCENDING' } } }, signal);
    for (const { urn, name, type, schedule, executions } of found.ingestionSources ?? [])
      rows.push({
        urn,
        name: name ?? urn,
        type: type ?? '',
        schedule: schedule ? { interval: schedule.interval ?? '', timezone: schedule.timezone ?? '' } : undefined,
        lastRun: (executions?.executionRequests ?? []).map(headOf)[0],
      });
    if (start + AT_ONCE >= (found.total ?? 0)) break;
  }
  return rows;
}

function headOf({ urn, input, result }: ExecutionFragment): RunHead {
  return {
    urn,
    requestedAt: input?.requestedAt ?? 0,
    status: result?.status ?? undefined,
    durationMs: result?.durationMs ?? undefined,
  };
}

export type SourceInfo = Shape<'dataHubIngestionSourceInfo'>;

/** Undefined if there is none. */
export async function readSource(urn: string, signal?: AbortSignal): Promise<SourceInfo | undefined> {
  const { entity } = await graphql(sourceQuery, { urn }, signal);
  const { name, type, config, ...rest } = (entity && aspectIn(byName(entity), 'dataHubIngestionSourceInfo')) ?? {};
  return name === undefined || type === undefined || config === undefined ? undefined : { name, type, config, ...rest };
}

function inputOf({ name, type, schedule, config: { extraArgs, ...config } }: Omit<SourceInfo, 'source' | 'platform'>) {
  const more = extraArgs && { extraArgs: Object.entries(extraArgs).map(([key, value]) => ({ key, value })) };
  return { name, type, ...(schedule && { schedule }), config: { ...config, ...more } };
}

/** @returns its URN */
export async function makeSource(info: SourceInfo): Promise<string> {
  return (await mutate(makeSourceMutation, { input: inputOf(info) })).made;
}

export async function changeSource(urn: string, info: SourceInfo): Promise<void> {
  await mutate(changeSourceMutation, { urn, input: inputOf(info) });
}

/** Its runs stay, and what they wrote. */
export async function deleteSource(urn: string): Promise<void> {
  await mutate(removeSourceMutation, { urn });
}

/** Runs in the list of a source. */
export const RUNS_SHOWN = 25;

/** The newest first. */
export async function readRunsOf(source: string, signal?: AbortSignal): Promise<{ readonly total: number; readonly runs: readonly RunHead[] }> {
  const input = { start: 0, count: RUNS_SHOWN, filters: [{ field: 'ingestionSource', values: [source] }] };
  const { found } = await graphql(runsOfSourceQuery, { input }, signal);
  return { total: found.total ?? 0, runs: (found.executionRequests ?? []).map(headOf) };
}

/** @returns the URN of the run */
export async function runNow(source: string): Promise<string> {
  return (await mutate(runSourceMutation, { input: { ingestionSourceUrn: source } })).made;
}

export async function stopRun(source: string, run: string): Promise<void> {
  await mutate(stopRunMutation, { input: { ingestionSourceUrn: source, executionRequestUrn: run } });
}

/** @param recipe as JSON text @returns the URN of the run that tests it */
export async function testConnection(recipe: string): Promise<string> {
  return (await mutate(testSourceMutation, { input: { recipe } })).made;
}

/** A run, and whether somebody has asked to stop it. */
export interface Execution extends ExecutionView {
  readonly stopping: boolean;
}

/** @throws ApiError 404 if there is none */
export async function readExecution(urn: string, signal?: AbortSignal): Promise<Execution> {
  const { entity } = await graphql(executionQuery, { urn }, signal);
  const {
    dataHubExecutionRequestInput: input,
    dataHubExecutionRequestResult: result,
    dataHubExecutionRequestSignal: signalled,
  } = entity ? byName(entity) : {};
  if (input === undefined) throw new ApiError(404, 'There is no such run.');
  return { ...executionOf(urn, input, result), stopping: signalled !== undefined };
}

const secretUrn = (name: string): string => `${settings.urnPrefix}dataHubSecret:${name}`;

const MOST_SECRETS = 1_000;

/** The names of all secrets. */
export async function listSecrets(signal?: AbortSignal): Promise<readonly string[]> {
  const { found } = await graphql(secretsQuery, { input: { start: 0, count: MOST_SECRETS } }, signal);
  return (found.secrets ?? []).flatMap(({ name }) => name ?? []);
}

const MOST_TURNS = 50;

/**
 * Stores a secret under the first of these names that is free.
 *
 * @param nameOf the name to try at each turn
 * @returns its name
 * @throws ApiError if the server keeps no secrets
 */
export async function makeSecret(nameOf: (turn: number) => string, value: string, description: string): Promise<string> {
  for (let turn = 0; ; turn++) {
    const name = nameOf(turn);
    try {
      await mutateSecretly(makeSecretMutation, { input: { name, value, description } });
      return name;
    } catch (error) {
      if (!(error instanceof ApiError && isTaken(error)) || turn === MOST_TURNS) throw error;
    }
  }
}

function isTaken({ status, message }: ApiError): boolean {
  return status === 409 || /already exists/i.test(message);
}

/** Stores another value under the name of a secret. */
export async function replaceSecret(name: string, value: string): Promise<void> {
  await mutateSecretly(changeSecretMutation, { input: { urn: secretUrn(name), name, value } });
}

export async function deleteSecret(name: string): Promise<void> {
  await mutate(removeSecretMutation, { urn: secretUrn(name) });
}
