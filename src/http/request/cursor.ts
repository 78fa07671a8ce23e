/**
 * The cursor of a scroll: opaque to clients, JSON in base64url. The server keeps nothing. A cursor contains the life of the store and a digest
 * of the question that it belongs to, because in another life or with another question it would skip results.
 */
import { createHash } from 'node:crypto';
import type { Catalog, Grouping, LineagePlace, LineageSearchRequest, Place, SearchRequest } from '../../catalog/index.ts';
import { badCursor, cursorOfAnother, scrollOfOtherEpoch } from '../../errors.ts';

/** The life of the store and the digest of a question. The size of a page is not part of it. */
export type Question = string & { readonly of?: 'question' };

/** @param parts whatever tells one question of a scroll from another, in JSON */
export function questionOf({ epoch }: Pick<Catalog, 'epoch'>, ...parts: readonly unknown[]): Question {
  return `${epoch()}/${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)}`;
}

export function searchQuestion(
  catalog: Pick<Catalog, 'epoch'>,
  { types, input, filter, sort, includeRemoved, groupSiblings }: SearchRequest & Grouping,
): Question {
  return questionOf(catalog, 'search', namesOf(types), input, filter, sort, includeRemoved, ...(groupSiblings ? ['siblings'] : []));
}

export function lineageQuestion(catalog: Pick<Catalog, 'epoch'>, request: LineageSearchRequest): Question {
  const { urn, direction, hops, types, columns = false, from, to, input, filter, sort, includeRemoved } = request;
  const ignored = request.ignoredHops?.map(({ type, platforms }) => [type.name, platforms]);
  const walk = [urn.text, direction, hops, types && namesOf(types), columns, from, to, ignored];
  return questionOf(catalog, 'lineage', ...walk, input, filter, sort, includeRemoved);
}

function namesOf(types: readonly { readonly name: string }[]): string[] {
  return types.map(({ name }) => name);
}

export function cursorText(cursor: Record<string, string | number> | Place | LineagePlace, question: Question): string {
  return Buffer.from(JSON.stringify({ ...cursor, question })).toString('base64url');
}

/** What a field of a cursor holds: a text, any whole number, or one from 0 up to this. */
type CursorField = 'text' | 'whole' | number;

function holds(field: CursorField, value: unknown): boolean {
  if (field === 'text') return typeof value === 'string';
  return Number.isSafeInteger(value) && (field === 'whole' || (Number(value) >= 0 && Number(value) <= field));
}

/** For the number of a thing that may be any. */
export const ANY_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * A client can send anything as a cursor, so each field is checked.
 *
 * @param fields the fields that it must have, each with what it holds
 * @throws Refusal malformed, also for the cursor of another question; gone for one of another life of the store
 */
export function cursorFrom<Fields extends Record<string, CursorField>>(
  scrollId: string,
  question: Question,
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name] extends 'text' ? string : number } {
  if (scrollId.length > MOST_CHARACTERS) throw badCursor(scrollId);
  let cursor: unknown;
  try {
    cursor = JSON.parse(Buffer.from(scrollId, 'base64url').toString());
  } catch {
    throw badCursor(scrollId);
  }
  const read = cursor as { [Name in keyof Fields]: Fields[Name] extends 'text' ? string : number } & { readonly question?: unknown };
  if (typeof read?.question !== 'string' || !read.question.includes('/')) throw badCursor(scrollId);
  if (read.question !== question)
    throw read.question.split('/')[0] === question.split('/')[0] ? cursorOfAnother(scrollId) : scrollOfOtherEpoch(scrollId);
  for (const [name, field] of Object.entries(fields)) if (!holds(field, read[name])) throw badCursor(scrollId);
  return read;
}

/** Characters of a cursor: it has a URN, or what a hit is sorted by. */
const MOST_CHARACTERS = 100_000;

/** The furthest place in what a search finds. Typesense counts hits with 32 bits. */
const MOST_START = 1_000_000_000;
const KEY = /^(\[("[0-9a-f]*"(,"[0-9a-f]*")*)?\])?$/;

/** Where a scrolled search goes on: after this place and so many hits more. */
export interface SearchPosition {
  readonly after: Place | undefined;
  readonly skip: number;
}

/** Most hits that a cursor skips: those of a page. */
const MOST_SKIPPED = 5_000;

/**
 * The position of a scrolled search. Without a `scrollId`: its beginning.
 *
 * @throws Refusal malformed
 */
export function searchPosition(scrollId: string | null | undefined, question: Question): SearchPosition {
  if (!scrollId) return { after: undefined, skip: 0 };
  const {
    section,
    start,
    key,
    skip = 0,
  }: Place & { readonly skip?: unknown } = cursorFrom(scrollId, question, {
    section: ANY_NUMBER,
    start: MOST_START,
    key: 'text',
  });
  if (!KEY.test(key) || typeof skip !== 'number' || !holds(MOST_SKIPPED, skip)) throw badCursor(scrollId);
  return { after: { section, start, key }, skip };
}

/** The position of scrolled lineage. Without a `scrollId`: its beginning. */
export function lineagePosition(scrollId: string | null | undefined, question: Question): { after: LineagePlace | undefined } {
  return { after: scrollId ? cursorFrom(scrollId, question, { asOf: ANY_NUMBER, degree: ANY_NUMBER, urn: 'text' }) : undefined };
}
