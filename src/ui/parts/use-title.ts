import { useEffect } from 'preact/hooks';

/** Names the page in the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Cairn' : `${title} · Cairn`;
  }, [title]);
}
