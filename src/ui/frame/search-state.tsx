import { useEffect, useState } from 'preact/hooks';
import { onSearchState, type SearchShare } from '../api/search-state.ts';

/** Says that searches and lists miss something, while that is so. */
export function SearchState() {
  const [now, set] = useState<SearchShare | undefined>(undefined);
  useEffect(() => onSearchState(set), []);
  if (!now) return null;
  const time = now.leftSeconds === undefined ? '' : ` The rest takes about ${now.leftSeconds} s.`;
  return (
    <p class="notice" role="status">
      Search is not complete: it shows about {Math.round(now.share * 100)} percent. Lists and numbers may lack something.{time}
    </p>
  );
}
