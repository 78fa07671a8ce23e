import { type SavedView, savedViews, viewsNamed } from '../api/views.ts';
import { useLoad } from '../parts/use-load.ts';

/** More would push the suggestions of entities away. */
const MOST = 3;

/** Saved views for a text in the search box. They are read once, when something is first typed. A convenience, as suggestions are. */
export function useMatchingViews(text: string): readonly SavedView[] {
  const typed = text.trim() !== '';
  const { data = [] } = useLoad(async () => (typed ? savedViews() : []), [typed]);
  return viewsNamed(data, text).slice(0, MOST);
}
