/**
 * Where a scroll goes on: opaque to clients, JSON in base64url to us. Nothing is kept on the server.
 */
import type { Place } from '../catalog/filter.ts';
import type { LineagePlace } from '../catalog/lineage-search.ts';
import { malformed, type Refusal } from '../errors.ts';

export function cursorText(cursor: Record<string, string | number> | Place | LineagePlace): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/**
 * @param fields the fields that it must have, each with its JSON type
 * @throws Refusal malformed
 */
export function cursorFrom<Fields extends Record<string, 'string' | 'number'>>(
  scrollId: string,
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name] extends 'string' ? string : number } {
  let cursor: unknown;
  try {
    cursor = JSON.parse(Buffer.from(scrollId, 'base64url').toString());
  } catch {
    throw badCursor(scrollId);
  }
  const read = cursor as { [Name in keyof Fields]: Fields[Name] extends 'string' ? string : number };
  for (const [name, type] of Object.entries(fields)) if (typeof read?.[name] !== type) throw badCursor(scrollId);
  return read;
}

/**
 * The place of a search that is scrolled; without a `scrollId` its beginning.
 *
 * @throws Refusal malformed
 */
export function searchPlace(scrollId: string | null | undefined): { after: Place | undefined } {
  if (!scrollId) return { after: undefined };
  const place = cursorFrom(scrollId, { section: 'number', start: 'number', key: 'string' });
  if (!/^(\["[0-9a-f",]*\])?$/.test(place.key) || !Number.isSafeInteger(place.start)) throw badCursor(scrollId);
  return { after: place };
}

/** The place of a lineage that is scrolled. */
export function lineagePlace(scrollId: string | null | undefined): { after: LineagePlace | undefined } {
  return { after: scrollId ? cursorFrom(scrollId, { asOf: 'number', degree: 'number', urn: 'string' }) : undefined };
}

export function badCursor(scrollId: string): Refusal {
  return malformed(`scrollId: expected the scrollId of the page before, with the other parameters unchanged; got ${scrollId}`, [
    { pointer: '/scrollId', expected: 'the scrollId of the page before', got: scrollId },
  ]);
}
