/**
 * The words of the catalog: how common each is, which abbreviations it uses, and which word a misspelt one means. They come from a sample of
 * the evidence documents (sample.ts) and are kept in memory, so that no search asks for them.
 */
import { outsideBudgets } from '../../budget.ts';
import { editDistance } from '../../model/fields.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { DIGEST } from '../document/encode.ts';
import type { SearchEngine } from '../engine/client.ts';
import { readCursors } from '../engine/cursors.ts';
import { exportedNames } from '../engine/export.ts';
import { sampleLines } from '../engine/samples.ts';
import type { IndexView, SampleOf } from '../engine/view.ts';
import type { Clause } from '../filter/clause.ts';
import { learnt, makePairs } from './abbreviations.ts';
import { nameOfSample, sampleFilter } from './sample.ts';
import { evidenceFor, FIELD_KEYS, type FieldKey } from './weights.ts';

export interface Vocabulary {
  /** How many documents the sample has; shards of one table count once. */
  readonly documents: number;
  /** How many words a field has on average, without empty fields. */
  readonly averages: Readonly<Record<FieldKey, number>>;
  /** In how many documents each stem stands. */
  readonly counts: ReadonlyMap<string, number>;
  /** The stems of words for which an abbreviation stands, and the other way round. */
  readonly abbreviations: ReadonlyMap<string, readonly string[]>;
  /** Words by first letter and length, for misspelt ones. */
  readonly bySize: ReadonlyMap<string, readonly string[]>;
}

/** More different words are not kept: the rarest are left out. */
const MOST_KEPT = 200_000;
/** What a reader sees may change from one write to the next. How common the words in it are is counted again after this time, ms. */
const OLD_SEEN_MS = 60_000;
/** A search may still run by an earlier sample. */
const MOST_SAMPLES = 3;

/** Hears why something could not be read; `undefined`: it was read. */
export type ReadReport = (error: unknown) => void;

/** The documents that somebody sees who sees a part. */
export interface SeenClause {
  /** The same object as long as the same is seen. */
  readonly key: object;
  /** Does one see all columns? */
  readonly columns: boolean;
  clause(): Promise<Clause>;
}

interface VocabularyState {
  readonly documents: string | undefined;
  readonly at: number;
  readonly vocabulary: Promise<Vocabulary>;
}

/** By the name of the sample. */
const states = new WeakMap<object, Map<string, VocabularyState>>();

function statesOf(key: object): Map<string, VocabularyState> {
  const known = states.get(key) ?? new Map<string, VocabularyState>();
  states.set(key, known);
  return known;
}

/** The words of the catalog, or of what is `seen` of it; `UNREAD` if they cannot be read. */
export async function vocabularyOf(engine: SearchEngine, failed: ReadReport, seen?: SeenClause): Promise<Vocabulary> {
  try {
    const { documents, sample } = engine.view ?? (await presentOf(engine));
    const vocabulary = sample ? await keptOrCounted(engine, sample, documents, seen) : EMPTY;
    failed(undefined);
    return vocabulary;
  } catch (error) {
    failed(error ?? 'no reason given');
    return UNREAD;
  }
}

/** What a search outside of any request sees. */
async function presentOf(engine: SearchEngine): Promise<IndexView> {
  const cursor = (await readCursors(engine)).find(({ next }) => !next);
  return { documents: undefined, sample: cursor?.sample && { ...cursor.sample, collection: cursor.collection } };
}

async function keptOrCounted(
  engine: SearchEngine,
  sample: SampleOf,
  documents: string | undefined,
  seen: SeenClause | undefined,
): Promise<Vocabulary> {
  const known = statesOf(seen?.key ?? engine.nodes);
  const name = nameOfSample(sample);
  const kept = known.get(name);
  if (kept && !(seen && isOld(kept, documents))) return kept.vocabulary;
  const vocabulary = outsideBudgets(async () => counted(engine, sample, seen));
  const state = { documents, at: performance.now(), vocabulary };
  known.set(name, state);
  const [oldest] = known.keys();
  if (known.size > MOST_SAMPLES && oldest !== undefined) known.delete(oldest);
  try {
    return await vocabulary;
  } catch (error) {
    if (known.get(name) === state) known.delete(name);
    throw error;
  }
}

/** May a reader see other documents now? */
function isOld({ documents, at }: VocabularyState, now: string | undefined): boolean {
  return (now === undefined || now !== documents) && performance.now() - at > OLD_SEEN_MS;
}

/** The ids of documents of the sample that are seen; undefined for all. */
async function seenIn(engine: SearchEngine, sample: string, clause: Clause | undefined): Promise<ReadonlySet<unknown> | undefined> {
  if (clause === undefined || clause === true) return undefined;
  const ids = new Set<unknown>();
  if (clause === false) return ids;
  for await (const { id } of exportedNames(engine, `${sample} && (${clause})`)) ids.add(id);
  return ids;
}

async function counted(engine: SearchEngine, sample: SampleOf, seen: SeenClause | undefined): Promise<Vocabulary> {
  const ids = await seenIn(engine, sampleFilter(sample.documents), await seen?.clause());
  const counts = new Map<string, number>();
  const sums = Object.fromEntries(FIELD_KEYS.map((key) => [key, { words: 0, documents: 0 }])) as Record<
    FieldKey,
    { words: number; documents: number }
  >;
  const folds = new Set<unknown>();
  const pairs = makePairs();
  const slices = makeSlices();
  let documents = 0;
  for await (const line of sampleLines(engine, sample)) {
    await yieldIfDue(slices);
    const document = evidenceFor(JSON.parse(line) as Readonly<Record<string, unknown>>, seen?.columns ?? true);
    if (ids ? !ids.has(document.id) : document.variant === 'open') continue;
    if (document.fold !== undefined && folds.has(document.fold)) continue;
    folds.add(document.fold);
    documents++;
    const all = new Set<string>();
    for (const key of FIELD_KEYS) {
      const words = wordsOfField(document, key);
      for (const word of words) all.add(word);
      if (words.length === 0) continue;
      sums[key].words += words.length;
      sums[key].documents++;
    }
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
    pairs.add(wordsOfField(document, 'c'), wordsOfField(document, 'd'), String(document.group));
  }
  const kept = counts.size <= MOST_KEPT ? counts : new Map([...counts].sort(byCount).slice(0, MOST_KEPT));
  const averages = Object.fromEntries(FIELD_KEYS.map((key) => [key, sums[key].words / Math.max(1, sums[key].documents)]));
  return { documents, averages: averages as Record<FieldKey, number>, counts: kept, abbreviations: learnt(pairs), bySize: sized(kept) };
}

/** The most common first. */
function byCount([a, countA]: readonly [string, number], [b, countB]: readonly [string, number]): number {
  return countB - countA || (a < b ? -1 : 1);
}

/** The tokens in a field of an evidence document. */
function wordsOfField(document: Readonly<Record<string, unknown>>, key: FieldKey): string[] {
  const text = document[key];
  return typeof text === 'string' && text !== '' ? text.split(' ') : [];
}

const NO_AVERAGES = Object.fromEntries(FIELD_KEYS.map((key) => [key, 1])) as Record<FieldKey, number>;
const EMPTY: Vocabulary = { documents: 0, averages: NO_AVERAGES, counts: new Map(), abbreviations: new Map(), bySize: new Map() };
/** The words of a catalog that could not be read: all are equally common. */
export const UNREAD: Vocabulary = { ...EMPTY };

/** How much a word says: the rarer, the more (inverse document frequency). */
export function rarity({ documents, counts }: Vocabulary, token: string): number {
  const count = counts.get(token) ?? 0;
  return Math.log(1 + (Math.max(documents, count) - count + 0.5) / (count + 0.5));
}

/** The longest word in which mistakes are looked for. */
const LONGEST_MISSPELT = DIGEST;
const MOST_NEAR = 3;

function sized(counts: ReadonlyMap<string, number>): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const word of counts.keys()) {
    if (!/^[a-z]+$/.test(word) || word.length > LONGEST_MISSPELT) continue;
    const key = `${word[0]}${word.length}`;
    const list = lists.get(key);
    if (list) list.push(word);
    else lists.set(key, [word]);
  }
  return lists;
}

/** The words of the catalog that an unknown word may mean, the likeliest first: the first letter is right, one other is wrong, in long words two. */
export function nearWords({ bySize, counts }: Vocabulary, token: string): string[] {
  if (!/^[a-z]{4,}$/.test(token) || token.length > LONGEST_MISSPELT) return [];
  const most = token.length < 7 ? 1 : 2;
  const near: { word: string; distance: number }[] = [];
  for (let length = token.length - most; length <= token.length + most; length++) {
    for (const word of bySize.get(`${token[0]}${length}`) ?? []) {
      const distance = editDistance(token, word);
      if (distance <= most) near.push({ word, distance });
    }
  }
  const least = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === least)
    .sort((a, b) => byCount([a.word, counts.get(a.word) ?? 0], [b.word, counts.get(b.word) ?? 0]))
    .slice(0, MOST_NEAR)
    .map(({ word }) => word);
}
