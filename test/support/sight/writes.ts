/**
 * The writes of a world, and the newest values that they leave.
 */
export type Value = Readonly<Record<string, unknown>>;

/** One write of an aspect, in the order of the store. */
export interface Write {
  readonly urn: string;
  readonly aspect: string;
  readonly value: Value;
  /** The entity is deleted for good, instead. */
  readonly deletes?: true;
}

/** The newest values, by URN and aspect. */
export type Facts = ReadonlyMap<string, ReadonlyMap<string, Value>>;

export function factsOf(writes: readonly Write[]): Facts {
  const found = new Map<string, Map<string, Value>>();
  for (const { urn, aspect, value, deletes } of writes) {
    // Its URN may still be asked for: who would see it sees that there is none.
    const own = deletes ? new Map<string, Value>() : (found.get(urn) ?? new Map<string, Value>()).set(aspect, value);
    found.set(urn, own);
  }
  return found;
}

export const listAt = (value: Value | undefined, field: string): unknown[] => (Array.isArray(value?.[field]) ? (value[field] as unknown[]) : []);
export const recordsAt = (value: Value | undefined, field: string): Value[] => listAt(value, field) as Value[];
