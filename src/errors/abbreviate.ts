/**
 * Shortens values of a request for error messages: people read them, and an answer should not repeat a whole request.
 */

/** The most characters of one text. */
export const MOST_TEXT = 200;
/** The most parts of a value in a message, with the value itself. */
export const MOST_PARTS = 50;

/** A text in a message. Long ones lose their middle, and show their length. */
export function excerpt(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}… (${text.length} characters) …${text.slice(-half)}`;
}

/** Names in a message: the first of them, and how many more there are. */
export function firstOf(names: readonly string[], most: number): string {
  return names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');
}

/** A refused value in a message: long texts are cut, and large lists or objects are replaced. */
export function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  if (typeof value !== 'object' || value === null) return value;
  if (partsOf(value, MOST_PARTS) > MOST_PARTS) return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  if (Array.isArray(value)) return value.map(abbreviate);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [excerpt(key), abbreviate(inner)]));
}

/** How many values a value contains. Counting stops at `most`. */
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
