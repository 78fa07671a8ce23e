import { useEffect } from 'preact/hooks';

/** Sets the title of the browser tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Cairn' : `${title} · Cairn`;
  }, [title]);
}
