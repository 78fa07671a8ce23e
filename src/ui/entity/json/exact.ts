/**
 * Parses JSON without rounding long integers.
 */

/** A number in its original digits, if a double cannot hold it. */
interface LongNumber {
  readonly digits: string;
}

const LONG = new WeakSet<object>();

export function isLong(value: unknown): value is LongNumber {
  return typeof value === 'object' && value !== null && LONG.has(value);
}

/** If the browser does not report the original digits, uses the number of JSON.parse. */
export function parseExactly(text: string): unknown {
  const revive = (_: string, value: unknown, written?: { readonly source?: string }): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value) || written?.source === undefined) return value;
    const long: LongNumber = { digits: written.source };
    LONG.add(long);
    return long;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
