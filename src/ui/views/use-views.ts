import { useEffect, useState } from 'preact/hooks';
import { type SavedView, savedViews, viewsNamed } from '../api/views.ts';

/** More would push the suggestions of entities away. */
const MOST = 3;
const NONE: readonly SavedView[] = [];

/** Saved views for a text in the search box. They are read once, when something is first typed. */
export function useMatchingViews(text: string): readonly SavedView[] {
  const [views, set] = useState(NONE);
  const typed = text.trim() !== '';
  useEffect(() => {
    if (!typed) return;
    let late = false;
    savedViews().then(
      (found) => late || set(found),
      // A convenience, as suggestions are.
      () => undefined,
    );
    return () => {
      late = true;
    };
  }, [typed]);
  return typed ? viewsNamed(views, text).slice(0, MOST) : NONE;
}
