/** The change stream as clients read it (docs/semantics.md 21.2). */
export interface Change {
  readonly id: string;
  readonly seq: number;
  readonly time: number;
  readonly urn: string;
  readonly aspect: string;
  readonly change: string;
  readonly wholeEntity?: boolean;
  readonly before?: number;
  readonly version?: number;
  readonly timestampMillis?: number;
  readonly actor: string;
  readonly runId?: string;
  readonly value?: unknown;
  readonly beforeValue?: unknown;
}

export interface ChangesPage {
  readonly changes: readonly Change[];
  readonly next: string;
  readonly newest: number;
}

/** The number of the commit in a place or an id: `<epoch>-<commit>`, `<epoch>-<commit>.<position>`. */
export function commitOf(place: string): number {
  return Number(/(\d+)(?:\.\d+)?$/.exec(place)?.[1]);
}
