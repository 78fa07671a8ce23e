/** A part of a page under a title of its own, which also names it to screen readers. */
import type { ComponentChildren } from 'preact';

interface PartProps {
  readonly title: string;
  /** How many things it lists; the title says so. */
  readonly count?: number;
  readonly children: ComponentChildren;
}

export function Part({ title, count, children }: PartProps) {
  return (
    <section class="part stack" aria-label={title}>
      <h2 class="part-title">
        {title} {count !== undefined && <span class="muted">{count.toLocaleString('en')}</span>}
      </h2>
      {children}
    </section>
  );
}
