/**
 * Mutations that set the domain, the deprecation or the removal of entities (docs/semantics.md 15.6).
 */
import { type Deprecating, deprecationEdit, domainEdit, type EditTarget, removalEdit } from '../../../../catalog/index.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import type { GraphContext, Resolve, Resolvers } from '../../operation.ts';
import { editEach, namedUrns, type ResourceInput, resourcesOf } from './resources.ts';

/** Null takes the entities out of their domain. */
async function move(context: GraphContext, inputs: readonly ResourceInput[], domain: string | null | undefined, place: string): Promise<true> {
  const resources = await resourcesOf(context, inputs);
  const domains = await namedUrns(context, domain ? [domain] : [], ['domain'], place);
  return editEach(context, resources, ({ urn }) => domainEdit(urn.text, domains[0]));
}

const setDomain: Resolve<{ entityUrn: string; domainUrn: string }> = (_, { entityUrn, domainUrn }, context) =>
  move(context, [{ resourceUrn: entityUrn }], domainUrn, '/domainUrn');
const unsetDomain: Resolve<{ entityUrn: string }> = (_, { entityUrn }, context) => move(context, [{ resourceUrn: entityUrn }], null, '/domainUrn');
const batchSetDomain: Resolve<Arguments['batchSetDomain']> = (_, { input }, context) =>
  move(context, input.resources, input.domainUrn, '/input/domainUrn');

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
  Mutation: { setDomain, unsetDomain, batchSetDomain, updateDeprecation, batchUpdateDeprecation, batchUpdateSoftDeleted },
};
