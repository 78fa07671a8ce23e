/**
 * The nouns of patches.
 */

export const OPERATIONS = ['add', 'remove', 'replace', 'test', 'move', 'copy'] as const;

export interface PatchOperation {
  readonly op: (typeof OPERATIONS)[number];
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export interface Patch {
  readonly operations: readonly PatchOperation[];
  readonly keys: Keys;
}

/** Who patches, and when: a template needs this for its stamps. */
export interface PatchStamp {
  readonly time: number;
  readonly actor: string;
}

/** Name of a list → the fields that identify its items; no field: the item itself. */
export type Keys = Readonly<Record<string, readonly string[]>>;
