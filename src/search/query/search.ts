/**
 * A search: sends filter and text to Typesense, and gives pages of hits and facets.
 */
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { SearchEngine } from '../engine/client.ts';
import { MisunderstoodSearch, multiSearch, type RawResult } from '../engine/multi.ts';
import type { Clause } from '../filter/compile.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import { forgetFields } from './lookup.ts';
import { headsOf, hitsFrom, type Parameters, type Section, totalOf } from './pages.ts';
import { prepared } from './prepare.ts';
import { byName, nameFields } from './rank.ts';
import { scrolled } from './scroll.ts';
import { sectionOf, sectionsOf, wholeSearch } from './sections.ts';
import type { SearchRequest, SearchResult } from './types.ts';
import { mayHaveTypos, misspelt } from './typos.ts';

/** @throws Refusal malformed for what cannot be asked; unavailable when the index is away */
export async function search(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<SearchResult> {
  try {
    return await once(engine, model, properties, request);
  } catch (error) {
    // The alias may have moved to a collection that does not have all fields yet.
    if (!(error instanceof MisunderstoodSearch)) throw error;
    forgetFields(engine);
    return once(engine, model, properties, request);
  }
}

async function once(engine: SearchEngine, model: Model, properties: PropertyFinder, request: SearchRequest): Promise<SearchResult> {
  const { start, count, types, scroll } = request;
  const { base, words, order, documents, facets, unknown, shownFacets, shownHit } = await prepared(engine, model, properties, request);
  if (base === false) return { total: 0, hits: [], facets: [], unknown };
  const { sections, heads, within, typos } = await sectionsFound(engine, base, words, order, types, facets);
  const sizes = heads.map(({ found }) => found);
  const page = scroll
    ? await scrolled(engine, sections, sizes, documents, scroll.after, count)
    : { hits: await hitsFrom(engine, sections, sizes, documents, start, count), next: undefined };
  const whole = heads.length === 1 ? heads[0] : (await multiSearch(engine, [{ ...wholeSearch(within, words), ...typos, ...facets }]))[0];
  return { total: totalOf(heads), hits: page.hits.map(shownHit), facets: await shownFacets(whole), unknown, next: page.next };
}

/**
 * Finds documents with exactly these words, or if there are none, with typing mistakes. Typesense would allow mistakes in each section
 * separately: beside an exact name there would be hits that the whole result does not have.
 *
 * @returns `within`, `typos`: what the sections have in common, to search all of them at once
 */
async function sectionsFound(
  engine: SearchEngine,
  base: Clause,
  words: string,
  order: string | undefined,
  types: readonly EntityTypeSpec[],
  facets: Parameters,
): Promise<{ sections: Section[]; heads: RawResult[]; within: Clause; typos: Parameters }> {
  const found = async (sections: Section[], within: Clause, typos: Parameters) => ({
    sections,
    heads: await headsOf(engine, sections, facets),
    within,
    typos,
  });
  const written = await found(sectionsOf(base, words, order, types, true), base, { num_typos: 0 });
  if (words === '' || totalOf(written.heads) > 0) return written;
  const like = mayHaveTypos(base, words);
  const forgiven = await found(sectionsOf(like, words, order, types), like, {});
  if (totalOf(forgiven.heads) > 0) return forgiven;
  const ids = await misspelt(engine, like, words, types);
  if (ids.length === 0) return forgiven;
  return found([{ ...sectionOf(`id:=[${ids.join(',')}]`, order), best: (hits) => byName(hits, words, nameFields(types)) }], like, {});
}
