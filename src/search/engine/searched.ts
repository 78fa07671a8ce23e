/**
 * What the present search sees of the index. Each search has its own: an older one may run beside it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sample } from './samples.ts';

/** The sample of a collection. */
export interface SampleOf extends Sample {
  readonly collection: string;
}

export interface SearchedState {
  /** Names the documents; absent if they may change at any time. */
  readonly documents: string | undefined;
  /** By which answers are ranked; absent if there is none yet. */
  readonly sample: SampleOf | undefined;
}

const searched = new AsyncLocalStorage<SearchedState>();

/** Searches. As long as the documents are the same, so is what is kept of them. */
export function searching<Result>(now: SearchedState, search: () => Promise<Result>): Promise<Result> {
  return searched.run(now, search);
}

export function searchedNow(): SearchedState | undefined {
  return searched.getStore();
}
