/**
 * The mutation that makes a tag. Those that add tags to entities follow from the model (parts.ts).
 */
import { randomUUID } from 'node:crypto';
import { tagExists } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { valueOf } from '../../../../model/json.ts';
import { urnFrom } from '../../../../model/named.ts';
import { type Resolve, type Resolvers, writeAll } from '../../operation.ts';

const createTag: Resolve<Arguments['createTag']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnFrom(model, `${model.names.urnPrefix}tag:${input.id ?? randomUUID()}`);
  if (await context.loaders.exists(urn)) throw tagExists(urn.text, input.id);
  const value = valueOf({ name: input.name, description: input.description });
  await writeAll(context, [{ entityUrn: urn.text, aspectName: 'tagProperties', changeType: 'CREATE_ENTITY', value }]);
  return urn.text;
};

export const tags: Resolvers = { Mutation: { createTag } };
