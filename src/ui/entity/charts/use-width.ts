import { useLayoutEffect, useState } from 'preact/hooks';

/** The width of an element in px. Follows when it changes. */
export function useWidth(element: { readonly current: Element | null }, before = 640): number {
  const [width, set] = useState(before);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && set(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
