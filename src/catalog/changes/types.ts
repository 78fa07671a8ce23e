/**
 * The change stream (docs/semantics.md 21).
 */
import type { LogEntry } from '../../graph/log-entries.ts';

/** A place in the stream: all of the commits up to `seq`; with `count`, of the commit `seq` only its first changes. */
export interface ChangeCursor {
  readonly seq: number;
  readonly count?: number;
}

/** Changes that do not fit are left out. Absent: all fit. */
export interface ChangeFilter {
  /** Names of entity types, as URNs have them. */
  readonly types?: ReadonlySet<string> | undefined;
  readonly aspects?: ReadonlySet<string> | undefined;
  readonly urns?: ReadonlySet<string> | undefined;
}

export interface Change extends LogEntry {
  readonly seq: number;
  /** Counts the changes of the commit from 1 on. */
  readonly count: number;
  /** When it was committed, epoch ms. */
  readonly at: number;
  /** The values after and before, on request: JSON text. Null if the store no longer has them. */
  readonly value?: string | null;
  readonly beforeValue?: string | null;
}

export interface ChangesRequest {
  readonly after: ChangeCursor;
  readonly limit: number;
  readonly filter: ChangeFilter;
  /** Also read the values? */
  readonly values: boolean;
  /** Ends the wait for the first change. */
  readonly wait: AbortSignal;
}

export interface ChangesPage {
  readonly changes: readonly Change[];
  /** Where the next page begins. */
  readonly next: ChangeCursor;
  /** The newest commit. */
  readonly newest: number;
}
