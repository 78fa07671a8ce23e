/**
 * Mutations on descriptions, names and links (docs/semantics.md 15.6).
 */
import { describeEdit, nameEdit, type PageLink, pageEdit } from '../../../../catalog/index.ts';
import { badParameter } from '../../../../errors.ts';
import type { AddLinkInput, Arguments } from '../../../../generated/arguments.ts';
import { recordsIn } from '../../../../model/pick.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, stampOf } from '../../operation.ts';
import { editEach, resourcesOf } from './resources.ts';

const updateDescription: Resolve<Arguments['updateDescription']> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, (resource) => describeEdit(resource, input.description));
};

const updateName: Resolve<Arguments['updateName']> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [{ resourceUrn: input.urn }]);
  return editEach(context, resources, ({ urn }) => nameEdit(urn, input.name));
};

function linkOf({ linkUrl, label, settings }: AddLinkInput): PageLink {
  const shown = settings?.showInAssetPreview;
  return { url: linkUrl, description: label, ...(typeof shown === 'boolean' && { settings: { showInAssetPreview: shown } }) };
}

async function linksOf({ loaders }: GraphContext, urn: Urn): Promise<ReturnType<typeof recordsIn>> {
  return recordsIn(await loaders.value(urn, 'institutionalMemory'), 'elements');
}

const addLink: Resolve<Arguments['addLink']> = async (_, { input }, context) => {
  const [resource] = await resourcesOf(context, [input]);
  if (!resource) return true;
  const there = (await linksOf(context, resource.urn)).find(({ url }) => url === input.linkUrl);
  return editEach(context, [resource], ({ urn }) => pageEdit(urn.text, [linkOf(input)], [], stampOf(context.actor), there?.createStamp));
};

/** @throws Refusal malformed for a link that the entity does not have */
const updateLink: Resolve<Arguments['updateLink']> = async (_, { input }, context) => {
  const [resource] = await resourcesOf(context, [input]);
  if (!resource) return true;
  const { currentUrl, currentLabel } = input;
  const links = await linksOf(context, resource.urn);
  const there = links.find(({ url, description }) => url === currentUrl && (currentLabel ?? description) === description);
  if (!there) throw badParameter('/input/currentUrl', `the URL of a link of ${resource.urn.text}`, currentUrl);
  return editEach(context, [resource], ({ urn }) => pageEdit(urn.text, [linkOf(input)], [currentUrl], stampOf(context.actor), there.createStamp));
};

const removeLink: Resolve<Arguments['removeLink']> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, ({ urn }) => pageEdit(urn.text, [], [input.linkUrl], stampOf(context.actor)));
};

export const texts: Resolvers = { Mutation: { updateDescription, updateName, addLink, upsertLink: addLink, updateLink, removeLink } };
