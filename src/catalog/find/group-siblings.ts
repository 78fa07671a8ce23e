/**
 * Searches that show siblings as one hit (docs/semantics.md 8.7): of those that are both in the result, the primary one. The others are left out by a
 * filter, so that totals, pages, scrolls and facets are those of the same list.
 */
import type { EntityReader } from '../../graph/read.ts';
import { URN_FIELD } from '../../model/fields.ts';
import { SIBLINGS } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { textsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { both, criterion, type Filter, type SearchRequest, type SearchResult } from '../../search/index.ts';
import { jsonOf } from '../access/json-of.ts';
import type { NamingRequest } from '../properties/searched-properties.ts';

export interface Grouping {
  /** Show siblings as one hit? */
  readonly groupSiblings?: boolean | undefined;
}

/** The flag of those that name siblings. */
const HAS_SIBLINGS = 'hasSiblings';
/** Hits with siblings: each search reads them all. */
const MOST_GROUPED = 10_000;
/** A ranked list has at most so many hits. */
const MOST_RANKED = 100;

interface GroupingParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly search: (request: SearchRequest & NamingRequest) => Promise<SearchResult>;
}

/** The result, and the request for which a search gives it. */
export async function groupedBySiblings<Request extends SearchRequest & NamingRequest>(
  parts: GroupingParts,
  request: Request,
): Promise<{ readonly request: Request; readonly result: SearchResult }> {
  const found = await parts.search(request);
  const ungrouped = { request, result: found };
  if (found.total < 2) return ungrouped;
  const { facets: _, scroll: __, sort: ___, ...rest }: SearchRequest & NamingRequest = request;
  const asked = { ...rest, matches: false, start: 0, anyOrder: true, naming: withSiblings(request.naming) };
  const near = found.bestOf
    ? await urnsFound(parts, { ...asked, anyOrder: false, naming: request.naming, count: MOST_RANKED })
    : await urnsFound(parts, { ...asked, filter: both(request.filter, added(HAS_SIBLINGS, 'true')), count: MOST_GROUPED + 1 });
  if (near.length > MOST_GROUPED) {
    const note = `Siblings are shown apart, because more than ${MOST_GROUPED.toLocaleString('en')} hits have some: narrow the search`;
    return { request, result: { ...found, unknown: [...found.unknown, { note }] } };
  }
  const named = await siblingsIn(parts, near);
  const others = [...new Set([...named.values()].flatMap(({ siblings }) => siblings))].filter((urn) => !near.includes(urn));
  const there =
    found.bestOf || others.length === 0
      ? []
      : await urnsFound(parts, { ...asked, filter: both(request.filter, added(URN_FIELD, ...others)), count: others.length });
  const left = leftOut([...near, ...there], new Map([...named, ...(await siblingsIn(parts, there))]));
  if (left.length === 0) return ungrouped;
  const grouped = { ...request, filter: both(request.filter, { is: 'not', of: added(URN_FIELD, ...left) }) };
  return { request: grouped, result: await parts.search(grouped) };
}

/** It does not count in the limit of the client's filter. */
function added(field: string, ...values: string[]): Filter {
  return { ...criterion(field, 'IN', ...values), added: true };
}

/** Who does not see all siblings may not ask for the flag; here it finds only what the search finds anyway. */
function withSiblings(naming: NamingRequest['naming']): NamingRequest['naming'] {
  const closed = naming?.closed;
  if (!closed) return naming;
  const fields: typeof closed.fields = (columns) => ({ has: (name) => name !== HAS_SIBLINGS && closed.fields(columns).has(name) });
  return { ...naming, closed: { ...closed, fields } };
}

async function urnsFound({ search }: GroupingParts, request: SearchRequest & NamingRequest): Promise<string[]> {
  return (await search(request)).hits.map(({ urn }) => urn);
}

interface SiblingList {
  readonly siblings: readonly string[];
  readonly primary: boolean;
}

async function siblingsIn({ model, reader }: GroupingParts, urns: readonly string[]): Promise<Map<string, SiblingList>> {
  const rows = urns.length === 0 ? new Map() : await reader(urns, [SIBLINGS]);
  return new Map(
    urns.map((urn) => {
      const json = jsonOf(rows.get(urn), SIBLINGS);
      const siblings = textsIn(json, 'siblings').map((text) => canonicalUrn(model, text));
      return [urn, { siblings, primary: isRecord(json) && json.primary === true }];
    }),
  );
}

/** Of entities that are linked with each other, directly or not, all but one: a primary one, and the first of several. */
export function leftOut(urns: readonly string[], named: ReadonlyMap<string, SiblingList>): string[] {
  const groups = new Map(urns.map((urn) => [urn, [urn]]));
  for (const urn of urns) {
    for (const sibling of named.get(urn)?.siblings ?? []) {
      const [one, other] = [groups.get(urn), groups.get(sibling)];
      if (!one || !other || one === other) continue;
      one.push(...other);
      for (const each of other) groups.set(each, one);
    }
  }
  return [...new Set(groups.values())].flatMap((group) => {
    const [shown] = group.toSorted((a, b) => Number(named.get(b)?.primary ?? false) - Number(named.get(a)?.primary ?? false) || (a < b ? -1 : 1));
    return group.filter((urn) => urn !== shown);
  });
}
