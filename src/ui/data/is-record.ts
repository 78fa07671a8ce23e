export type Json = Record<string, unknown>;

/** Whether a value is a JSON object: neither a list nor null. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; empty if the value is not a list. */
export function recordsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The text, or an empty one if the value is not a text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
