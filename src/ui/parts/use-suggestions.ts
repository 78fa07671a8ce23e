import { useEffect, useState } from 'preact/hooks';
import { type Suggestion, suggest } from '../api/suggest.ts';

const PAUSE_MS = 120;
const EVERY_TYPE: readonly string[] = [];

export interface Suggested {
  readonly found: readonly Suggestion[];
  /** Whether they are the ones for this text, not for what was typed before it. */
  readonly settled: boolean;
}

/** Suggestions for a text, read when the typing pauses. `types`: constants of entity types; if empty, any. */
export function useSuggested(text: string, types = EVERY_TYPE): Suggested {
  const [{ found, of }, set] = useState<{ found: readonly Suggestion[]; of: string }>({ found: [], of: '' });
  useEffect(() => {
    if (text.trim() === '') {
      set({ found: [], of: text });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      suggest(text, { types }, abort.signal).then(
        (suggestions) => abort.signal.aborted || set({ found: suggestions, of: text }),
        // Suggestions are a convenience. The search itself reports errors.
        () => abort.signal.aborted || set({ found: [], of: text }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, types.join()]);
  return { found, settled: of === text };
}

/** Only the suggestions, also while those for the latest text are on their way. */
export function useSuggestions(text: string, types = EVERY_TYPE): readonly Suggestion[] {
  return useSuggested(text, types).found;
}
