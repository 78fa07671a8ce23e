/**
 * Makes and deletes what assets are ordered by: terms and their groups, domains, data products, tags, documents.
 */
import {
  createDocumentMutation,
  createDomainMutation,
  createGroupMutation,
  createProductMutation,
  createTagMutation,
  createTermMutation,
  type FacetFilterInput,
} from '../../generated/queries.ts';
import { settings, typeSettings } from '../settings.ts';
import { type Answer, mutate, request } from './client.ts';
import { count } from './counts.ts';
import { readEntities } from './entity.ts';
import { forgetName } from './names.ts';
import { newId } from './new-id.ts';
import { typeOfUrn } from './urn.ts';

interface NewThing {
  readonly id: string;
  readonly name: string;
  /** Markdown: what it means. */
  readonly text: string;
  /** URN of what it is in; absent: the top. */
  readonly parent?: string | undefined;
  readonly domain?: string | undefined;
}

const urnOr = (made: string | null | undefined): string => made ?? '';
const described = (text: string): { description?: string } => (text.trim() === '' ? {} : { description: text });

/** @param field which names what it is in */
function inputOf({ id, name, text, parent }: NewThing, field: 'parentNode' | 'parentDomain') {
  return { id, name, ...described(text), ...(parent ? { [field]: parent } : {}) };
}

/** How each type is made, by its name. Each answers the URN. */
const MAKERS: Readonly<Record<string, (made: NewThing) => Promise<string>>> = {
  glossaryTerm: async (made) => urnOr((await mutate(createTermMutation, { input: inputOf(made, 'parentNode') })).made),
  glossaryNode: async (made) => urnOr((await mutate(createGroupMutation, { input: inputOf(made, 'parentNode') })).made),
  domain: async (made) => urnOr((await mutate(createDomainMutation, { input: inputOf(made, 'parentDomain') })).made),
  dataProduct: async ({ id, name, text, domain }) =>
    urnOr(
      (await mutate(createProductMutation, { input: { id, properties: { name, ...described(text) }, ...(domain ? { domainUrn: domain } : {}) } }))
        .made?.urn,
    ),
  tag: async ({ id, name, text }) => urnOr((await mutate(createTagMutation, { input: { id, name, ...described(text) } })).made),
  document: async ({ name, text, parent }) =>
    urnOr(
      (
        await mutate(createDocumentMutation, {
          input: { id: newId(), title: name, contents: { text }, state: 'PUBLISHED', ...(parent ? { parentDocument: parent } : {}) },
        })
      ).made,
    ),
};

/**
 * @param type of the entity: `glossaryTerm`
 * @returns its URN
 * @throws ApiError if it exists
 */
export async function make(type: string, made: NewThing): Promise<string> {
  const maker = MAKERS[type];
  if (!maker) throw new Error(`Nothing here makes entities of type ${type}.`);
  const urn = await maker(made);
  forgetName(urn);
  return urn;
}

/** The URN that an id leads to. */
export const urnFor = (type: string, id: string): string => `${settings.urnPrefix}${type}:${id}`;

export async function exists(urn: string): Promise<boolean> {
  return (await readEntities([urn])).length > 0;
}

export interface VocabularyUse {
  /** How many assets carry it. */
  readonly carriers: number;
  /** How many of its kind are in it. */
  readonly below: number;
  /** How many references to it the catalog has, these included. */
  readonly references: number;
}

const isParent = (field: string): boolean => field.startsWith('parent');

/** The search fields of what carries an entity of the type. */
export function carrierFields(type: string): string[] {
  return (typeSettings(type)?.listed?.fields ?? []).filter((field) => !isParent(field));
}

/** Where a thing is in use. */
export async function affectedBy(urn: string, signal?: AbortSignal): Promise<VocabularyUse> {
  const type = typeOfUrn(urn);
  const anyOf = (some: readonly string[]): FacetFilterInput[][] => some.map((field) => [{ field, values: [urn] }]);
  const carried = carrierFields(type);
  const above = [...(typeSettings(type)?.listed?.fields ?? []).filter(isParent), ...(PARENT_FIELDS[type] ?? [])];
  const asks = [carried, above].filter((some) => some.length > 0);
  const [{ totals }, { value }] = await Promise.all([
    count(
      [],
      asks.map((some) => ({ anyOf: anyOf(some) })),
      signal,
    ),
    references(urn, signal),
  ]);
  const totalOf = (some: string[]): number => totals[asks.indexOf(some)] ?? 0;
  return { carriers: totalOf(carried), below: totalOf(above), references: value.total };
}

/** The search fields by which others say that they are in it, where the model lists none. */
const PARENT_FIELDS: Readonly<Record<string, readonly string[]>> = { glossaryNode: ['parentNode'] };

function references(urn: string, signal?: AbortSignal): Promise<Answer<'/entities?action=deleteReferences', 'post'>> {
  return request('entities', { method: 'POST', query: { action: 'deleteReferences' }, body: { urn, dryRun: true }, signal });
}

/** Deletes it for good, and what refers to it. */
export async function destroy(urn: string): Promise<void> {
  const path = `openapi/v3/entity/${typeOfUrn(urn).toLowerCase()}/${encodeURIComponent(urn)}`;
  await request(path, { method: 'DELETE', headers: { [settings.syncHeader]: 'true' } });
  forgetName(urn);
}
