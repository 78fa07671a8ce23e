/**
 * Makes and replaces policies. What is wrong with one is told when it is saved, because it then grants nothing.
 */
import { randomUUID } from 'node:crypto';
import { compilePolicy, dryRunPolicy, warningsOf } from '../../../../catalog/index.ts';
import { COMMIT_TIME } from '../../../../commit-time.ts';
import { badParameter, noSuchEntity } from '../../../../errors.ts';
import type { Arguments, PolicyUpdateInput } from '../../../../generated/arguments.ts';
import { valueOf } from '../../../../model/json.ts';
import { isRecord } from '../../../../model/path.ts';
import type { Urn } from '../../../../model/urn.ts';
import { costing, SEARCH } from '../../cost.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType, writeAll } from '../../operation.ts';
import { present } from '../mutations/sent.ts';

const TYPE = 'dataHubPolicy';
const INFO = 'dataHubPolicyInfo';

/** What clients that do not know it would widen if they saved the policy without it. */
const NARROWING = ['aspects', 'columnsTagged', 'privilegeConstraints'];

/** @param before what the input does not say is kept of it */
function infoOf({ name, description, ...rest }: PolicyUpdateInput, before: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { editable = true, expiresAt, reason } = before;
  const [resources, actors] = [before.resources, before.actors].map((each) => (isRecord(each) ? each : {}));
  const kept = Object.entries(resources ?? {}).filter(([field]) => NARROWING.includes(field));
  const narrowed = kept.length > 0 ? { resources: { ...Object.fromEntries(kept), ...rest.resources } } : {};
  const info = { expiresAt, reason, ...rest, ...narrowed, displayName: name, description: description ?? '', editable };
  return present({ ...info, lastUpdatedTimestamp: COMMIT_TIME, actors: { roles: actors?.roles, ...rest.actors } });
}

async function save(context: GraphContext, urn: Urn, changeType: 'CREATE_ENTITY' | 'UPSERT', info: Record<string, unknown>): Promise<string> {
  await writeAll(context, [{ entityUrn: urn.text, aspectName: INFO, changeType, value: valueOf(info) }]);
  for (const warning of warningsOf(
    context.catalog.model,
    compilePolicy(urn.text, info, (text) => text),
  ))
    context.warn(warning);
  return urn.text;
}

const createPolicy: Resolve<Arguments['createPolicy']> = (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnOfType(model, `${model.names.urnPrefix}${TYPE}:${randomUUID()}`, TYPE);
  return save(context, urn, 'CREATE_ENTITY', infoOf(input, {}));
};

/** @throws Refusal notFound if there is no such policy */
async function replacing(context: GraphContext, named: string, input: PolicyUpdateInput): Promise<{ urn: Urn; info: Record<string, unknown> }> {
  const urn = urnOfType(context.catalog.model, named, TYPE);
  const before = await context.loaders.value(urn, INFO);
  if (!before) throw noSuchEntity(urn.text);
  return { urn, info: infoOf(input, before) };
}

const updatePolicy: Resolve<Arguments['updatePolicy']> = async (_, { urn: named, input }, context) => {
  const { urn, info } = await replacing(context, named, input);
  return save(context, urn, 'UPSERT', info);
};

const dryRun: Resolve<Arguments['dryRunPolicy']> = async (_, { urn: named, input }, context) => {
  const { catalog } = context;
  await catalog.access.require('try a policy', [['MANAGE_POLICIES']]);
  if (!named && !input) throw badParameter('/input', 'a policy, or the URN of the one that would be deleted', input);
  if (named && input) {
    const { urn, info } = await replacing(context, named, input);
    return dryRunPolicy(catalog, urn.text, info);
  }
  return dryRunPolicy(catalog, named ? urnOfType(catalog.model, named, TYPE).text : undefined, input ? infoOf(input, {}) : undefined);
};

export const policies: Resolvers = {
  Query: { dryRunPolicy: costing(SEARCH, dryRun) },
  Mutation: { createPolicy, updatePolicy },
};
