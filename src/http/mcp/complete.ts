/**
 * Completes what somebody types into an argument of a prompt, or into the address of a resource.
 */
import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import { type Catalog, columnsOf, EVERYTHING, resolve } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { argumentOf, type Completes } from './prompts.ts';
import { TEMPLATES } from './resources.ts';

/** Most values of an answer: the protocol allows 100. */
const MOST = 20;
const LONGEST = 500;

/** @throws Refusal malformed for a prompt, an argument or a template that does not exist */
export async function complete(catalog: Catalog, { ref, argument, context }: CompleteRequest['params']): Promise<CompleteResult> {
  const typed = argument.value.slice(0, LONGEST);
  const values = [...new Set(await VALUES[whatIs(ref, argument.name)](catalog, typed, context?.arguments ?? {}))];
  return { completion: { values: values.slice(0, MOST), hasMore: values.length > MOST } };
}

function whatIs(ref: CompleteRequest['params']['ref'], name: string): Completes {
  if (ref.type === 'ref/prompt') return argumentOf(ref.name, name);
  const template = TEMPLATES.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!template) throw badParameter('/ref/uri', TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(' or '), ref.uri);
  if (name !== 'urn') throw badParameter('/argument/name', 'urn', name);
  return 'urn';
}

type Completion = (catalog: Catalog, typed: string, others: Readonly<Record<string, string>>) => Promise<string[]>;

const VALUES: Readonly<Record<Completes, Completion>> = {
  nothing: async () => [],
  asset: async (catalog, typed) => (await suggested(catalog, typed)).map(({ text }) => text),
  urn: async (catalog, typed) => (await suggested(catalog, typed)).map(({ urn }) => urn),
  domain: async (catalog, typed) => (await suggested(catalog, typed, 'domain')).map(({ text }) => text),
  column: async (catalog, typed, { asset = '' }) => {
    const found = asset === '' ? undefined : await resolve(catalog, asset);
    if (found?.is !== 'found') return [];
    const [view] = await catalog.read([found.urn], ['schemaMetadata', 'editableSchemaMetadata']);
    const lower = typed.toLowerCase();
    return ((view && columnsOf(view)) ?? []).flatMap(({ name }) => (name.toLowerCase().startsWith(lower) ? [name] : []));
  },
};

/** What begins so. */
async function suggested(catalog: Catalog, typed: string, type?: string) {
  const types = type === undefined ? catalog.searchable : [catalog.model.entityTypes.get(type)].flatMap((each) => each ?? []);
  if (typed.trim() === '') return [];
  const { suggestions } = await catalog.suggest({ types, query: typed, filter: EVERYTHING, limit: MOST + 1 });
  return suggestions;
}
