/**
 * Where few entities have all words of a text, or the text is a question: a list of the best, of those that have any of them.
 */
import type { Model } from '../../model/types.ts';
import type { SearchEngine } from '../engine/client.ts';
import type { RawHit } from '../engine/multi.ts';
import { type Answers, answers } from '../evidence/answer.ts';
import { type Question, questionOf, type Term } from '../evidence/question.ts';
import type { Ranked } from '../evidence/score.ts';
import { vocabularyOf } from '../evidence/vocabulary.ts';
import type { Clause } from '../filter/compile.ts';
import type { Prepared } from './prepare.ts';
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
  { asked, order }: Prepared,
  request: SearchRequest,
): Promise<Question | undefined> {
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
  const [vocabulary, synonyms] = await Promise.all([vocabularyOf(engine), knowledge.synonyms()]);
  const question = questionOf(asked.text, vocabulary, synonyms);
  return question.terms.some(({ aside }) => !aside) ? question : undefined;
}

/** The words of a question that are no stop words. */
export function countingTerms({ terms }: Question): readonly Term[] {
  return terms.filter(({ aside }) => !aside);
}

/** Can a list of the best have more than what has all words? A single word finds the same, unless another word means the same. */
export function mayFindMore(question: Question): boolean {
  const terms = countingTerms(question);
  return terms.length > 1 || terms.some(({ alternatives }) => alternatives.some(({ as }) => as === 'synonym' || as === 'abbreviation'));
}

interface Parts {
  readonly engine: SearchEngine;
  readonly model: Model;
  readonly knowledge: Knowledge;
  readonly ready: Prepared;
  readonly request: SearchRequest;
  readonly base: Clause;
  readonly question: Question;
  /** What has all words: it comes first. */
  readonly first: readonly RawHit[];
}

/** @returns `undefined` if nothing has any of the words, or nothing more than what comes first */
export async function bestAnswers({ engine, model, knowledge, ready, request, base, question, first }: Parts): Promise<SearchResult | undefined> {
  const searched = [...model.entityTypes.values()].filter(({ searchable }) => searchable);
  const everyType = request.types.length >= searched.length && searched.every((type) => request.types.includes(type));
  const found = await answers({
    engine,
    question,
    vocabulary: await vocabularyOf(engine),
    among: { types: request.types, everyType, removed: ready.removed },
    base,
    filtered: ready.filtered,
    facetFields: ready.facetFields,
    facetsOf: ready.facetsOf,
    joiner: knowledge.joiner,
    first,
    start: request.start,
    count: request.count,
  });
  if (found.total === first.length) return undefined;
  const lacking = (urn: string): readonly string[] => found.ranked.get(urn)?.unmet ?? [];
  const [shown, facets] = await Promise.all([ready.shownHits(found.hits, lacking), ready.shownFacets(found.whole)]);
  const hits = shown.map((hit): Hit => ({ ...hit, ...rankedHit(found.ranked.get(hit.urn), found, request.explain ?? false) }));
  return { total: found.total, hits, facets, unknown: ready.unknown, next: undefined, bestOf: bestOf(question, found, first.length) };
}

function rankedHit(ranked: Ranked | undefined, { folded }: Answers, explain: boolean): Omit<Hit, 'urn' | 'matchedFields'> {
  if (!ranked) return {};
  const { unmet, score, met, parts, fold } = ranked;
  const more = fold === undefined ? 0 : (folded.get(fold) ?? 1) - 1;
  return { unmet, ...(more > 0 && { folded: more }), ...(explain && { explanation: { score, met, parts } }) };
}

function bestOf(question: Question, { ranked }: Answers, first: number): BestOf {
  const terms = countingTerms(question);
  const all = [...ranked.values()];
  const met = new Set(all.flatMap((each) => each.met.map(({ word }) => word)));
  const corrected = new Map(
    all.flatMap((each) => each.met.flatMap(({ word, as }) => (as?.because === 'spelling' ? [[word, as.token] as const] : []))),
  );
  return {
    words: terms.map(({ word }) => word),
    unmet: first > 0 ? [] : terms.map(({ word }) => word).filter((word) => !met.has(word)),
    corrected: [...corrected].map(([word, as]) => ({ word, as })),
    withAllWords: Math.max(first, all.filter(({ unmet }) => unmet.length === 0).length),
  };
}
