/**
 * Finds the words of the index that contain a text, for searches by parts of words.
 */
import { refuseLate } from '../../budget.ts';
import { documentKey } from '../document/encode.ts';
import type { SearchEngine } from '../engine/client.ts';
import { WORDS_ALIAS } from '../engine/collections.ts';
import { MAY_BE_MISSING, multiSearch } from '../engine/multi.ts';
import { PAGE } from './pages.ts';

/** Parts of more words than these select too little: reading all values takes less time. */
const MOST_WORDS = 2_000;
/** How many words a part may stand for: all. */
const ALL_WORDS = 1_000_000;

/**
 * The tokens that contain one of these.
 *
 * @returns undefined if they are too many, or if somebody has deleted the collection of words
 */
export async function wordsWith(engine: SearchEngine, parts: readonly string[]): Promise<readonly string[] | undefined> {
  const words = new Set<string>();
  for (const part of parts) {
    for (let key = -1n; ; ) {
      refuseLate();
      const [result] = await multiSearch(engine, [askFor(part, key)]);
      if (result?.out_of === undefined || result.found > MOST_WORDS) return undefined;
      const found = result.hits.map(({ document }) => String(document.word));
      for (const word of found) words.add(word);
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) break;
      key = documentKey(last);
    }
    if (words.size > MOST_WORDS) return undefined;
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
