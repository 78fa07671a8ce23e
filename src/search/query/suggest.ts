/**
 * Autocomplete (docs/semantics.md 10): names of which every word that was typed begins a word; typos are forgiven where nothing else is
 * found.
 */
import { editDistance, fieldsOf, type NamedField, nearestFields, pickedFields, URN_FIELD } from '../../model/fields.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { segments } from '../document/browse-paths.ts';
import { askedWords, hasRun, isWithin } from '../document/inner-words.ts';
import { FOLDERS, NAME_FIELDS, nameValues } from '../document/source-values.ts';
import { prefixToken } from '../document/texts.ts';
import { camelSplit, symbolsOf, withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch, type RawHit } from '../engine/multi.ts';
import { type Clause, joined } from '../filter/clause.ts';
import type { Remark } from '../filter/expand.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import type { Filter } from '../filter/tree.ts';
import { makeLookup } from './lookup.ts';
import { resolvedQuery } from './resolved-query.ts';
import { scoped } from './scope.ts';
import { firstWords } from './text-box.ts';

export interface SuggestRequest {
  readonly types: readonly EntityTypeSpec[];
  readonly query: string;
  /** Only this field. If absent: all fields that the model offers. */
  readonly field?: string;
  readonly filter: Filter;
  readonly limit: number;
}

interface NameSuggestion {
  readonly text: string;
  readonly urn: string;
  /** The URN of its platform. */
  readonly platform?: string;
  /** The folders that it is in, as stored: names, and URNs of containers. */
  readonly path: readonly string[];
}

export interface Suggestions {
  readonly suggestions: readonly NameSuggestion[];
  /** How the words were read, if no name begins with them as they were typed. */
  readonly corrected: readonly { readonly word: string; readonly as: string }[];
  readonly unknown: readonly Remark[];
}

/** How many entities are read for each suggestion: several may have the same name. If these are too few, more are read. */
const SPARE = [2, 6];
const MOST_EXAMINED = 250;
/** Most words in the filter, which has little room. The others are only searched for. */
const MOST_BEGUN = 5;
/** Shorter words must match exactly. */
const SHORTEST_MISSPELT = 4;

export async function suggest(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SuggestRequest): Promise<Suggestions> {
  const { types, query, limit } = request;
  const read = await resolvedQuery(model, properties, { input: '', filter: request.filter });
  const { fields, filter, columns } = read;
  const { field: named } = request;
  if (named !== undefined && properties.closed?.fields(columns).has(named)) throw await properties.closed.refusal(named);
  const offered = offeredFields(types, named);
  const nothing =
    request.field !== undefined && offered.length === 0 ? [{ field: request.field, nearest: nearestFields(fields, request.field) }] : [];
  const { words: text, remarks } = firstWords(query, query);
  const words = typedParts(text);
  const unknown = [...read.unknown, ...nothing, ...remarks];
  const none = { suggestions: [], corrected: [], unknown };
  if (words.length === 0 || limit === 0) return none;
  const base = await scoped(request, makeLookup(engine, fields), fields, filter, columns);
  if (base === false) return none;

  const found = await offers({ engine, words, offered, base, limit });
  const names = [...found.names].slice(0, limit);
  const [best] = names;
  return {
    suggestions: names.map(([name, { document }]) => suggestionOf(name, document)),
    corrected: found.asTyped || !best ? [] : correctedIn(best[0], words),
    unknown,
  };
}

/** What was typed: words; of a text without words, its signs. */
function typedParts(text: string): string[] {
  const words = wordsOf(withoutHeads(text));
  return words.length > 0 ? words : symbolsOf(text.replace(QUOTES, '$1'));
}

/** Quotes around something else: only a text of nothing but quotes means them. */
const QUOTES = /^\s*"([^"]+)"\s*$/;

interface SuggestionRequest {
  readonly engine: SearchEngine;
  /** What was typed. */
  readonly words: readonly string[];
  readonly offered: readonly NamedField[];
  /** The filter of what is searched. */
  readonly base: Exclude<Clause, false>;
  readonly limit: number;
}

type Begins = (typed: string, word: string) => boolean;

const begins: Begins = (typed, word) => word.startsWith(typed);

/** Names that begin as typed; if these are too few, names that have the words within theirs, or misspelt. `asTyped`: there are some of the first. */
async function offers(asked: SuggestionRequest): Promise<{ readonly names: ReadonlyMap<string, RawHit>; readonly asTyped: boolean }> {
  const { engine, words, offered, limit } = asked;
  const names = new Map<string, RawHit>();
  const take = (hits: readonly RawHit[], fits: Begins): void => {
    for (const hit of hits) {
      const text = offeredText(hit, offered, words, fits);
      if (text !== undefined && !names.has(text)) names.set(text, hit);
    }
  };
  const sizes = SPARE.map((spare) => Math.min(MOST_EXAMINED, limit * spare + 10));
  const most = Math.max(...sizes);
  for (const per_page of sizes) {
    const [result] = await multiSearch(engine, [{ ...asTyped(asked), per_page }]);
    take(byName(result?.hits ?? [], offered, words), begins);
    if (names.size >= limit || (result?.found ?? 0) <= per_page) break;
  }
  const some = names.size > 0;
  if (names.size >= limit || words.every((word) => wordsOf(word).length === 0)) return { names, asTyped: some };
  const runs = words.some(hasRun);
  const [more] = await multiSearch(engine, [{ ...(runs ? withinWords(asked) : misspelt(asked)), per_page: most }]);
  take(more?.hits ?? [], runs ? (typed, word) => begins(typed, word) || isWithin(typed, word) : almostBegins);
  return { names, asTyped: some };
}

const ANY = {
  include_fields: `id,${NAME_FIELDS}`,
  drop_tokens_threshold: 0,
  sort_by: '_text_match:desc,rank:desc,s_urn:asc',
};

function asTyped({ words, base }: SuggestionRequest) {
  // Signs are among the parts of names, and begin nothing.
  if (words.every((word) => wordsOf(word).length === 0))
    return { ...ANY, q: words.map(wordToken).join(' '), query_by: 't_parts', prefix: false, num_typos: 0, filter_by: base };
  const begun = words.slice(0, MOST_BEGUN).map((word) => `t_prefix:=${prefixToken(word)}`);
  return {
    ...ANY,
    q: words.map((word) => prefixToken(word)).join(' '),
    query_by: 't_name,t_parts,t_id,t_prefix',
    query_by_weights: '8,6,4,2',
    // The beginnings are indexed. Typesense would find them by trying all words that begin so.
    prefix: false,
    num_typos: 0,
    filter_by: joined('&&', [base, ...begun]),
  };
}

function withinWords({ words, base }: SuggestionRequest) {
  const q = words.flatMap(askedWords).map((word) => prefixToken(word));
  return { ...ANY, q: q.join(' '), query_by: 't_parts,t_prefix', prefix: true, num_typos: 0, filter_by: base };
}

function misspelt({ words, base, limit }: SuggestionRequest) {
  return {
    ...ANY,
    q: words.map(wordToken).join(' '),
    query_by: 't_name,t_parts,t_id',
    query_by_weights: '8,6,4',
    prefix: true,
    num_typos: 2,
    typo_tokens_threshold: limit,
    filter_by: base,
  };
}

function suggestionOf(text: string, document: RawHit['document']): NameSuggestion {
  const [platform] = nameValues(document, 'platform');
  const [path] = nameValues(document, FOLDERS);
  return {
    text,
    urn: String(document.urn),
    ...(platform === undefined ? {} : { platform: String(platform) }),
    path: path === undefined ? [] : segments(String(path)),
  };
}

/** The words that were typed, and how they are written in this name, where they differ. */
function correctedIn(name: string, words: readonly string[]): { word: string; as: string }[] {
  const own = ownWords(withoutHeads(name));
  return words.flatMap((word) => {
    if (own.some((each) => each.startsWith(word) || isWithin(word, each))) return [];
    const as = own.find((each) => almostBegins(word, each));
    return as === undefined ? [] : [{ word, as }];
  });
}

function offeredFields(types: readonly EntityTypeSpec[], only: string | undefined): NamedField[] {
  if (only === undefined) return pickedFields(types, isOffered).sort((a, b) => rank(b) - rank(a));
  return types.flatMap((type) => fieldsOf(type).get(only) ?? []).slice(-1);
}

const isOffered = ({ autocomplete, name }: NamedField): boolean => autocomplete || name === URN_FIELD;

/** The rank of a field: names come first, the URN last. */
function rank({ name, weight }: NamedField): number {
  return name === 'urn' ? 0 : name === 'name' || name === 'title' || name === 'displayName' ? weight + 1 : weight;
}

/** Sorts names that begin with the typed text before names that contain it, short ones first. */
function byName(hits: readonly RawHit[], offered: readonly NamedField[], words: readonly string[]): RawHit[] {
  const typed = words.join(' ');
  const keyed = hits.map((hit, at) => {
    const text = wordsOf(offeredText(hit, offered, words, begins) ?? '').join(' ');
    return { hit, at, key: text === typed ? 0 : text.startsWith(typed) ? 1 : 2, length: text.length };
  });
  return keyed.sort((a, b) => a.key - b.key || (a.key < 2 ? a.length - b.length : 0) || a.at - b.at).map(({ hit }) => hit);
}

/** The value, as written, in which every typed word is the prefix of a word. */
function offeredText(hit: RawHit, offered: readonly NamedField[], words: readonly string[], fits: Begins): string | undefined {
  for (const { name } of offered) {
    for (const value of nameValues(hit.document, name)) {
      const text = withoutHeads(String(value));
      const own = ownWords(text);
      if (words.every((typed) => own.some((word) => fits(typed, word)))) return String(value);
    }
  }
  return undefined;
}

/** The words of a text, those within camel case, and the whole as one word. */
function ownWords(text: string): string[] {
  return [...wordsOf(text), ...wordsOf(camelSplit(text) ?? ''), wordsOf(text).join(''), ...symbolsOf(text)];
}

/** Is it the prefix of a word with one wrong letter, not the first one, or with two in long words? Digits must match: they number things. */
function almostBegins(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < SHORTEST_MISSPELT || word[0] !== typed[0] || /\p{N}/u.test(typed)) return false;
  const most = typed.length < 8 ? 1 : 2;
  for (let length = typed.length - most; length <= typed.length + most; length++) if (editDistance(typed, word.slice(0, length)) <= most) return true;
  return false;
}
