/**
 * The searches of which a result is made: with words, entities of exactly this name, then all others by how well they match.
 */
import type { EntityTypeSpec } from '../../model/types.ts';
import { foldedDigest } from '../document/encode.ts';
import { TEXT_FIELDS } from '../document/texts.ts';
import { askedText, withoutHeads, wordsOf } from '../document/words.ts';
import { type Clause, joined } from '../filter/compile.ts';
import type { Parameters, Section } from './pages.ts';
import { byName, nameFields } from './rank.ts';

/** In the order of TEXT_FIELDS. Typing mistakes are allowed in all fields except prefixes, of which there are too many. */
const TEXT_QUERY = {
  query_by: TEXT_FIELDS.join(','),
  query_by_weights: '10,8,6,3,1',
  num_typos: '2,2,2,0,1',
  min_len_1typo: 3,
  min_len_2typo: 7,
  prefix: 'true,true,true,false,true',
  drop_tokens_threshold: 0,
  typo_tokens_threshold: 1,
  highlight_fields: TEXT_FIELDS.join(','),
  highlight_affix_num_tokens: 0,
};

/**
 * If a word occurs nowhere, Typesense tries to split it (`orderitems` in `customer_order_items`). Short words and words with digits would
 * be split into parts that occur in most texts: `x4` into `x` and `4`.
 */
const CAN_BE_CUT = /^[\p{L}\p{M}]{5,}$/u;

/** The parameters for Typesense that follow from the words. */
export function wordParameters(words: string): Parameters {
  const cut = wordsOf(withoutHeads(words)).every((word) => CAN_BE_CUT.test(word));
  return { ...TEXT_QUERY, q: askedText(words), split_join_tokens: cut ? 'fallback' : 'off' };
}

/** A section with all documents that match a filter. */
export function sectionOf(filter: Clause, order: string | undefined): Section {
  return { search: { q: '*', filter_by: filter, sort_by: order ?? 'rank:desc,s_urn:asc' } };
}

/**
 * The sections of a result. With words, entities with exactly this name come first, then all others by how well they match.
 *
 * @param asWritten allow no typing mistakes: Typesense does so only if it finds nothing else, so the parts of a result would not add up to
 *   the whole
 */
export function sectionsOf(base: Clause, words: string, order: string | undefined, types: readonly EntityTypeSpec[], asWritten = false): Section[] {
  if (words === '') return [sectionOf(base, order)];
  const text = { ...wordParameters(words), ...(asWritten ? { num_typos: 0 } : {}) };
  if (order !== undefined) return [{ search: { ...text, filter_by: base, sort_by: order } }];
  const named = foldedDigest(words);
  const fields = nameFields(types);
  return [
    sectionOf(joined('&&', [base, `l_:=${named}`]), undefined),
    {
      search: { ...text, filter_by: joined('&&', [base, `l_:!=${named}`]), sort_by: '_text_match:desc,rank:desc,s_urn:asc' },
      best: (hits) => byName(hits, words, fields),
    },
  ];
}

/** All sections in one search, to count them. */
export function wholeSearch(base: Clause, words: string): Parameters {
  return { ...wordParameters(words), filter_by: base, per_page: 0 };
}
