import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FoldedProps {
  /** What the button is called. */
  readonly label: string;
  /** How its parts are laid out. */
  readonly layout: 'stack' | 'bar';
  readonly children: ComponentChildren;
}

/** What stands around a list. A small screen begins with the list: there, a button shows the rest. */
export function Folded({ label, layout, children }: FoldedProps) {
  const body = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="fold" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
        {label}
      </button>
      <div id={body} class={`folded ${layout} far${open ? ' folded-open' : ''}`}>
        {children}
      </div>
    </>
  );
}

/** How many filters narrow a list: the label of what shows them. */
export function filtersLabel(narrowed: number): string {
  return narrowed > 0 ? `Filters (${narrowed})` : 'Filters';
}
