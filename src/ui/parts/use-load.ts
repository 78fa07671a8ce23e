/**
 * Reads data while a component is on the page. All reads of the pages go through here.
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface LoadState<T> {
  /** The answer for these inputs; undefined until there is one. It stays while it is read again. */
  readonly data: T | undefined;
  /** The last answer, even if it is for earlier inputs: for a list that stays in sight until the next one is there. */
  readonly last: T | undefined;
  /** Why the last read for these inputs failed. */
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
}

interface Read<T> {
  /** The turn that has ended, and the inputs of what was found and of what failed. */
  readonly ended?: string;
  readonly found?: { readonly key: string; readonly data: T };
  readonly failed?: { readonly key: string; readonly error: unknown };
}

/**
 * Reads now, and again when one of the inputs changes. A read that nobody wants any more is aborted, and its answer is dropped: an older
 * answer never replaces a newer one.
 *
 * @param on what `load` depends on: plain values, which are compared as JSON
 * @param after reads the same again when this changes, for example after an edit
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, on: readonly unknown[], after: string | number = ''): LoadState<T> {
  const [turn, again] = useState(0);
  const [{ ended, found, failed }, set] = useState<Read<T>>({});
  const latest = useRef(load);
  latest.current = load;
  const key = JSON.stringify(on);
  const asked = `${turn} ${after} ${key}`;
  useEffect(() => {
    const over = new AbortController();
    const end = (read: (before: Read<T>) => Read<T>): void => {
      if (!over.signal.aborted) set(read);
    };
    latest.current(over.signal).then(
      (data) => end(() => ({ ended: asked, found: { key, data } })),
      (error: unknown) => end((before) => ({ ...before, ended: asked, failed: { key, error } })),
    );
    return () => over.abort();
  }, [asked, key]);
  return {
    data: found?.key === key ? found.data : undefined,
    last: found?.data,
    error: failed?.key === key ? failed.error : undefined,
    loading: ended !== asked,
    reload: useCallback(() => again((n) => n + 1), []),
  };
}
