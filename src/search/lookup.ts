/**
 * Looks things up in the index for filters: which fields there are, and which values of a field meet a condition.
 */
import type { Fields, NamedField } from '../model/fields.ts';
import { asked, found, type SearchEngine } from './client.ts';
import { ALIAS } from './collections.ts';
import { decode, gramsWithin } from './encode.ts';
import type { Lookup } from './filter/compile.ts';
import { textTest } from './filter/exact.ts';
import type { Criterion } from './filter/tree.ts';
import { multiSearch } from './multi.ts';
import { ANY_GRAM, equality, hasWords, isFacet, wordToken } from './physical.ts';
import { withoutHeads, wordsOf } from './words.ts';
import { WRITTEN_FIELDS, writtenValues } from './written.ts';

/** Filters of an export stand in its URL: the rarest grams are as good as all, and these many are enough. */
const MOST_GRAMS = 24;
const EVERY_VALUE = 10_000_000;

/** Fields that collections have by now: they come with the first document that has one, and never go. */
const present = new WeakMap<SearchEngine, Set<string>>();

export function makeLookup(engine: SearchEngine, fields: Fields): Lookup {
  let asking: Promise<Set<string>> | undefined;
  const has = async (physical: string): Promise<boolean> => {
    if (present.get(engine)?.has(physical)) return true;
    asking ??= fieldsPresent(engine);
    return (await asking).has(physical);
  };
  return {
    has,
    valuesOf: async (field, criterion) => {
      if (!(await has(equality(field, '').field))) return [];
      return isFacet(field) ? facetValues(engine, field, criterion) : storedValues(engine, has, field, criterion);
    },
    documentsOf: (criterion) => matchingDocuments(engine, fields, criterion),
  };
}

async function fieldsPresent(engine: SearchEngine): Promise<Set<string>> {
  const collection = await found(engine.client.collections(ALIAS).retrieve());
  const names = new Set(collection?.fields?.map(({ name }) => name) ?? []);
  present.set(engine, names);
  return names;
}

/** After the alias has moved, the new collection may not have a field yet that the old one had. */
export function forgetFields(engine: SearchEngine): void {
  present.delete(engine);
}

/** Facet fields: all their values are listed, each once. */
async function facetValues(engine: SearchEngine, field: NamedField, criterion: Criterion): Promise<string[]> {
  const test = textTest(criterion);
  const [result] = await multiSearch(engine, [{ q: '*', per_page: 0, facet_by: `k_${field.name}`, max_facet_values: EVERY_VALUE }]);
  const tokens = result?.facet_counts?.[0]?.counts.map(({ value }) => value) ?? [];
  const long = tokens.some((token) => decode(token) === undefined)
    ? await storedTexts(engine, `k_${field.name}:=[${tokens.filter((token) => decode(token) === undefined).join(',')}]`, field)
    : [];
  return [
    ...tokens.filter((token) => {
      const value = decode(token);
      return value !== undefined && test(value);
    }),
    ...long.filter(test).map((value) => equality(field, value).token),
  ];
}

/** Other fields: documents that may meet the condition are read. */
async function storedValues(engine: SearchEngine, has: Lookup['has'], field: NamedField, criterion: Criterion): Promise<string[]> {
  const test = textTest(criterion);
  const candidates = field.kind === 'text' && (await has(`g_${field.name}`)) ? candidateFilters(field, criterion) : [`exists:=${codeOf(field)}`];
  const texts = (await Promise.all(candidates.map((filter) => storedTexts(engine, filter, field)))).flat();
  return [...new Set(texts.filter(test))].map((value) => equality(field, value).token);
}

function codeOf(field: NamedField): string {
  return equality({ ...field, facet: 'code' }, field.name).token;
}

/** For each wanted value a filter that holds for every document in question, and for few others. */
function candidateFilters(field: NamedField, { condition, values }: Criterion): string[] {
  const everything = `exists:=${codeOf(field)}`;
  return values.map((value) => {
    if (condition === 'PHRASE' && hasWords(field))
      return (
        wordsOf(withoutHeads(value))
          .slice(0, MOST_GRAMS)
          .map((word) => `w_${field.name}:=${wordToken(word)}`)
          .join(' && ') || everything
      );
    const start = condition === 'START_WITH';
    const end = condition === 'END_WITH';
    const pieces = condition === 'LIKE' ? value.split(/[\u0001\u0002]/) : start || end || condition === 'CONTAIN' ? [value] : [];
    const tokens = pieces.flatMap((piece) => gramsWithin(piece, start, end));
    if (tokens.length === 0) return everything;
    const step = Math.max(1, tokens.length / MOST_GRAMS);
    const chosen = Array.from({ length: Math.min(tokens.length, MOST_GRAMS) }, (_, at) => tokens[Math.floor(at * step)]);
    return `(${chosen.map((token) => `g_${field.name}:=${token}`).join(' && ')}) || g_${field.name}:=${ANY_GRAM}`;
  });
}

/** The values, as written, of a field in all documents that meet a filter. */
async function storedTexts(engine: SearchEngine, filter: string, field: NamedField): Promise<string[]> {
  const documents = await exported(engine, filter, field.name === 'urn' ? 'urn' : WRITTEN_FIELDS);
  return documents.flatMap((document) => writtenValues(document, field.name).map(String));
}

async function matchingDocuments(engine: SearchEngine, fields: Fields, criterion: Criterion): Promise<string[]> {
  const test = textTest(criterion);
  const words = criterion.condition === 'PHRASE' ? [...new Set(criterion.values.flatMap(wordsOf))].slice(0, MOST_GRAMS) : [];
  const names = [...fields.values()].filter(({ queried }) => queried).map(({ name }) => name);
  const filter = words.length === 0 ? 'type:!=q' : words.map((word) => `w_:=${wordToken(word)}`).join(' && ');
  const documents = await exported(engine, filter, `id,${WRITTEN_FIELDS}`);
  return documents
    .filter((document) => names.some((name) => writtenValues(document, name).some((value) => test(withoutHeads(String(value))))))
    .map(({ id }) => String(id));
}

/** Documents are read as a stream of lines: there may be more of them than fit on pages. */
async function exported(engine: SearchEngine, filter: string, fields: string): Promise<Record<string, unknown>[]> {
  const text = await asked(engine.writer.collections(ALIAS).documents().export({ filter_by: filter, include_fields: fields }));
  return String(text)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
