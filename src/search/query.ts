/**
 * A search: filter and text to Typesense, pages of hits and facets back.
 */
import { malformed } from '../errors.ts';
import { type Fields, fieldsOf, TYPE_FIELD } from '../model/fields.ts';
import type { EntityTypeSpec, Model } from '../model/types.ts';
import type { SearchEngine } from './client.ts';
import { code, foldedDigest } from './encode.ts';
import { type Facet, facetsOf } from './facets.ts';
import { type Clause, compile, joined } from './filter/compile.ts';
import { expanded, type UnknownField } from './filter/expand.ts';
import { both, criteriaOf, type Filter } from './filter/tree.ts';
import { readInput } from './input.ts';
import { forgetFields, makeLookup } from './lookup.ts';
import { type MatchedField, matchedFields } from './matches.ts';
import { MisunderstoodSearch, multiSearch, type RawHit, type RawResult } from './multi.ts';
import { equality, isFacet, sortField } from './physical.ts';
import { byName, hasEveryWord, nameFields, WINDOW } from './rank.ts';
import { TEXT_FIELDS } from './texts.ts';
import { WRITTEN_FIELDS } from './written.ts';

export interface Sort {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}

export interface SearchRequest {
  readonly types: readonly EntityTypeSpec[];
  /** Text and query language; empty or `*`: everything. */
  readonly input: string;
  readonly filter: Filter;
  readonly sort?: readonly Sort[];
  readonly start: number;
  readonly count: number;
  /** Also soft-deleted entities; a filter that names `removed` does the same. */
  readonly includeRemoved?: boolean;
  /** Facets to count: all that the model names, or these; absent: none. */
  readonly facets?: 'all' | readonly string[];
  /** Values of a facet at most. */
  readonly facetValues?: number;
  /** Say which fields matched. */
  readonly matches?: boolean;
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly { readonly urn: string; readonly matchedFields: readonly MatchedField[] }[];
  readonly facets: readonly Facet[];
  readonly unknown: readonly UnknownField[];
}

const PAGE = 250;
/** In the order of TEXT_FIELDS. Typos are forgiven in all but the beginnings of words, of which there are too many. */
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

/** @throws Refusal malformed for what cannot be asked; unavailable when the index is away */
export async function search(engine: SearchEngine, model: Model, request: SearchRequest): Promise<SearchResult> {
  try {
    return await once(engine, model, request);
  } catch (error) {
    // The alias may have moved to a collection that has not all fields yet.
    if (!(error instanceof MisunderstoodSearch)) throw error;
    forgetFields(engine);
    return once(engine, model, request);
  }
}

async function once(engine: SearchEngine, model: Model, request: SearchRequest): Promise<SearchResult> {
  const { start, count, types } = request;
  const fields = fieldsOf(model);
  const { words, filter: inInput } = readInput(fields, request.input);
  const typed = expanded(model, fields, inInput);
  const filter = expanded(model, fields, request.filter);
  const lookup = makeLookup(engine, fields);
  const unknown = [...typed.unknown, ...filter.unknown];
  const base = joined('&&', [scope(request), await compile(lookup, fields, both(typed.filter, filter.filter))]);
  const wanted = await facetFields(request, fields, lookup.has);
  if (base === false) return { total: 0, hits: [], facets: [], unknown };

  const order = await orderOf(request.sort ?? [], fields, lookup.has);
  const documents = { include_fields: documentFields(request) };
  const facets = wanted.length === 0 ? {} : { facet_by: wanted.map((name) => `k_${name}`).join(','), max_facet_values: request.facetValues ?? 20 };
  const all = { q: '*', filter_by: base, sort_by: order ?? 'rank:desc,s_urn:asc' };
  const sections = words === '' ? [{ search: all }] : textSections(base, words, order, types);
  let paged = await pages(engine, sections, documents, facets, start, count);
  if (words !== '' && paged.total === 0) {
    const ids = await misspelt(engine, base, words, types);
    if (ids.length > 0)
      paged = await pages(
        engine,
        [{ search: { ...all, filter_by: `id:=[${ids.join(',')}]` }, best: (hits) => byName(hits, words, nameFields(types)) }],
        documents,
        facets,
        start,
        count,
      );
  }
  const whole = paged.facets ?? (await multiSearch(engine, [{ ...TEXT_QUERY, q: words, filter_by: base, per_page: 0, ...facets }]))[0];
  const match = matchedFields(types, words, typed.filter);
  return {
    total: paged.total,
    hits: paged.hits.map((hit) => ({ urn: String(hit.document.urn), matchedFields: request.matches ? match(hit) : [] })),
    facets: wanted.length === 0 ? [] : facetsOf(fields, types, wanted, whole),
    unknown,
  };
}

/** Of these types, and not soft-deleted unless asked for. */
export function scope({ types, filter, includeRemoved = false }: Pick<SearchRequest, 'types' | 'filter' | 'includeRemoved'>): Clause {
  const lifted = includeRemoved || [...criteriaOf(filter)].some(({ field }) => field === 'removed');
  return types.length === 0 ? false : `${lifted ? 'type' : 'live'}:=[${types.map(({ name }) => code(name)).join(',')}]`;
}

/** Entities with exactly this name come first, then all others by how well they match. */
function textSections(base: Clause, words: string, order: string | undefined, types: readonly EntityTypeSpec[]): Section[] {
  const text = { ...TEXT_QUERY, q: words };
  if (order !== undefined) return [{ search: { ...text, filter_by: base, sort_by: order } }];
  const named = foldedDigest(words);
  const fields = nameFields(types);
  return [
    { search: { q: '*', filter_by: joined('&&', [base, `l_:=${named}`]), sort_by: 'rank:desc,s_urn:asc' } },
    {
      search: { ...text, filter_by: joined('&&', [base, `l_:!=${named}`]), sort_by: '_text_match:desc,rank:desc,s_urn:asc' },
      best: (hits) => byName(hits, words, fields),
    },
  ];
}

/**
 * Where nothing is found, more spellings are tried. Typesense then leaves words out, too: what it gives is only taken if it has them
 * all, and beyond its best 250 nothing is looked at.
 */
async function misspelt(engine: SearchEngine, base: Clause, words: string, types: readonly EntityTypeSpec[]): Promise<string[]> {
  const queried = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter((field) => field.queried).map(({ name }) => name)))];
  const asked = {
    ...TEXT_QUERY,
    q: words,
    filter_by: base,
    exhaustive_search: true,
    per_page: PAGE,
    include_fields: `id,${WRITTEN_FIELDS}`,
  };
  const [result] = await multiSearch(engine, [asked]);
  return (result?.hits ?? []).filter((hit) => hasEveryWord(hit, words, queried)).map(({ document }) => String(document.id));
}

type Parameters = Record<string, unknown>;

interface Section {
  readonly search: Parameters;
  /** Puts the first hits (`WINDOW`) in order. */
  readonly best?: (hits: readonly RawHit[]) => RawHit[];
}

/** The hits from `start` on of sections that follow each other, and facets where one section is the whole. */
async function pages(engine: SearchEngine, sections: readonly Section[], documents: Parameters, facets: Parameters, start: number, count: number) {
  const heads = await multiSearch(
    engine,
    sections.map(({ search: each }) => ({ ...each, ...documents, per_page: 0, ...(sections.length === 1 ? facets : {}) })),
  );
  const hits: RawHit[] = [];
  let skip = start;
  for (const [index, section] of sections.entries()) {
    const size = heads[index]?.found ?? 0;
    const take = Math.min(count - hits.length, size - skip);
    if (take > 0) hits.push(...(await hitsOf(engine, section, documents, skip, take)));
    skip = Math.max(0, skip - size);
  }
  const total = heads.reduce((sum, head) => sum + head.found, 0);
  return { total, hits, facets: sections.length === 1 ? (heads[0] as RawResult) : undefined };
}

async function hitsOf(engine: SearchEngine, { search: each, best }: Section, documents: Parameters, skip: number, take: number): Promise<RawHit[]> {
  const asked = { ...each, ...documents };
  if (best && skip < WINDOW) {
    const [first] = await multiSearch(engine, [{ ...asked, per_page: WINDOW, page: 1 }]);
    const window = best(first?.hits ?? []).slice(skip, skip + take);
    return skip + take <= WINDOW ? window : [...window, ...(await covering(engine, asked, WINDOW, skip + take - WINDOW))];
  }
  return covering(engine, asked, skip, take);
}

/** Pages have at most 250 hits and begin at multiples of their size: those that cover the hits are asked for. */
async function covering(engine: SearchEngine, asked: Parameters, skip: number, take: number): Promise<RawHit[]> {
  const size = take <= PAGE && skip % take === 0 ? take : PAGE;
  const first = Math.floor(skip / size);
  const last = Math.floor((skip + take - 1) / size);
  const results = await multiSearch(
    engine,
    Array.from({ length: last - first + 1 }, (_, at) => ({ ...asked, per_page: size, page: first + at + 1 })),
  );
  return results.flatMap((result) => result.hits).slice(skip - first * size, skip - first * size + take);
}

/** @throws Refusal malformed for more criteria than can be applied */
async function orderOf(sorts: readonly Sort[], fields: Fields, has: (physical: string) => Promise<boolean>): Promise<string | undefined> {
  const parts: string[] = [];
  for (const { field, order } of sorts) {
    const name = field.endsWith('.keyword') ? field.slice(0, -'.keyword'.length) : field;
    const direction = order === 'ASCENDING' ? 'asc' : 'desc';
    const known = fields.get(name);
    const physical = known && sortField(known, direction);
    if (physical && (await has(physical))) parts.push(`${physical}:${direction}`);
  }
  if (parts.length === 0) return undefined;
  if (!parts.some((part) => part.startsWith('s_urn:'))) parts.push('s_urn:asc');
  if (parts.length > 3)
    throw malformed('Results can be put in the order of two fields at most, and their URN', [{ pointer: '/sort', expected: 'two fields at most' }]);
  return parts.join(',');
}

async function facetFields({ facets, types }: SearchRequest, fields: Fields, has: (physical: string) => Promise<boolean>): Promise<string[]> {
  if (facets === undefined) return [];
  const mine = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter(({ facet }) => facet !== undefined).map(({ name }) => name)))];
  const names = facets === 'all' ? mine.filter((name) => name !== TYPE_FIELD || types.length > 1) : facets;
  const there = await Promise.all(
    names.map(async (name) => {
      const field = fields.get(name);
      return field !== undefined && isFacet(field) && (await has(equality(field, '').field));
    }),
  );
  return names.filter((_, index) => there[index]);
}

/** Without words there is nothing to be put in order or matched. */
function documentFields({ input }: SearchRequest): string {
  const text = input.trim();
  return text === '' || text === '*' ? 'urn' : `rank,${WRITTEN_FIELDS}`;
}
