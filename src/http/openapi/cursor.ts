/**
 * Where a scroll goes on: opaque to clients, JSON in base64url to us. Nothing is kept on the server.
 */
import { malformed, type Refusal } from '../../errors.ts';

export function cursorText(cursor: Record<string, string | number>): string {
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

export function badCursor(scrollId: string): Refusal {
  return malformed(`scrollId: expected the scrollId of the page before, with the other parameters unchanged; got ${scrollId}`, [
    { pointer: '/scrollId', expected: 'the scrollId of the page before', got: scrollId },
  ]);
}
