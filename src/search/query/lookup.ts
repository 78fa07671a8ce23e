/**
 * Answers what filters need to know of the index: which fields exist, and which values of a field meet a condition.
 */
import type { Readable } from 'node:stream';
import { refuseLate } from '../../budget.ts';
import { filterTooLarge, Refusal, searchBroken } from '../../errors.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { decode, gramsWithin } from '../document/encode.ts';
import { ANY_GRAM, equality, hasWords, isFacet } from '../document/index-fields.ts';
import { SOURCE_FIELDS, sourceValues } from '../document/source-values.ts';
import { withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import { asked, type SearchEngine } from '../engine/client.ts';
import { ALIAS, collectionFields } from '../engine/collections.ts';
import { multiSearch } from '../engine/multi.ts';
import { makeSemaphore, type Semaphore } from '../engine/semaphore.ts';
import { type Clause, joined, type Lookup, MOST_OPERATIONS, operationsOf } from '../filter/compile.ts';
import { textTest, valueTest } from '../filter/exact.ts';
import type { Condition, Criterion } from '../filter/tree.ts';

/** The filter of an export is part of its URL. The rarest grams select as well as all of them, and these many are enough. */
const MOST_GRAMS = 24;
const EVERY_VALUE = 10_000_000;
/** Up to so many texts are searched one by one. With more, all values are read. */
const MOST_WANTED = 32;
/** Most lookups of one filter. Typesense allows fewer operations, but lists of one field count once there. */
const MOST_LOOKUPS = 200;
/** Most exports at a time: some thousands at once keep Typesense from answering anything for minutes. */
const MOST_EXPORTS = 8;
/** Most characters of a filter in a URL (Typesense accepts 4,000), and most tokens of one list. */
const LONGEST_FILTER = 3_000;
const MOST_TOKENS = 50;

/** The known fields of collections. A field appears with the first document that has it, and never disappears. */
const present = new WeakMap<SearchEngine, Set<string>>();

export function makeLookup(engine: SearchEngine, fields: Fields): Lookup {
  let asking: Promise<Set<string>> | undefined;
  const has = async (physical: string): Promise<boolean> => {
    if (present.get(engine)?.has(physical)) return true;
    asking ??= fieldsPresent(engine);
    return (await asking).has(physical);
  };
  let lookups = 0;
  const refuseMore = (): void => {
    if (++lookups > MOST_LOOKUPS) throw filterTooLarge(`at most ${MOST_LOOKUPS} criteria that compare parts of texts`);
  };
  const lookup = (narrow: Clause): Lookup => ({
    has,
    valuesOf: async (field, criterion) => {
      if (narrow === false || !(await has(equality(field, '').field))) return [];
      refuseMore();
      return isFacet(field) ? facetValues(engine, narrow, field, criterion) : storedValues(engine, narrow, has, field, criterion);
    },
    documentsOf: async (criterion) => {
      if (narrow === false) return [];
      refuseMore();
      return matchingDocuments(engine, narrow, fields, criterion);
    },
    within: (clause) => lookup(joined('&&', [narrow, clause])),
  });
  return lookup(true);
}

/** Adds the narrowing clause to a filter, unless that makes it too long. */
function narrowed(narrow: Clause, filter: string): string {
  const both = joined('&&', [narrow, filter]);
  const fits = typeof both === 'string' && encodeURIComponent(both).length <= LONGEST_FILTER && operationsOf(both) <= MOST_OPERATIONS;
  return fits ? both : filter;
}

async function fieldsPresent(engine: SearchEngine): Promise<Set<string>> {
  const names = await collectionFields(engine);
  present.set(engine, names);
  return names;
}

/** Call this after the alias has moved: the new collection may lack a field that the old one had. */
export function forgetFields(engine: SearchEngine): void {
  present.delete(engine);
}

/** The values of a facet field: Typesense lists all of them. */
async function facetValues(engine: SearchEngine, narrow: Clause, field: NamedField, criterion: Criterion): Promise<string[]> {
  const test = valueTest(field, criterion);
  const [result] = await multiSearch(engine, [
    { q: '*', per_page: 0, filter_by: narrowed(narrow, 'type:!=q'), facet_by: `k_${field.name}`, max_facet_values: EVERY_VALUE },
  ]);
  const tokens = result?.facet_counts?.[0]?.counts.map(({ value }) => value) ?? [];
  const digests = tokens.filter((token) => decode(token) === undefined);
  const long: string[] = [];
  for (let at = 0; at < digests.length; at += MOST_TOKENS)
    long.push(...(await storedTexts(engine, `k_${field.name}:=[${digests.slice(at, at + MOST_TOKENS).join(',')}]`, field, test)));
  return [
    ...tokens.filter((token) => {
      const value = decode(token);
      return value !== undefined && test(value);
    }),
    ...[...new Set(long)].map((value) => equality(field, value).token),
  ];
}

/** The values of any other field: reads the documents that may meet the condition. */
async function storedValues(engine: SearchEngine, narrow: Clause, has: Lookup['has'], field: NamedField, criterion: Criterion): Promise<string[]> {
  const test = valueTest(field, criterion);
  const everything = `exists:=${codeOf(field)}`;
  const byGrams = field.kind === 'text' && (await has(`g_${field.name}`));
  const wanted = byGrams ? [...new Set(criterion.values.map((value) => candidateFilter(field, criterion.condition, value) ?? everything))] : [];
  const candidates = byGrams && wanted.length <= MOST_WANTED && !wanted.includes(everything) ? wanted : [everything];
  const texts = await Promise.all(candidates.map((filter) => storedTexts(engine, narrowed(narrow, filter), field, test)));
  return [...new Set(texts.flatMap((each) => [...each]))].map((value) => equality(field, value).token);
}

function codeOf(field: NamedField): string {
  return equality({ ...field, facet: 'code' }, field.name).token;
}

/** A filter that matches every document with a suitable value, and few others; `undefined` if there is none. */
function candidateFilter(field: NamedField, condition: Condition, value: string): string | undefined {
  if (condition === 'PHRASE' && hasWords(field)) {
    const words = wordsOf(withoutHeads(value)).slice(0, MOST_GRAMS);
    return words.length === 0 ? undefined : words.map((word) => `w_${field.name}:=${wordToken(word)}`).join(' && ');
  }
  const start = condition === 'START_WITH';
  const end = condition === 'END_WITH';
  const pieces = condition === 'LIKE' ? value.split(/[\u0001\u0002]/) : start || end || condition === 'CONTAIN' ? [value] : [];
  const tokens = [...new Set(pieces.flatMap((piece) => gramsWithin(piece, start, end)))];
  if (tokens.length === 0) return undefined;
  const step = Math.max(1, tokens.length / MOST_GRAMS);
  const chosen = Array.from({ length: Math.min(tokens.length, MOST_GRAMS) }, (_, at) => tokens[Math.floor(at * step)]);
  return `(${chosen.map((token) => `g_${field.name}:=${token}`).join(' && ')}) || g_${field.name}:=${ANY_GRAM}`;
}

/** The values of a field, as written, in all documents that match a filter; each once. */
async function storedTexts(engine: SearchEngine, filter: string, field: NamedField, test: (text: string) => boolean): Promise<Set<string>> {
  const texts = new Set<string>();
  for await (const document of exported(engine, filter, field.name === 'urn' ? 'urn' : SOURCE_FIELDS)) {
    for (const value of sourceValues(document, field.name)) if (test(String(value))) texts.add(String(value));
  }
  return texts;
}

async function matchingDocuments(engine: SearchEngine, narrow: Clause, fields: Fields, criterion: Criterion): Promise<string[]> {
  const test = textTest(criterion);
  const words = criterion.condition === 'PHRASE' ? [...new Set(criterion.values.flatMap(wordsOf))].slice(0, MOST_GRAMS) : [];
  const names = [...fields.values()].filter(({ queried }) => queried).map(({ name }) => name);
  const filter = words.length === 0 ? 'type:!=q' : words.map((word) => `w_:=${wordToken(word)}`).join(' && ');
  const ids: string[] = [];
  for await (const document of exported(engine, narrowed(narrow, filter), `id,${SOURCE_FIELDS}`)) {
    if (names.some((name) => sourceValues(document, name).some((value) => test(withoutHeads(String(value)))))) ids.push(String(document.id));
  }
  return ids;
}

const semaphores = new WeakMap<SearchEngine, Semaphore>();

function turnsOf(engine: SearchEngine): Semaphore {
  const made = semaphores.get(engine) ?? makeSemaphore(MOST_EXPORTS);
  semaphores.set(engine, made);
  return made;
}

/** Reads documents as a stream of lines, because there may be more than fit in memory. */
async function* exported(engine: SearchEngine, filter: string, fields: string): AsyncGenerator<Record<string, unknown>> {
  const { taken, done } = turnsOf(engine);
  await taken();
  try {
    refuseLate();
    yield* lines(engine, { filter_by: filter, include_fields: fields });
  } finally {
    done();
  }
}

async function* lines(engine: SearchEngine, options: { filter_by: string; include_fields: string }): AsyncGenerator<Record<string, unknown>> {
  const stream = (await asked(engine.writer.collections(ALIAS).documents().exportStream(options))) as Readable;
  let rest = '';
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      refuseLate();
      const whole = (rest + String(chunk)).split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) if (line !== '') yield JSON.parse(line) as Record<string, unknown>;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw searchBroken(error);
  }
  if (rest !== '') yield JSON.parse(rest) as Record<string, unknown>;
}
