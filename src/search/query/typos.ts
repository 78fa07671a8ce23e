/**
 * Searches again with typos forgiven, where nothing matches exactly.
 */
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { prefixToken } from '../document/texts.ts';
import { withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch } from '../engine/multi.ts';
import { type Clause, joined, MOST_OPERATIONS, operationsOf } from '../filter/clause.ts';
import { PAGE } from './pages.ts';
import { hasEveryWord } from './rank.ts';
import { type SectionsRequest, wordParameters } from './sections.ts';

/**
 * Limits where mistakes are allowed: words with digits must occur as written, or at the beginning of a word. `t_002` is not a misspelt
 * `t_001`.
 *
 * @returns `base`, narrowed by as many of these words as fit in a filter
 */
export function mayHaveTypos(base: Clause, words: string): Clause {
  let clause = base;
  for (const word of wordsOf(withoutHeads(words)).filter((each) => /\p{N}/u.test(each))) {
    const next = joined('&&', [clause, `t_prefix:=${prefixToken(word)} || w_:=${wordToken(word)}`]);
    if (operationsOf(next) > MOST_OPERATIONS) break;
    clause = next;
  }
  return clause;
}

/**
 * If nothing is found, tries more spellings. Typesense then also leaves out words, so only hits with all words count, and only among its
 * best 250.
 */
export async function misspelt(engine: SearchEngine, base: Clause, asked: SectionsRequest): Promise<string[]> {
  const tokens = ['w_', 't_parts', 't_text', ...(asked.columns ? ['t_cut'] : []), ...asked.lists];
  if (wordsOf(asked.words).length === 0) return [];
  const read = { exhaustive_search: true, per_page: PAGE, include_fields: ['id', ...tokens].join(',') };
  const [result] = await multiSearch(engine, [{ ...wordParameters(asked, false), filter_by: base, ...read }]);
  const ids: string[] = [];
  // A wide table has thousands of words to compare.
  const slices = makeSlices();
  for (const { document } of result?.hits ?? []) {
    if (hasEveryWord(document, asked.words, tokens)) ids.push(String(document.id));
    await yieldIfDue(slices);
  }
  return ids;
}
