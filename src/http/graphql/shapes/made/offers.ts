/**
 * What the sender may do with the server, how much it holds, and lists of what it does not have.
 */
import { costing, SEARCH } from '../../cost.ts';
import { type Resolve, urnOfType } from '../../operation.ts';
import { requestOf, runSearch, type SearchInput } from '../../operations/search.ts';
import { typesNamed } from '../../types/search-inputs.ts';
import { facetsOf, hitsOf } from '../../types/search-results.ts';

/** What any token that writes may do; the rest of the privileges is about parts that Cairn does not have. */
const WRITING = [
  'createDomains',
  'manageDomains',
  'manageGlossaries',
  'createTags',
  'manageTags',
  'manageOwnershipTypes',
  'manageBusinessAttributes',
];
const WRITING_TOO = ['createBusinessAttributes', 'manageStructuredProperties', 'manageIngestion', 'manageTests', 'manageIdentities'];
const READING = ['viewTests', 'viewManageTags', 'viewStructuredPropertiesPage'];
const NEVER = ['viewAnalytics', 'managePolicies', 'generatePersonalAccessTokens', 'manageSecrets', 'manageTokens'];
const NEVER_TOO = ['manageUserCredentials', 'manageGlobalViews', 'manageGlobalAnnouncements'];

export const platformPrivileges: Resolve = (_, __, { mayNotWrite }) => {
  const all = (names: readonly string[], may: boolean) => names.map((name) => [name, may] as const);
  return Object.fromEntries([
    ...all([...WRITING, ...WRITING_TOO], mayNotWrite === undefined),
    ...all(READING, true),
    ...all([...NEVER, ...NEVER_TOO], false),
  ]);
};

interface Listing {
  readonly input?: { readonly start?: number | null } | null;
}

/** An empty page, whatever its items are called: a field that is absent is null, and lists of this API may be null. */
export const nothingListed: Resolve<Listing> = (_, { input }) => {
  const none: readonly never[] = [];
  return { start: input?.start ?? 0, count: 0, total: 0, tokens: none };
};

/** How many entities there are of each type; without types of all that are searched. */
const findEntityCounts: Resolve<{ input?: { types?: readonly string[] | null } | null }> = async (_, { input }, { catalog, budget }) => {
  const types = typesNamed(catalog.model, input?.types) ?? catalog.searchable;
  const counts = await budget.list(() => catalog.countEach(types, false));
  return { counts: types.map(({ name, graphql }) => ({ entityType: graphql, count: counts.get(name) ?? 0 })) };
};

export const entityCounts = costing(SEARCH, findEntityCounts);

/** A search among the assets of a data product. */
const findProductAssets: Resolve<{ urn: string; input: SearchInput }> = async (_, { urn, input }, context) => {
  const { catalog, loaders } = context;
  const assets = (await loaders.value(urnOfType(catalog.model, urn, 'dataProduct'), 'dataProductProperties'))?.assets;
  const urns = (Array.isArray(assets) ? assets : []).map((each: { destinationUrn?: unknown }) => String(each.destinationUrn));
  const request = requestOf(context, { ...input, filters: [...(input.filters ?? []), { field: 'urn', values: urns }] });
  const page = { start: request.start, count: request.count };
  if (urns.length === 0) return { ...page, total: 0, searchResults: [], facets: [], suggestions: [] };
  const found = await runSearch(context, request);
  return { ...page, total: found.total, searchResults: hitsOf(found, context), facets: facetsOf(found, context), suggestions: [] };
};

export const productAssets = costing(SEARCH, findProductAssets);
