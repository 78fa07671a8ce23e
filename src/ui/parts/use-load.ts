/**
 * Loads data while a component is on the page.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  /** The last loaded data. It stays while it is loaded again. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
}

/** Loads now, and again when one of `on` changes. Drops answers that arrive too late. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [state, set] = useState<{ data: T | undefined; error: unknown; loading: boolean }>({ data: undefined, error: undefined, loading: true });
  const [turn, again] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    set((before) => ({ ...before, loading: true }));
    load(abort.signal).then(
      (data) => abort.signal.aborted || set({ data, error: undefined, loading: false }),
      (error: unknown) => abort.signal.aborted || set((before) => ({ ...before, error, loading: false })),
    );
    return () => abort.abort();
  }, [...on, turn]);
  const reload = useCallback(() => again((n) => n + 1), []);
  return { ...state, reload };
}
