/**
 * Finds the entities that may answer a question: for each word those in which it says most. One request to Typesense finds them, another one
 * reads their words.
 */
import type { EntityTypeSpec } from '../../model/types.ts';
import { typeToken } from '../document/open-documents.ts';
import type { SearchEngine } from '../engine/client.ts';
import { EVIDENCE_ALIAS } from '../engine/collections.ts';
import { MAY_BE_MISSING, multiSearch, type RawResult } from '../engine/multi.ts';
import { type Alternative, isCommon, type SearchQuestion } from './question.ts';
import type { Vocabulary } from './vocabulary.ts';
import { evidenceFor, FIELD_KEYS, type FieldKey, OF_COLUMNS, PARTS, WEIGHTS } from './weights.ts';

/** The words that are looked for: those that say most. All words count in the ranking. */
const MOST_SEARCHES = 9;
/** Entities that each word finds. */
const FOUND_BY_A_WORD = 30;
/** Entities that are ranked. */
const RANKED = 100;
/** The same where a filter then leaves some of them. */
const FOUND_WIDE = 120;
const RANKED_WIDE = 300;
/** Entities that carry a tag or a term of the question. */
const CARRIERS = 60;
const MOST_CARRIED = 5;

/** Which entities an answer may have: their types, and whether soft-deleted ones. */
export interface AnswerScope {
  readonly types: readonly EntityTypeSpec[];
  readonly removed: boolean;
  /** Also by what is said of columns? */
  readonly columns: boolean;
  /** Among open documents, too? Of these and of whole ones the filter leaves what the reader finds. */
  readonly open: boolean;
  /** Only these. */
  readonly ids?: readonly string[];
  /** Finds more candidates, because a filter follows. */
  readonly wide?: boolean;
}

export type EvidenceDocument = Readonly<Record<string, unknown>>;

const FROM = { collection: EVIDENCE_ALIAS, [MAY_BE_MISSING]: true } as const;
const BY_WEIGHT = [...FIELD_KEYS].sort((a, b) => WEIGHTS.fields[b].weight - WEIGHTS.fields[a].weight);
/** Typesense takes whole numbers as weights. */
const weightOf = (key: FieldKey): number => BY_WEIGHT.length - BY_WEIGHT.indexOf(key);
/**
 * Texts of columns count as those of the entity. The weights must not rise: Typesense would count them from 15 down, and `best_field_weight` would
 * be no field of `BY_WEIGHT`.
 */
const SEARCHED = BY_WEIGHT.flatMap((key) => (key === 'd' ? [key, OF_COLUMNS] : [key]).map((name) => [name, weightOf(key)] as const));

function searchedFields(columns: boolean) {
  const fields = columns ? SEARCHED : SEARCHED.filter(([key]) => key !== PARTS && key !== OF_COLUMNS);
  return { query_by: fields.map(([key]) => key).join(','), query_by_weights: fields.map(([, weight]) => weight).join(',') };
}
const EXACT = { prefix: false, num_typos: 0, drop_tokens_threshold: 0, typo_tokens_threshold: 0, split_join_tokens: 'off' };

/** The documents of all types are in one collection, also of those that only a request that names them searches. */
function filterOf({ types, removed, open, ids }: AnswerScope): string {
  const variants = [undefined, 'whole', ...(open ? ['open' as const] : [])] as const;
  const tokens = variants.flatMap((variant) => types.map(({ name }) => typeToken(name, variant)));
  return [...(ids ? [`id:=[${ids.join(',')}]`] : []), ...(removed ? [] : ['live:=true']), `type:=[${tokens.join(',')}]`].join(' && ');
}

/** The searches of a question, one for each word that is looked for, and their words. */
export function wordSearches(question: SearchQuestion, vocabulary: Vocabulary, among: AnswerScope) {
  const all = question.terms.flatMap(({ aside, alternatives }) => (aside ? [] : alternatives));
  const rare = all.filter(({ token }) => !isCommon(vocabulary, token));
  const words = [...(rare.length > 0 ? rare : all)].sort((a, b) => b.weight - a.weight).slice(0, MOST_SEARCHES);
  const searched = searchedFields(among.columns);
  const searches = words.map(({ token }) => ({
    ...FROM,
    ...searched,
    ...EXACT,
    q: token,
    filter_by: filterOf(among),
    sort_by: '_text_match:desc,len:asc,key:asc',
    per_page: among.wide ? FOUND_WIDE : FOUND_BY_A_WORD,
    include_fields: 'id,type,n',
  }));
  return { words, searches };
}

export interface Candidates {
  /** Of their documents, the best first. */
  readonly ids: readonly string[];
  /** The words of tags, terms and the like whose names the question has, by their ids. */
  readonly carried: ReadonlyMap<string, string>;
}

/** The best of what the words have found. */
export function bestCandidates(
  question: SearchQuestion,
  words: readonly Alternative[],
  results: readonly RawResult[],
  { wide }: AnswerScope,
): Candidates {
  const scores = new Map<string, number>();
  const carried = new Map<string, string>();
  for (const [at, { hits }] of results.entries()) {
    for (const { document, text_match_info: info } of hits) {
      const id = String(document.id);
      const field = BY_WEIGHT[BY_WEIGHT.length - Number(info?.best_field_weight ?? 0)] ?? 'd';
      scores.set(id, (scores.get(id) ?? 0) + (words[at]?.weight ?? 0) * WEIGHTS.fields[field].weight);
      if (CARRIED_TYPES.has(String(document.type)) && isNamedIn(question, document)) carried.set(id, String(document.n));
    }
  }
  const best = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, wide ? RANKED_WIDE : RANKED);
  return { ids: best.map(([id]) => id), carried };
}

/** Reads the words of candidates, and of what carries the tags and terms among them. */
export async function readCandidates(engine: SearchEngine, { ids, carried }: Candidates, among: AnswerScope): Promise<EvidenceDocument[]> {
  const some = [...carried.keys()].slice(0, MOST_CARRIED);
  const carrying = among.columns ? `(u:=[${some.join(',')}] || v:=[${some.join(',')}])` : `u:=[${some.join(',')}]`;
  const carriers = `${carrying} && ${filterOf(among)}`;
  const searches = [...evidenceSearches(ids), ...(some.length > 0 ? [{ ...FROM, q: '*', filter_by: carriers, per_page: CARRIERS }] : [])];
  if (searches.length === 0) return [];
  const read = await multiSearch(engine, searches);
  const documents = new Map(
    read.flatMap(({ hits }) =>
      hits.map(({ document }) => [String(document.id), withCarried(evidenceFor(document, among.columns), carried)] as const),
    ),
  );
  return [...documents.values()];
}

/** Reads these evidence documents. @param fields all if absent */
export async function readEvidence(engine: SearchEngine, ids: readonly string[], fields?: string): Promise<EvidenceDocument[]> {
  if (ids.length === 0) return [];
  const read = await multiSearch(
    engine,
    evidenceSearches(ids).map((search) => (fields === undefined ? search : { ...search, include_fields: fields })),
  );
  return read.flatMap(({ hits }) => hits.map(({ document }) => document));
}

function evidenceSearches(ids: readonly string[]) {
  return Array.from({ length: Math.ceil(ids.length / RANKED) }, (_, at) => ({
    ...FROM,
    q: '*',
    filter_by: `id:=[${ids.slice(at * RANKED, (at + 1) * RANKED).join(',')}]`,
    per_page: RANKED,
  }));
}

/** The search that counts the shards of these tables. */
export function foldSizes(folds: readonly string[], among: AnswerScope) {
  const filter = `fold:=[${folds.join(',')}] && ${filterOf(among)}`;
  return { ...FROM, q: '*', filter_by: filter, per_page: 0, facet_by: 'fold', max_facet_values: folds.length };
}

/** What carries a tag or a term is of its kind: it has the words of its name. */
function withCarried(document: EvidenceDocument, carried: ReadonlyMap<string, string>): EvidenceDocument {
  const names = [document.u ?? [], document.v ?? []].flat(2).flatMap((id) => carried.get(String(id)) ?? []);
  return names.length === 0 ? document : { ...document, k: [document.k, ...names].join(' ') };
}

/** Entities that lead to what carries them. */
const CARRIED_TYPES = new Set(['glossaryTerm', 'glossaryNode', 'tag', 'domain', 'dataProduct']);

/** Does the question have all words of its name? */
function isNamedIn({ terms }: SearchQuestion, { n }: EvidenceDocument): boolean {
  const asked = new Set(terms.flatMap(({ alternatives }) => alternatives.map(({ token }) => token)));
  const own = typeof n === 'string' && n !== '' ? n.split(' ') : [];
  return own.length > 0 && own.every((token) => asked.has(token));
}
