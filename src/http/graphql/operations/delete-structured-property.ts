/**
 * Mutation `deleteStructuredProperty` (docs/semantics.md 14.5, 15.4): the definition goes at once, its values in the background.
 */
import { type Part, type Resolve, urnOfType, writeAll } from '../operation.ts';

const remove: Resolve<{ input: { urn: string } }> = async (_, { input }, context) => {
  const urn = urnOfType(context.catalog.model, input.urn, 'structuredProperty');
  if (!(await context.loaders.exists(urn))) return false;
  await writeAll(context, [{ entityUrn: urn.text, aspectName: urn.type.key.name, changeType: 'DELETE' }]);
  return true;
};

export const deleteStructuredProperty: Part = {
  sdl: `
input DeleteStructuredPropertyInput { urn: String! }
extend type Mutation {
  "True when there was one."
  deleteStructuredProperty(input: DeleteStructuredPropertyInput!): Boolean!
}`,
  resolvers: { Mutation: { deleteStructuredProperty: remove } },
};
