/**
 * Mutations by which other systems report: operations on data, assertions of their own and what these found; and undoing a run.
 */
import { randomUUID } from 'node:crypto';
import { upsert } from '../../../../catalog/index.ts';
import { COMMIT_TIME } from '../../../../commit-time.ts';
import { badParameter, noSuchEntity } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { columnUrn } from '../../../../model/column-urn.ts';
import { urnFrom } from '../../../../model/named.ts';
import { isRecord } from '../../../../model/path.ts';
import { type GraphContext, type Resolve, type Resolvers, refOf, stampOf, urnOfType, writeAll } from '../../operation.ts';
import { namedUrns } from '../edits/resources.ts';
import { each, given, type InputObject, mapOf, pick, present, type Values } from './sent.ts';

async function point(context: GraphContext, entityUrn: string, aspectName: string, value: Values): Promise<void> {
  await writeAll(context, [{ ...upsert(entityUrn, aspectName, present(value)), onlyWith: entityUrn }]);
}

/** A change of data, now unless the report says when. */
const reportOperation: Resolve<{ input: InputObject }> = async (_, { input }, context) => {
  const [urn = ''] = await namedUrns(context, [String(input.urn)], ['dataset'], '/input/urn');
  const time = input.timestampMillis ?? COMMIT_TIME;
  await point(context, urn, 'operation', {
    ...pick(input, 'operationType', 'customOperationType', 'sourceType', 'numAffectedRows'),
    timestampMillis: time,
    lastUpdatedTimestamp: time,
    customProperties: mapOf(input.customProperties),
    partitionSpec: given(pick(input, 'partition')),
    actor: context.actor,
  });
  return urn;
};

/** Where the kinds of assertions name the entity that they are about. */
const ENTITY_FIELDS = ['entity', 'dataset'];

const reportAssertionResult: Resolve<{ urn: string; result: InputObject }> = async (_, { urn, result }, context) => {
  const assertion = urnOfType(context.catalog.model, urn, 'assertion');
  const info = await context.loaders.value(assertion, 'assertionInfo');
  if (!info) throw noSuchEntity(assertion.text);
  const kinds = Object.values(info).filter(isRecord);
  const time = result.timestampMillis ?? Date.now();
  const { error } = result;
  await point(context, assertion.text, 'assertionRunEvent', {
    timestampMillis: time,
    runId: `reported-${time}`,
    asserteeUrn: info.entityUrn ?? kinds.flatMap((kind) => ENTITY_FIELDS.flatMap((field) => kind[field] ?? []))[0],
    assertionUrn: assertion.text,
    status: 'COMPLETE',
    result: {
      ...pick(result, 'type', 'externalUrl', 'severity'),
      nativeResults: mapOf(result.properties),
      error: error && { type: error.type, properties: { message: error.message } },
    },
  });
  return true;
};

/** Makes an assertion that another system runs, or replaces it. */
const upsertCustomAssertion: Resolve<{ urn?: string | null; input: InputObject }> = async (_, { urn, input }, context) => {
  const { model } = context.catalog;
  const assertion = urnOfType(model, urn ?? `${model.names.urnPrefix}assertion:${randomUUID()}`, 'assertion');
  const [entity = ''] = await namedUrns(context, [String(input.entityUrn)], ['dataset'], '/input/entityUrn');
  const named = input.platform?.name ? `${model.names.urnPrefix}dataPlatform:${input.platform.name}` : undefined;
  const platform = input.platform?.urn ?? named;
  if (!platform) throw badParameter('/input/platform', 'the urn or the name of a platform', input.platform);
  const column = (path: unknown): string => columnUrn(model, entity, String(path));
  const stamp = stampOf(context.actor);
  const value = present({
    ...pick(input, 'description', 'externalUrl'),
    type: 'CUSTOM',
    source: { type: 'EXTERNAL', created: stamp },
    lastUpdated: stamp,
    entityUrn: entity,
    customAssertion: {
      ...pick(input, 'type', 'scope', 'aggregation', 'operator', 'parameters', 'nativeType', 'logic'),
      entity,
      field: input.fieldPath ? column(input.fieldPath) : undefined,
      fields: each(input.fieldPaths, column),
      nativeParameters: mapOf(input.nativeParameters),
    },
  });
  await writeAll(context, [
    upsert(assertion.text, 'assertionInfo', value),
    upsert(assertion.text, 'dataPlatformInstance', { platform: urnFrom(model, String(platform)).text }),
  ]);
  return refOf(assertion);
};

/** Undoes a run, and keeps entities that have aspects of others. Says how many aspects went back. */
const rollbackRun: Resolve<Arguments['rollbackIngestion']> = async (_, { input }, context) => {
  const { aspectsReverted } = await context.catalog.runs.rollback({ run: input.runId, dryRun: false, safe: true, actor: context.actor });
  return `${aspectsReverted} aspects of ${input.runId} are undone`;
};

export const reports: Resolvers = {
  Mutation: { reportOperation, upsertCustomAssertion, reportAssertionResult, rollbackIngestion: rollbackRun },
};
