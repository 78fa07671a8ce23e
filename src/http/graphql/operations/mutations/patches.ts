/**
 * JSON patches of any aspect of any entity, as mutations.
 */
import { randomUUID } from 'node:crypto';
import type { RawProposal } from '../../../../catalog/index.ts';
import { badParameter, Refusal } from '../../../../errors.ts';
import type { Arguments, PatchEntityInput, StringMapEntryInput } from '../../../../generated/arguments.ts';
import { valueOf } from '../../../../model/json.ts';
import { readJson } from '../../../../model/read-json.ts';
import type { GraphContext, Resolve, Resolvers } from '../../operation.ts';

interface PatchResult {
  readonly urn: string;
  readonly name?: string;
  readonly success: boolean;
  readonly error?: string;
}

/** JSON, or a text that is none: `Alice`. @throws Refusal for JSON that every API refuses */
function readValue(text: string): unknown {
  try {
    return readJson(text, 'value').json;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'notJson') throw error;
    return text;
  }
}

/** Without a URN: of a new entity of the type. @throws Refusal malformed if both are absent */
function urnOf({ catalog: { model } }: GraphContext, { urn, entityType }: PatchEntityInput, at: string): string {
  if (urn) return urn;
  if (entityType) return `${model.names.urnPrefix}${entityType}:${randomUUID()}`;
  throw badParameter(`${at}/urn`, 'a URN, or entityType for a new entity', urn);
}

function proposalOf(input: PatchEntityInput, entityUrn: string): RawProposal {
  const { arrayPrimaryKeys, forceGenericPatch, systemMetadata, headers } = input;
  const patch = input.patch.map(({ op, path, value, from }) => ({
    op: op.toLowerCase(),
    path,
    ...(typeof value === 'string' && { value: readValue(value) }),
    ...(typeof from === 'string' && { from }),
  }));
  const keys = arrayPrimaryKeys && Object.fromEntries(arrayPrimaryKeys.map((each) => [each.arrayField, each.keys]));
  const value = { patch, ...(keys && { arrayPrimaryKeys: keys }), ...(forceGenericPatch && { forceGenericPatch }) };
  const { lastObserved, runId, properties } = systemMetadata ?? {};
  const observed = {
    ...(lastObserved && { lastObserved }),
    ...(runId && { runId }),
    ...(properties && { properties: textsByKey(properties) }),
  };
  return {
    entityUrn,
    aspectName: input.aspectName,
    changeType: 'PATCH',
    value: valueOf(value),
    ...(systemMetadata && { systemMetadata: observed }),
    ...(headers && { headers: textsByKey(headers) }),
  };
}

function textsByKey(entries: readonly StringMapEntryInput[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value ?? '']));
}

/** The name that a patch sets. */
function nameIn({ patch }: PatchEntityInput): string | undefined {
  return patch.find(({ op, path }) => path === '/name' && op !== 'REMOVE')?.value ?? undefined;
}

/** All or none; a refusal is a result, as clients of it expect. */
async function patchAll(context: GraphContext, inputs: readonly PatchEntityInput[], at: (index: number) => string): Promise<PatchResult[]> {
  const urns = inputs.map((input, index) => urnOf(context, input, at(index)));
  const { catalog, actor, untilSearchable, conditions } = context;
  try {
    const proposals = inputs.map((input, index) => proposalOf(input, urns[index] ?? ''));
    context.wrote(await catalog.write({ proposals, together: true, actor, untilSearchable, conditions }));
    return inputs.map((input, index) => ({ urn: urns[index] ?? '', success: true, ...named(nameIn(input)) }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return urns.map((urn) => ({ urn, success: false, error: error.message }));
  }
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}

const patchEntity: Resolve<Arguments['patchEntity']> = async (_, { input }, context) => (await patchAll(context, [input], () => '/input'))[0];

const patchEntities: Resolve<Arguments['patchEntities']> = (_, { input }, context) => patchAll(context, input, (index) => `/input/${index}`);

export const patches: Resolvers = { Mutation: { patchEntity, patchEntities } };
