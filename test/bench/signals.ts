/**
 * What each signal of the ranking brings: all of them but one, and each alone. The candidates of a question are those that the server
 * finds; only their order changes. Without any signal, each word that a table has counts the same.
 */
import { connectGraph } from '../../src/graph/driver.ts';
import { readJoins } from '../../src/graph/joins.ts';
import { loadStatements } from '../../src/graph/statements.ts';
import { makeLog } from '../../src/log.ts';
import { multiSearchAtOnce } from '../../src/search/engine/multi.ts';
import { bestCandidates, type EvidenceDocument, readCandidates, wordSearches } from '../../src/search/evidence/candidates.ts';
import { questionOf, type SearchQuestion } from '../../src/search/evidence/question.ts';
import { type Join, ranked, scored, withoutShards } from '../../src/search/evidence/score.ts';
import { groupsOf } from '../../src/search/evidence/synonyms.ts';
import { type Vocabulary, vocabularyOf } from '../../src/search/evidence/vocabulary.ts';
import { FIELD_KEYS, WEIGHTS } from '../../src/search/evidence/weights.ts';
import { connectSearch } from '../../src/search/index.ts';
import type { Cairn } from '../support/cairn.ts';
import { model } from '../unit/support/model.ts';
import type { Figure } from './figures.ts';
import { makeTally } from './tally.ts';

/** What a ranking takes. */
interface Ranking {
  readonly weights: typeof WEIGHTS;
  readonly question: SearchQuestion;
  readonly documents: readonly EvidenceDocument[];
  readonly vocabulary: Vocabulary;
  readonly joins: readonly Join[];
}

/** Each signal, as the ranking is without it. */
const WITHOUT: Readonly<Record<string, (ranking: Ranking) => Partial<Ranking>>> = {
  'rare words say more': ({ question }) => ({ question: everyAlternative(question, (each) => ({ ...each, weight: each.as ? 0.8 : 1 })) }),
  'fields differ': ({ weights }) => ({ weights: { ...weights, fields: fieldsWith(weights, { weight: 1 }) } }),
  'long fields say less': ({ weights }) => ({ weights: { ...weights, fields: fieldsWith(weights, { length: 0 }) } }),
  'stop words': ({ question }) => ({ question: { ...question, terms: question.terms.map((term) => ({ ...term, aside: false, slight: false })) } }),
  'synonyms, abbreviations, spelling': ({ question }) => ({
    question: {
      ...question,
      terms: question.terms.map((term) => ({ ...term, alternatives: term.alternatives.filter(({ as }) => as === undefined) })),
    },
  }),
  'tables of a schema': ({ weights }) => ({ weights: { ...weights, schema: 0 } }),
  'joined tables': () => ({ joins: [] }),
  'all words first': ({ weights }) => ({ weights: { ...weights, allWords: Number.POSITIVE_INFINITY } }),
  'shards and copies': ({ weights, documents }) => ({
    weights: { ...weights, copy: 1 },
    documents: documents.map((each) => ({ ...each, fold: undefined })),
  }),
  'care and kind': ({ weights, documents }) => ({
    weights: { ...weights, care: 0, typeFactors: {} },
    documents: documents.map((each) => ({ ...each, rank: 1 })),
  }),
};
const SIGNALS = Object.keys(WITHOUT);

const VARIANTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['all signals', []],
  ...SIGNALS.map((signal) => [`without: ${signal}`, [signal]] as [string, string[]]),
  ['no signal', SIGNALS],
  ...SIGNALS.map((signal) => [`alone: ${signal}`, SIGNALS.filter((each) => each !== signal)] as [string, string[]]),
]);

function everyAlternative(
  question: SearchQuestion,
  change: (each: SearchQuestion['terms'][number]['alternatives'][number]) => typeof each,
): SearchQuestion {
  return { ...question, terms: question.terms.map((term) => ({ ...term, alternatives: term.alternatives.map(change) })) };
}

function fieldsWith({ fields }: typeof WEIGHTS, change: { weight?: number; length?: number }): typeof WEIGHTS.fields {
  return Object.fromEntries(FIELD_KEYS.map((key) => [key, { ...fields[key], ...change }])) as typeof WEIGHTS.fields;
}

/** @param questions with the URNs of the tables that answer them */
export async function signals(
  cairn: Cairn,
  questions: readonly { readonly question: string; readonly right: ReadonlySet<string> }[],
  found: number,
): Promise<Figure[]> {
  loadStatements();
  const engine = connectSearch({ urls: [cairn.typesense.url], apiKey: cairn.typesense.apiKey });
  const graph = connectGraph(cairn.neo4j, makeLog('error'));
  const dataset = model.entityTypes.get('dataset');
  const among = { types: dataset ? [dataset] : [], removed: false, columns: true, open: false };
  const tallies = new Map([...VARIANTS.keys()].map((name) => [name, makeTally()]));
  const present = structuredClone(WEIGHTS);
  try {
    const vocabulary = await vocabularyOf(engine, () => undefined);
    for (const { question: text, right } of questions) {
      const question = questionOf(text, vocabulary, groupsOf([]));
      const { words, searches } = wordSearches(question, vocabulary, among);
      const candidates = bestCandidates(question, words, await multiSearchAtOnce(engine, searches), among);
      const documents = await readCandidates(engine, candidates, among);
      const joins = await readJoins(
        graph,
        documents.map(({ urn }) => String(urn)),
      );
      for (const [name, without] of VARIANTS) {
        let some: Ranking = { weights: present, question, documents, vocabulary, joins };
        for (const signal of without) some = { ...some, ...WITHOUT[signal]?.(some) };
        Object.assign(WEIGHTS, some.weights);
        const order = withoutShards(ranked(some.question, scored(some.question, some.documents, some.vocabulary), some.joins));
        tallies.get(name)?.add(
          right,
          order.slice(0, found).map(({ urn }) => urn),
        );
      }
      Object.assign(WEIGHTS, present);
    }
    return [...tallies].map(([name, tally]) => tally.figure(name));
  } finally {
    await graph.driver.close();
  }
}
