/**
 * A request understood: what all its hits have in common, their order, and what is shown of them.
 */
import { tooMany } from '../../errors.ts';
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { isOwnText } from '../document/index-fields.ts';
import { NAME_FIELDS } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import type { RawHit, RawResult } from '../engine/multi.ts';
import type { Clause, Lookup } from '../filter/compile.ts';
import type { UnknownField } from '../filter/expand.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import { both } from '../filter/tree.ts';
import { facetFields, facetParameters, unknownFacets } from './facet-fields.ts';
import { facetsOf, longValues } from './facets.ts';
import { isEverything } from './input.ts';
import { makeLookup } from './lookup.ts';
import { matchedFields } from './matches.ts';
import { orderOf, unknownSorts } from './order.ts';
import { type Parameters, withSources } from './pages.ts';
import { resolvedQuery } from './resolved-query.ts';
import { scoped } from './scope.ts';
import type { Asked } from './sections.ts';
import type { Facet, SearchRequest, SearchResult } from './types.ts';

/** Most fields to sort by, known or not, and most named facets: each field is looked up, and Typesense counts each facet. */
const MOST_SORTS = 10;

const MOST_FACETS = 100;

function refuseMore(names: readonly unknown[], field: string, most: number): void {
  if (names.length > most) throw tooMany(`/${field}`, `${most} fields`, names.length);
}

/** A search whose names are resolved. */
export interface Prepared {
  /** The clause that all hits match beside the words: types and filter. */
  readonly base: Clause;
  readonly asked: Asked;
  /** The sort order in Typesense. If absent: the best first. */
  readonly order: string | undefined;
  readonly documents: Parameters;
  readonly facets: Parameters;
  readonly unknown: readonly UnknownField[];
  shownFacets(result: RawResult | undefined): Promise<Facet[]>;
  shownHits(hits: readonly RawHit[]): Promise<SearchResult['hits']>;
}

/** @throws Refusal malformed for what cannot be asked */
export async function prepared(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<Prepared> {
  const { types, sort = [], facets: facetNames, facetValues = 20 } = request;
  refuseMore(sort, 'sort', MOST_SORTS);
  if (Array.isArray(facetNames)) refuseMore(facetNames, 'facets', MOST_FACETS);
  const { fields, words, typed, filter, unknown, shown } = await resolvedQuery(model, properties, {
    input: request.input,
    inputName: request.inputName,
    onlyFilter: request.onlyFilter ?? false,
    filter: request.filter,
    names: [...sort.map(({ field }) => field), ...(Array.isArray(facetNames) ? facetNames : [])],
    offered: request.propertyFacets ?? false,
  });
  const lookup = makeLookup(engine, fields);
  const base = await scoped(request, lookup, fields, both(typed, filter));
  const wanted = await facetFields(request, fields, shown, lookup.has);
  const match = matchedFields(types, words, typed, fields, shown);
  return {
    base,
    asked: { words, types, lists: await listFields(types, lookup) },
    order: await orderOf(sort, fields, lookup.has),
    documents: { include_fields: documentFields(request) },
    facets: facetParameters(wanted, Array.isArray(facetNames), facetValues),
    unknown: [...unknown, ...unknownSorts(sort, fields), ...unknownFacets(facetNames, fields)],
    shownFacets: async (result) =>
      wanted.length === 0 ? [] : facetsOf(types, wanted, result, await longValues(engine, wanted, result), facetValues),
    shownHits: async (hits) => {
      const matches = request.matches && !isEverything(request.input);
      const whole = matches ? await withSources(engine, hits) : hits;
      return whole.map((hit) => ({ urn: String(hit.document.urn), matchedFields: matches ? match(hit) : [] }));
    },
  };
}

/** The fields with the words of long lists of texts that these types have, if documents have them by now. */
async function listFields(types: SearchRequest['types'], { has }: Lookup): Promise<string[]> {
  const names = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter(isOwnText).map(({ name }) => `w_${name}`)))];
  const there = await Promise.all(names.map(has));
  return names.filter((_, at) => there[at]);
}

/** The fields of documents to read. Without words there is nothing to rank or match. */
function documentFields({ input }: SearchRequest): string {
  return isEverything(input) ? 'urn' : `id,rank,${NAME_FIELDS}`;
}
