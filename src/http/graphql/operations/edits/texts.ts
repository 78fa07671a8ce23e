/**
 * Mutations on descriptions, names and links (docs/semantics.md 15.6).
 */
import { describeEdit, nameEdit, pageEdit } from '../../../../catalog/index.ts';
import { type Resolve, type Resolvers, stampOf } from '../../operation.ts';
import { editEach, type ResourceInput, resourcesOf } from './resources.ts';

const updateDescription: Resolve<{ input: ResourceInput & { description: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, (resource) => describeEdit(resource, input.description));
};

const updateName: Resolve<{ input: { urn: string; name: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [{ resourceUrn: input.urn }]);
  return editEach(context, resources, ({ urn }) => nameEdit(urn, input.name));
};

const addLink: Resolve<{ input: ResourceInput & { linkUrl: string; label: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, ({ urn }) =>
    pageEdit(urn.text, [{ url: input.linkUrl, description: input.label }], [], stampOf(context.actor)),
  );
};

const removeLink: Resolve<{ input: ResourceInput & { linkUrl: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, ({ urn }) => pageEdit(urn.text, [], [input.linkUrl], stampOf(context.actor)));
};

export const texts: Resolvers = { Mutation: { updateDescription, updateName, addLink, removeLink } };
