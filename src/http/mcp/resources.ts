/**
 * Resources: each entity is one, `cairn://entity/<URN>`, percent-encoded.
 */
import { type Catalog, isRemoved, names } from '../../catalog/index.ts';
import { badParameter, noSuchEntity } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import type { Names } from '../../model/names.ts';
import { objectText } from '../answer/send.ts';

const PREFIX = 'cairn://entity/';
const MIME = 'application/json';
const PAGE = 100;

export const TEMPLATES = [
  {
    uriTemplate: `${PREFIX}{urn}`,
    name: 'entity',
    title: 'An entity of the catalog',
    description: 'All that is stored about an entity: each aspect with its value. {urn} is percent-encoded.',
    mimeType: MIME,
  },
];

function uriOf(urn: string): string {
  return `${PREFIX}${encodeURIComponent(urn)}`;
}

/**
 * A page of the assets of all searched types, in the order of their URNs.
 *
 * @param after the cursor of the page before
 */
export async function listResources(catalog: Catalog, after: string | undefined) {
  const last = after === undefined ? undefined : urnFrom(catalog.model, after).text;
  const { urns, more } = await catalog.list({
    types: catalog.searchable,
    after: last,
    count: PAGE,
    order: 'ASCENDING',
    includeRemoved: false,
    slice: undefined,
  });
  const nameOf = await names(
    catalog,
    urns.map(({ text }) => text),
  );
  const resources = urns.map(({ text, type }) => ({
    uri: uriOf(text),
    name: nameOf(text).name,
    description: `A ${type.name}: ${text}`,
    mimeType: MIME,
  }));
  const end = urns.at(-1);
  return { resources, ...(more && end && { nextCursor: end.text }) };
}

/** The entity of an address. @throws Refusal malformed for another address; notFound for an entity that does not exist */
export async function resourceOf(catalog: Catalog, uri: string): Promise<string> {
  const urn = urnFrom(catalog.model, urnIn(uri));
  const [view] = await catalog.read([urn], ['status']);
  if (!view?.exists) throw noSuchEntity(urn.text);
  return urn.text;
}

/** @throws Refusal malformed for another address; notFound for an entity that does not exist */
export async function readResource(catalog: Catalog, uri: string) {
  const urn = urnFrom(catalog.model, urnIn(uri));
  const [view] = await catalog.read([urn], undefined);
  if (!view?.exists) throw noSuchEntity(urn.text);
  const aspects = view.aspects.map(({ aspect, state }) => [aspect.name, state.value.text] as const);
  const text = objectText([
    ['urn', JSON.stringify(urn.text)],
    ['type', JSON.stringify(urn.type.name)],
    ['removed', String(isRemoved(view))],
    ['aspects', objectText(aspects)],
  ]);
  return { contents: [{ uri, mimeType: MIME, text }] };
}

/** @throws Refusal malformed */
function urnIn(uri: string): string {
  try {
    if (uri.startsWith(PREFIX)) return decodeURIComponent(uri.slice(PREFIX.length));
  } catch {
    // Not percent-encoded correctly: refused below.
  }
  throw badParameter('/uri', `an address such as ${PREFIX}<URN, percent-encoded>`, uri);
}

/** What clients show about the server. */
export function instructions({ urnPrefix }: Names): string {
  return [
    'Cairn is a catalog of metadata: which tables, dashboards and pipelines there are, what their columns mean, who owns them, where the data comes from.',
    'Begin with find_data. Pass names or URNs to the other tools; URNs begin with',
    `${urnPrefix} and are passed on unchanged.`,
    'Answers tell four things apart: "none" (there is nothing), "notKnown" (nobody told the catalog), "hidden" (you do not see it), "cut" (it did not fit: raise maxTokens).',
    'If "problem" is in an answer, ask again with one of its candidates.',
  ].join(' ');
}
