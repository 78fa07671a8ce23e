/**
 * Scrolling: finds the page after a hit, even if others write and delete in between. Typesense can continue after the number of a document,
 * but neither after a text nor after a score. So in other orders the place is found by comparing keys. The key of a hit consists of its values in the order of the search and its own number.
 * The earlier position of the hit is only where the search for it begins.
 */
import { resultInMotion } from '../../errors.ts';
import { documentKey, orderedCode } from '../document/encode.ts';
import { nameValues } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch, type RawHit } from '../engine/multi.ts';
import { type Clause, joined } from '../filter/clause.ts';
import { PAGE, type Parameters, type Section } from './pages.ts';

/** The position of a scroll: after this hit. */
export interface ScrollPosition {
  /** Its section, and its position there at that time. */
  readonly section: number;
  readonly start: number;
  /** The key of the hit. */
  readonly key: string;
}

/** One text for each value in the sort order; a greater text comes later. The empty text means no value, which always comes last. */
type SortKey = readonly string[];

interface ScrollOrder {
  readonly keyOf: (hit: RawHit) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
  /** The fields of the document that make up a key. */
  readonly fields: readonly string[];
  readonly sortBy: string;
}

interface HitWindow {
  readonly hits: readonly RawHit[];
  /** The position of the first one. */
  readonly from: number;
  readonly found: number;
}

/** The order of the documents' own numbers. */
export const BY_KEY = 'key:asc';

/** How often to look: while others write, the place may move before its page is read. */
const MOST_ATTEMPTS = 60;
const OVERLAP = PAGE / 2;

/**
 * The next hits after a place, and where they end. `next` is absent at the end.
 *
 * @param sizes how many hits each section has
 */
export async function scrolled(
  engine: SearchEngine,
  sections: readonly Section[],
  sizes: readonly number[],
  documents: Parameters,
  after: ScrollPosition | undefined,
  count: number,
): Promise<{ hits: RawHit[]; next: ScrollPosition | undefined }> {
  const hits: RawHit[] = [];
  if (count === 0) return { hits, next: undefined };
  for (const [at, { search }] of sections.entries()) {
    if (after && at < after.section) continue;
    const from = after?.section === at ? after : { section: at, start: 0, key: '' };
    const part = await within(engine, search, documents, from, count - hits.length);
    hits.push(...part.hits);
    if (part.more || (hits.length === count && sizes.slice(at + 1).some((size) => size > 0)))
      return { hits, next: { section: at, start: part.end, key: part.key } };
  }
  return { hits, next: undefined };
}

async function within(engine: SearchEngine, search: Parameters, documents: Parameters, from: ScrollPosition, count: number) {
  if (search.sort_by === BY_KEY) return withinKeys(engine, { ...search, ...documents }, from, count);
  const order = orderOf(String(search.sort_by));
  const asked = { ...search, ...documents, sort_by: order.sortBy, include_fields: [documents.include_fields, ...order.fields].join(',') };
  const hits: RawHit[] = [];
  let [position, key, more] = [from.start, from.key, true];
  while (hits.length < count && more) {
    const window = await windowAfter(engine, asked, order, key, position);
    const next = window.hits.slice(0, count - hits.length);
    hits.push(...next);
    position = window.from + next.length;
    const last = next.at(-1);
    if (last) key = JSON.stringify(order.keyOf(last));
    more = last !== undefined && position < window.found;
  }
  return { hits, end: position, key, more };
}

/** The next hits in the order of their numbers. A page costs no more the further on it is. */
async function withinKeys(engine: SearchEngine, asked: Parameters, from: ScrollPosition, count: number) {
  const hits: RawHit[] = [];
  let [key, more] = [from.key, true];
  while (hits.length < count && more) {
    // The numbers of documents are not negative.
    const filter = joined('&&', [asked.filter_by as Clause, `key:>${key || -1}`]);
    const [result] = await multiSearch(engine, [{ ...asked, filter_by: filter, per_page: Math.min(PAGE, count - hits.length) }]);
    const next = result?.hits ?? [];
    hits.push(...next);
    const last = next.at(-1);
    if (last) key = String(documentKey(String(last.document.urn), true));
    more = last !== undefined && (result?.found ?? 0) > next.length;
  }
  return { hits, end: from.start + hits.length, key, more };
}

/** What is known of the place of a key: hits before `low` come before the key, those from `high` on after it. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The hits after a key, as many as one answer of Typesense has: nothing moves within one answer. The answer must begin with a hit before
 * the key, or at the very beginning; otherwise a hit could be missed.
 */
async function windowAfter(engine: SearchEngine, asked: Parameters, order: ScrollOrder, key: string, hint: number): Promise<HitWindow> {
  const last = key === '' ? undefined : (JSON.parse(key) as SortKey);
  const follows = (hit: RawHit): boolean => last === undefined || order.compare(order.keyOf(hit), last) > 0;
  let bounds: Bounds = { low: 0, high: Number.POSITIVE_INFINITY };
  let position = Math.max(0, hint - 1);
  for (let look = 0; look < MOST_ATTEMPTS; look++) {
    const window = await windowAt(engine, asked, position);
    const first = window.hits.findIndex(follows);
    const found = cutAt(window, first);
    if (found) return found;
    bounds = narrowed(bounds, window, first);
    position = nextPosition(bounds, look);
  }
  throw resultInMotion();
}

/**
 * The hits of a window from the first one after the key on, if none is missed before it. Undefined: look elsewhere.
 *
 * @param first the first hit after the key, -1 if there is none
 */
function cutAt({ hits, from, found }: HitWindow, first: number): HitWindow | undefined {
  if (first > 0 || (first === 0 && from === 0)) return { hits: hits.slice(first), from: from + first, found };
  const atEnd = from + hits.length >= found && (hits.length > 0 || found === 0);
  return first < 0 && atEnd ? { hits: [], from: found, found } : undefined;
}

/** The bounds after a look at a window that does not have the place. */
function narrowed({ low, high }: Bounds, { hits, from, found }: HitWindow, first: number): Bounds {
  const tooLate = first === 0 || hits.length === 0;
  const next = tooLate ? { low, high: Math.min(from, found) } : { low: from + hits.length, high };
  // They contradict each other if hits moved between two looks: begin again.
  return next.low > next.high ? { low: 0, high: found } : next;
}

/** Where to look next: just before the place if it is nearly known, else in the middle, or further on in growing steps without an upper bound. */
function nextPosition({ low, high }: Bounds, look: number): number {
  if (high - low <= OVERLAP) return Math.max(0, low - 1);
  if (!Number.isFinite(high)) return Math.max(0, low - 1 + PAGE * look);
  return Math.max(Math.floor((low + high) / 2), look === 0 ? high - OVERLAP : 0);
}

/** A page that begins at this position or shortly before. */
async function windowAt(engine: SearchEngine, asked: Parameters, position: number): Promise<HitWindow> {
  let size = PAGE;
  for (let each = PAGE; each > PAGE / 2; each--) if (each - (position % each) > size - (position % size)) size = each;
  const page = Math.floor(position / size);
  const [result] = await multiSearch(engine, [{ ...asked, per_page: size, page: page + 1 }]);
  return { hits: result?.hits ?? [], from: page * size, found: result?.found ?? 0 };
}

/**
 * The complete order of a search: its criteria, then the key of each document. Typesense allows three criteria; after two others the third
 * is the URN.
 */
function orderOf(sortBy: string): ScrollOrder {
  const asked = sortBy.split(',');
  const byUrn = asked.length === 3 && asked[2] === 's_urn:asc' && !/^(rank|_text_match):/.test(asked[1] ?? '');
  const criteria = byUrn ? asked : [...asked.slice(0, 2), 'key:asc'];
  const parts = criteria.map((part) => ({ field: /^[^(:]*/.exec(part)?.[0] ?? '', sign: part.endsWith(':desc') ? -1 : 1 }));
  return {
    sortBy: criteria.join(','),
    fields: [
      ...new Set(
        parts.flatMap(({ field }) => (field.startsWith('s_') || field === 'rank' ? [field] : /^(lo|hi)_/.test(field) ? [field, 'names'] : [])),
      ),
    ],
    keyOf: (hit) => parts.map(({ field }) => valueOf(hit, field)),
    compare: (one, other) => {
      for (const [at, { sign }] of parts.entries()) {
        const [a = '', b = ''] = [one[at], other[at]];
        if (a === b) continue;
        if (a === '' || b === '') return a === '' ? 1 : -1;
        return (a < b ? -1 : 1) * sign;
      }
      return 0;
    },
  };
}

/** The value of a hit as a text that sorts as Typesense sorts the values. */
function valueOf({ document, text_match, text_match_info }: RawHit, field: string): string {
  if (field === 'key') return documentKey(String(document.urn)).toString(16).padStart(16, '0');
  if (field === '_text_match')
    return BigInt(text_match_info?.score ?? text_match ?? 0)
      .toString(16)
      .padStart(16, '0');
  if (field === 'rank') return orderedCode(Math.fround(Number(document.rank)));
  if (field.startsWith('s_')) return String(document[field] ?? '');
  // What is true or false has no source values. Ordered numbers have more digits than JSON can carry, so they are computed again from theirs.
  const written = nameValues(document, field.slice('lo_'.length));
  const numbers = (written.length > 0 ? written : [document[field] ?? []].flat()).map(Number);
  if (numbers.length === 0) return '';
  return orderedCode(field.startsWith('lo_') ? Math.min(...numbers) : Math.max(...numbers));
}
