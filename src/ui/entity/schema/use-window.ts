/**
 * Finds the visible rows of a long table while the page scrolls.
 */
import { useLayoutEffect, useState } from 'preact/hooks';
import { type VisibleRange, visibleRange } from './visible-range.ts';

const MARGIN = 12;

/**
 * @param body the element that contains the rows and has their full height
 *
 * @param lineHeight px
 */
export function useWindow(body: { readonly current: HTMLElement | null }, lines: number, lineHeight: number): VisibleRange {
  const [range, set] = useState<VisibleRange>({ from: 0, to: Math.min(lines, 60) });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const next = visibleRange(-top, innerHeight - Math.max(0, top), lineHeight, lines, MARGIN);
      set((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [body, lines, lineHeight]);
  return range;
}
