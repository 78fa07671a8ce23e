/**
 * Words that mean the same in this company. They come from the operator's file, and from the glossary: the names of a term and its synonyms.
 */
import { outsideBudgets } from '../../budget.ts';
import { code } from '../document/encode.ts';
import { NAME_FIELDS, nameValues } from '../document/source-values.ts';
import { stem } from '../document/stem.ts';
import { wordsOf, wordToken } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch } from '../engine/multi.ts';
import { type Clause, joined } from '../filter/clause.ts';
import { PAGE } from '../query/pages.ts';
import type { ReadReport, SeenClause } from './vocabulary.ts';

export interface Synonyms {
  /** The tokens of words that mean the same as the word of this token. */
  of(token: string): readonly string[];
  readonly unread?: boolean;
}

/** The search field of the synonyms of a glossary term. */
const FIELD = 'synonyms';
/** Most pages of terms with synonyms that are read. */
const MOST_PAGES = 10;
/** How long what was read is used while documents may change at any time, ms. */
const OLD_MS = 2_000;

/**
 * The synonyms of a catalog, read again when documents have changed.
 *
 * @param own groups of words from the operator's file
 * @returns those of the file alone, and that the glossary is `unread`, as long as it could not be read
 */
export function makeSynonyms(
  own: readonly (readonly string[])[],
  failed: ReadReport,
): (engine: SearchEngine, seen?: SeenClause) => Promise<Synonyms> {
  const states = new WeakMap<object, SynonymsState>();
  return async (engine, seen) => {
    const key = seen?.key ?? engine.nodes;
    const documents = engine.view?.documents;
    const before = states.get(key);
    if (before && !isOld(before, documents)) return before.known;
    const read = async (): Promise<Synonyms> => groupsOf([...own, ...(await termsWithSynonyms(engine, (await seen?.clause()) ?? true))]);
    const lost = async (error: unknown): Promise<Synonyms> => {
      failed(error);
      state.lost = true;
      const last = await before?.known;
      return last && !last.unread ? last : { ...groupsOf(own), unread: true };
    };
    const known = outsideBudgets(read).then((groups) => {
      failed(undefined);
      return groups;
    }, lost);
    const state: SynonymsState = { documents, at: performance.now(), known };
    states.set(key, state);
    return known;
  };
}

interface SynonymsState {
  readonly documents: string | undefined;
  readonly at: number;
  readonly known: Promise<Synonyms>;
  /** Could they not be read? */
  lost?: true;
}

function isOld({ documents, at, lost }: SynonymsState, now: string | undefined): boolean {
  if (!lost && now !== undefined) return now !== documents;
  return performance.now() - at > OLD_MS;
}

/** The names and synonyms of each glossary term that has synonyms. @param seen a clause that it meets */
async function termsWithSynonyms(engine: SearchEngine, seen: Clause): Promise<string[][]> {
  const groups: string[][] = [];
  const filter = joined('&&', [`exists:=${code(FIELD)} && k_removed:=false`, seen]);
  if (filter === false) return [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const [result] = await multiSearch(engine, [{ q: '*', filter_by: filter, include_fields: NAME_FIELDS, per_page: PAGE, page }]);
    const hits = result?.hits ?? [];
    groups.push(...hits.map(({ document }) => ['name', FIELD].flatMap((field) => nameValues(document, field).map(String))));
    if (hits.length < PAGE) break;
  }
  return groups;
}

/** @param groups each a list of words that mean the same. A name of several words stands for none of them alone. */
export function groupsOf(groups: readonly (readonly string[])[]): Synonyms {
  const others = new Map<string, Set<string>>();
  for (const group of groups) {
    const tokens = group.flatMap((text) => {
      const words = wordsOf(text);
      return words.length === 1 ? words.map((word) => wordToken(stem(word))) : [];
    });
    for (const token of tokens) {
      const known = others.get(token) ?? new Set<string>();
      for (const other of tokens) if (other !== token) known.add(other);
      others.set(token, known);
    }
  }
  return { of: (token) => [...(others.get(token) ?? [])] };
}
