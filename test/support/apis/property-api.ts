/**
 * Structured properties as each API writes and reads them. The rules of docs/semantics.md 14 are the same on each, so a test may run on
 * each API, or write through one and read through another.
 */
export type Value = { readonly string: string } | { readonly double: number };

export interface Entry {
  readonly propertyUrn: string;
  readonly values: readonly Value[];
}

export interface Definition {
  readonly qualifiedName: string;
  readonly valueType: string;
  readonly entityTypes: readonly string[];
  readonly displayName?: string;
  readonly description?: string;
  readonly cardinality?: 'SINGLE' | 'MULTIPLE';
  readonly immutable?: boolean;
  readonly allowedValues?: readonly { readonly value: Value; readonly description?: string }[];
  readonly version?: string;
}

/** The outcome of a write; `message` is empty if it succeeded. */
export interface Outcome {
  readonly done: boolean;
  readonly message: string;
}

/** `undefined` in place of a call: the api has no such operation. */
export interface PropertyApi {
  readonly name: 'legacy' | 'v2' | 'v3' | 'graphql';
  /** Writes a whole definition. */
  readonly define: ((urn: string, definition: Definition) => Promise<Outcome>) | undefined;
  /** Creates a definition that does not exist. */
  readonly create: (urn: string, definition: Definition) => Promise<Outcome>;
  readonly softDelete: ((urn: string) => Promise<Outcome>) | undefined;
  /** Both ways of docs/semantics.md 14.3. */
  readonly restore: ((urn: string, way: 'removed false' | 'delete status') => Promise<Outcome>) | undefined;
  readonly hardDelete: (urn: string) => Promise<Outcome>;
  /** Replaces all values of an entity. */
  readonly setValues: ((entity: string, entries: readonly Entry[]) => Promise<Outcome>) | undefined;
  /** Adds one property, or replaces its values; others stay. */
  readonly addValues: (entity: string, entry: Entry) => Promise<Outcome>;
  readonly removeValues: (entity: string, propertyUrn: string) => Promise<Outcome>;
  /** With defaults; `undefined` if it does not exist. */
  readonly definition: (urn: string) => Promise<(Required<Pick<Definition, 'cardinality' | 'immutable'>> & Definition) | undefined>;
  /** Values that readers may see, without stamps; empty if there is no aspect. */
  readonly values: (entity: string) => Promise<Entry[]>;
}

export const typeOfUrn = (urn: string): string => urn.split(':')[2] ?? '';

/** A patch of one property, as clients write it (docs/semantics.md 13.6). */
export function patchOf(operation: 'add' | 'remove', propertyUrn: string, entry?: Entry): object {
  const path = `/properties/${propertyUrn.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { patch: [{ op: operation, path, ...(entry ? { value: entry } : {}) }], arrayPrimaryKeys: { properties: ['propertyUrn'] } };
}

/** Only the fields that definitions are compared by, with defaults. */
export function shownDefinition(json: Record<string, unknown>): Required<Pick<Definition, 'cardinality' | 'immutable'>> & Definition {
  const { qualifiedName, valueType, entityTypes, displayName, description, cardinality, immutable, allowedValues, version } =
    json as unknown as Definition;
  const optional = { displayName, description, allowedValues, version };
  return {
    qualifiedName,
    valueType,
    entityTypes,
    cardinality: cardinality ?? 'SINGLE',
    immutable: immutable ?? false,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined && value !== null)),
  };
}

export function shownEntries(json: unknown): Entry[] {
  const { properties = [] } = (json ?? {}) as { properties?: Entry[] };
  return properties.map(({ propertyUrn, values }) => ({ propertyUrn, values }));
}
