/**
 * Ranks candidates by their evidence. Pure: it takes the words of the candidates, and what joins them.
 */
import { wordToken } from '../document/words.ts';
import type { EvidenceDocument } from './candidates.ts';
import type { Alternative, SearchQuestion } from './question.ts';
import type { Vocabulary } from './vocabulary.ts';
import { FIELD_KEYS, type FieldKey, LEAST_LENGTH, MOST_FROM_NEIGHBOURS, WEIGHTS } from './weights.ts';

/** A word of the question in a candidate. */
interface Met {
  readonly word: string;
  /** The word of the catalog that meets it, if it is another one, and why. */
  readonly as?: { readonly token: string; readonly because: NonNullable<Alternative['as']> };
  readonly fields: readonly FieldKey[];
  readonly score: number;
}

/** An answer to a question, with the parts of its score. */
export interface RankedAnswer {
  readonly id: string;
  readonly urn: string;
  readonly score: number;
  readonly met: readonly Met[];
  /** Words of the question that it does not have: no stem of them, for the order. */
  readonly unmet: readonly string[];
  /** Those of them that none of its words begins with, either. */
  readonly lacks: readonly string[];
  /** What the entities of its schema say together, what its neighbours add, and the factors. */
  readonly parts: { readonly words: number; readonly schema: number; readonly neighbours: number; readonly factor: number };
  /** What it shares with the shards of the same table, which are left out. */
  readonly fold: string | undefined;
}

/** Two candidates that belong together: by a foreign key, lineage or a common query. */
export type Join = readonly [urn: string, urn: string];

/** The words of one field of a candidate. */
interface Words {
  readonly key: FieldKey;
  /** Each once, with blanks between and around them. Looking for a few words in the text is faster than splitting it. */
  readonly text: string;
  readonly size: number;
}

/** So many letters of a word are its beginning; of a word in a name one. */
const LEAST_BEGINNING = 3;
const OF_NAMES: readonly FieldKey[] = ['n', 'p'];

export interface Candidate {
  readonly document: EvidenceDocument;
  readonly met: Met[];
  readonly words: number;
}

export function scored(question: SearchQuestion, documents: readonly EvidenceDocument[], vocabulary: Vocabulary): Candidate[] {
  const slight = new Set(question.terms.flatMap((term) => (term.slight ? term.word : [])));
  const onlySlight = slight.size === question.terms.length;
  return documents.map((document) => {
    const fields = FIELD_KEYS.flatMap((key) => wordsIn(document, key));
    const met = question.terms.flatMap(({ word, aside, alternatives }) =>
      bestOf(alternatives.map((each) => metBy(word, each, aside ? names(fields) : fields, vocabulary))),
    );
    const isAnswer = onlySlight || met.some(({ word }) => !slight.has(word));
    return { document, met, words: isAnswer ? sumOf(met.map(({ score }) => score)) : 0 };
  });
}

function wordsIn(document: EvidenceDocument, key: FieldKey): Words[] {
  const text = document[key];
  if (typeof text !== 'string' || text === '') return [];
  let size = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) size++;
  return [{ key, text: ` ${text} `, size }];
}

/** Has it a word that begins so? Of names one letter is enough (docs/semantics.md 9.2). */
function hasBeginning(document: EvidenceDocument, word: string): boolean {
  const within = ` ${wordToken(word)}`;
  const keys = [...word].length < LEAST_BEGINNING ? OF_NAMES : FIELD_KEYS;
  return keys.some((key) => typeof document[key] === 'string' && ` ${document[key]}`.includes(within));
}

function names(fields: readonly Words[]): readonly Words[] {
  return fields.filter(({ key }) => key === 'n');
}

function bestOf(all: readonly (Met | undefined)[]): Met[] {
  const met = all.filter((each) => each !== undefined);
  return met.length === 0 ? [] : [met.reduce((best, each) => (each.score > best.score ? each : best))];
}

function metBy(word: string, { token, weight, as }: Alternative, fields: readonly Words[], { averages }: Vocabulary): Met | undefined {
  const own = ` ${token} `;
  const there = fields.filter(({ text }) => text.includes(own));
  if (there.length === 0) return undefined;
  const share = there.reduce(
    (sum, { key, size }) => sum + WEIGHTS.fields[key].weight / lengthFactor(size, averages[key], WEIGHTS.fields[key].length),
    0,
  );
  return { word, ...(as && { as: { token, because: as } }), fields: there.map(({ key }) => key), score: weight * share };
}

function lengthFactor(size: number, average: number, counts: number): number {
  return 1 - counts + counts * Math.max(LEAST_LENGTH, size / Math.max(1, average));
}

/** The best first. @param only answers with these ids; what others say still counts for their schema and neighbours */
export function ranked(
  question: SearchQuestion,
  candidates: readonly Candidate[],
  joins: readonly Join[],
  only?: ReadonlySet<string>,
): RankedAnswer[] {
  const together = schemaScores(candidates);
  const withSchema = new Map(
    candidates.map(({ document, words }) => [String(document.urn), words > 0 ? words + WEIGHTS.schema * (together.get(document.group) ?? 0) : 0]),
  );
  const beside = neighbourScores(candidates, withSchema, joins);
  const copies = new Map<string, number>();
  const all = candidates
    .map(({ document, met, words }): RankedAnswer => {
      const urn = String(document.urn);
      const schema = (withSchema.get(urn) ?? 0) - words;
      const neighbours = beside.get(urn) ?? 0;
      const factor = Number(document.rank ?? 1) * (WEIGHTS.typeFactors[String(document.type)] ?? 1) * (1 + WEIGHTS.care * Number(document.care ?? 0));
      const unmet = question.terms.filter(({ word, aside }) => !aside && !met.some((each) => each.word === word)).map(({ word }) => word);
      const lacks = unmet.filter((word) => !hasBeginning(document, word));
      const score = (words + schema + neighbours) * factor;
      return { id: String(document.id), urn, score, met, unmet, lacks, parts: { words, schema, neighbours, factor }, fold: foldOf(document) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.urn < b.urn ? -1 : 1));
  const documents = new Map(candidates.map(({ document }) => [String(document.id), document]));
  const demoted = all.map((each) => {
    const { n, c } = documents.get(each.id) as EvidenceDocument;
    const key = c === '' ? each.id : `${String(n)}|${String(c)}`;
    const before = copies.get(key) ?? 0;
    copies.set(key, before + 1);
    return before === 0 ? each : { ...each, score: each.score * WEIGHTS.copy };
  });
  const sorted = demoted.sort((a, b) => b.score - a.score || (a.urn < b.urn ? -1 : 1));
  return withAllWordsFirst(only ? sorted.filter(({ id }) => only.has(id)) : sorted);
}

function foldOf({ fold }: EvidenceDocument): string | undefined {
  return typeof fold === 'string' ? fold : undefined;
}

/** For each schema the sum over the words of what its best entity says with each of them. */
function schemaScores(candidates: readonly Candidate[]): Map<unknown, number> {
  const best = new Map<unknown, Map<string, number>>();
  for (const { document, met } of candidates) {
    const words = best.get(document.group) ?? new Map<string, number>();
    best.set(document.group, words);
    for (const { word, score } of met) words.set(word, Math.max(words.get(word) ?? 0, score));
  }
  return new Map([...best].map(([group, words]) => [group, sumOf(words.values())]));
}

/** The same whatever comes first: candidates come in the order of the index, and the last bit of a sum would decide between equal ones. */
function sumOf(numbers: Iterable<number>): number {
  return [...numbers].sort((a, b) => a - b).reduce((sum, each) => sum + each, 0);
}

/** What each candidate gets from those that it is joined with: a share of what they say with words that it lacks. */
function neighbourScores(candidates: readonly Candidate[], scores: ReadonlyMap<string, number>, joins: readonly Join[]): Map<string, number> {
  const byUrn = new Map(candidates.map((each) => [String(each.document.urn), each.met]));
  const gained = new Map<string, Map<string, number>>();
  for (const [one, other] of joins) {
    for (const [to, from] of [
      [one, other],
      [other, one],
    ] as const) {
      const own = byUrn.get(to) ?? [];
      const words = gained.get(to) ?? new Map<string, number>();
      gained.set(to, words);
      for (const { word, score } of byUrn.get(from) ?? []) {
        if (!own.some((met) => met.word === word)) words.set(word, Math.max(words.get(word) ?? 0, score));
      }
    }
  }
  return new Map(
    [...gained].map(([urn, words]) => {
      return [urn, Math.min(WEIGHTS.neighbours * sumOf(words.values()), MOST_FROM_NEIGHBOURS * (scores.get(urn) ?? 0))];
    }),
  );
}

/** Each table once: leaves out all shards of one but the best. */
export function withoutShards(all: readonly RankedAnswer[]): RankedAnswer[] {
  const seen = new Set<string>();
  return all.filter(({ fold }) => {
    if (fold === undefined) return true;
    if (seen.has(fold)) return false;
    seen.add(fold);
    return true;
  });
}

/** What has all words comes first, unless it says little with them: a table of thousands of columns has nearly all words. */
function withAllWordsFirst(all: readonly RankedAnswer[]): RankedAnswer[] {
  const least = WEIGHTS.allWords * (all[0]?.score ?? 0);
  const isFirst = ({ unmet, score }: RankedAnswer): boolean => unmet.length === 0 && score >= least;
  return [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))];
}
