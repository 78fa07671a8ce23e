/**
 * Documents: the search for them, their drafts, and what has changed in them; and the stages in the life of assets.
 */
import type { Arguments, FacetFilterInput } from '../../../generated/arguments.ts';
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn, textsIn } from '../../../model/pick.ts';
import { costing, SEARCH } from '../cost.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { requestOf, runSearch } from '../operations/search.ts';
import type { Window } from '../types/points.ts';
import { facetsOf } from '../types/search-results.ts';

const INFO = 'documentInfo';
const STAGE_INFO = 'lifecycleStageTypeInfo';
const MOST = 1_000;
/** Versions that are read at once. */
const PAGE = 100;

/** The sender, and the groups that the sender is in. */
async function selfAndGroups({ actor, catalog, loaders }: GraphContext): Promise<string[]> {
  const user = urnFrom(catalog.model, actor);
  const [given, native] = await Promise.all(['groupMembership', 'nativeGroupMembership'].map((aspect) => loaders.value(user, aspect)));
  return [actor, ...textsIn(given, 'groups'), ...textsIn(native, 'nativeGroups')];
}

const search: Resolve<Arguments['searchDocuments']> = async (_, { input }, context) => {
  const { parentDocument, parentDocuments, rootOnly, types, domains, states, includeDrafts, relatedAssets, sourceType } = input;
  const absent = (field: string): FacetFilterInput => ({ field, condition: 'EXISTS', negated: true });
  const oneOf = (field: string, values: readonly string[] | null | undefined): FacetFilterInput[] => (values?.length ? [{ field, values }] : []);
  const filters = [
    ...(input.filters ?? []),
    ...oneOf('parentDocument', parentDocuments ?? (parentDocument ? [parentDocument] : [])),
    ...(rootOnly ? [absent('parentDocument')] : []),
    ...oneOf('typeNames', types),
    ...oneOf('domains', domains),
    ...oneOf('relatedAssets', relatedAssets),
    ...oneOf('sourceType', sourceType ? [sourceType] : []),
    ...oneOf('state', states),
    ...(includeDrafts ? [] : [absent('draftOf')]),
    { field: 'showInGlobalContext', values: ['false'], negated: true },
  ];
  const mine = { and: [{ field: 'owners', values: await selfAndGroups(context) }] };
  const orFilters = states?.length ? null : [{ and: oneOf('state', ['PUBLISHED']) }, mine];
  const request = requestOf(context, { ...input, query: input.query || '*', types: ['DOCUMENT'], filters, orFilters });
  const result = await runSearch(context, request);
  const found = result.hits.map(({ urn }) => refNamed(context.catalog.model, urn)).filter((ref) => ref !== null);
  return { start: request.start, count: found.length, total: result.total, documents: found, facets: facetsOf(result, context) };
};

const drafts: Resolve<never, EntityRef> = async ({ read }, _, { catalog, budget, warn }) => {
  const { related, total } = await budget.list(() => catalog.related(read, 'INCOMING', ['IsDraftOf'], 0, MOST));
  if (total > related.length) warn(`drafts has the first ${related.length} of ${total} drafts of ${read.text}`);
  budget.spend(related.length);
  return related.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null);
};

interface DocumentSentence {
  readonly type: string;
  readonly what: string;
  readonly of: (info: Readonly<Record<string, unknown>>) => string;
}

const named = (value: unknown): string => (isRecord(value) ? String(value.document ?? '') : '');
const listed = (info: unknown, list: string, field: string): string =>
  recordsIn(info, list)
    .flatMap((each) => [String(each[field])])
    .sort()
    .join(', ');

/** What a change of a document can be about, and how it reads. */
const SAID: readonly DocumentSentence[] = [
  { type: 'TITLE_CHANGED', what: 'title', of: ({ title }) => String(title ?? '') },
  { type: 'TEXT_CHANGED', what: 'text', of: ({ contents }) => (isRecord(contents) ? String(contents.text) : '') },
  { type: 'PARENT_CHANGED', what: 'parent', of: ({ parentDocument }) => named(parentDocument) },
  { type: 'RELATED_DOCUMENTS_CHANGED', what: 'related documents', of: (info) => listed(info, 'relatedDocuments', 'document') },
  { type: 'RELATED_ASSETS_CHANGED', what: 'related assets', of: (info) => listed(info, 'relatedAssets', 'asset') },
  { type: 'STATE_CHANGED', what: 'state', of: ({ status }) => (isRecord(status) ? String(status.state) : '') },
];

const history: Resolve<Window & { limit: number }, EntityRef> = async (
  { read },
  { startTimeMillis, endTimeMillis, limit },
  { catalog, loaders, budget },
) => {
  if (!(await loaders.state(read, INFO))) return [];
  const [from, to] = [startTimeMillis ?? 0, endTimeMillis ?? Number.MAX_SAFE_INTEGER];
  const changes: object[] = [];
  for (let start = 0; changes.length < limit; start += PAGE) {
    // One version more, to compare the last one of the page with.
    const { versions } = await budget.list(() => catalog.versions(read, INFO, start, PAGE + 1));
    for (const [at, { state }] of versions.slice(0, PAGE).entries()) {
      if (state.at < from || state.at > to) continue;
      const stamp = { actor: state.by, timestamp: state.at };
      const before = versions[at + 1]?.state.value.json;
      const now = state.value.json as Readonly<Record<string, unknown>>;
      if (isRecord(before)) changes.push(...differences(before, now).map((each) => ({ ...each, ...stamp })));
      else if (state.seq === 1) changes.push({ changeType: 'CREATED', description: 'The document was created', details: [], ...stamp });
    }
    if (versions.length <= PAGE) break;
  }
  budget.spend(changes.length);
  return changes.slice(0, Math.max(0, limit));
};

function differences(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): object[] {
  return SAID.flatMap(({ type, what, of }) => {
    const [was, is] = [of(before), of(now)];
    if (was === is) return [];
    const details = [
      { key: 'before', value: was },
      { key: 'after', value: is },
    ];
    return [{ changeType: type, description: `The ${what} was changed`, details }];
  });
}

/** In the order of their names. */
const stages: Resolve = async (_, __, { catalog, loaders, budget, warn }) => {
  const type = catalog.model.entityTypes.get('lifecycleStageType');
  const urns = type ? await budget.list(() => catalog.urnsOf(type, 0, MOST + 1)) : [];
  if (urns.length > MOST) warn(`listLifecycleStages has the first ${MOST} stages: search for others`);
  const refs = urns
    .slice(0, MOST)
    .map((urn) => refNamed(catalog.model, urn))
    .filter((ref) => ref !== null);
  const infos = await Promise.all(refs.map(({ read }) => loaders.value(read, STAGE_INFO)));
  return refs.filter((_ref, at) => infos[at] !== undefined);
};

const stageField =
  (read: (info: Readonly<Record<string, unknown>>) => unknown): Resolve<never, EntityRef> =>
  async ({ read: urn }, _, { loaders }) =>
    read((await loaders.value(urn, STAGE_INFO)) ?? {});

export const documentFields: Resolvers = {
  Query: { searchDocuments: costing(SEARCH, search), listLifecycleStages: costing(SEARCH, stages) },
  Document: { drafts, changeHistory: costing(SEARCH, history) },
  LifecycleStageType: {
    entityTypes: stageField(({ entityTypes }) => entityTypes ?? null),
    hideInSearch: stageField(({ settings }) => isRecord(settings) && settings.hideInSearch === true),
    allowedPreviousStages: stageField(({ transitionPolicy }) =>
      isRecord(transitionPolicy) ? (transitionPolicy.allowedPreviousStages ?? null) : null,
    ),
  },
};
