#!/usr/bin/env node
/** `npm run ingest -- recipe.yml`: runs a recipe of DataHub's client against a running Cairn, as the page Sources does, and says what came of it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { inOwnWords } from '../command-list.ts';
import { messageOf, StartError } from '../errors.ts';
import { sourceTypeOf } from '../executor/recipe.ts';
import { beginRun, type RunOutcome, type Task } from '../executor/run-recipe.ts';
import { makeLog } from '../log.ts';
import { loadModel } from '../model/load.ts';
import { isRecord } from '../model/path.ts';
import { defaultCache, toolEnvironment } from '../settings.ts';
import { call, RUNNING_OPTIONS, type Running, runCommand } from './client.ts';

const HELP = `Run a recipe: read a database, a dbt project, a file … into a running Cairn

Usage: npm run ingest -- <recipe.yml> [--test] [--version V] [--debug] [--minutes 720] [--memory 4096]
                         [--url http://127.0.0.1:8080] [--token T]

  --test      only test the connection of the source
  --version   the version of acryl-datahub to run it with
  --debug     a log with all details
  --minutes   how long it may run
  --memory    how many MB of memory it may ask for

The recipe is one of acryl-datahub, in YAML or JSON: https://docs.datahub.com/docs/metadata-ingestion/recipe_overview. It needs a source;
Cairn is its sink. \${NAME} in it is the variable NAME of the environment. The first run of a kind of source installs its packages with pip,
into CACHE_DIR. With a pipeline_name, a later run removes what the source no longer has.

Exit code: 0 if the run succeeds, 1 if not.
`;

const MINUTE_MS = 60_000;
const MB = 1024 ** 2;

interface IngestOptions extends Running {
  readonly file: string;
  readonly task: Task;
  readonly version: string | undefined;
  readonly debug: boolean;
  readonly minutes: number;
  readonly memory: number;
}

function readOptions(): IngestOptions | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...RUNNING_OPTIONS,
      test: { type: 'boolean', default: false },
      version: { type: 'string' },
      debug: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '720' },
      memory: { type: 'string', default: '4096' },
    },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartError('give one file with a recipe (see --help)');
  return {
    ...{ file, url: values.url.replace(/\/$/, ''), token: values.token, task: values.test ? 'TEST_CONNECTION' : 'RUN_INGEST' },
    ...{ version: values.version, debug: values.debug },
    ...{ minutes: numberIn('--minutes', values.minutes, 1, 10_000), memory: numberIn('--memory', values.memory, 512, 1_000_000) },
  };
}

function numberIn(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new StartError(`${option}: expected a whole number from ${least} to ${most}, got ${text}`);
  return number;
}

function readRecipe(file: string): Record<string, unknown> {
  try {
    const recipe: unknown = parse(readFileSync(file, 'utf8'));
    if (isRecord(recipe)) return recipe;
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`);
  }
  throw new StartError(`${file} has no recipe: expected an object with a source, in YAML or JSON`);
}

async function runIn(options: IngestOptions, recipe: Record<string, unknown>): Promise<{ run: string; outcome: RunOutcome }> {
  const config = await call<Record<string, unknown>>(options, '/config');
  const { minutes, memory } = options;
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort('CANCELLED'));
  const run =
    typeof recipe.run_id === 'string' ? recipe.run_id : `${sourceTypeOf(recipe) ?? 'run'}-${new Date().toISOString()}-${randomUUID().slice(0, 8)}`;
  const started = beginRun(
    {
      ...{ ...options, recipe, run, over: over.signal },
      secretsOf: async (names) => new Map(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    },
    {
      model: loadModel('datahub' in config ? 'datahub' : 'svc', process.env.MODEL_DIR || undefined),
      cacheDir: path.resolve(process.env.CACHE_DIR || defaultCache(process.env)),
      folder: mkdtempSync(path.join(os.tmpdir(), 'cairn-ingest-')),
      toolEnv: toolEnvironment(process.env),
      limits: { ms: minutes * MINUTE_MS, memory: memory * MB },
      log: makeLog('silent'),
      onOutput: (text) => process.stderr.write(text),
    },
  );
  return { run, outcome: await started.ended };
}

/** `3 warnings`: what the source reported. */
function summaryOf({ structuredReport }: RunOutcome): string {
  const report: unknown = structuredReport && JSON.parse(structuredReport.serializedValue);
  const part = (name: string): Record<string, unknown> => {
    const found = isRecord(report) && isRecord(report[name]) ? report[name].report : undefined;
    return isRecord(found) ? found : {};
  };
  const many = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
  const [source, sink] = [part('source'), part('sink')];
  if (!('events_produced' in source)) return '';
  return `, ${String(source.events_produced)} records, ${many(source.warnings)} warnings, ${many(source.failures) + many(sink.failures)} failures`;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return void process.stdout.write(inOwnWords(HELP));
  const { run, outcome } = await runIn(options, readRecipe(options.file));
  process.stdout.write(`${outcome.status}: run ${run}${summaryOf(outcome)}\n`);
  if (options.task === 'TEST_CONNECTION' && outcome.structuredReport) process.stdout.write(`${outcome.structuredReport.serializedValue}\n`);
  if (outcome.status !== 'SUCCESS') process.exitCode = 1;
}

runCommand('ingest', main);
