/**
 * Whether search is whole. Each answer that has searched says so, so the pages ask nothing for it.
 */

/** The part of all that search shows, and about how long the rest takes. */
export interface SearchShare {
  readonly share: number;
  readonly leftSeconds?: number | undefined;
}

/** What GraphQL says beside an answer. */
export interface Extensions {
  readonly indexState?: { readonly share?: number; readonly leftSeconds?: number };
}

const listeners = new Set<(now: SearchShare | undefined) => void>();
let known: SearchShare | undefined;

/** Answers without a search say nothing of it. */
export function noteSearchState({ indexState }: Extensions = {}): void {
  if (!indexState) return;
  const { share, leftSeconds } = indexState;
  if (share === undefined && known === undefined) return;
  known = share === undefined ? undefined : { share, leftSeconds };
  for (const listener of listeners) listener(known);
}

/**
 * Calls the listener with what the answers say: `undefined` while search is whole.
 *
 * @returns a function that removes the listener
 */
export function onSearchState(listener: (now: SearchShare | undefined) => void): () => void {
  listeners.add(listener);
  listener(known);
  return () => {
    listeners.delete(listener);
  };
}
