/**
 * Answers questions, and texts whose words few entities have all of, with a list of the best entities that have any of them.
 */
import type { SearchEngine } from '../engine/client.ts';
import type { RawHit } from '../engine/multi.ts';
import { type AnswerList, type AnswerRequest, answers } from '../evidence/answer.ts';
import { questionOf, type SearchQuestion, type Term } from '../evidence/question.ts';
import type { RankedAnswer } from '../evidence/score.ts';
import { type SeenClause, UNREAD, type Vocabulary, vocabularyOf } from '../evidence/vocabulary.ts';
import type { Clause } from '../filter/clause.ts';
import type { Remark } from '../filter/expand.ts';
import type { PreparedSearch } from './prepare.ts';
import { isDeclaredQuery } from './text-box.ts';
import type { BestOf, Hit, Knowledge, SearchRequest, SearchResult } from './types.ts';

/** Who writes these means exactly what they say. */
const OPERATORS = /(^|[\s(])(AND|OR|NOT)[\s(]/;

/** If fewer entities have all words, those follow that have most of them. */
export const ENOUGH = 10;

/** The question in a text; `undefined` if the request wants exactly what matches, in its own order or as a scroll. */
export async function questionIn(
  engine: SearchEngine,
  knowledge: Knowledge,
  { asked, order, clauseOf, columns }: PreparedSearch,
  request: SearchRequest,
): Promise<Understood | undefined> {
  if (
    request.allWords ||
    OPERATORS.test(request.input) ||
    isDeclaredQuery(request.input) ||
    request.onlyFilter ||
    request.scroll ||
    order !== undefined ||
    asked.words === ''
  )
    return undefined;
  const { seen: own } = request;
  const seen = own && { key: columns?.key ?? own.key, columns: asked.columns, clause: async () => clauseOf(await own.filter()) };
  const [vocabulary, synonyms] = await Promise.all([vocabularyOf(engine, knowledge.wordsFailed, seen), knowledge.synonyms(engine, seen)]);
  const question = questionOf(asked.text, vocabulary, synonyms);
  if (question.terms.every(({ aside }) => aside)) return undefined;
  const missing = [...(vocabulary === UNREAD ? ['how common words are'] : []), ...(synonyms.unread ? ['the synonyms of the glossary'] : [])];
  return { ...question, vocabulary, seen, remarks: missing.map((each) => ({ note: `Ranked without ${each}, which could not be read` })) };
}

/** A question, with what it was read with. */
interface Understood extends SearchQuestion {
  readonly vocabulary: Vocabulary;
  readonly seen: SeenClause | undefined;
  /** What the answer says of what was missing. */
  readonly remarks: readonly Remark[];
}

/** The words of a question that are no stop words. */
export function countingTerms({ terms }: SearchQuestion): readonly Term[] {
  return terms.filter(({ aside }) => !aside);
}

/** Can a list of the best have more than what has all words? A single word finds the same, unless another word means the same. */
export function mayFindMore(question: SearchQuestion): boolean {
  const terms = countingTerms(question);
  return terms.length > 1 || terms.some(({ alternatives }) => alternatives.some(({ as }) => as === 'synonym' || as === 'abbreviation'));
}

interface AnswerParts {
  readonly engine: SearchEngine;
  readonly knowledge: Knowledge;
  readonly ready: PreparedSearch;
  readonly request: SearchRequest;
  /** What all hits match. */
  readonly base: Clause;
  readonly question: Understood;
}

/** What a list is made of: see `Asking`. */
type ListScope = Pick<AnswerRequest, 'scope' | 'scoped' | 'narrowedTo' | 'thorough' | 'first'>;

/**
 * The list of the best, narrowed by the filter. If the filter leaves none of them: a list of what meets the filter.
 *
 * @param first what has all words, whatever the filter: it comes first. If absent: the filter leaves nothing of it
 * @returns `undefined` if nothing has any of the words, or nothing more than what comes first
 */
export async function bestAnswers(parts: AnswerParts, first: readonly RawHit[] | undefined): Promise<SearchResult | undefined> {
  const { ready, base } = parts;
  const { scoped, narrowed } = ready;
  if (first !== undefined) {
    const list = await listOf(parts, { scope: await ready.scope(), scoped, narrowedTo: narrowed ? base : true, thorough: false, first });
    if (!narrowed || !list || list.total > 0) return list;
  }
  return listOf(parts, { scope: base, scoped: true, narrowedTo: true, thorough: true, first: [] });
}

async function listOf({ engine, knowledge, ready, request, question }: AnswerParts, among: ListScope): Promise<SearchResult | undefined> {
  const found = await answers({
    engine,
    question,
    vocabulary: question.vocabulary,
    among: { types: request.types, removed: ready.removed, columns: ready.asked.columns, open: ready.asked.open },
    ...among,
    facetFields: ready.facetFields,
    facetsOf: ready.facetsOf,
    joiner: (urns) => knowledge.joiner(urns, request.seen),
    seen: question.seen,
    start: request.start,
    count: request.count,
  });
  if (found.listed === among.first.length) return undefined;
  const whole = new Set(among.first.map(({ document }) => String(document.urn)));
  const lacking = (urn: string): readonly string[] => (whole.has(urn) ? [] : (found.ranked.get(urn)?.lacks ?? []));
  const [shown, facets] = await Promise.all([ready.shownHits(found.hits, lacking), ready.shownFacets(found.whole)]);
  const hits = shown.map(
    (hit): Hit => ({
      ...hit,
      ...rankedHit(found.ranked.get(hit.urn), lacking(hit.urn), found, request.explain ?? false),
    }),
  );
  return { total: found.total, hits, facets, unknown: ready.unknown, next: undefined, bestOf: bestOf(question, found, lacking) };
}

function rankedHit(
  ranked: RankedAnswer | undefined,
  unmet: readonly string[],
  { folded }: AnswerList,
  explain: boolean,
): Omit<Hit, 'urn' | 'matchedFields'> {
  if (!ranked) return {};
  const { score, met, parts, fold } = ranked;
  const more = fold === undefined ? 0 : (folded.get(fold) ?? 1) - 1;
  return { unmet, ...(more > 0 && { folded: more }), ...(explain && { explanation: { score, met, parts } }) };
}

/** @param lacking the words that an entity lacks */
function bestOf(question: SearchQuestion, { ranked, first }: AnswerList, lacking: (urn: string) => readonly string[]): BestOf {
  const terms = countingTerms(question);
  const all = [...ranked.values()];
  const words = terms.map(({ word }) => word);
  const unmet = words.filter((word) => all.every(({ urn }) => lacking(urn).includes(word)));
  const corrected = new Map(
    all.flatMap((each) => each.met.flatMap(({ word, as }) => (as?.because === 'spelling' ? [[word, as.token] as const] : []))),
  );
  return {
    words,
    unmet: first > 0 ? [] : unmet,
    corrected: [...corrected].map(([word, as]) => ({ word, as })),
    withAllWords: Math.max(first, all.filter(({ urn }) => lacking(urn).length === 0).length),
  };
}
