import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FoldedFiltersProps {
  /** How many of them narrow the list. */
  readonly narrowed: number;
  readonly children: ComponentChildren;
}

/** The filters of a list. A small screen begins with the list: there, a button shows them. */
export function FoldedFilters({ narrowed, children }: FoldedFiltersProps) {
  const body = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="filters-toggle" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
        Filters{narrowed > 0 ? ` (${narrowed})` : ''}
      </button>
      <div id={body} class={open ? 'filters-body stack far filters-open' : 'filters-body stack far'}>
        {children}
      </div>
    </>
  );
}
