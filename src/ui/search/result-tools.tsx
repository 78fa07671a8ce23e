import type { ComponentChildren } from 'preact';
import { SORTS } from '../api/search-url.ts';
import { Choice } from '../parts/choice.tsx';
import { Folded } from '../parts/folded.tsx';
import { Segments } from '../parts/segments.tsx';
import { navigate, useRoute, withQuery } from '../route.ts';

const LAYOUTS = [
  [undefined, 'Cards'],
  ['table', 'Table'],
] as const;

/** How results are shown and in what order, and what else can be done with the list. */
export function ResultTools({ children }: { readonly children: ComponentChildren }) {
  const route = useRoute();
  const layout = route.query.get('layout') === 'table' ? 'table' : undefined;
  return (
    <div class="result-tools bar">
      <Folded label="More" layout="bar">
        {children}
        <Segments label="Show as" value={layout} options={LAYOUTS} onChoose={(id) => navigate(withQuery(route, { layout: id }), { replace: true })} />
      </Folded>
      <Choice
        label="Sort"
        value={route.query.get('sort') ?? 'relevance'}
        options={SORTS.map(({ id, title }) => [id, title])}
        onChoose={(value) => navigate(withQuery(route, { sort: value === 'relevance' ? undefined : value, page: undefined }))}
      />
    </div>
  );
}
