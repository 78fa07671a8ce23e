/**
 * A search: sends filter and text to Typesense, and gives pages of hits and facets.
 */
import { badSort, tooMany } from '../../errors.ts';
import { type Fields, fieldsOf, nearestFields, TYPE_FIELD } from '../../model/fields.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { code, foldedDigest } from '../document/encode.ts';
import { equality, isFacet, sortField } from '../document/index-fields.ts';
import { SOURCE_FIELDS } from '../document/source-values.ts';
import { prefixToken, TEXT_FIELDS } from '../document/texts.ts';
import { askedText, withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { MisunderstoodSearch, multiSearch, type RawHit, type RawResult } from '../engine/multi.ts';
import { type Clause, compile, joined, type Lookup, MOST_OPERATIONS, operationsOf } from '../filter/compile.ts';
import type { UnknownField } from '../filter/expand.ts';
import { fieldNamed, namesProperty, type PropertyFinder } from '../filter/property-fields.ts';
import { both, criteriaOf, type Filter } from '../filter/tree.ts';
import { facetsOf, longValues } from './facets.ts';
import { isEverything } from './input.ts';
import { forgetFields, makeLookup } from './lookup.ts';
import { matchedFields } from './matches.ts';
import { headsOf, hitsFrom, PAGE, type Parameters, type Section, totalOf } from './pages.ts';
import { byName, hasEveryWord, nameFields } from './rank.ts';
import { resolvedQuery, withoutKeyword } from './resolved-query.ts';
import { scrolled } from './scroll.ts';
import type { Facet, SearchRequest, SearchResult, Sort, WantedFacet } from './types.ts';

/**
 * Of equally frequent values Typesense picks any. So for named facets more values are read than shown. Each value costs Typesense the
 * reading of a document, which is too much for all facets of every search.
 */
const LEAST_FACET_VALUES = 250;

/** In the order of TEXT_FIELDS. Typing mistakes are allowed in all fields except prefixes, of which there are too many. */
const TEXT_QUERY = {
  query_by: TEXT_FIELDS.join(','),
  query_by_weights: '10,8,6,3,1',
  num_typos: '2,2,2,0,1',
  min_len_1typo: 3,
  min_len_2typo: 7,
  prefix: 'true,true,true,false,true',
  drop_tokens_threshold: 0,
  typo_tokens_threshold: 1,
  highlight_fields: TEXT_FIELDS.join(','),
  highlight_affix_num_tokens: 0,
};

/**
 * If a word occurs nowhere, Typesense tries to split it (`orderitems` in `customer_order_items`). Short words and words with digits would
 * be split into parts that occur in most texts: `x4` into `x` and `4`.
 */
const CAN_BE_CUT = /^[\p{L}\p{M}]{5,}$/u;

/** The parameters for Typesense that follow from the words. */
function asked(words: string): Parameters {
  const cut = wordsOf(withoutHeads(words)).every((word) => CAN_BE_CUT.test(word));
  return { ...TEXT_QUERY, q: askedText(words), split_join_tokens: cut ? 'fallback' : 'off' };
}

/** @throws Refusal malformed for what cannot be asked; unavailable when the index is away */
export async function search(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<SearchResult> {
  try {
    return await once(engine, model, properties, request);
  } catch (error) {
    // The alias may have moved to a collection that does not have all fields yet.
    if (!(error instanceof MisunderstoodSearch)) throw error;
    forgetFields(engine);
    return once(engine, model, properties, request);
  }
}

async function once(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<SearchResult> {
  const { start, count, types, scroll } = request;
  const { base, words, order, documents, facets, unknown, shownFacets, shownHit } = await prepared(engine, model, properties, request);
  if (base === false) return { total: 0, hits: [], facets: [], unknown };
  const { sections, heads, within, typos } = await sectionsFound(engine, base, words, order, types, facets);
  const sizes = heads.map(({ found }) => found);
  const page = scroll
    ? await scrolled(engine, sections, sizes, documents, scroll.after, count)
    : { hits: await hitsFrom(engine, sections, sizes, documents, start, count), next: undefined };
  const whole = heads.length === 1 ? heads[0] : (await multiSearch(engine, [{ ...wholeSearch(within, words), ...typos, ...facets }]))[0];
  return { total: totalOf(heads), hits: page.hits.map(shownHit), facets: await shownFacets(whole), unknown, next: page.next };
}

/**
 * Finds documents with exactly these words, or if there are none, with typing mistakes. Typesense would allow mistakes in each section
 * separately: beside an exact name there would be hits that the whole result does not have.
 *
 * @returns `within`, `typos`: what the sections have in common, to search all of them at once
 */
async function sectionsFound(
  engine: SearchEngine,
  base: Clause,
  words: string,
  order: string | undefined,
  types: readonly EntityTypeSpec[],
  facets: Parameters,
): Promise<{ sections: Section[]; heads: RawResult[]; within: Clause; typos: Parameters }> {
  const found = async (sections: Section[], within: Clause, typos: Parameters) => ({
    sections,
    heads: await headsOf(engine, sections, facets),
    within,
    typos,
  });
  const written = await found(sectionsOf(base, words, order, types, true), base, { num_typos: 0 });
  if (words === '' || totalOf(written.heads) > 0) return written;
  const like = mayHaveTypos(base, words);
  const forgiven = await found(sectionsOf(like, words, order, types), like, {});
  if (totalOf(forgiven.heads) > 0) return forgiven;
  const ids = await misspelt(engine, like, words, types);
  if (ids.length === 0) return forgiven;
  return found([{ ...sectionOf(`id:=[${ids.join(',')}]`, order), best: (hits) => byName(hits, words, nameFields(types)) }], like, {});
}

/**
 * Limits where mistakes are allowed: words with digits must occur as written, or at the beginning of a word. `t_002` is not a misspelt
 * `t_001`.
 *
 * @returns `base`, narrowed by as many of these words as fit in a filter
 */
export function mayHaveTypos(base: Clause, words: string): Clause {
  let clause = base;
  for (const word of wordsOf(withoutHeads(words)).filter((each) => /\p{N}/u.test(each))) {
    const next = joined('&&', [clause, `t_prefix:=${prefixToken(word)} || w_:=${wordToken(word)}`]);
    if (operationsOf(next) > MOST_OPERATIONS) break;
    clause = next;
  }
  return clause;
}

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
  /** The words that must all occur. If empty: everything matches. */
  readonly words: string;
  /** The sort order in Typesense. If absent: the best first. */
  readonly order: string | undefined;
  readonly documents: Parameters;
  readonly facets: Parameters;
  readonly unknown: readonly UnknownField[];
  shownFacets(result: RawResult | undefined): Promise<Facet[]>;
  shownHit(hit: RawHit): SearchResult['hits'][number];
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
    words,
    order: await orderOf(sort, fields, lookup.has),
    documents: { include_fields: documentFields(request) },
    facets:
      wanted.length === 0
        ? {}
        : {
            facet_by: wanted.map(({ field }) => `k_${field.name}`).join(','),
            max_facet_values: Array.isArray(facetNames) ? Math.max(facetValues, LEAST_FACET_VALUES) : facetValues,
          },
    unknown: [...unknown, ...unknownSorts(sort, fields), ...unknownFacets(facetNames, fields)],
    shownFacets: async (result) =>
      wanted.length === 0 ? [] : facetsOf(types, wanted, result, await longValues(engine, wanted, result), facetValues),
    shownHit: (hit) => ({ urn: String(hit.document.urn), matchedFields: request.matches ? match(hit) : [] }),
  };
}

/**
 * Compiles a filter, limited to the requested types.
 *
 * @throws Refusal malformed, as `compile`
 */
export async function scoped(request: Scope, lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  const clause = scopeOf(request);
  return joined('&&', [clause, await compile(lookup.within(clause), fields, filter)]);
}

type Scope = Pick<SearchRequest, 'types' | 'filter' | 'includeRemoved'>;

/** Limits a search to types, and to entities that are not soft-deleted unless the request includes them. */
function scopeOf({ types, filter, includeRemoved = false }: Scope): Clause {
  const lifted = includeRemoved || asksForRemoved(filter);
  return types.length === 0 ? false : `${lifted ? 'type' : 'live'}:=[${types.map(({ name }) => code(name)).join(',')}]`;
}

/** Does a filter name `removed`? Then it decides itself about soft-deleted entities. */
export function asksForRemoved(filter: Filter): boolean {
  return [...criteriaOf(filter)].some(({ field }) => withoutKeyword(field) === 'removed');
}

/** A section with all documents that match a filter. */
export function sectionOf(filter: Clause, order: string | undefined): Section {
  return { search: { q: '*', filter_by: filter, sort_by: order ?? 'rank:desc,s_urn:asc' } };
}

/**
 * The sections of a result. With words, entities with exactly this name come first, then all others by how well they match.
 *
 * @param asWritten allow no typing mistakes: Typesense does so only if it finds nothing else, so the parts of a result would not add up to
 *   the whole
 */
export function sectionsOf(base: Clause, words: string, order: string | undefined, types: readonly EntityTypeSpec[], asWritten = false): Section[] {
  if (words === '') return [sectionOf(base, order)];
  const text = { ...asked(words), ...(asWritten ? { num_typos: 0 } : {}) };
  if (order !== undefined) return [{ search: { ...text, filter_by: base, sort_by: order } }];
  const named = foldedDigest(words);
  const fields = nameFields(types);
  return [
    sectionOf(joined('&&', [base, `l_:=${named}`]), undefined),
    {
      search: { ...text, filter_by: joined('&&', [base, `l_:!=${named}`]), sort_by: '_text_match:desc,rank:desc,s_urn:asc' },
      best: (hits) => byName(hits, words, fields),
    },
  ];
}

/** All sections in one search, to count them. */
export function wholeSearch(base: Clause, words: string): Parameters {
  return { ...asked(words), filter_by: base, per_page: 0 };
}

/**
 * If nothing is found, tries more spellings. Typesense then also leaves out words, so only hits with all words count, and only among its
 * best 250.
 */
export async function misspelt(engine: SearchEngine, base: Clause, words: string, types: readonly EntityTypeSpec[]): Promise<string[]> {
  const queried = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter((field) => field.queried).map(({ name }) => name)))];
  const parameters = { ...asked(words), filter_by: base, exhaustive_search: true, per_page: PAGE, include_fields: `id,${SOURCE_FIELDS}` };
  const [result] = await multiSearch(engine, [parameters]);
  return (result?.hits ?? []).filter((hit) => hasEveryWord(hit, words, queried)).map(({ document }) => String(document.id));
}

/** @throws Refusal malformed for too many criteria */
async function orderOf(sorts: readonly Sort[], fields: Fields, has: (physical: string) => Promise<boolean>): Promise<string | undefined> {
  const parts: string[] = [];
  for (const { field, order } of sorts) {
    const direction = order === 'ASCENDING' ? 'asc' : 'desc';
    const known = fieldNamed(fields, withoutKeyword(field));
    const physical = known && sortField(known, direction);
    // Missing texts would come first in descending order. Missing numbers come last anyway.
    const last = direction === 'desc' && physical?.startsWith('s_') && physical !== 's_urn' ? '(missing_values: last)' : '';
    if (physical && (await has(physical))) parts.push(`${physical}${last}:${direction}`);
  }
  if (parts.length === 0) return undefined;
  if (!parts.some((part) => part.startsWith('s_urn:'))) parts.push('s_urn:asc');
  if (parts.length > 3) throw badSort('two fields at most; after them the URN decides');
  return parts.join(',');
}

function unknownSorts(sorts: readonly Sort[], fields: Fields): UnknownField[] {
  const unknown = sorts.map(({ field }) => field).filter((field) => fieldNamed(fields, withoutKeyword(field)) === undefined);
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field) }));
}

/** The named facets that cannot be counted. */
function unknownFacets(facets: SearchRequest['facets'], fields: Fields): UnknownField[] {
  const names = facets === undefined || facets === 'all' ? [] : facets;
  const unknown = names.filter((name) => {
    const field = fieldNamed(fields, withoutKeyword(name));
    return !field || !isFacet(field);
  });
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field).filter((each) => each !== field) }));
}

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
    return field && isFacet(field) ? [{ name: namesProperty(name) ? (shown.get(field.name) ?? name) : name, field }] : [];
  });
  const there = await Promise.all(wanted.map(({ field }) => has(equality(field, '').field)));
  return wanted.filter((_, index) => there[index]);
}

/** The fields of documents to read. Without words there is nothing to rank or match. */
function documentFields({ input }: SearchRequest): string {
  return isEverything(input) ? 'urn' : `rank,${SOURCE_FIELDS}`;
}
