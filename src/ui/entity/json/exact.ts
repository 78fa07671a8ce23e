/**
 * JSON whose long integers are not rounded.
 */

/** A number as it was sent, where a double would not hold it. */
export interface LongNumber {
  readonly digits: string;
}

const LONG = new WeakSet<object>();

export function isLong(value: unknown): value is LongNumber {
  return typeof value === 'object' && value !== null && LONG.has(value);
}

/** Where the browser cannot tell how a number was written, it is what JSON.parse makes of it. */
export function parseExactly(text: string): unknown {
  const revive = (_: string, value: unknown, written?: { readonly source?: string }): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value) || written?.source === undefined) return value;
    const long: LongNumber = { digits: written.source };
    LONG.add(long);
    return long;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
