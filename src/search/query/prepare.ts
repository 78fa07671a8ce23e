/**
 * Prepares a search: the conditions on all its hits, their order, and what each hit shows.
 */
import { badSort, tooMany } from '../../errors.ts';
import { type Fields, fieldsOf, type NamedField, nearestFields, pickedFields, TYPE_FIELD } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { mapInSlices } from '../../slices.ts';
import { type FacetField, facetOf } from '../document/asked-fields.ts';
import { isFacet, isOwnText, sortField } from '../document/index-fields.ts';
import { NAME_FIELDS } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import type { RawHit, RawResult } from '../engine/multi.ts';
import { countingWords } from '../evidence/stop-words.ts';
import { PART_FIELDS } from '../evidence/weights.ts';
import type { Clause } from '../filter/clause.ts';
import type { Lookup } from '../filter/compile.ts';
import type { Remark, UnknownField } from '../filter/expand.ts';
import { fieldNamed, namesProperty, type PropertyFinder, type SeenColumns } from '../filter/property-fields.ts';
import { both, criteriaOf, type Filter } from '../filter/tree.ts';
import { facetsOf, longValues } from './facets.ts';
import { isEverything } from './input.ts';
import { matchedFields } from './matches.ts';
import { type Parameters, withSources } from './pages.ts';
import { withoutKeyword } from './resolved-query.ts';
import { amongAll, asksForRemoved } from './scope.ts';
import { BY_KEY } from './scroll.ts';
import type { SectionsRequest } from './sections.ts';
import type { FacetResult, SearchRequest, SearchResult, Sort, WantedFacet } from './types.ts';
import { understood } from './understood.ts';

/** Most fields to sort by, known or not, and most named facets: each field is looked up, and Typesense counts each facet. */
const MOST_SORTS = 10;

const MOST_FACETS = 100;

function refuseMore(names: readonly unknown[], field: string, most: number): void {
  if (names.length > most) throw tooMany(`/${field}`, `${most} fields`, names.length);
}

/** A search whose names are resolved. */
export interface PreparedSearch {
  /** The clause that all hits match beside the words: types and filter. */
  readonly base: Clause;
  /** The same without the filter that narrows a ranked list, and whether it asks for more than types. */
  scope(): Promise<Clause>;
  readonly scoped: boolean;
  /** Is there a filter that narrows a ranked list? */
  readonly narrowed: boolean;
  /** Is all that the text asks for beside words that phrases occur? */
  readonly phrases: boolean;
  /** Soft-deleted entities too? */
  readonly removed: boolean;
  readonly asked: SectionsRequest;
  /** The sort order in Typesense. If absent: the best first. */
  readonly order: string | undefined;
  readonly documents: Parameters;
  readonly facets: Parameters;
  /** What is seen of columns, if not all. */
  readonly columns: SeenColumns | undefined;
  /** Of another filter, whatever the types. */
  clauseOf(filter: Filter): Promise<Clause>;
  /** The fields whose values are counted. */
  readonly facetFields: readonly FacetField[];
  /** What makes Typesense count only these of them. */
  facetsOf(fields: readonly FacetField[]): Parameters;
  readonly unknown: readonly Remark[];
  shownFacets(result: RawResult | undefined): Promise<FacetResult[]>;
  /** @param lacking the words that a hit is known to lack, by its URN */
  shownHits(hits: readonly RawHit[], lacking?: (urn: string) => readonly string[]): Promise<SearchResult['hits']>;
}

/** @throws Refusal malformed for what cannot be asked */
export async function prepared(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<PreparedSearch> {
  const { types, sort = [], facets: facetNames, facetValues = 20 } = request;
  refuseMore(sort, 'sort', MOST_SORTS);
  if (Array.isArray(facetNames)) refuseMore(facetNames, 'facets', MOST_FACETS);
  const names = [
    ...sort.map(({ field }) => [field, '/sort'] as const),
    ...(Array.isArray(facetNames) ? facetNames.map((name) => [name, '/facets'] as const) : []),
  ];
  const { fields, words, phrases, typed, filter, within, unknown, columns, shown, lookup, base, scope } = await understood(
    engine,
    model,
    properties,
    request,
    names,
  );
  const narrowed = hasCriteria(filter);
  const wanted = await facetFields(request, fields, shown, lookup.has);
  const countOf = (fields: readonly FacetField[]): Parameters => facetParameters(fields, Array.isArray(facetNames), facetValues);
  const counting = request.allWords ? words : countingWords(words);
  const match = matchedFields(types, counting, typed, fields, shown);
  return {
    base,
    scope: async () => (narrowed ? scope() : base),
    clauseOf: (other) => amongAll(lookup, fields, other, columns),
    columns,
    scoped: hasCriteria(request.seen?.alone ? typed : both(typed, within)),
    narrowed,
    phrases,
    removed: (request.includeRemoved ?? false) || asksForRemoved(both(filter, within)),
    asked: {
      ...{ text: words, words: counting, types, columns: columns?.known !== false, open: columns !== undefined },
      lists: await listFields(types, fields, lookup),
      parts: await partFields(types, fields, lookup),
    },
    order: request.anyOrder ? BY_KEY : await orderOf(sort, fields, lookup.has),
    documents: { include_fields: documentFields(request) },
    facets: countOf(wanted.map(({ field }) => field)),
    facetFields: wanted.map(({ field }) => field),
    facetsOf: countOf,
    unknown: [...unknown, ...unknownSorts(sort, fields), ...unknownFacets(facetNames, fields)],
    shownFacets: async (result) =>
      wanted.length === 0 ? [] : facetsOf(types, wanted, result, await longValues(engine, wanted, result), facetValues),
    shownHits: async (hits, lacking = () => []) => {
      const matches = request.matches && !isEverything(request.input);
      const found = hits.map(({ document }) => document);
      // Wide tables have thousands of values to compare.
      return mapInSlices(matches ? await withSources(engine, found) : found, (document) => {
        const urn = String(document.urn);
        return { urn, matchedFields: matches ? match(document, lacking(urn)) : [] };
      });
    },
  };
}

function hasCriteria(filter: Filter): boolean {
  return !criteriaOf(filter).next().done;
}

/** The fields with the words of long lists of texts that these types have, if documents have them by now. */
function listFields(types: SearchRequest['types'], open: Fields, lookup: Lookup): Promise<string[]> {
  return present(
    lookup,
    pickedFields(types, isOwnText)
      .filter(({ name }) => open.has(name))
      .map(({ name }) => `w_${name}`),
  );
}

const isPart = (field: NamedField): boolean => isOwnText(field) && PART_FIELDS.has(field.name);

/** The fields with digests of the names of parts. */
function partFields(types: SearchRequest['types'], open: Fields, lookup: Lookup): Promise<string[]> {
  return present(
    lookup,
    pickedFields(types, isPart)
      .filter(({ name }) => open.has(name))
      .flatMap(({ name }) => [`h_${name}`, `l_${name}`]),
  );
}

async function present({ has }: Lookup, names: readonly string[]): Promise<string[]> {
  const there = await Promise.all(names.map(has));
  return names.filter((_, at) => there[at]);
}

/** The fields of documents to read. Without words there is nothing to rank or match. */
function documentFields({ input }: SearchRequest): string {
  return isEverything(input) ? 'urn' : `id,rank,${NAME_FIELDS}`;
}

/** @throws Refusal malformed for too many criteria */
export async function orderOf(sorts: readonly Sort[], fields: Fields, has: (physical: string) => Promise<boolean>): Promise<string | undefined> {
  const parts: string[] = [];
  let isKnown = false;
  for (const { field, order } of sorts) {
    const direction = order === 'ASCENDING' ? 'asc' : 'desc';
    const known = fieldNamed(fields, withoutKeyword(field));
    const physical = known && sortField(known, direction);
    // Missing texts would come first in descending order. Missing numbers come last anyway.
    const last = direction === 'desc' && physical?.startsWith('s_') && physical !== 's_urn' ? '(missing_values: last)' : '';
    isKnown ||= physical !== undefined;
    if (physical && (await has(physical))) parts.push(`${physical}${last}:${direction}`);
  }
  // Whether some entity has the field, which the reader may not see, does not decide whether the order is that of the ranking.
  if (parts.length === 0 && !isKnown) return undefined;
  if (!parts.some((part) => part.startsWith('s_urn:'))) parts.push('s_urn:asc');
  if (parts.length > 3) throw badSort('at most two fields; Cairn sorts equal results by URN');
  return parts.join(',');
}

/** Sort fields that do not exist. */
function unknownSorts(sorts: readonly Sort[], fields: Fields): UnknownField[] {
  const unknown = sorts.map(({ field }) => field).filter((field) => fieldNamed(fields, withoutKeyword(field)) === undefined);
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field) }));
}

/**
 * Of equally frequent values Typesense picks any. So for named facets more values are read than shown. Each value costs Typesense the
 * reading of a document, which is too much for all facets of every search.
 */
const LEAST_FACET_VALUES = 250;

/** The named facets that cannot be counted. */
function unknownFacets(facets: SearchRequest['facets'], fields: Fields): UnknownField[] {
  const names = facets === undefined || facets === 'all' ? [] : facets;
  const unknown = names.filter((name) => {
    const field = fieldNamed(fields, withoutKeyword(name));
    return !field || !isFacet(field);
  });
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field).filter((each) => each !== field) }));
}

/** The fields to count, if documents have them by now. @param shown names of property fields, as answers show them */
async function facetFields(
  { facets, types, propertyFacets = false }: SearchRequest,
  fields: Fields,
  shown: ReadonlyMap<string, string>,
  has: (physical: string) => Promise<boolean>,
): Promise<WantedFacet[]> {
  if (facets === undefined) return [];
  const mine = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter(({ facet }) => facet !== undefined).map(({ name }) => name)))];
  const names = facets === 'all' ? mine.filter((name) => name !== TYPE_FIELD || types.length > 1) : facets;
  const offered = propertyFacets ? [...shown.values()] : [];
  const wanted = [...new Set([...names, ...offered])].flatMap((name) => {
    const field = fieldNamed(fields, withoutKeyword(name));
    return field && isFacet(field) ? [{ name: namesProperty(name) ? (shown.get(field.name) ?? name) : name, field: facetOf(field, fields) }] : [];
  });
  const there = await Promise.all(wanted.map(({ field }) => has(field.counted)));
  return wanted.filter((_, index) => there[index]);
}

/** The parameters that make Typesense count these fields. @param shown values of a facet at most */
function facetParameters(counted: readonly FacetField[], named: boolean, shown: number): Parameters {
  if (counted.length === 0) return {};
  return {
    facet_by: counted.map((field) => field.counted).join(','),
    max_facet_values: named ? Math.max(shown, LEAST_FACET_VALUES) : shown,
  };
}
