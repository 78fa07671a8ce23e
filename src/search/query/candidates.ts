/**
 * Finds the documents with a text that Typesense cannot compare: a part of a text, a phrase, a range. Its words select candidates, whose
 * values are then compared as they were written. A part of a text lies in one word or contains a part of one, and the words that contain it
 * are known (parts.ts).
 */
import { refuseLate } from '../../budget.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { code, documentKey } from '../document/encode.ts';
import { hasWords, isOwnText, isProse } from '../document/index-fields.ts';
import { isOpen, ownToken } from '../document/open-documents.ts';
import { isWritten, NAME_FIELDS, type StoredFields, sourceValues } from '../document/source-values.ts';
import { ANY_PART, isHead, isLong, withoutHeads, wordOrHead, wordsOf, wordToken } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { WORDS_ALIAS } from '../engine/collections.ts';
import { exported } from '../engine/export.ts';
import { MAY_BE_MISSING, multiSearch } from '../engine/multi.ts';
import { type Clause, joined, narrowed, narrowedBody } from '../filter/clause.ts';
import { besideTexts, type Lookup } from '../filter/compile.ts';
import { isAboutText, textTest, valueTest, wordTest } from '../filter/exact.ts';
import type { Criterion } from '../filter/tree.ts';
import { PAGE, withSourcesOf } from './pages.ts';

/** The filter of an export is part of its URL. These many words select as well as all of them. */
const MOST_WORDS = 24;
/** Up to so many texts are searched one by one. With more, all values are read. */
const MOST_WANTED = 32;
/** The fields of candidates to read. */
const READ = `id,type,${NAME_FIELDS}`;

interface CandidateQuery {
  readonly engine: SearchEngine;
  /** What all documents match anyway. */
  readonly narrow: Clause;
  readonly has: Lookup['has'];
  readonly fields: Fields;
  /** Only documents with words that are too long to be tokens? */
  readonly long: boolean;
}

/**
 * The tokens of the words that meet a criterion; `undefined` if it is not about single words, or about too many.
 *
 * @param field if absent: any text that a plain query searches, where the words that all URNs share do not count
 */
export async function wordsMeeting(
  engine: SearchEngine,
  criterion: Criterion,
  field: NamedField | undefined,
): Promise<readonly string[] | undefined> {
  const test = field && !hasWords(field) ? undefined : wordTest(criterion);
  const parts = criterion.values.map((value) => selection(criterion, field, value)).filter((each) => typeof each === 'string');
  if (!test || parts.length < criterion.values.length || parts.length > MOST_WANTED) return undefined;
  const words = await wordsWith(engine, parts);
  return words?.filter((token) => (field || !isHead(token)) && test(wordOrHead(token)));
}

/**
 * The ids of the documents that meet a criterion.
 *
 * @param field if absent: any text that a plain query searches
 */
export async function documentsMeeting(asking: CandidateQuery, criterion: Criterion, field: NamedField | undefined): Promise<string[]> {
  const test = field ? valueTest(field, criterion) : textTest(criterion);
  const names = field ? [field.name] : [...asking.fields.values()].filter(({ queried }) => queried).map(({ name }) => name);
  const shown = field ? String : (value: unknown) => withoutHeads(String(value));
  const found = new Set<string>();
  const documents = candidates(asking, criterion, field);
  for await (const document of field && !isWritten(field) ? documents : withSourcesOf(asking.engine, documents)) {
    const id = ownToken(document);
    if (!found.has(id) && names.some((name) => sourceValues(document, name).some((value) => test(shown(value))))) found.add(id);
  }
  return [...found];
}

async function* candidates(asking: CandidateQuery, criterion: Criterion, field: NamedField | undefined): AsyncGenerator<StoredFields> {
  const { engine, narrow, has, fields, long } = asking;
  const lists = field ? [field].filter(isOwnText) : besideTexts(fields);
  const all = [
    ...lists.map((each) => ({ name: `w_${each.name}`, is: isOwnText(each) ? ':' : ':=' })),
    ...(lists[0] && field ? [] : [{ name: `w_${field?.name ?? ''}`, is: ':=' }]),
  ];
  const there = await Promise.all(all.map(({ name }) => has(name)));
  const physical = all.filter((_, at) => there[at]);
  const wanted = [...new Set(criterion.values)].map((value) => selection(criterion, field, value));
  const parts = [...new Set(wanted.filter((each) => typeof each === 'string'))];
  const selected = wanted.length <= MOST_WANTED && !wanted.includes(undefined);
  const words = long ? [] : selected ? await wordsWith(engine, parts) : undefined;
  if (!words) {
    yield* exported(engine, narrowed(narrow, field ? `exists:=${code(field.name)}` : 'type:!=q'), READ);
    return;
  }
  if (physical.length > 0 && parts.length > 0) yield* withWords(asking, physical, [...words, ANY_PART]);
  for (const tokens of wanted.filter((each) => typeof each === 'object')) {
    for (const { name, is } of physical) {
      const all = tokens.map((token) => `${name}${is}${token}`).join(' && ');
      yield* exported(engine, narrowed(narrow, all), READ);
    }
  }
}

/**
 * What every document with a suitable value has: all of these words, or one that contains this part.
 *
 * @returns `undefined` if any document may have such a value
 */
function selection({ condition }: Criterion, field: NamedField | undefined, value: string): readonly string[] | string | undefined {
  if ((condition === 'PHRASE' && (!field || hasWords(field))) || (field && isProse(field) && ['EQUAL', 'IN', 'IEQUAL'].includes(condition))) {
    const words = [...new Set(wordsOf(withoutHeads(value)))].slice(0, MOST_WORDS);
    return words.length > 0 ? words.map(wordToken) : undefined;
  }
  if (condition === 'PHRASE' || !isAboutText(condition)) return undefined;
  const pieces = value.split(/[\u0001\u0002]/);
  // The words that all URNs share select nothing: they count only where there are no others.
  return longest(pieces.map(withoutHeads)) ?? longest(pieces);
}

/** The longest token that has the characters of its word. */
function longest(texts: readonly string[]): string | undefined {
  const tokens = texts.flatMap(wordsOf).map(wordToken);
  return tokens.filter((token) => !isLong(token)).sort((a, b) => b.length - a.length)[0];
}

/** Documents with one of these words, in the order of their keys: nothing is missed if others write meanwhile. */
async function* withWords(
  { engine, narrow }: CandidateQuery,
  physical: readonly { readonly name: string; readonly is: string }[],
  words: readonly string[],
): AsyncGenerator<StoredFields> {
  const clause = joined(
    '||',
    physical.map(({ name, is }) => `${name}${is}[${words.join(',')}]`),
  );
  for (let key = -1n; ; ) {
    refuseLate();
    const filter = narrowedBody(narrow, String(joined('&&', [clause, `key:>${key}`])));
    const [result] = await multiSearch(engine, [{ q: '*', filter_by: filter, sort_by: 'key:asc', include_fields: READ, per_page: PAGE }]);
    const hits = result?.hits ?? [];
    for (const { document } of hits) yield document;
    const last = hits.at(-1);
    if (!last || hits.length < PAGE) return;
    key = documentKey(String(last.document.urn), isOpen(last.document));
  }
}

/** Parts of more words than these select too little: reading all values takes less time. */
const MOST_HOLDERS = 2_000;
/** How many words a part may stand for: all. */
const ALL_WORDS = 1_000_000;

/**
 * The tokens that contain one of these.
 *
 * @returns undefined if they are too many, or if somebody has deleted the collection of words
 */
async function wordsWith(engine: SearchEngine, parts: readonly string[]): Promise<readonly string[] | undefined> {
  const words = new Set<string>();
  for (const part of parts) {
    for (let key = -1n; ; ) {
      refuseLate();
      const [result] = await multiSearch(engine, [askFor(part, key)]);
      if (result?.out_of === undefined || result.found > MOST_HOLDERS) return undefined;
      const found = result.hits.map(({ document }) => String(document.word));
      for (const word of found) words.add(word);
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) break;
      key = documentKey(last);
    }
    if (words.size > MOST_HOLDERS) return undefined;
  }
  return [...words];
}

/** The next words with this part, in the order of their keys: nothing is missed if others write meanwhile. */
function askFor(part: string, key: bigint): Record<string, unknown> {
  return {
    collection: WORDS_ALIAS,
    [MAY_BE_MISSING]: true,
    q: part,
    query_by: 'word',
    infix: 'always',
    prefix: false,
    num_typos: 0,
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 0,
    split_join_tokens: 'off',
    max_candidates: ALL_WORDS,
    filter_by: `key:>${key}`,
    sort_by: 'key:asc',
    include_fields: 'word',
    per_page: PAGE,
  };
}
