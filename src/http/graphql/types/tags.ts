/**
 * Mutations on tags that the command line of real clients sends (docs/semantics.md 15.3).
 */

import { randomUUID } from 'node:crypto';
import { tagExists } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { pointerPart } from '../../../model/pointer.ts';
import { type Part, type Resolve, urnOfType, writeAll } from '../operation.ts';

const create: Resolve<{ input: { id?: string | null; name: string; description?: string | null } }> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const urn = urnFrom(model, `${model.names.urnPrefix}tag:${input.id ?? randomUUID()}`);
  if (await context.loaders.exists(urn)) throw tagExists(urn.text, input.id);
  const value = valueOf({ name: input.name, description: input.description });
  await writeAll(context, [{ entityUrn: urn.text, aspectName: 'tagProperties', changeType: 'CREATE', value }]);
  return urn.text;
};

interface TagAt {
  readonly tagUrn: string;
  readonly resourceUrn: string;
}

/** Adds a tag to an entity, or takes it off; the other tags stay. */
function patching(op: 'add' | 'remove'): Resolve<{ input: TagAt }> {
  return async (_, { input }, context) => {
    const { text: tag } = urnOfType(context.catalog.model, input.tagUrn, 'tag');
    const resource = urnFrom(context.catalog.model, input.resourceUrn);
    const path = `/tags/${pointerPart(tag)}`;
    const value = valueOf({ patch: [op === 'add' ? { op, path, value: { tag } } : { op, path }], arrayPrimaryKeys: { tags: ['tag'] } });
    const there = op === 'add' || (await context.loaders.value(resource, 'globalTags')) !== undefined;
    if (there) await writeAll(context, [{ entityUrn: resource.text, aspectName: 'globalTags', changeType: 'PATCH', value }]);
    return true;
  };
}

export const tags: Part = {
  sdl: `
input CreateTagInput { id: String name: String! description: String }
input TagAssociationInput { tagUrn: String! resourceUrn: String! }
extend type Mutation {
  "URN of the new tag."
  createTag(input: CreateTagInput!): String
  addTag(input: TagAssociationInput!): Boolean
  removeTag(input: TagAssociationInput!): Boolean
}`,
  resolvers: { Mutation: { createTag: create, addTag: patching('add'), removeTag: patching('remove') } },
};
