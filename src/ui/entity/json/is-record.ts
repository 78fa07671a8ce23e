export type Json = Record<string, unknown>;

/** An object of JSON: neither a list nor null. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; nothing where it is none. */
export function recordsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The text, or an empty one where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
