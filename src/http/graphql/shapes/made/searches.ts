/**
 * Searches that a rule cannot say: incidents of an entity, and the search by meaning that Cairn does not have.
 */
import { isRecord } from '../../../../model/path.ts';
import { recordsIn, textIn } from '../../../../model/pick.ts';
import { costing, SEARCH } from '../../cost.ts';
import { type EntityRef, type Resolve, refOf } from '../../operation.ts';
import { requestOf, runSearch, type SearchInput } from '../../operations/search.ts';
import { facetsOf, hitsOf } from '../../types/search-results.ts';
import { rankedInView } from '../../types/views.ts';

interface IncidentArgs {
  readonly state?: string | null;
  readonly stage?: string | null;
  readonly priority?: string | null;
  readonly assigneeUrns?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
}

const LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
const COUNT = 20;

/** Incidents of an entity, the newest first. Those of many entities are read at once. */
export const incidents: Resolve<IncidentArgs, EntityRef> = async ({ read }, { state, stage, priority, assigneeUrns, ...page }, { loaders }) => {
  const about = await loaders.pointing(read, 'incident', 'IncidentOn');
  const infos = await Promise.all(about.map((urn) => loaders.value(urn, 'incidentInfo')));
  const assignees = new Set(assigneeUrns ?? []);
  const wanted = about
    .map((urn, at) => ({ urn, info: infos[at] ?? {} }))
    .filter(
      ({ info }) =>
        (!state || textIn(info.status, 'state') === state) &&
        (!stage || textIn(info.status, 'stage') === stage) &&
        (!priority || info.priority === LEVELS.indexOf(priority)) &&
        (assignees.size === 0 || recordsIn(info, 'assignees').some((each) => assignees.has(textIn(each, 'actor') ?? ''))),
    )
    .sort((one, other) => createdOf(other.info) - createdOf(one.info) || (one.urn.text < other.urn.text ? -1 : 1));
  const start = Math.max(0, page.start ?? 0);
  const found = wanted.slice(start, start + Math.max(0, page.count ?? COUNT)).map(({ urn }) => refOf(urn));
  return { start, count: found.length, total: wanted.length, incidents: found };
};

function createdOf({ created }: Record<string, unknown>): number {
  return isRecord(created) && typeof created.time === 'number' ? created.time : 0;
}

const findSemanticSearch: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const request = await rankedInView(context, input.viewUrn, requestOf(context, input));
  const found = await runSearch(context, request);
  context.warn('Cairn has no search by meaning; semanticSearchAcrossEntities has searched by words');
  return {
    start: request.start,
    count: request.count,
    total: found.total,
    searchResults: hitsOf(found, context),
    facets: facetsOf(found, context),
    suggestions: [],
  };
};

export const semanticSearch = costing(SEARCH, findSemanticSearch);
