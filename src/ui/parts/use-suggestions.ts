import { type Suggestion, suggest } from '../api/suggest.ts';
import { pause } from '../data/pause.ts';
import { useLoad } from './use-load.ts';

const PAUSE_MS = 120;
const EVERY_TYPE: readonly string[] = [];
const NONE: readonly Suggestion[] = [];

interface SuggestionList {
  readonly found: readonly Suggestion[];
  /** Whether they are the ones for this text, not for what was typed before it. */
  readonly settled: boolean;
  readonly error: unknown;
  reload(): void;
}

/** Suggestions for a text, read when the typing pauses. `types`: constants of entity types; if empty, any. */
export function useSuggested(text: string, types = EVERY_TYPE): SuggestionList {
  const { data, last, error, reload } = useLoad(
    async (signal) => {
      if (text.trim() === '') return NONE;
      await pause(PAUSE_MS);
      return suggest(text, { types }, signal);
    },
    [text, types],
  );
  return { found: text.trim() === '' || error !== undefined ? NONE : (last ?? NONE), settled: data !== undefined, error, reload };
}

/** Only the suggestions, also while those for the latest text are on their way. They are a convenience: the search itself reports errors. */
export function useSuggestions(text: string, types = EVERY_TYPE): readonly Suggestion[] {
  return useSuggested(text, types).found;
}
