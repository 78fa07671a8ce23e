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

interface SearchParts {
  readonly engine: SearchEngine;
  readonly model: Model;
  readonly properties: PropertyFinder;
  readonly knowledge: Knowledge;
}

/** @throws Refusal malformed for what cannot be asked; unavailable when the index is away */
export async function search(
  engine: SearchEngine,
  model: Model,
  properties: PropertyFinder,
  knowledge: Knowledge,
  request: SearchRequest,
): Promise<SearchResult> {
  const parts = { engine, model, properties, knowledge };
  try {
    return await searchOf(parts, request);
  } catch (error) {
    // The alias may have moved to a collection that does not have all fields yet.
    if (!(error instanceof MisunderstoodSearch)) throw error;
    forgetFields(engine);
    return searchOf(parts, request);
  }
}

/** Searches for the text as it is. If nothing has the phrases of a question, their words may still lead to its answer. */
async function searchOf(parts: SearchParts, request: SearchRequest): Promise<SearchResult> {
  const reading = await readingOf(parts, request);
  const found = await answerOf(reading);
  if (found) return found;
  const words = wordsOf(request.input).join(' ');
  const inWords = await readingOf(parts, { ...request, input: words });
  return (await answerOf(inWords)) ?? nothing(inWords);
}

/** A text that has been read. */
interface Reading extends Pick<SearchParts, 'engine' | 'knowledge'> {
  readonly request: SearchRequest;
  readonly ready: PreparedSearch;
  /** Absent if the text asks for a list in another order than that of the best answers. */
  readonly question: Awaited<ReturnType<typeof questionIn>>;
  /** Does the catalog have all words? If only not together, no typing mistake is the reason. */
  readonly isSpelled: boolean;
}

async function readingOf({ engine, model, properties, knowledge }: SearchParts, request: SearchRequest): Promise<Reading> {
  const ready = await prepared(engine, model, properties, request);
  const question = await questionIn(engine, knowledge, ready, request);
  const unknown = [...ready.unknown, ...(question?.remarks ?? [])];
  const isSpelled = question !== undefined && countingTerms(question).every(({ known }) => known);
  return { engine, knowledge, request, ready: { ...ready, unknown }, question, isSpelled };
}

/**
 * Answers in stages, of which the first that finds something decides: a list of the best around the entities of this name; hits that have all
 * words; if these are few, a list of the best that have some of the words; hits with typing mistakes.
 *
 * @returns undefined if nothing has the phrases of the text, and its words have not been searched for without them
 */
async function answerOf(reading: Reading): Promise<SearchResult | undefined> {
  const { engine, ready, question } = reading;
  const hasPhrases = question?.spoken && ready.phrases;
  if (ready.base === false) return hasPhrases ? undefined : nothing(reading);
  if (question?.spoken && countingTerms(question).length > 1) {
    const list = await bestOf(reading, await namedSo(engine, ready));
    if (list) return list;
  }
  const written = await searchWithTypos(engine, ready, ready.base, rangeOf(reading), reading.isSpelled);
  if (hasPhrases && sum(written.sizes) === 0) return undefined;
  return (await bestInstead(reading, written)) ?? pageOf(reading, written);
}

function nothing({ ready: { unknown } }: Reading): SearchResult {
  return { total: 0, hits: [], facets: [], unknown };
}

function rangeOf({ request: { scroll, start, count } }: Reading): HitRange {
  return scroll || count === 0 ? NO_PAGE : { start, end: start + count };
}

async function bestOf({ engine, knowledge, ready, request, question }: Reading, first: readonly RawHit[] | undefined) {
  return question && bestAnswers({ engine, knowledge, ready, request, base: ready.base, question }, first);
}

/** A list of the best in place of few hits that have all words. A filter does not decide whether the result is such a list. */
async function bestInstead(reading: Reading, written: FilledSections): Promise<SearchResult | undefined> {
  const { engine, ready, question, isSpelled } = reading;
  const size = sum(written.sizes);
  if (!question || size >= ENOUGH) return undefined;
  const all = ready.narrowed ? await searchWithTypos(engine, ready, await ready.scope(), { start: 0, end: ENOUGH }, isSpelled) : written;
  const whole = sum(all.sizes);
  const isEnough = whole >= ENOUGH;
  if (isEnough ? size > 0 : whole > 0 && !mayFindMore(question)) return undefined;
  return bestOf(reading, isEnough ? undefined : await hitsFrom(engine, all.sections, all.sizes, ready.documents, 0, whole));
}

/** The page of hits; if the text as it is written has none, of those with typing mistakes. */
async function pageOf(reading: Reading, written: FilledSections): Promise<SearchResult> {
  const { engine, ready, request, isSpelled } = reading;
  const { base, documents, unknown, shownFacets, shownHits } = ready;
  const { start, count, scroll } = request;
  const isLost = isSpelled && sum(written.sizes) === 0;
  const { sections, sizes, whole } = isLost ? await searchWithTypos(engine, ready, base, rangeOf(reading), false) : written;
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
