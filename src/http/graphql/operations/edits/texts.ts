/**
 * Mutations on descriptions, names and links (docs/semantics.md 15.6).
 */
import { describeEdit, nameEdit, pageEdit } from '../../../../catalog/index.ts';
import type { Part, Resolve } from '../../operation.ts';
import { stampOf } from '../../types/property-inputs.ts';
import { edit, type ResourceInput, resourcesOf } from './resources.ts';

const updateDescription: Resolve<{ input: ResourceInput & { description: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return edit(
    context,
    resources.map((resource) => describeEdit(resource, input.description)),
  );
};

const updateName: Resolve<{ input: { urn: string; name: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [{ resourceUrn: input.urn }]);
  return edit(
    context,
    resources.map(({ urn }) => nameEdit(urn, input.name)),
  );
};

const addLink: Resolve<{ input: ResourceInput & { linkUrl: string; label: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return edit(
    context,
    resources.map(({ urn }) => pageEdit(urn.text, [{ url: input.linkUrl, description: input.label }], [], stampOf(context.actor))),
  );
};

const removeLink: Resolve<{ input: ResourceInput & { linkUrl: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return edit(
    context,
    resources.map(({ urn }) => pageEdit(urn.text, [], [input.linkUrl], stampOf(context.actor))),
  );
};

export const texts: Part = {
  sdl: `
input DescriptionUpdateInput { description: String! resourceUrn: String! subResourceType: SubResourceType subResource: String }
input UpdateNameInput { name: String! urn: String! }
input AddLinkInput { linkUrl: String! label: String! resourceUrn: String! }
input RemoveLinkInput { linkUrl: String! resourceUrn: String! }
extend type Mutation {
  updateDescription(input: DescriptionUpdateInput!): Boolean
  updateName(input: UpdateNameInput!): Boolean
  addLink(input: AddLinkInput!): Boolean
  removeLink(input: RemoveLinkInput!): Boolean
}`,
  resolvers: { Mutation: { updateDescription, updateName, addLink, removeLink } },
};
