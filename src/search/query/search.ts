/**
 * A search: sends filter and text to Typesense, and gives pages of hits and facets.
 */
import type { Model } from '../../model/types.ts';
import { wordsOf } from '../document/words.ts';
import type { SearchEngine } from '../engine/client.ts';
import { MisunderstoodSearch, multiSearch, type RawHit, type RawResult } from '../engine/multi.ts';
import type { Clause } from '../filter/clause.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import { bestAnswers, countingTerms, ENOUGH, mayFindMore, questionIn } from './best-answers.ts';
import { forgetFields } from './lookup.ts';
import { type HitRange, headOf, hitsFrom, readsFirst, type Section } from './pages.ts';
import { type PreparedSearch, prepared } from './prepare.ts';
import { byName, nameFields } from './rank.ts';
import { scrolled } from './scroll.ts';
import { idOf, LONGEST_NAME, leading, oneSection, ranked, sectionOf, withPart } from './sections.ts';
import type { Knowledge, SearchRequest, SearchResult } from './types.ts';
import { mayHaveTypos, misspelt } from './typos.ts';

/** @throws Refusal malformed for what cannot be asked; unavailable when the index is away */
export async function search(
  engine: SearchEngine,
  model: Model,
  properties: PropertyFinder,
  knowledge: Knowledge,
  request: SearchRequest,
): Promise<SearchResult> {
  try {
    return await once(engine, model, properties, knowledge, request);
  } catch (error) {
    // The alias may have moved to a collection that does not have all fields yet.
    if (!(error instanceof MisunderstoodSearch)) throw error;
    forgetFields(engine);
    return once(engine, model, properties, knowledge, request);
  }
}

async function once(
  engine: SearchEngine,
  model: Model,
  properties: PropertyFinder,
  knowledge: Knowledge,
  request: SearchRequest,
): Promise<SearchResult> {
  const { start, count, scroll } = request;
  const read = await prepared(engine, model, properties, request);
  const question = await questionIn(engine, knowledge, read, request);
  const ready = { ...read, unknown: [...read.unknown, ...(question?.remarks ?? [])] };
  const { base, documents, unknown, shownFacets, shownHits } = ready;
  // If nothing has the phrases of a question, their words may still lead to its answer.
  const words = question?.spoken && ready.phrases ? wordsOf(request.input).join(' ') : undefined;
  const inWords = (input: string): Promise<SearchResult> => once(engine, model, properties, knowledge, { ...request, input });
  if (base === false) return words === undefined ? { total: 0, hits: [], facets: [], unknown } : inWords(words);
  const best = async (first: readonly RawHit[] | undefined): Promise<SearchResult | undefined> =>
    question && bestAnswers({ engine, knowledge, ready, request, base, question }, first);
  if (question?.spoken && countingTerms(question).length > 1) {
    const list = await best(await namedSo(engine, ready));
    if (list) return list;
  }
  const range = scroll || count === 0 ? NO_PAGE : { start, end: start + count };
  // Where the catalog has all words, only not together, no typing mistake is the reason.
  const asWritten = question !== undefined && countingTerms(question).every(({ known }) => known);
  const written = await searchWithTypos(engine, ready, base, range, asWritten);
  const size = sum(written.sizes);
  if (words !== undefined && size === 0) return inWords(words);
  if (question && size < ENOUGH) {
    // A filter does not decide whether the result is a list of the best.
    const all = ready.narrowed ? await searchWithTypos(engine, ready, await ready.scope(), { start: 0, end: ENOUGH }, asWritten) : written;
    const whole = sum(all.sizes);
    const enough = whole >= ENOUGH;
    if (enough ? size === 0 : whole === 0 || mayFindMore(question)) {
      const list = await best(enough ? undefined : await hitsFrom(engine, all.sections, all.sizes, documents, 0, whole));
      if (list) return list;
    }
  }
  const { sections, sizes, whole } = asWritten && size === 0 ? await searchWithTypos(engine, ready, base, range, false) : written;
  const page = scroll
    ? await scrolled(engine, sections, sizes, documents, scroll.after, count)
    : { hits: await hitsFrom(engine, sections, sizes, documents, start, count), next: undefined };
  const [hits, facets] = await Promise.all([shownHits(page.hits), shownFacets(whole)]);
  return { total: sum(sizes), hits, facets, unknown, next: page.next };
}

interface FilledSections {
  readonly sections: readonly Section[];
  /** How many hits each section has. */
  readonly sizes: readonly number[];
  /** The result of all sections together, with the facets. */
  readonly whole: RawResult | undefined;
}

const NO_PAGE: HitRange = { start: 0, end: 0 };

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, each) => total + each, 0);
}

/** Finds documents with exactly these words, or if there are none, with typing mistakes. */
async function searchWithTypos(
  engine: SearchEngine,
  ready: PreparedSearch,
  base: Clause,
  range: HitRange,
  asWritten: boolean,
): Promise<FilledSections> {
  const { asked, order } = ready;
  const written = await searchOnce(engine, ready, base, range, true);
  if (asWritten || asked.words === '' || written.sizes.some((size) => size > 0)) return written;
  const like = mayHaveTypos(base, asked.words);
  const forgiven = await searchOnce(engine, ready, like, range, false);
  if (forgiven.sizes.some((size) => size > 0)) return forgiven;
  const ids = await misspelt(engine, like, asked);
  if (ids.length === 0) return forgiven;
  const fields = nameFields(asked.types);
  return inOne(engine, ready, { ...sectionOf(`id:=[${ids.join(',')}]`, order), best: (hits) => byName(hits, asked.words, fields) }, range);
}

/** The entities that have the whole text as their name, stop words too. */
async function namedSo(engine: SearchEngine, { scope, asked, documents }: PreparedSearch): Promise<readonly RawHit[]> {
  if (asked.text.length > LONGEST_NAME) return [];
  const { named } = ranked(await scope(), asked, true);
  const [found] = await multiSearch(engine, [{ ...named.search, ...documents, per_page: ENOUGH }]);
  return found?.hits ?? [];
}

async function searchOnce(engine: SearchEngine, ready: PreparedSearch, base: Clause, range: HitRange, asWritten: boolean): Promise<FilledSections> {
  const { asked, order, documents, facets } = ready;
  const one = oneSection(base, asked, order, asWritten);
  if (one) return inOne(engine, ready, one, range);
  const part = range.end > 0 ? withPart(base, asked) : undefined;
  // What leads is among the best of all, on each page.
  const window = part ? { start: 0, end: range.end } : range;
  const { named, all } = ranked(base, asked, asWritten);
  const [exact, whole, having] = await multiSearch(engine, [
    headOf(named, documents, range),
    { ...headOf(all, documents, window), ...facets },
    ...(part ? [{ ...part, ...documents }] : []),
  ]);
  const [size, total] = [exact?.found ?? 0, whole?.found ?? 0];
  const first = readsFirst(all, window) ? whole?.hits : undefined;
  const lead = leading(base, asked, having?.hits ?? [], first ?? []);
  // Every entity of this name has the words, too. Where there is none, all others are all.
  if (size + lead.first.length === 0) return { sections: [named, { ...all, first }], sizes: [0, total], whole };
  const known = readsFirst(named, range) ? exact?.hits : undefined;
  const { others } = ranked(base, asked, asWritten, lead.first.map(idOf));
  const left = Math.max(0, total - size - lead.first.length);
  return { sections: [{ ...named, first: known }, lead, { ...others, first }], sizes: [size, lead.first.length, left], whole };
}

async function inOne(engine: SearchEngine, { documents, facets }: PreparedSearch, section: Section, range: HitRange): Promise<FilledSections> {
  const [whole] = await multiSearch(engine, [{ ...headOf(section, documents, range), ...facets }]);
  const first = readsFirst(section, range) ? whole?.hits : undefined;
  return { sections: [{ ...section, first }], sizes: [whole?.found ?? 0], whole };
}
