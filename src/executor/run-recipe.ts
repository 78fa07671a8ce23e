/**
 * Runs one recipe: makes its environment, gives it its secrets, runs the client, and in a catalog of Cairn's own names loads what it has written.
 */
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, reasonOf, StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isRecord } from '../model/path.ts';
import type { Model } from '../model/types.ts';
import { type Limits, runChild } from './child.ts';
import { CLIENT_VERSION, environmentFor, isVersion } from './environment.ts';
import { type LoadResult, loadRecords } from './load-records.ts';
import { neededIn, pluginsOf, prepareRecipe, type Sink, secretsIn, sourceTypeOf, TOKEN_VARIABLE } from './recipe.ts';
import { cleanJson, type Redactor, redactor } from './redact.ts';
import { makeRunLog, type RunLog } from './run-log.ts';
import { CLIENT } from './runner.ts';

export const TASKS = ['RUN_INGEST', 'TEST_CONNECTION'] as const;
export type Task = (typeof TASKS)[number];

/** How a run is ended from outside. */
export type Ending = 'CANCELLED' | 'TIMEOUT' | 'ABORTED';
export type Status = 'SUCCESS' | 'FAILURE' | Ending;

export interface RunRequest {
  readonly task: Task;
  readonly recipe: Readonly<Record<string, unknown>>;
  readonly version?: string | undefined;
  readonly debug?: boolean | undefined;
  /** The id of the run. */
  readonly run: string;
  /** Where Cairn is, without a slash at the end. */
  readonly url: string;
  readonly token: string | undefined;
  /** Secrets by name; a name without a secret is left out. */
  secretsOf(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Aborted with an `Ending`. */
  readonly over: AbortSignal;
}

export interface RunPlace {
  readonly model: Model;
  readonly cacheDir: string;
  /** A folder for this run, which does not exist yet. It is removed at the end. */
  readonly folder: string;
  readonly toolEnv: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly log: Log;
  /** Called with the lines that the log of the run gets, without secrets. */
  readonly onOutput?: (text: string) => void;
}

export interface StructuredReport {
  readonly type: Task;
  readonly serializedValue: string;
  readonly contentType: string;
}

export interface RunOutcome {
  readonly status: Status;
  readonly structuredReport: StructuredReport | undefined;
}

export interface RecipeRun {
  /** The end of the log, without secrets. */
  text(): string;
  readonly ended: Promise<RunOutcome>;
}

const REPORT = 'report.json';
const RECORDS = 'records.json';
const STATE = 'state.json';
/** Is there if the source adds to what people have set. */
const ADDS = 'adds';
/** Of the line that is being written, what is kept, in characters. */
const LONGEST_LINE = 1_000_000;
/** A longer report is not kept: the log has its sum. */
const MOST_REPORT = 2_000_000;
const WORDS: Readonly<Record<Ending, string>> = {
  CANCELLED: 'Somebody stopped the run',
  TIMEOUT: 'The run took too long (INGESTION_MINUTES), so Cairn stopped it',
  ABORTED: 'Cairn stopped, and the run with it',
};

/** Begins a run. What goes wrong is told in its log, and makes it a FAILURE. */
export function beginRun(request: RunRequest, place: RunPlace): RecipeRun {
  let clean = redactor(request.token === undefined ? [] : [request.token]);
  const kept = makeRunLog((text) => clean(text));
  const { onOutput } = place;
  const show = onOutput ? inLines((lines) => onOutput(clean(lines))) : () => undefined;
  const log: RunLog = {
    ...kept,
    say: (line) => {
      kept.say(line);
      show(`${line}\n`);
    },
    add: (text) => {
      kept.add(text);
      show(text);
    },
  };
  const learn = (secrets: Iterable<string>): Redactor => {
    clean = redactor([...secrets, ...(request.token === undefined ? [] : [request.token])]);
    return clean;
  };
  const limit = timeLimit(place.limits.ms);
  const limited = AbortSignal.any([request.over, limit.signal]);
  const ended = runIn(place, { ...request, over: limited }, log, learn)
    .catch((error: unknown): RunOutcome => {
      if (!limited.aborted) log.say(error instanceof StartError ? error.message : clean(reasonOf(error)));
      return { status: 'FAILURE', structuredReport: undefined };
    })
    .then((outcome): RunOutcome => {
      if (!limited.aborted || outcome.status === 'SUCCESS') return outcome;
      const status = limited.reason as Ending;
      log.say(WORDS[status]);
      return { ...outcome, status };
    })
    .finally(() => {
      limit.over();
      removeFolder(place.folder, log);
    });
  return { text: () => log.text(), ended };
}

/** Passes on whole lines: a secret that came in two parts would not be found. */
function inLines(pass: (lines: string) => void): (text: string) => void {
  let begun = '';
  return (text) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) pass(begun + text.slice(0, end));
    // A line without an end is not shown from its beginning.
    begun = ((end > 0 ? '' : begun) + text.slice(end)).slice(-LONGEST_LINE);
  };
}

function timeLimit(ms: number): { readonly signal: AbortSignal; over(): void } {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort('TIMEOUT' satisfies Ending), ms).unref();
  return { signal: ending.signal, over: () => clearTimeout(timer) };
}

/** What a run leaves behind may forbid it: that changes nothing of how the run ended. */
function removeFolder(folder: string, log: RunLog): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    log.say(`Cairn cannot remove the folder of the run: ${messageOf(error)}`);
  }
}

async function runIn(place: RunPlace, request: RunRequest, log: RunLog, learn: (secrets: Iterable<string>) => Redactor): Promise<RunOutcome> {
  const { recipe, task } = request;
  if (sourceTypeOf(recipe) === undefined) throw new StartError('The recipe has no source.type, such as postgres: add it');
  const secrets = await readSecrets(request);
  const clean = learn(secrets.values());
  const environment = await prepareEnvironment(place, request, log);
  const code = await runClient(place, request, { python: environment, secrets }, log);
  const report = reportIn(place.folder, log);
  const loaded = task === 'RUN_INGEST' && !request.over.aborted ? await load(place, request, log) : undefined;
  const ok = code === 0 && (loaded?.refused ?? 0) === 0 && loaded?.broken === undefined;
  const serializedValue = report && JSON.stringify(cleanJson(withLoaded(report, loaded), clean));
  const structuredReport = serializedValue === undefined ? undefined : { type: task, contentType: 'application/json', serializedValue };
  return { status: ok ? 'SUCCESS' : 'FAILURE', structuredReport };
}

/** @throws StartError for a secret that the recipe needs and nobody has */
async function readSecrets({ recipe, secretsOf }: RunRequest): Promise<ReadonlyMap<string, string>> {
  const names = [...secretsIn(recipe)].sort();
  const secrets = names.length === 0 ? new Map<string, string>() : await secretsOf(names);
  const missing = [...neededIn(recipe)].filter((name) => !secrets.has(name));
  if (missing.length > 0)
    throw new StartError(`The recipe names secrets that do not exist: ${missing.join(', ')}. Create them, or correct the names`);
  return secrets;
}

async function prepareEnvironment(place: RunPlace, { recipe, version = CLIENT_VERSION, over }: RunRequest, log: RunLog): Promise<string> {
  if (!isVersion(version)) throw new StartError(`The version of the client is ${JSON.stringify(version)}: expected one such as ${CLIENT_VERSION}`);
  const { python, told } = await environmentFor({ ...place, version, plugins: pluginsOf(recipe), step: log.say, over });
  log.say(`Cairn runs the recipe with ${told}`);
  return python;
}

/** Does the client write to a file, because it knows other names than the catalog? */
function isTranslated({ model }: RunPlace): boolean {
  return model.names.word !== 'datahub';
}

/** Answers the exit code; undefined if a signal ended it. */
async function runClient(
  place: RunPlace,
  request: RunRequest,
  { python, secrets }: { readonly python: string; readonly secrets: ReadonlyMap<string, string> },
  log: RunLog,
): Promise<number | undefined> {
  const { folder, limits, model } = place;
  const { run, url, token, task, debug, over } = request;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string): string => path.join(folder, name);
  const sink: Sink = isTranslated(place) ? { type: 'file', file: at(RECORDS) } : { type: 'datahub-rest', url };
  const { recipe, variables } = prepareRecipe(request.recipe, { run, sink, known: new Set(secrets.keys()), token: token !== undefined });
  writeFileSync(at('recipe.json'), JSON.stringify(recipe), { mode: 0o600 });
  const named = [...variables].map(([variable, name]) => [variable, secrets.get(name) ?? '']);
  const state = sink.type === 'file' && task === 'RUN_INGEST' ? at(STATE) : '';
  over.throwIfAborted();
  return runChild({
    ...{ python, folder, over, onOutput: log.add },
    ...{ program: CLIENT, memory: limits.memory },
    args: [at('recipe.json'), at(REPORT), task === 'RUN_INGEST' ? 'run' : 'test', state, model.names.urnPrefix, at(ADDS)],
    env: {
      ...Object.fromEntries(named),
      ...(token !== undefined && { [TOKEN_VARIABLE]: token }),
      ...(state !== '' && { CAIRN_URL: url }),
      ...(debug && { CAIRN_DEBUG: '1' }),
    },
  });
}

async function load(place: RunPlace, { url, token, over }: RunRequest, log: RunLog): Promise<LoadResult | undefined> {
  if (!isTranslated(place)) return undefined;
  const files = [RECORDS, STATE].map((name) => path.join(place.folder, name)).filter((file) => sizeOf(file) !== undefined);
  const adds = sizeOf(path.join(place.folder, ADDS)) !== undefined;
  const loaded = await loadRecords(files, { model: place.model, url, token, over, adds });
  log.say(`Cairn took ${loaded.written} records and refused ${loaded.refused}`);
  for (const { urn, aspect, reason } of loaded.reasons) log.say(`Refused: ${aspect} of ${urn}: ${reason}`);
  if (loaded.broken !== undefined) log.say(`The load broke off: ${loaded.broken}`);
  return loaded;
}

/** Bytes; undefined if there is no such file. A pipe in its place would keep Cairn waiting. */
function sizeOf(file: string): number | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

function reportIn(folder: string, log: RunLog): Record<string, unknown> | undefined {
  const file = path.join(folder, REPORT);
  const size = sizeOf(file);
  if (size === undefined) return undefined;
  if (size > MOST_REPORT) {
    log.say(`The report has ${size} bytes: Cairn does not keep it`);
    return undefined;
  }
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(report) ? report : undefined;
  } catch (error) {
    log.say(`The report cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** The client has reported that it wrote to a file: people want to know what the catalog took. */
function withLoaded(report: Record<string, unknown>, loaded: LoadResult | undefined): Record<string, unknown> {
  if (!loaded) return report;
  const { written, refused, reasons, broken } = loaded;
  const failures = [...reasons, ...(broken === undefined ? [] : [{ reason: broken }])];
  return { ...report, sink: { type: 'cairn', report: { total_records_written: written, records_refused: refused, failures } } };
}
