/**
 * Mutations by which other systems report: operations on data, assertions of their own and what these found; and undoing a run.
 */
import { randomUUID } from 'node:crypto';
import { badParameter, noSuchEntity } from '../../../../errors.ts';
import { columnUrn } from '../../../../model/column-urn.ts';
import { valueOf } from '../../../../model/json.ts';
import { urnFrom } from '../../../../model/named.ts';
import { isRecord } from '../../../../model/path.ts';
import { type GraphContext, type Resolve, refOf, urnOfType, writeAll } from '../../operation.ts';
import { namedUrns } from '../../operations/edits/resources.ts';
import { fill, type Scope } from '../template.ts';

async function point(context: GraphContext, entityUrn: string, aspectName: string, template: object, scope: Scope): Promise<void> {
  const { value } = fill(context.catalog.model, template, scope, context.actor);
  await writeAll(context, [{ entityUrn, aspectName, changeType: 'UPSERT', value: valueOf(value), onlyWith: entityUrn }]);
}

const OPERATION = {
  timestampMillis: { _first: ['$timestampMillis', '$now'] },
  lastUpdatedTimestamp: { _first: ['$timestampMillis', '$now'] },
  operationType: '$operationType',
  customOperationType: '$customOperationType',
  sourceType: '$sourceType',
  customProperties: { _map: '$customProperties' },
  partitionSpec: { partition: '$partition' },
  numAffectedRows: '$numAffectedRows',
  actor: '$actor',
};

/** A change of data, now unless the report says when. */
export const reportOperation: Resolve<{ input: Scope & { urn: string } }> = async (_, { input }, context) => {
  const [urn = ''] = await namedUrns(context, [input.urn], ['dataset']);
  await point(context, urn, 'operation', OPERATION, input);
  return urn;
};

const RESULT = {
  timestampMillis: '$time',
  runId: '$runId',
  asserteeUrn: '$assertee',
  assertionUrn: '$assertion',
  status: 'COMPLETE',
  result: {
    type: '$type',
    nativeResults: { _map: '$properties' },
    externalUrl: '$externalUrl',
    error: { type: '$error.type', properties: { message: '$error.message' } },
    severity: '$severity',
  },
};

/** Where the kinds of assertions name the entity that they are about. */
const ENTITY_FIELDS = ['entity', 'dataset'];

export const reportAssertionResult: Resolve<{ urn: string; result: Scope }> = async (_, { urn, result }, context) => {
  const assertion = urnOfType(context.catalog.model, urn, 'assertion');
  const info = await context.loaders.value(assertion, 'assertionInfo');
  if (!info) throw noSuchEntity(assertion.text);
  const kinds = Object.values(info).filter(isRecord);
  const assertee = info.entityUrn ?? kinds.flatMap((kind) => ENTITY_FIELDS.flatMap((field) => kind[field] ?? []))[0];
  const time = typeof result.timestampMillis === 'number' ? result.timestampMillis : Date.now();
  const scope = { ...result, time, runId: `reported-${time}`, assertee, assertion: assertion.text };
  await point(context, assertion.text, 'assertionRunEvent', RESULT, scope);
  return true;
};

const CUSTOM = {
  type: 'CUSTOM',
  description: '$description',
  externalUrl: '$externalUrl',
  source: { type: 'EXTERNAL', created: '$stamp' },
  lastUpdated: '$stamp',
  entityUrn: '$entity',
  customAssertion: {
    type: '$type',
    entity: '$entity',
    field: '$field',
    fields: '$fields',
    scope: '$scope',
    aggregation: '$aggregation',
    operator: '$operator',
    parameters: '$parameters',
    nativeType: '$nativeType',
    nativeParameters: { _map: '$nativeParameters' },
    logic: '$logic',
  },
};

interface CustomInput extends Scope {
  readonly entityUrn: string;
  readonly fieldPath?: string | null;
  readonly fieldPaths?: readonly string[] | null;
  readonly platform: { readonly urn?: string | null; readonly name?: string | null };
}

/** Makes an assertion that another system runs, or replaces it. */
export const upsertCustomAssertion: Resolve<{ urn?: string | null; input: CustomInput }> = async (_, { urn, input }, context) => {
  const { model } = context.catalog;
  const assertion = urnOfType(model, urn ?? `${model.names.urnPrefix}assertion:${randomUUID()}`, 'assertion');
  const [entity = ''] = await namedUrns(context, [input.entityUrn], ['dataset']);
  const { urn: platformUrn, name } = input.platform;
  const platform = platformUrn ?? (name ? `${model.names.urnPrefix}dataPlatform:${name}` : undefined);
  if (!platform) throw badParameter('/input/platform', 'the urn or the name of a platform', input.platform);
  const field = input.fieldPath ? columnUrn(model, entity, input.fieldPath) : undefined;
  const fields = input.fieldPaths?.map((path) => columnUrn(model, entity, path));
  const { value } = fill(model, CUSTOM, { ...input, entity, field, fields }, context.actor);
  await writeAll(context, [
    { entityUrn: assertion.text, aspectName: 'assertionInfo', changeType: 'UPSERT', value: valueOf(value) },
    {
      entityUrn: assertion.text,
      aspectName: 'dataPlatformInstance',
      changeType: 'UPSERT',
      value: valueOf({ platform: urnFrom(model, platform).text }),
    },
  ]);
  return refOf(assertion);
};

/** Undoes a run, and keeps entities that have aspects of others. Says how many aspects went back. */
export const rollbackRun: Resolve<{ input: { runId: string } }> = async (_, { input }, context) => {
  const { aspectsReverted } = await context.catalog.runs.rollback({ run: input.runId, dryRun: false, safe: true, actor: context.actor });
  context.loaders.forget();
  return `${aspectsReverted} aspects of ${input.runId} are undone`;
};
