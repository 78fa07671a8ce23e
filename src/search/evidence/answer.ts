/**
 * Answers a question with a ranked list of the best entities: of those that have any of its words, the ones with the most evidence.
 * Two requests to Typesense: what each word finds, and the words of the candidates. Those have what is shown, but for the source values.
 */
import type { FacetField } from '../document/asked-fields.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch, multiSearchAtOnce, type RawHit, type RawResult } from '../engine/multi.ts';
import { type Clause, joined } from '../filter/clause.ts';
import { PAGE, type Parameters } from '../query/pages.ts';
import {
  type AnswerScope,
  bestCandidates,
  type Candidates,
  type EvidenceDocument,
  foldSizes,
  readCandidates,
  readEvidence,
  wordSearches,
} from './candidates.ts';
import { countedFacets, isCountedThere } from './facet-values.ts';
import type { SearchQuestion } from './question.ts';
import { type Candidate, type Join, type RankedAnswer, ranked, scored, withoutShards } from './score.ts';
import type { SeenClause, Vocabulary } from './vocabulary.ts';
import { MOST_FROM_NEIGHBOURS } from './weights.ts';

/** Most entities of an answer. */
const MOST_ANSWERS = 100;
/** Answers with less than this share of the best evidence are left out. */
const LEAST_SHARE = 0.1;
/** How many candidates are looked at for what joins them. */
const JOINED = 20;
/** If a filter leaves no more entities than this, all of them are ranked. Otherwise more candidates than without a filter. */
const FEW = PAGE;

/** Finds which of these entities belong together: by foreign keys, lineage, common queries. One request to the graph. */
export type Joiner = (urns: readonly string[]) => Promise<readonly Join[]>;

export interface AnswerRequest {
  readonly engine: SearchEngine;
  readonly question: SearchQuestion;
  readonly vocabulary: Vocabulary;
  readonly among: AnswerScope;
  /** What is ranked, and whether that asks for more than types. */
  readonly scope: Clause;
  readonly scoped: boolean;
  /** Those of the list that meet this are the answers: a filter by a value of a facet leaves as many as the facet says. */
  readonly narrowedTo: Clause;
  /** Leave out nothing that says little, and no shards: then it does not depend on the others whether an entity is an answer. */
  readonly thorough: boolean;
  /** The fields whose values are counted over all answers, and what makes Typesense count them. */
  readonly facetFields: readonly FacetField[];
  facetsOf(fields: readonly FacetField[]): Parameters;
  readonly joiner: Joiner | undefined;
  /** Only what meets it leads to what carries it. */
  readonly seen: SeenClause | undefined;
  /** Entities that come first, whatever their evidence. */
  readonly first: readonly RawHit[];
  readonly start: number;
  readonly count: number;
}

export interface AnswerList {
  /** How many entities the list has before it is narrowed. */
  readonly listed: number;
  readonly total: number;
  /** How many of those that come first are among the answers. */
  readonly first: number;
  readonly hits: readonly RawHit[];
  /** The ranked ones by URN. */
  readonly ranked: ReadonlyMap<string, RankedAnswer>;
  /** How many shards the tables on the page have, by what they share. */
  readonly folded: ReadonlyMap<string, number>;
  /** The result with the facets of all answers. */
  readonly whole: RawResult | undefined;
}

export async function answers(asking: AnswerRequest): Promise<AnswerList> {
  const { engine, question, start, count } = asking;
  const { candidates, best } = await findAnswers(asking);
  const list = [...new Set([...asking.first.map(({ document }) => String(document.id)), ...best.map(({ id }) => id)])].slice(0, MOST_ANSWERS);
  const listed = asking.narrowedTo === true ? new Set(list) : await allowedAmong(engine, asking.narrowedTo, list);
  const first = asking.first.map(({ document }) => String(document.id)).filter((id) => listed.has(id));
  const left = best.filter(({ id }) => listed.has(id));
  const end = start + count;
  // What joins the answers changes their order only. Meanwhile the shards of all that may come on the page are counted.
  const near = new Set([...first.slice(start, end), ...mayBeAmong(left, Math.max(0, end - first.length))]);
  const folds = left.flatMap(({ id, fold }) => (fold !== undefined && near.has(id) ? fold : []));
  const [joins, [sizes], whole] = await Promise.all([
    joinsOf(asking, left),
    folds.length > 0 ? multiSearch(engine, [foldSizes(folds, asking.among)]) : [],
    counted(asking, [...listed], candidates),
  ]);
  const order = joins.length > 0 ? ranked(question, candidates, joins, listed) : left;
  const hits = new Map<string, RawHit>(asking.first.map((hit) => [String(hit.document.id), hit]));
  for (const { id, urn } of order) if (!hits.has(id)) hits.set(id, { document: { id, urn } });
  const ids = [...new Set([...first, ...order.map(({ id }) => id)])].slice(start, end);
  return {
    listed: list.length,
    total: listed.size,
    first: first.length,
    hits: ids.flatMap((id) => hits.get(id) ?? []),
    ranked: new Map(order.map((each) => [each.urn, each])),
    folded: new Map(sizes?.facet_counts?.[0]?.counts.map(({ value, count: size }) => [value, size])),
    whole,
  };
}

/** Finds the answers that have enough evidence, the best first, before what joins them counts. */
async function findAnswers(asking: AnswerRequest): Promise<{ candidates: readonly Candidate[]; best: readonly RankedAnswer[] }> {
  const { documents, allowed } = await documentsFor(asking);
  const candidates = scored(asking.question, documents, asking.vocabulary);
  const order = ranked(asking.question, candidates, [], allowed);
  if (asking.thorough) return { candidates, best: order };
  const all = withoutShards(order);
  const least = LEAST_SHARE * (all[0]?.score ?? 0);
  return { candidates, best: all.filter(({ score }) => score >= least) };
}

interface Evidence {
  readonly documents: readonly EvidenceDocument[];
  /** Those that meet the filter. */
  readonly allowed?: ReadonlySet<string>;
}

/** The evidence that is ranked, in two requests: what each word finds, and the words of all of that. */
async function documentsFor(asking: AnswerRequest): Promise<Evidence> {
  const { engine, question, vocabulary, scope, scoped } = asking;
  if (asking.seen && !scoped) return documentsAmongSeen(asking);
  const among = { ...asking.among, wide: scoped };
  const { words, searches } = wordSearches(question, vocabulary, among);
  // While the words are looked for everywhere, it turns out how many entities meet the filter. If they are few, the words of all are read.
  const [results, few] = await Promise.all([multiSearchAtOnce(engine, searches), scoped ? fewMeeting(engine, scope) : undefined]);
  const candidates = await onlySeen(asking, bestCandidates(question, words, results, among));
  if (few) return ofReader(await readCandidates(engine, { ...candidates, ids: few }, among), new Set(few));
  if (!scoped) return { documents: await readCandidates(engine, candidates, among) };
  const [documents, allowed] = await Promise.all([readCandidates(engine, candidates, among), allowedAmong(engine, scope, candidates.ids)]);
  const asked = new Set(candidates.ids);
  const carriers = documents.map(({ id }) => String(id)).filter((id) => !asked.has(id));
  return ofReader(documents, new Set([...allowed, ...(await allowedAmong(engine, scope, carriers))]));
}

/** Of the two documents of an entity only one is there for a reader. */
function ofReader(documents: readonly EvidenceDocument[], allowed: ReadonlySet<string>): Evidence {
  return { documents: documents.filter(({ id, variant }) => variant === undefined || allowed.has(String(id))), allowed };
}

/** As if there were only what is seen, if that is little. Otherwise as with any filter. */
async function documentsAmongSeen(asking: AnswerRequest): Promise<Evidence> {
  const { engine, question, vocabulary, scope } = asking;
  const ids = await fewMeeting(engine, scope);
  if (!ids) return documentsFor({ ...asking, scoped: true });
  if (ids.length === 0) return { documents: [] };
  const among = { ...asking.among, ids };
  const { words, searches } = wordSearches(question, vocabulary, among);
  const results = await multiSearchAtOnce(engine, searches);
  const candidates = await onlySeen(asking, bestCandidates(question, words, results, among));
  return { documents: await readCandidates(engine, candidates, among), allowed: new Set(ids) };
}

/** Without the tags, terms and the like that the reader does not see. */
async function onlySeen({ engine, seen }: AnswerRequest, candidates: Candidates): Promise<Candidates> {
  if (!seen || candidates.carried.size === 0) return candidates;
  const ids = await allowedAmong(engine, await seen.clause(), [...candidates.carried.keys()]);
  return { ...candidates, carried: new Map([...candidates.carried].filter(([id]) => ids.has(id))) };
}

/** The facets of these documents. Typesense counts only what evidence documents do not have. */
async function counted({ engine, facetFields, facetsOf }: AnswerRequest, ids: readonly string[], candidates: readonly Candidate[]) {
  if (facetFields.length === 0) return undefined;
  const known = new Map(candidates.map(({ document }) => [String(document.id), document]));
  const unread = ids.filter((id) => !known.has(id));
  for (const document of await readEvidence(engine, unread, 'id,f')) known.set(String(document.id), document);
  const kept = facetFields.filter(isCountedThere);
  const own = countedFacets(
    ids.map((id) => known.get(id) ?? {}),
    kept,
  );
  const others = own ? facetFields.filter((field) => !isCountedThere(field)) : facetFields;
  if (others.length === 0) return own;
  const [rest] = await multiSearch(engine, [{ q: '*', filter_by: idFilter(ids), per_page: 0, ...facetsOf(others) }]);
  return rest && { ...rest, facet_counts: [...(own?.facet_counts ?? []), ...(rest.facet_counts ?? [])] };
}

async function joinsOf({ joiner }: AnswerRequest, answers: readonly RankedAnswer[]): Promise<readonly Join[]> {
  return joiner && answers.length > 1 ? await joiner(answers.slice(0, JOINED).map(({ urn }) => urn)) : [];
}

/** Nearly all that may be among the first so many when they are ranked with what joins them. */
function mayBeAmong(answers: readonly RankedAnswer[], count: number): string[] {
  if (count === 0) return [];
  const least = Math.min(...answers.slice(0, count).map(({ score }) => score)) / (1 + MOST_FROM_NEIGHBOURS);
  return answers.filter(({ score, unmet }, at) => at < count || (at < JOINED && (score >= least || unmet.length === 0))).map(({ id }) => id);
}

/** The ids of the documents that meet a filter, unless they are many. */
async function fewMeeting(engine: SearchEngine, clause: Clause): Promise<string[] | undefined> {
  const [one] = await multiSearch(engine, [{ q: '*', filter_by: clause, include_fields: 'id', per_page: FEW }]);
  return one && one.found > FEW ? undefined : (one?.hits ?? []).map(({ document }) => String(document.id));
}

/** Those of these documents that meet a filter. */
async function allowedAmong(engine: SearchEngine, clause: Clause, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || clause === false) return new Set();
  const filter = joined('&&', [idFilter(ids), clause]);
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) => at + 1);
  const results = await multiSearch(
    engine,
    pages.map((page) => ({ q: '*', filter_by: filter, include_fields: 'id', per_page: PAGE, page })),
  );
  return new Set(results.flatMap(({ hits }) => hits.map(({ document }) => String(document.id))));
}

function idFilter(ids: readonly string[]): string {
  return ids.length === 0 ? 'id:=none' : `id:=[${ids.join(',')}]`;
}
