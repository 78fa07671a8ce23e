/**
 * What was sent, as it is shown back: people read it, and an answer is no echo of its request.
 */

/** Characters of one text at most. */
export const MOST_TEXT = 200;
/** Parts of a value that is shown back, its own included. */
export const MOST_PARTS = 50;

/** A text as it is shown back: long ones lose their middle, and say how long they were. */
export function excerpt(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}… (${text.length} characters) …${text.slice(-half)}`;
}

/** A refused value as it is shown back: long texts cut, and no list or object that is too large to be read. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  if (typeof value !== 'object' || value === null) return value;
  if (partsOf(value, MOST_PARTS) > MOST_PARTS) return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  if (Array.isArray(value)) return value.map(shown);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [excerpt(key), shown(inner)]));
}

/** How many values there are in a value; beyond `most` nothing is counted. */
function partsOf(value: unknown, most: number): number {
  let parts = 1;
  if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      parts += partsOf((value as Record<string, unknown>)[name], most - parts);
      if (parts > most) break;
    }
  }
  return parts;
}
