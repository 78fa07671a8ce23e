/**
 * What a search sees, as a value that is handed on: how far the log had come, how much of it the index shows, and the index in this state.
 */
import type { LogHead } from '../../graph/commit-log.ts';
import type { SampleOf, SearchEngine } from '../../search/index.ts';
import type { Incomplete } from './incomplete.ts';

/** How far search is in the log (docs/semantics.md 9.8). */
export interface IndexState {
  /** The newest commit of the log. */
  readonly head: LogHead;
  /** The life of the store. */
  readonly epoch: string;
  /** Search shows everything up to this commit, made at `at`, epoch ms. */
  readonly seq: number;
  readonly at: number;
  /** How many commits search is behind. */
  readonly behind: number;
  /** How many writes of entities search does not show. */
  readonly lag: number;
  /** Is a new index being filled beside the present one? */
  readonly building: boolean;
  /** Names the collection that is searched. */
  readonly collection: string | undefined;
  /** Present while search is not whole. While entities are missing, `seq` is 0: no commit is shown for certain. */
  readonly incomplete?: Incomplete;
  /** By which searches rank; absent while there is none. */
  readonly sample: SampleOf | undefined;
}

/** What one search sees. */
export interface Snapshot {
  /** The index when it began, or what is older; absent while it is not known. Its `head` is the newest commit. */
  readonly index: IndexState | undefined;
  /** The index, asked by this search. */
  readonly engine: SearchEngine;
}

/** The searches of one request. */
export interface RequestSearches {
  /** The commit that each of them must show. */
  readonly seq: number | undefined;
  /** What they have seen: of several, the state that is furthest behind. Absent if nothing was searched. */
  state: IndexState | undefined;
}

/** What a search has found, with what it has seen. */
export type AtState<Result> = Result & { readonly shown: IndexState | undefined };
