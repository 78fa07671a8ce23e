/**
 * Searching among given entities, each part of them by a filter of its own: what lineage reaches, in parts by degree (docs/semantics.md 8.3).
 * The entities go to Typesense as ids in the filter: of 10,000 that costs as much as a filter that a quarter of 200,000 documents meet.
 */
import { filterTooLongForDegrees } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { digest } from '../document/encode.ts';
import { openId } from '../document/open-documents.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch, type RawHit } from '../engine/multi.ts';
import { type Clause, joined, MOST_OPERATIONS, operationsOf } from '../filter/clause.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import type { Filter } from '../filter/tree.ts';
import { headsOf, hitsFrom, PAGE, type Section, totalOf } from './pages.ts';
import { type PreparedSearch, prepared } from './prepare.ts';
import { sectionOf, sectionsOf, wholeSearch } from './sections.ts';
import type { SearchRequest, SearchResult } from './types.ts';
import { mayHaveTypos, misspelt } from './typos.ts';

/** A part of the entities, with its own filter. */
export interface EntityGroup {
  readonly urns: readonly string[];
  readonly filter: Filter;
}

interface SearchAmongRequest extends Omit<SearchRequest, 'scroll' | 'filter'> {
  readonly parts: readonly EntityGroup[];
  /** If present, hits come in the order of the entities, from this position on. If absent: as in every search. */
  readonly inOrderFrom: number | undefined;
}

export interface SearchAmongResult extends SearchResult {
  /** How many hits each part has. */
  readonly counts: readonly number[];
}

interface Ids extends EntityGroup {
  readonly ids: readonly string[];
  /** The entities from the first one that may be on the page. */
  readonly ahead: readonly string[];
  /** The clause that all hits match. */
  readonly base: Clause;
}

/** How many chunks of entities are searched at once, in the order of the entities. */
const CHUNKS = 20;

/** @throws Refusal malformed for what cannot be asked */
export async function searchAmong(
  engine: SearchEngine,
  model: Model,
  properties: PropertyFinder,
  request: SearchAmongRequest,
): Promise<SearchAmongResult> {
  const filters = [...new Set(request.parts.map(({ filter }) => filter))];
  const each = await Promise.all(filters.map((filter) => prepared(engine, model, properties, { ...request, filter })));
  const [one] = each;
  if (!one) return { total: 0, hits: [], facets: [], unknown: [], counts: [] };
  let skip = request.inOrderFrom ?? 0;
  const all = request.parts.map((part): Ids => {
    const ids = part.urns.map(digest);
    const ahead = ids.slice(skip);
    skip = Math.max(0, skip - ids.length);
    return { ...part, ids, ahead, base: (each[filters.indexOf(part.filter)] as PreparedSearch).base };
  });
  const { sections, limited } = await settled(engine, one, all);
  const whole = wholeOf(limited, one.asked.open);
  if (whole === false) return { total: 0, hits: [], facets: [], unknown: one.unknown, counts: all.map(() => 0) };
  const heads = await headsOf(engine, sections(whole), one.facets);
  const sizes = heads.map(({ found }) => found);
  const counts = await Promise.all(
    limited.map(async (part) => totalOf(await headsOf(engine, sectionsWhere(sections, wholeOf([part], one.asked.open)), {}))),
  );
  const hits =
    request.inOrderFrom === undefined
      ? await hitsFrom(engine, sections(whole), sizes, one.documents, request.start, request.count)
      : await hitsInOrder(engine, sections, one, limited, request.start, request.count);
  const counted = heads.length === 1 ? heads[0] : (await multiSearch(engine, [{ ...wholeSearch(whole, one.asked), ...one.facets }]))[0];
  return { total: totalOf(heads), hits: await one.shownHits(hits), facets: await one.shownFacets(counted), unknown: one.unknown, counts };
}

type Sections = (base: Clause) => Section[];

/** If no document contains the words exactly, finds the hits with typing mistakes first, so that they are the same for every part. */
async function settled(engine: SearchEngine, { asked, order }: PreparedSearch, all: readonly Ids[]) {
  const { words } = asked;
  const asWritten: Sections = (base) => sectionsOf(base, asked, order);
  const base = wholeOf(all, asked.open);
  if (words === '' || base === false || totalOf(await headsOf(engine, asWritten(base), {})) > 0) return { sections: asWritten, limited: all };
  const found = new Set(await misspelt(engine, mayHaveTypos(base, words), asked));
  const has = (id: string): boolean => found.has(id) || (asked.open && found.has(openId(id)));
  const limited = all.map((part) => ({ ...part, ids: part.ids.filter(has), ahead: part.ahead.filter(has) }));
  return { sections: (filter: Clause) => [sectionOf(filter, order)], limited };
}

function sectionsWhere(sections: Sections, base: Clause): Section[] {
  return base === false ? [] : sections(base);
}

/**
 * Joins the filters of all parts.
 *
 * @throws Refusal malformed if they are together too large for Typesense
 */
function wholeOf(parts: readonly Ids[], open: boolean): Clause {
  const bases = [...new Set(parts.map(({ base }) => base))];
  const clause = joined(
    '||',
    bases.map((base) =>
      joined('&&', [
        idClause(
          parts.filter((part) => part.base === base).flatMap(({ ids }) => ids),
          open,
        ),
        base,
      ]),
    ),
  );
  if (operationsOf(clause) > MOST_OPERATIONS) throw filterTooLongForDegrees();
  return clause;
}

/** @param open also their open documents */
function idClause(ids: readonly string[], open: boolean): Clause {
  return ids.length > 0 && `id:=[${(open ? [...ids, ...ids.map(openId)] : ids).join(',')}]`;
}

/** A page in the order of the entities. Counts the hits of each chunk, and reads those of the page. */
async function hitsInOrder(
  engine: SearchEngine,
  sections: Sections,
  { documents, asked: { open } }: PreparedSearch,
  parts: readonly Ids[],
  start: number,
  count: number,
): Promise<RawHit[]> {
  const hits: RawHit[] = [];
  let skip = start;
  const chunks = parts.flatMap(({ ahead, base }) =>
    Array.from({ length: Math.ceil(ahead.length / PAGE) }, (_, at) => ({ ids: ahead.slice(at * PAGE, (at + 1) * PAGE), base })),
  );
  for (let at = 0; at < chunks.length && hits.length < count; at += CHUNKS) {
    const searches = chunks.slice(at, at + CHUNKS).map(({ ids, base }) => sectionsWhere(sections, joined('&&', [idClause(ids, open), base])));
    const heads = await headsOf(engine, searches.flat(), {});
    for (const [index, each] of searches.entries()) {
      const sizes = heads.splice(0, each.length).map(({ found }) => found);
      const size = sizes.reduce((sum, found) => sum + found, 0);
      if (size > skip && hits.length < count) {
        const place = new Map((chunks[at + index]?.ids ?? []).map((id, position) => [id, position]));
        const found = await hitsFrom(engine, each, sizes, documents, 0, size);
        const placeOf = ({ document }: RawHit): number => place.get(digest(String(document.urn))) ?? 0;
        hits.push(...found.sort((a, b) => placeOf(a) - placeOf(b)).slice(skip, skip + count - hits.length));
      }
      skip = Math.max(0, skip - size);
    }
  }
  return hits;
}
