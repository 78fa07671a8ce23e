/**
 * Mutation `createTag`, which the command line of real clients sends (docs/semantics.md 15.3).
 */

import { randomUUID } from 'node:crypto';
import { tagExists } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { type Part, type Resolve, writeAll } from '../operation.ts';

const create: Resolve<{ input: { id?: string | null; name: string; description?: string | null } }> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnFrom(model, `${model.names.urnPrefix}tag:${input.id ?? randomUUID()}`);
  if (await context.loaders.exists(urn)) throw tagExists(urn.text, input.id);
  const value = valueOf({ name: input.name, description: input.description });
  await writeAll(context, [{ entityUrn: urn.text, aspectName: 'tagProperties', changeType: 'CREATE_ENTITY', value }]);
  return urn.text;
};

export const tags: Part = {
  sdl: `
input CreateTagInput { id: String name: String! description: String }
extend type Mutation {
  "URN of the new tag."
  createTag(input: CreateTagInput!): String
}`,
  resolvers: { Mutation: { createTag: create } },
};
