/**
 * Reads pages of hits. Typesense gives at most 250 at once, from multiples of the page size on.
 */
import { SOURCE_FIELDS, type StoredFields } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import { SOURCE_ALIAS } from '../engine/collections.ts';
import { multiSearch, type RawHit, type RawResult } from '../engine/multi.ts';
import { WINDOW } from './rank.ts';

export const PAGE = 250;

/** The parameters of a search in Typesense. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A part of a result: a result consists of one search, or of several that follow each other. */
export interface Section {
  readonly search: Parameters;
  /** Takes the first `WINDOW` hits of `ranked`, leaves out those of other sections, and sorts the others. */
  readonly best?: (hits: readonly RawHit[]) => RawHit[];
  /** The search of which the first hits are sorted. If absent: that of the section. */
  readonly ranked?: Parameters;
  /** The first hits if they are known: those to be sorted, or those of the page. */
  readonly first?: readonly RawHit[] | undefined;
}

/** The page of a request: hits from `start` to `end`. */
export interface HitRange {
  readonly start: number;
  readonly end: number;
}

/** Does the first search of a section also read the first hits? */
export function readsFirst({ best }: Section, { start, end }: HitRange): boolean {
  return end > 0 && (best ? start < WINDOW : end <= PAGE);
}

/** The search that counts a section, and reads its first hits if the page is among them. */
export function headOf(section: Section, documents: Parameters, range: HitRange): Parameters {
  const most = section.best ? WINDOW : range.end;
  return { ...section.search, ...documents, per_page: readsFirst(section, range) ? most : 0 };
}

/** Counts the hits of each section. Also reads facets if one section is the whole result. */
export function headsOf(engine: SearchEngine, sections: readonly Section[], facets: Parameters): Promise<RawResult[]> {
  return multiSearch(
    engine,
    sections.map(({ search }) => ({ ...search, per_page: 0, ...(sections.length === 1 ? facets : {}) })),
  );
}

export function totalOf(heads: readonly RawResult[]): number {
  return heads.reduce((sum, { found }) => sum + found, 0);
}

/**
 * The hits from `start` on, over all sections.
 *
 * @param sizes how many hits each section has
 */
export async function hitsFrom(
  engine: SearchEngine,
  sections: readonly Section[],
  sizes: readonly number[],
  documents: Parameters,
  start: number,
  count: number,
): Promise<RawHit[]> {
  const hits: RawHit[] = [];
  let skip = start;
  for (const [index, section] of sections.entries()) {
    const size = sizes[index] ?? 0;
    const take = Math.min(count - hits.length, size - skip);
    if (take > 0) hits.push(...(await hitsOf(engine, section, documents, skip, take)));
    skip = Math.max(0, skip - size);
  }
  return hits;
}

async function hitsOf(engine: SearchEngine, section: Section, documents: Parameters, skip: number, take: number): Promise<RawHit[]> {
  const { search, best, first } = section;
  const asked = { ...search, ...documents };
  if (!best) return first && skip + take <= first.length ? first.slice(skip, skip + take) : covering(engine, asked, skip, take);
  if (skip >= WINDOW) return covering(engine, asked, skip, take);
  const window = best(first ?? (await covering(engine, { ...(section.ranked ?? search), ...documents }, 0, WINDOW)));
  const hits = window.slice(skip, skip + take);
  const from = Math.max(skip, window.length);
  return hits.length === take ? hits : [...hits, ...(await covering(engine, asked, from, skip + take - from))];
}

/** The pages of Typesense that contain these hits. */
async function covering(engine: SearchEngine, asked: Parameters, skip: number, take: number): Promise<RawHit[]> {
  const size = take <= PAGE && skip % take === 0 ? take : PAGE;
  const first = Math.floor(skip / size);
  const last = Math.floor((skip + take - 1) / size);
  const results = await multiSearch(
    engine,
    Array.from({ length: last - first + 1 }, (_, at) => ({ ...asked, per_page: size, page: first + at + 1 })),
  );
  return results.flatMap((result) => result.hits).slice(skip - first * size, skip - first * size + take);
}

/** These documents with all their source values, which are too large to read them of every hit that is ranked. */
export async function withSources(engine: SearchEngine, found: readonly StoredFields[]): Promise<StoredFields[]> {
  const ids = found.map(({ id }) => String(id));
  const results = await multiSearch(
    engine,
    Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) => ({
      collection: SOURCE_ALIAS,
      q: '*',
      filter_by: `id:=[${ids.slice(at * PAGE, (at + 1) * PAGE).join(',')}]`,
      include_fields: `id,${SOURCE_FIELDS}`,
      per_page: PAGE,
    })),
  );
  const sources = new Map(results.flatMap(({ hits }) => hits.map(({ document }) => [String(document.id), document] as const)));
  return found.map((document) => ({ ...document, ...sources.get(String(document.id)) }));
}

/** The same of a stream of documents. */
export async function* withSourcesOf(engine: SearchEngine, found: AsyncIterable<StoredFields>): AsyncGenerator<StoredFields> {
  let some: StoredFields[] = [];
  for await (const document of found) {
    some.push(document);
    if (some.length < PAGE) continue;
    yield* await withSources(engine, some);
    some = [];
  }
  yield* await withSources(engine, some);
}
