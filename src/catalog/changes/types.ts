/**
 * The change stream (docs/semantics.md 21).
 */
import type { FairTurns } from '../../fair-turns.ts';
import type { LogHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Model } from '../../model/types.ts';

export interface ChangesParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly tail: RecentCommits;
  readonly reader: EntityReader;
  /** The head of the log. Those who ask at the same time share one look. */
  readonly head: () => Promise<LogHead>;
  /** Who waited for a commit goes on in its own turn of the event loop. */
  readonly turns: FairTurns;
}

/** A place in the stream: after all changes of commit `seq`; with `count`, after its first changes only. */
export interface ChangeCursor {
  /** The life of the store that it belongs to; absent: the present one. */
  readonly epoch?: string | undefined;
  readonly seq: number;
  readonly count?: number | undefined;
}

/** The page leaves out changes that do not match. An absent part matches every change. */
export interface ChangeFilter {
  /** Names of entity types, as URNs have them. */
  readonly types?: ReadonlySet<string> | undefined;
  readonly aspects?: ReadonlySet<string> | undefined;
  readonly urns?: ReadonlySet<string> | undefined;
  /** URNs of the users who wrote it. */
  readonly actors?: ReadonlySet<string> | undefined;
  /** What happened (`LoggedType`). */
  readonly changes?: ReadonlySet<string> | undefined;
}

export interface Change extends LogEntry {
  /** The present life of the store. */
  readonly epoch: string;
  readonly seq: number;
  /** The position of the change in its commit, from 1 on. */
  readonly count: number;
  readonly entityType: string;
  /** When it was committed, epoch ms. */
  readonly at: number;
  /** The values after and before the change as JSON text, if the request asks for them. Null if the store no longer has them. */
  readonly value?: string | null;
  readonly beforeValue?: string | null;
}

export interface ChangesRequest {
  readonly after: ChangeCursor;
  readonly limit: number;
  readonly filter: ChangeFilter;
  /** Also answer the values? */
  readonly values: boolean;
  /** How long to wait for the first change if there is none, ms. */
  readonly waitMs: number;
  /** Ends the wait: nobody waits any more. */
  readonly over: AbortSignal;
}

export interface ChangesPage {
  readonly changes: readonly Change[];
  /** Where the next page begins. */
  readonly next: ChangeCursor;
  /** The newest commit. */
  readonly newest: number;
}
