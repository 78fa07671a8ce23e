import { useEffect, useState } from 'preact/hooks';

/** As the style sheets have it. */
const narrow = matchMedia('(max-width: 46rem)');

/** Is the window as narrow as a phone? For what style sheets alone cannot decide. */
export function useNarrow(): boolean {
  const [is, set] = useState(narrow.matches);
  useEffect(() => {
    const change = (): void => set(narrow.matches);
    narrow.addEventListener('change', change);
    // It may have changed before anybody listened.
    change();
    return () => narrow.removeEventListener('change', change);
  }, []);
  return is;
}
