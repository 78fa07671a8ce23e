/**
 * Ingestion: sources with their recipes and schedules, requests to run them, and the secrets that recipes name. Cairn stores them for an
 * executor: its own, if INGESTION is on (`executor/`), or one elsewhere.
 */
import { randomUUID } from 'node:crypto';
import { ANY_EXECUTOR, readRecipe, type Secrets, sourceRun } from '../../../../catalog/index.ts';
import { badParameter, noSuchEntity, notOffered, secretOfAnotherKey } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import {
  EXECUTION_INPUT,
  EXECUTION_REQUEST_TYPE,
  INGESTION_SOURCE_INFO,
  INGESTION_SOURCE_TYPE,
  SECRET_TYPE,
  SECRET_VALUE,
} from '../../../../model/known-names.ts';
import { urnFrom } from '../../../../model/named.ts';
import { isRecord } from '../../../../model/path.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType } from '../../operation.ts';
import { given, inputOf, mapOf, pick } from './sent.ts';
import { change, create, type Make } from './write.ts';

const MOST_NAMES = 1_000;

const sourceInfo: Make = ({ config, ...sent }) => {
  const stored = { ...pick(config, 'recipe', 'version', 'executorId', 'debugMode'), extraArgs: mapOf(config?.extraArgs) };
  return { dataHubIngestionSourceInfo: { ...pick(sent, 'name', 'type', 'schedule'), config: stored } };
};

/** A new request to an executor. */
function requested(task: string, args: Record<string, unknown>, executorId: string, source: object): Make {
  return (_, { stamp }) => ({
    dataHubExecutionRequestInput: { task, args, executorId, source, requestedAt: stamp.time, actorUrn: stamp.actor },
  });
}

/** @throws Refusal notFound */
async function storedValue({ loaders }: GraphContext, urn: Urn, aspect: string): Promise<Record<string, unknown>> {
  const value = await loaders.value(urn, aspect);
  if (!isRecord(value)) throw noSuchEntity(urn.text);
  return value;
}

/** Who asks learns it if nobody may come for the request. */
function warnIfOff({ warn }: GraphContext, runsRecipes: boolean, executorId: string): void {
  if (!runsRecipes && executorId === ANY_EXECUTOR)
    warn('This Cairn runs no recipes, so the request waits for an executor elsewhere: start Cairn with INGESTION=true, and ask again');
}

const runSource =
  (runsRecipes: boolean): Resolve<Arguments['createIngestionExecutionRequest']> =>
  async (_, { input }, context, info) => {
    const { model } = context.catalog;
    const source = urnOfType(model, input.ingestionSourceUrn, INGESTION_SOURCE_TYPE);
    const { config } = await storedValue(context, source, INGESTION_SOURCE_INFO);
    const urn = `${model.names.urnPrefix}${EXECUTION_REQUEST_TYPE}:${randomUUID()}`;
    const { args, executorId } = await sourceRun(config, urn, source.text);
    const from = { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: source.text };
    const made = await create(EXECUTION_REQUEST_TYPE, requested('RUN_INGEST', args, executorId, from))(undefined, inputOf({ urn }), context, info);
    warnIfOff(context, runsRecipes, executorId);
    return made;
  };

const testConnection =
  (runsRecipes: boolean): Resolve<Arguments['createTestConnectionRequest']> =>
  async (_, { input }, context, info) => {
    const { recipe, version } = input;
    if (!(await readRecipe(recipe))) throw badParameter('/input/recipe', 'a recipe as a JSON object', recipe);
    const args = { recipe, ...(version && { version }) };
    const made = await create(EXECUTION_REQUEST_TYPE, requested('TEST_CONNECTION', args, ANY_EXECUTOR, { type: 'MANUAL_TEST_CONNECTION' }))(
      undefined,
      {},
      context,
      info,
    );
    warnIfOff(context, runsRecipes, ANY_EXECUTOR);
    return made;
  };

const cancelRun: Resolve<Arguments['cancelIngestionExecutionRequest']> = async (_, { input }, context, info) => {
  const { model } = context.catalog;
  const run = urnOfType(model, input.executionRequestUrn, EXECUTION_REQUEST_TYPE);
  const { executorId, source } = await storedValue(context, run, EXECUTION_INPUT);
  const of = urnOfType(model, input.ingestionSourceUrn, INGESTION_SOURCE_TYPE).text;
  if (!isRecord(source) || source.ingestionSource !== of) throw badParameter('/input/ingestionSourceUrn', `the source of ${run.text}`, of);
  const signal: Make = (__, { stamp }) => ({ dataHubExecutionRequestSignal: { signal: 'KILL', executorId, createdAt: stamp } });
  return change({ of: EXECUTION_REQUEST_TYPE }, signal)(undefined, inputOf({ urn: run.text }), context, info);
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
  const urn = urnFrom(model, `${model.names.urnPrefix}${SECRET_TYPE}:${name}`).text;
  const make: Make = (__, { stamp }) => ({ [SECRET_VALUE]: { name, value, description, created: stamp } });
  return create(SECRET_TYPE, make)(undefined, inputOf({ urn }), context, info);
};

const updateSecret: Resolve<Arguments['updateSecret']> = (_, { input }, context, info) => {
  keyFor('updateSecret', context);
  const { text: urn } = urnOfType(context.catalog.model, input.urn, SECRET_TYPE);
  const make: Make = () => ({ [SECRET_VALUE]: given({ name: input.name, value: input.value, description: input.description }) });
  return change({ of: SECRET_TYPE, clear: 'description' }, make)(undefined, inputOf({ urn }), context, info);
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
      const urn = urnFrom(catalog.model, `${catalog.model.names.urnPrefix}${SECRET_TYPE}:${name}`);
      const stored = (await loaders.value(urn, SECRET_VALUE))?.value;
      if (typeof stored !== 'string') return [];
      const value = key.open(urn.text, stored);
      if (value === undefined) throw secretOfAnotherKey(urn.text);
      return [{ name, value }];
    }),
  );
  return found.flat();
};

/** @param runsRecipes is INGESTION on? */
export function ingestion(runsRecipes: boolean): Resolvers {
  return {
    Query: { getSecretValues: secretValues },
    Mutation: {
      createIngestionSource: create(INGESTION_SOURCE_TYPE, sourceInfo),
      updateIngestionSource: create(INGESTION_SOURCE_TYPE, sourceInfo, 'UPSERT'),
      createIngestionExecutionRequest: runSource(runsRecipes),
      cancelIngestionExecutionRequest: cancelRun,
      createTestConnectionRequest: testConnection(runsRecipes),
      createSecret,
      updateSecret,
    },
  };
}
