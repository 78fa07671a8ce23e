/**
 * Finds the words that contain a part of a word.
 */
import { refuseLate } from '../../budget.ts';
import { documentKey } from '../document/encode.ts';
import type { SearchEngine } from '../engine/client.ts';
import { WORDS_ALIAS } from '../engine/collections.ts';
import { MAY_BE_MISSING, multiSearch } from '../engine/multi.ts';
import { PAGE } from './pages.ts';

/** A part of more words than this selects too little: reading all values takes less time. */
const MOST_WORDS = 2_000;
/** How many words a part may stand for: all. */
const ALL_WORDS = 1_000_000;

/** The tokens that contain this one. @returns undefined if they are too many, or if the index is of an earlier Cairn, which kept no words */
export async function wordsWith(engine: SearchEngine, part: string): Promise<readonly string[] | undefined> {
  const words: string[] = [];
  for (let key = -1n; ; ) {
    refuseLate();
    const [result] = await multiSearch(engine, [
      {
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
      },
    ]);
    if (result?.out_of === undefined || result.found > MOST_WORDS) return undefined;
    words.push(...result.hits.map(({ document }) => String(document.word)));
    const last = words.at(-1);
    if (last === undefined || result.hits.length < PAGE) return words;
    key = documentKey(last);
  }
}
