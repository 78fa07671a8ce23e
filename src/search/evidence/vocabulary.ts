/**
 * The words of the catalog: how common each is, which abbreviations it uses, and which word a misspelt one means. They come from a sample of
 * the evidence documents and are kept in memory, so that no search asks for them. They only weigh: an old sample ranks a little worse.
 */
import { outsideBudgets } from '../../budget.ts';
import { editDistance } from '../../model/fields.ts';
import { DIGEST } from '../document/encode.ts';
import type { SearchEngine } from '../engine/client.ts';
import { EVIDENCE_ALIAS } from '../engine/collections.ts';
import { exported, exportedNames } from '../engine/export.ts';
import { MAY_BE_MISSING, multiSearch } from '../engine/multi.ts';
import type { Clause } from '../filter/clause.ts';
import { learnt, makePairs } from './abbreviations.ts';
import { evidenceFor, FIELD_KEYS, type FieldKey, OF_COLUMNS } from './weights.ts';

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

/** About so many documents are looked at. */
const SAMPLE = 20_000;
/** More different words are not kept: the rarest are left out. */
const MOST_KEPT = 200_000;
/** A sample is taken anew if the number of documents has changed by this share, or after this time, ms. */
const GROWTH = 0.1;
const OLD_MS = 600_000;
/** The same of what one reader sees, ms. */
const OLD_SEEN_MS = 60_000;
/** Not sooner than this after the last one, ms. */
const SOONEST_MS = 2_000;

interface State {
  vocabulary?: Vocabulary;
  /** How many documents the collection had, and when the sample was taken. */
  total: number;
  at: number;
  taking?: Promise<void> | undefined;
  failed?: Failed | undefined;
}

/** Hears why something could not be read; `undefined`: it was read. */
export type Failed = (error: unknown) => void;

/** The documents that somebody sees who sees a part. */
export interface SeenClause {
  /** The same object as long as the same is seen. */
  readonly key: object;
  /** Does one see all columns? */
  readonly columns: boolean;
  clause(): Promise<Clause>;
}

const states = new WeakMap<object, State>();

function stateOf(key: object): State {
  const state = states.get(key) ?? { total: -1, at: Number.NEGATIVE_INFINITY };
  states.set(key, state);
  return state;
}

/** The words of the catalog, or of what is `seen` of it; `UNREAD` if they cannot be read. */
export async function vocabularyOf(engine: SearchEngine, failed: Failed, seen?: SeenClause): Promise<Vocabulary> {
  const state = stateOf(seen?.key ?? engine.nodes);
  state.failed = failed;
  const isOld = seen !== undefined && performance.now() - state.at > OLD_SEEN_MS;
  const taking = !state.vocabulary || isOld ? taken(engine, state, seen).catch(() => undefined) : undefined;
  if (!state.vocabulary) await taking;
  return state.vocabulary ?? UNREAD;
}

/** Takes a new sample in the background if the catalog has changed enough. @param total how many documents it has now */
export function noteSize(engine: SearchEngine, total: number): void {
  const state = stateOf(engine.nodes);
  const age = performance.now() - state.at;
  const changed = Math.abs(total - state.total) > state.total * GROWTH;
  if (state.taking || age < SOONEST_MS || !(changed || age > OLD_MS)) return;
  void taken(engine, state).catch(() => undefined);
}

async function taken(engine: SearchEngine, state: State, seen?: SeenClause): Promise<void> {
  state.taking ??= outsideBudgets(async () => sampled(engine, seen?.columns ?? true, await seen?.clause()))
    .then(({ total, ...vocabulary }) => {
      state.vocabulary = vocabulary;
      state.total = total;
      state.failed?.(undefined);
    })
    .catch((error: unknown) => {
      state.failed?.(error ?? 'no reason given');
      throw error;
    })
    .finally(() => {
      state.at = performance.now();
      state.taking = undefined;
    });
  await state.taking;
}

/** Keys are spread evenly over 63 bits, so the lowest ones are a sample. */
function sampleFilter(total: number): string {
  if (total <= SAMPLE) return 'key:>=0';
  return `key:<${(2n ** 63n * BigInt(SAMPLE)) / BigInt(total)}`;
}

/** The ids of documents of the sample that are seen; undefined for all. */
async function seenIn(engine: SearchEngine, sample: string, clause: Clause | undefined): Promise<ReadonlySet<unknown> | undefined> {
  if (clause === undefined || clause === true) return undefined;
  const ids = new Set<unknown>();
  if (clause === false) return ids;
  for await (const { id } of exportedNames(engine, `${sample} && (${clause})`)) ids.add(id);
  return ids;
}

async function sampled(engine: SearchEngine, columns: boolean, clause?: Clause): Promise<Vocabulary & { total: number }> {
  const [all] = await multiSearch(engine, [{ collection: EVIDENCE_ALIAS, [MAY_BE_MISSING]: true, q: '*', per_page: 0 }]);
  const total = all?.out_of ?? 0;
  const sample = sampleFilter(total);
  const seen = await seenIn(engine, sample, clause);
  const counts = new Map<string, number>();
  const sums = Object.fromEntries(FIELD_KEYS.map((key) => [key, { words: 0, documents: 0 }])) as Record<
    FieldKey,
    { words: number; documents: number }
  >;
  const folds = new Set<unknown>();
  const pairs = makePairs();
  let documents = 0;
  for await (const stored of exported(engine, sample, [...FIELD_KEYS, OF_COLUMNS, 'id', 'type', 'fold', 'group'].join(','), EVIDENCE_ALIAS)) {
    const document = evidenceFor(stored, columns);
    if (seen ? !seen.has(document.id) : document.variant === 'open') continue;
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
  const kept = counts.size <= MOST_KEPT ? counts : new Map([...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_KEPT));
  const averages = Object.fromEntries(FIELD_KEYS.map((key) => [key, sums[key].words / Math.max(1, sums[key].documents)]));
  return { total, documents, averages: averages as Record<FieldKey, number>, counts: kept, abbreviations: learnt(pairs), bySize: sized(kept) };
}

/** The tokens in a field of an evidence document. */
function wordsOfField(document: Readonly<Record<string, unknown>>, key: FieldKey): string[] {
  const text = document[key];
  return typeof text === 'string' && text !== '' ? text.split(' ') : [];
}

const NO_AVERAGES = Object.fromEntries(FIELD_KEYS.map((key) => [key, 1])) as Record<FieldKey, number>;
/** The words of a catalog that could not be read: all are equally common. */
export const UNREAD: Vocabulary = { documents: 0, averages: NO_AVERAGES, counts: new Map(), abbreviations: new Map(), bySize: new Map() };

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
    .sort((a, b) => (counts.get(b.word) ?? 0) - (counts.get(a.word) ?? 0))
    .slice(0, MOST_NEAR)
    .map(({ word }) => word);
}
