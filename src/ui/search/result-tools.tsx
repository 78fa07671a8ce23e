import type { ComponentChildren } from 'preact';
import { SORTS } from '../api/search-url.ts';
import { Choice } from '../parts/choice.tsx';
import { navigate, useRoute, withQuery } from '../route.ts';

const LAYOUTS = [
  { id: undefined, title: 'Cards' },
  { id: 'table', title: 'Table' },
] as const;

/** How results are shown and in what order, and what else can be done with the list. */
export function ResultTools({ children }: { readonly children: ComponentChildren }) {
  const route = useRoute();
  const layout = route.query.get('layout') === 'table' ? 'table' : undefined;
  return (
    <div class="result-tools bar far end">
      {children}
      <fieldset class="segments bar flush">
        <legend class="hidden-text">Show as</legend>
        {LAYOUTS.map(({ id, title }) => (
          <button
            key={title}
            type="button"
            aria-pressed={layout === id}
            onClick={() => navigate(withQuery(route, { layout: id }), { replace: true })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Choice
        label="Sort"
        value={route.query.get('sort') ?? 'relevance'}
        options={SORTS.map(({ id, title }) => [id, title])}
        onChoose={(value) => navigate(withQuery(route, { sort: value === 'relevance' ? undefined : value, page: undefined }))}
      />
    </div>
  );
}
