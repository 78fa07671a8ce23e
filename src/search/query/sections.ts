/**
 * The searches of which a result is made: with words, entities of exactly this name, then all others by how well they match.
 */
import type { EntityTypeSpec } from '../../model/types.ts';
import { folded, foldedDigest, shortDigest } from '../document/encode.ts';
import { hasRun } from '../document/inner-words.ts';
import { askedText, withoutHeads, wordsOf } from '../document/words.ts';
import type { RawHit } from '../engine/multi.ts';
import { type Clause, joined, MOST_OPERATIONS, operationsOf } from '../filter/clause.ts';
import type { Parameters, Section } from './pages.ts';
import { byName, isNamed, isNamedWith, nameFields } from './rank.ts';

/** What is searched for, and where. */
export interface SectionsRequest {
  /** The whole text: an entity may have exactly this name. */
  readonly text: string;
  /** The words that must all occur. If empty: everything matches. */
  readonly words: string;
  readonly types: readonly EntityTypeSpec[];
  /** Also in what is said of columns? */
  readonly columns: boolean;
  /** Among open documents, too? */
  readonly open: boolean;
  /** The fields with the words of long lists of texts. */
  readonly lists: readonly string[];
  /** The fields with digests of the names of parts, such as columns. */
  readonly parts: readonly string[];
}

/**
 * The text fields with their weights, and how many typing mistakes are allowed in each. None in beginnings of words, of which there are too
 * many.
 */
const FIRST = [
  ['t_name', 10, 2],
  ['t_parts', 8, 2],
  ['t_id', 6, 2],
  ['t_prefix', 3, 0],
] as const;
/** Of what is said of columns, and all other texts. */
const OF_COLUMNS = 't_cut';
const LAST = [OF_COLUMNS, 't_text'];
const LAST_WEIGHT = 1;
const LAST_TYPOS = 1;
/** Beginnings of words are in `t_prefix`: Typesense need not look for them there. */
const BEGINNINGS = 't_prefix';

/** No longer text is taken for a name. */
export const LONGEST_NAME = 200;

/** A shorter word is the beginning of too many: it is one only in names, whose beginnings are indexed. */
const SHORTEST_BEGINNING = 3;

/**
 * If a word occurs nowhere, Typesense tries to split it (`orderitems` in `customer_order_items`). Short words and words with digits would
 * be split into parts that occur in most texts: `x4` into `x` and `4`.
 */
const CAN_BE_CUT = /^[\p{L}\p{M}]{5,}$/u;

/**
 * The parameters for Typesense that follow from the words.
 *
 * @param asWritten allow no typing mistakes, but all inflections. Chinese, Japanese and Korean allow none anyway: their tokens have numbers
 * for characters, and unlike ones differ in one digit
 */
export function wordParameters({ words, lists, columns }: SectionsRequest, asWritten: boolean): Parameters {
  const own = wordsOf(withoutHeads(words));
  const begins = (own.at(-1)?.length ?? 0) >= SHORTEST_BEGINNING;
  const fields = [
    ...FIRST,
    ...[...lists, ...LAST.filter((name) => columns || name !== OF_COLUMNS)].map((name) => [name, LAST_WEIGHT, LAST_TYPOS] as const),
  ];
  return {
    q: askedText(words, !asWritten),
    query_by: fields.map(([name]) => name).join(','),
    query_by_weights: fields.map(([, weight]) => weight).join(','),
    num_typos: asWritten || own.length === 0 || own.some(hasRun) ? 0 : fields.map(([, , typos]) => typos).join(','),
    prefix: fields.map(([name]) => begins && name !== BEGINNINGS).join(','),
    min_len_1typo: 3,
    min_len_2typo: 7,
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 1,
    split_join_tokens: own.length > 0 && own.every((word) => CAN_BE_CUT.test(word) && !hasRun(word)) ? 'fallback' : 'off',
  };
}

/** A section with all documents that match a filter. */
export function sectionOf(filter: Clause, order: string | undefined): Section {
  return { search: { q: '*', filter_by: filter, sort_by: order ?? 'rank:desc,s_urn:asc' } };
}

/** @param asWritten allow no typing mistakes: Typesense does so only if it finds nothing else, so parts would not add up to the whole */
function matching(base: Clause, asked: SectionsRequest, asWritten: boolean): Section {
  const fields = nameFields(asked.types);
  return {
    search: {
      ...wordParameters(asked, asWritten),
      filter_by: base,
      sort_by: '_text_match:desc,rank:desc,s_urn:asc',
    },
    best: (hits) => byName(hits, asked.words, fields),
  };
}

/** Without words or with an order a result is one section. */
export function oneSection(base: Clause, asked: SectionsRequest, order: string | undefined, asWritten: boolean): Section | undefined {
  if (asked.words === '') return sectionOf(base, order);
  return order === undefined ? undefined : { search: { ...matching(base, asked, asWritten).search, sort_by: order } };
}

/** Most entities that come before others because they have a part of exactly this name. */
const MOST_WITH_PART = 20;

/** The search for the entities that have a part of exactly this name, such as a column, in any case. */
export function withPart(base: Clause, { text, parts }: SectionsRequest): Parameters | undefined {
  if (parts.length === 0 || text.length > LONGEST_NAME) return undefined;
  const token = shortDigest(folded(text));
  const filter = joined('&&', [
    base,
    `l_:!=${foldedDigest(text)}`,
    joined(
      '||',
      parts.map((name) => `${name}:${token}`),
    ),
  ]);
  // A long filter leaves no room for it: then the names of parts do not lead.
  if (operationsOf(filter) > MOST_OPERATIONS) return undefined;
  return { ...sectionOf(filter, undefined).search, per_page: MOST_WITH_PART };
}

/**
 * What comes after the entities of exactly this name and before all others: those with a part of exactly this name. Before them come the
 * best whose own names have the text if it is one word, which rather means a table than a column.
 *
 * @param best the best of all
 */
export function leading(
  base: Clause,
  { text, words, types }: SectionsRequest,
  parts: readonly RawHit[],
  best: readonly RawHit[],
): Section & { first: RawHit[] } {
  const fields = nameFields(types);
  const [word, ...more] = parts.length > 0 ? wordsOf(text) : [];
  const inName = word === undefined || more.length > 0 ? [] : best.filter((hit) => isNamedWith(hit, word, fields) && !isNamed(hit, text, fields));
  const hits = [...byName(inName, words, fields), ...byName(parts, words, fields)];
  const first = [...new Map(hits.map((hit) => [idOf(hit), hit])).values()];
  return { ...sectionOf(joined('&&', [base, `id:=[${first.map(idOf).join(',')}]`]), undefined), first };
}

export function idOf({ document }: RawHit): string {
  return String(document.id);
}

/**
 * The best first: entities of exactly this name, all others, and all together. The best others are among the best of all.
 *
 * @param ids of what leads the others
 */
export function ranked(base: Clause, asked: SectionsRequest, asWritten: boolean, ids: readonly string[] = []): RankedSections {
  const name = foldedDigest(asked.text);
  const fields = nameFields(asked.types);
  const all = matching(base, asked, asWritten);
  return {
    named: sectionOf(joined('&&', [base, `l_:=${name}`]), undefined),
    others: {
      search: { ...all.search, filter_by: joined('&&', [base, `l_:!=${name}`, ...(ids.length > 0 ? [`h_urn:!=[${ids.join(',')}]`] : [])]) },
      ranked: all.search,
      best: (hits) =>
        byName(
          hits.filter((hit) => !ids.includes(idOf(hit)) && !isNamed(hit, asked.text, fields)),
          asked.words,
          fields,
        ),
    },
    all,
  };
}

interface RankedSections {
  readonly named: Section;
  readonly others: Section;
  readonly all: Section;
}

/** The sections of a result without typing mistakes. */
export function sectionsOf(base: Clause, asked: SectionsRequest, order: string | undefined): Section[] {
  const one = oneSection(base, asked, order, true);
  if (one) return [one];
  const { named, others } = ranked(base, asked, true);
  return [named, others];
}

/** All sections in one search, to count them. */
export function wholeSearch(base: Clause, asked: SectionsRequest): Parameters {
  return { ...wordParameters(asked, true), filter_by: base, per_page: 0 };
}
