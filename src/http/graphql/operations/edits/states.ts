/**
 * Mutations that set the deprecation or the removal of entities (docs/semantics.md 15.6).
 */
import { type Deprecating, deprecationEdit, type EditTarget, removalEdit } from '../../../../catalog/index.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import type { GraphContext, Resolve, Resolvers } from '../../operation.ts';
import { editEach, resourcesOf } from './resources.ts';

/** A column has its deprecation in an entity of its own. */
async function deprecate(context: GraphContext, resources: readonly EditTarget[], input: Deprecating): Promise<true> {
  return editEach(context, resources, (resource) => deprecationEdit(context.catalog.model, resource, input, context.actor));
}

const updateDeprecation: Resolve<Arguments['updateDeprecation']> = async (_, { input }, context) =>
  deprecate(context, await resourcesOf(context, [{ resourceUrn: input.urn, subResource: input.subResource ?? null }]), input);
const batchUpdateDeprecation: Resolve<Arguments['batchUpdateDeprecation']> = async (_, { input }, context) =>
  deprecate(context, await resourcesOf(context, input.resources), input);

const batchUpdateSoftDeleted: Resolve<Arguments['batchUpdateSoftDeleted']> = async (_, { input }, context) => {
  return editEach(context, await resourcesOf(context, input.urns), ({ urn }) => removalEdit(urn.text, input.deleted));
};

export const states: Resolvers = {
  Mutation: { updateDeprecation, batchUpdateDeprecation, batchUpdateSoftDeleted },
};
