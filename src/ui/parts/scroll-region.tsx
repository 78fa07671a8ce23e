import type { ComponentChildren } from 'preact';

interface ScrollRegionProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A region for content that is wider or higher than its place, such as a table on a phone. It scrolls separately, also by keyboard. */
export function ScrollRegion({ label, class: more = '', children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
    <section class={`scroll-region ${more}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
