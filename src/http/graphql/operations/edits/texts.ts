/**
 * Mutations on descriptions, names and links (docs/semantics.md 15.6).
 */
import { describeEdit, nameEdit, pageEdit } from '../../../../catalog/index.ts';
import { badParameter } from '../../../../errors.ts';
import { recordsIn } from '../../../../model/pick.ts';
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

type LinkInput = ResourceInput & { linkUrl: string; label: string; settings?: { showInAssetPreview?: boolean | null } | null };

function linkOf({ linkUrl, label, settings }: LinkInput): { url: string; description: string; settings?: object } {
  const shown = settings?.showInAssetPreview;
  return { url: linkUrl, description: label, ...(typeof shown === 'boolean' && { settings: { showInAssetPreview: shown } }) };
}

const addLink: Resolve<{ input: LinkInput }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, ({ urn }) => pageEdit(urn.text, [linkOf(input)], [], stampOf(context.actor)));
};

/** @throws Refusal malformed for a link that the entity does not have */
const updateLink: Resolve<{ input: LinkInput & { currentUrl: string; currentLabel?: string | null } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  const { currentUrl, currentLabel } = input;
  for (const { urn } of resources) {
    const links = recordsIn(await context.loaders.value(urn, 'institutionalMemory'), 'elements');
    const there = links.some(({ url, description }) => url === currentUrl && (currentLabel ?? description) === description);
    if (!there) throw badParameter('/input/currentUrl', `the URL of a link of ${urn.text}`, currentUrl);
  }
  return editEach(context, resources, ({ urn }) => pageEdit(urn.text, [linkOf(input)], [currentUrl], stampOf(context.actor)));
};

const removeLink: Resolve<{ input: ResourceInput & { linkUrl: string } }> = async (_, { input }, context) => {
  const resources = await resourcesOf(context, [input]);
  return editEach(context, resources, ({ urn }) => pageEdit(urn.text, [], [input.linkUrl], stampOf(context.actor)));
};

export const texts: Resolvers = { Mutation: { updateDescription, updateName, addLink, upsertLink: addLink, updateLink, removeLink } };
