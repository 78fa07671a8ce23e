import { useEffect, useState } from 'preact/hooks';
import { type Suggestion, suggest } from '../api/suggest.ts';

const PAUSE_MS = 120;
const EVERY_TYPE: readonly string[] = [];

/** Suggestions for a text, read when the typing pauses. `types`: constants of entity types; if empty, any. */
export function useSuggestions(text: string, types = EVERY_TYPE): readonly Suggestion[] {
  const [found, set] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (text.trim() === '') {
      set([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      suggest(text, { types }, abort.signal).then(
        (suggestions) => abort.signal.aborted || set(suggestions),
        // Suggestions are a convenience. The search itself reports errors.
        () => abort.signal.aborted || set([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, types.join()]);
  return found;
}
