/**
 * Ingestion: sources with their recipes and schedules, requests to run them, and the secrets that recipes name. Cairn stores them for an
 * executor elsewhere, and runs nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Secrets } from '../../../../catalog/index.ts';
import { badParameter, noSuchEntity, notOffered, Refusal, secretOfAnotherKey } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { urnFrom } from '../../../../model/named.ts';
import { isRecord } from '../../../../model/path.ts';
import { parseLong } from '../../../../model/read-json.ts';
import type { Urn } from '../../../../model/urn.ts';
import { MOST_ARGUMENTS } from '../../../request/body.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType } from '../../operation.ts';
import { given, inputOf, mapOf, pick } from './sent.ts';
import { change, create, type Make } from './write.ts';

const SOURCE = 'dataHubIngestionSource';
const REQUEST = 'dataHubExecutionRequest';
const SECRET = 'dataHubSecret';
const SECRET_VALUE = 'dataHubSecretValue';
/** Who runs what names no executor. */
const ANY_EXECUTOR = 'default';
const MOST_NAMES = 1_000;

const sourceInfo: Make = ({ config, ...sent }) => {
  const stored = { ...pick(config, 'recipe', 'version', 'executorId', 'debugMode'), extraArgs: mapOf(config?.extraArgs) };
  return { dataHubIngestionSourceInfo: { ...pick(sent, 'name', 'type', 'schedule'), config: stored } };
};

/** @throws Refusal for JSON that every API refuses */
async function readRecipe(recipe: string): Promise<Record<string, unknown> | undefined> {
  try {
    const read = await parseLong(recipe, 'The recipe', 'refuse', MOST_ARGUMENTS);
    return isRecord(read) ? read : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'notJson') throw error;
    return undefined;
  }
}

/** A new request to an executor. */
function requested(task: string, args: Record<string, unknown>, executorId: unknown, source: object): Make {
  return (_, { stamp }) => ({
    dataHubExecutionRequestInput: { task, args, executorId: executorId ?? ANY_EXECUTOR, source, requestedAt: stamp.time, actorUrn: stamp.actor },
  });
}

/** @throws Refusal notFound */
async function storedValue({ loaders }: GraphContext, urn: Urn, aspect: string): Promise<Record<string, unknown>> {
  const value = await loaders.value(urn, aspect);
  if (!isRecord(value)) throw noSuchEntity(urn.text);
  return value;
}

/** The recipe with what an executor needs to report: the run, and the source as its pipeline. One that is not JSON stays as it is. */
async function recipeOf(recipe: string, run: string, pipeline: string): Promise<string> {
  const read = await readRecipe(recipe);
  return read ? JSON.stringify({ pipeline_name: pipeline, ...read, run_id: run }) : recipe;
}

const runSource: Resolve<Arguments['createIngestionExecutionRequest']> = async (_, { input }, context, info) => {
  const { model } = context.catalog;
  const source = urnOfType(model, input.ingestionSourceUrn, SOURCE);
  const { config } = await storedValue(context, source, 'dataHubIngestionSourceInfo');
  const { recipe, version, executorId, debugMode, extraArgs } = isRecord(config) ? config : {};
  const urn = `${model.names.urnPrefix}${REQUEST}:${randomUUID()}`;
  const args = {
    ...(isRecord(extraArgs) ? extraArgs : {}),
    recipe: await recipeOf(String(recipe ?? ''), urn, source.text),
    ...(version !== undefined && { version }),
    ...(debugMode !== undefined && { debug_mode: String(debugMode) }),
  };
  const from = { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: source.text };
  return create(REQUEST, requested('RUN_INGEST', args, executorId, from))(undefined, inputOf({ urn }), context, info);
};

const testConnection: Resolve<Arguments['createTestConnectionRequest']> = async (_, { input }, context, info) => {
  const { recipe, version } = input;
  if (!(await readRecipe(recipe))) throw badParameter('/input/recipe', 'a recipe as a JSON object', recipe);
  const args = { recipe, ...(version && { version }) };
  return create(REQUEST, requested('TEST_CONNECTION', args, undefined, { type: 'MANUAL_TEST_CONNECTION' }))(undefined, {}, context, info);
};

const cancelRun: Resolve<Arguments['cancelIngestionExecutionRequest']> = async (_, { input }, context, info) => {
  const { model } = context.catalog;
  const run = urnOfType(model, input.executionRequestUrn, REQUEST);
  const { executorId, source } = await storedValue(context, run, 'dataHubExecutionRequestInput');
  const of = urnOfType(model, input.ingestionSourceUrn, SOURCE).text;
  if (!isRecord(source) || source.ingestionSource !== of) throw badParameter('/input/ingestionSourceUrn', `the source of ${run.text}`, of);
  const signal: Make = (__, { stamp }) => ({ dataHubExecutionRequestSignal: { signal: 'KILL', executorId, createdAt: stamp } });
  return change({ of: REQUEST }, signal)(undefined, inputOf({ urn: run.text }), context, info);
};

/** @throws Refusal not-offered without a key */
function keyFor(operation: string, { catalog }: GraphContext): Secrets {
  if (catalog.secrets) return catalog.secrets;
  throw notOffered(operation, 'it has no key to encrypt secrets with; the setting SECRETS_KEY gives it one');
}

const createSecret: Resolve<Arguments['createSecret']> = (_, { input }, context, info) => {
  const { model } = context.catalog;
  keyFor('createSecret', context);
  const { name, value, description } = input;
  const urn = urnFrom(model, `${model.names.urnPrefix}${SECRET}:${name}`).text;
  const make: Make = (__, { stamp }) => ({ [SECRET_VALUE]: { name, value, description, created: stamp } });
  return create(SECRET, make)(undefined, inputOf({ urn }), context, info);
};

const updateSecret: Resolve<Arguments['updateSecret']> = (_, { input }, context, info) => {
  keyFor('updateSecret', context);
  const { text: urn } = urnOfType(context.catalog.model, input.urn, SECRET);
  const make: Make = () => ({ [SECRET_VALUE]: given({ name: input.name, value: input.value, description: input.description }) });
  return change({ of: SECRET, clear: 'description' }, make)(undefined, inputOf({ urn }), context, info);
};

/** Only for who may change secrets. A name without a secret is left out; the audit has the names. */
const secretValues: Resolve<Arguments['getSecretValues']> = async (_, { input }, context) => {
  const { catalog, loaders, trail, mayNotWrite } = context;
  const key = keyFor('getSecretValues', context);
  if (mayNotWrite) throw mayNotWrite;
  await catalog.access.require('read the values of secrets', [['MANAGE_SECRETS']]);
  if (input.secrets.length > MOST_NAMES) throw badParameter('/input/secrets', `at most ${MOST_NAMES} names`, input.secrets.length);
  trail.writes();
  trail.about(`getSecretValues ${input.secrets.join(' ')}`);
  const found = await Promise.all(
    input.secrets.map(async (name) => {
      const urn = urnFrom(catalog.model, `${catalog.model.names.urnPrefix}${SECRET}:${name}`);
      const stored = (await loaders.value(urn, SECRET_VALUE))?.value;
      if (typeof stored !== 'string') return [];
      const value = key.open(urn.text, stored);
      if (value === undefined) throw secretOfAnotherKey(urn.text);
      return [{ name, value }];
    }),
  );
  return found.flat();
};

export const ingestion: Resolvers = {
  Query: { getSecretValues: secretValues },
  Mutation: {
    createIngestionSource: create(SOURCE, sourceInfo),
    updateIngestionSource: create(SOURCE, sourceInfo, 'UPSERT'),
    createIngestionExecutionRequest: runSource,
    cancelIngestionExecutionRequest: cancelRun,
    createTestConnectionRequest: testConnection,
    createSecret,
    updateSecret,
  },
};
