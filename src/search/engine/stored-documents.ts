/**
 * Reads what a verification checks in the index: stored documents, and whether search finds their words.
 */
import { indexBuilding, searchAway, searchUnreadable } from '../../errors.ts';
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { digest } from '../document/encode.ts';
import { openId } from '../document/open-documents.ts';
import { TEXT_FIELDS } from '../document/texts.ts';
import { ownTexts } from '../filter/compile.ts';
import { fetchFrom, type SearchEngine, unlessMissing } from './client.ts';
import { ALIAS, hashIn, presentName, schemaHash, WORDS_ALIAS } from './collections.ts';
import { MAY_BE_MISSING, multiSearch } from './multi.ts';

/** A document. Integers beyond 53 bits are texts of their digits. */
export type StoredDocument = Readonly<Record<string, unknown>>;

const READ_TIMEOUT_MS = 30_000;
const PAGE = 250;
/** Most words of one search, which must find all of them. */
const WORDS_AT_ONCE = 100;
/** A word of letters and digits only: it is always one token in Typesense. */
const PLAIN_WORD = /^[\p{L}\p{N}]+$/u;

/** Parses JSON without rounding long numbers: they become texts. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?=[\s,\]}])/g, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/**
 * The documents of these URNs in the present index, by URN.
 *
 * @param from the alias of the index, or that of the evidence for questions
 * @param open the open ones (document/open-documents.ts)
 */
export async function storedDocuments(
  engine: SearchEngine,
  urns: readonly string[],
  from = ALIAS,
  open = false,
): Promise<Map<string, StoredDocument>> {
  const documents = new Map<string, StoredDocument>();
  for (let at = 0; at < urns.length; at += PAGE) {
    const some = urns.slice(at, at + PAGE);
    const ids = new Map(some.map((urn) => [open ? openId(digest(urn)) : digest(urn), urn]));
    for (const document of await hits(engine, { collection: from, filter_by: `id:=[${[...ids.keys()].join(',')}]`, per_page: PAGE }))
      documents.set(ids.get(String(document.id)) ?? '', document);
  }
  return documents;
}

/** A page of all documents in the order of their keys: `id`, `urn` and `key`. */
export function documentsAfter(engine: SearchEngine, key: string, from = ALIAS): Promise<StoredDocument[]> {
  return hits(engine, { collection: from, filter_by: `key:>${key}`, sort_by: 'key:asc', include_fields: 'id,urn,key', per_page: PAGE });
}

/** Sends the search without the library, because its client rounds large numbers. */
async function hits(engine: SearchEngine, search: Record<string, unknown>): Promise<StoredDocument[]> {
  let text: string;
  try {
    const answer = await fetchFrom(
      engine,
      'read',
      '/multi_search',
      { method: 'POST', body: JSON.stringify({ searches: [{ q: '*', highlight_fields: 'none', ...search }] }) },
      READ_TIMEOUT_MS,
    );
    text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  } catch (error) {
    throw searchAway(error);
  }
  const { results } = parseExactly(text) as { results: { hits?: { document: StoredDocument }[]; error?: string }[] };
  if (!results[0]?.hits) throw searchUnreadable(results[0]?.error ?? 'no hits');
  return results[0].hits.map(({ document }) => document);
}

/**
 * Words that stand in text fields of documents and by which these are not found (docs/engines.md 7): `<field>: <word>` by URN.
 * All words of a field are asked for at once; only where that fails, one by one.
 */
export async function lostWords(engine: SearchEngine, model: Model, documents: ReadonlyMap<string, StoredDocument>): Promise<Map<string, string[]>> {
  const searched = [...TEXT_FIELDS, ...ownTexts(fieldsOf(model)).map(({ name }) => `w_${name}`)];
  const asking = [...documents].flatMap(([urn, document]) =>
    searched.flatMap((field) => pieces(wordsIn(document[field])).map((words) => ({ urn, id: String(document.id), field, words }))),
  );
  const together = await multiSearch(engine, asking.map(searchFor));
  const single = asking
    .filter((_, at) => together[at]?.found !== 1)
    .flatMap(({ words, ...each }) => words.map((word) => ({ ...each, words: [word] })));
  const alone = await multiSearch(engine, single.map(searchFor));
  const lost = new Map<string, string[]>();
  for (const [at, { urn, field, words }] of single.entries())
    if (alone[at]?.found !== 1) lost.set(urn, [...(lost.get(urn) ?? []), `${field}: ${words[0]}`]);
  return lost;
}

/** Those of these words that the collection of all words lacks. None if somebody has deleted that collection. */
export async function unlistedWords(engine: SearchEngine, words: readonly string[]): Promise<Set<string>> {
  const asked = Array.from({ length: Math.ceil(words.length / PAGE) }, (_, at) => words.slice(at * PAGE, (at + 1) * PAGE));
  const results = await multiSearch(
    engine,
    asked.map((some) => ({
      collection: WORDS_ALIAS,
      [MAY_BE_MISSING]: true,
      q: '*',
      filter_by: `id:=[${some.join(',')}]`,
      include_fields: 'word',
      per_page: PAGE,
    })),
  );
  if (results.some(({ out_of }) => out_of === undefined)) return new Set();
  const listed = new Set(results.flatMap(({ hits: found }) => found.map(({ document }) => String(document.word))));
  return new Set(words.filter((word) => !listed.has(word)));
}

function wordsIn(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(String) : [];
  return [...new Set(texts.flatMap((text) => text.split(/\s+/)))].filter((word) => PLAIN_WORD.test(word));
}

function pieces(words: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(words.length / WORDS_AT_ONCE) }, (_, at) => words.slice(at * WORDS_AT_ONCE, (at + 1) * WORDS_AT_ONCE));
}

function searchFor({ id, field, words }: { id: string; field: string; words: readonly string[] }): Record<string, unknown> {
  return {
    q: words.join(' '),
    query_by: field,
    filter_by: `id:=${id}`,
    per_page: 0,
    prefix: false,
    num_typos: 0,
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 0,
    // Otherwise two halves of a lost word could match.
    split_join_tokens: 'off',
  };
}

/** Removes documents, so that the next write of each creates all its index entries again. */
export async function dropDocuments(engine: SearchEngine, ids: readonly string[], from = ALIAS): Promise<void> {
  for (const id of ids) await unlessMissing(engine, 'write', ({ writer }) => writer.collections(from).documents(id).delete());
}

/**
 * Makes sure that there is an index of this model to check.
 *
 * @throws Refusal unavailable if there is none
 */
export async function presentIndex(engine: SearchEngine, model: Model): Promise<void> {
  const name = await presentName(engine);
  if (name === undefined || hashIn(name) !== schemaHash(model)) throw indexBuilding('send the request again when the index is complete');
}
