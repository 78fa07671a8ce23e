/**
 * Makes and replaces policies. What is wrong with one is told when it is saved, because it then grants nothing.
 */
import { randomUUID } from 'node:crypto';
import { compilePolicy, isPrivilege } from '../../../../catalog/index.ts';
import { noSuchEntity } from '../../../../errors.ts';
import { valueOf } from '../../../../model/json.ts';
import { isRecord } from '../../../../model/path.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, urnOfType, writeAll } from '../../operation.ts';
import { present } from '../mutations/sent.ts';

const TYPE = 'dataHubPolicy';
const INFO = 'dataHubPolicyInfo';

interface PolicyInput {
  readonly type: string;
  readonly name: string;
  readonly state: string;
  readonly description?: string | null;
  readonly resources?: Readonly<Record<string, unknown>> | null;
  readonly privileges: readonly string[];
  readonly actors: Readonly<Record<string, unknown>>;
}

/** @param roles what the input cannot say is kept */
function infoOf({ name, description, ...rest }: PolicyInput, roles: unknown, editable: boolean): Record<string, unknown> {
  const info = { ...rest, displayName: name, description: description ?? '', editable, lastUpdatedTimestamp: Date.now() };
  return present({ ...info, actors: { roles, ...rest.actors } });
}

async function save(context: GraphContext, urn: Urn, changeType: 'CREATE_ENTITY' | 'UPSERT', info: Record<string, unknown>): Promise<string> {
  await writeAll(context, [{ entityUrn: urn.text, aspectName: INFO, changeType, value: valueOf(info) }]);
  const { problem, privileges } = compilePolicy(urn.text, info, (text) => text);
  const unknown = [...privileges].filter((privilege) => !isPrivilege(privilege));
  if (problem !== undefined) context.warn(`${urn.text} grants nothing: ${problem}`);
  if (unknown.length > 0) context.warn(`${urn.text} has privileges that decide nothing here: ${unknown.join(', ')}`);
  return urn.text;
}

const createPolicy: Resolve<{ input: PolicyInput }> = (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnOfType(model, `${model.names.urnPrefix}${TYPE}:${randomUUID()}`, TYPE);
  return save(context, urn, 'CREATE_ENTITY', infoOf(input, undefined, true));
};

const updatePolicy: Resolve<{ urn: string; input: PolicyInput }> = async (_, { urn: named, input }, context) => {
  const urn = urnOfType(context.catalog.model, named, TYPE);
  const before = await context.loaders.value(urn, INFO);
  if (!before) throw noSuchEntity(urn.text);
  const roles = isRecord(before.actors) ? before.actors.roles : undefined;
  return save(context, urn, 'UPSERT', infoOf(input, roles, before.editable !== false));
};

export const policies: Resolvers = { Mutation: { createPolicy, updatePolicy } };
