import { useId } from 'preact/hooks';
import type { Facet, SearchAsk } from '../api/search.ts';
import { useTyped } from '../parts/use-typed.ts';
import { navigate, useRoute, withQuery } from '../route.ts';

interface RangeFacetProps {
  readonly facet: Facet;
  readonly title: string;
  readonly ask: SearchAsk;
}

/** A numeric property, filtered by bounds. */
export function RangeFacet({ facet: { field, values }, title, ask }: RangeFacetProps) {
  const route = useRoute();
  const id = useId();
  const now = ask.filters.find((each) => each.field === field);
  const { text: from, type: setFrom } = useTyped(now?.from ?? '');
  const { text: to, type: setTo } = useTyped(now?.to ?? '');
  const numbers = values.map(({ value }) => Number(value));
  const known = numbers.length > 0 ? { low: Math.min(...numbers), high: Math.max(...numbers) } : undefined;
  const wrong = from !== '' && to !== '' && Number(from) > Number(to);
  return (
    <details class="facet" open>
      <summary>{title}</summary>
      <form
        class="range bar close"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong) navigate(withQuery(route, { [`from.${field}`]: from || undefined, [`to.${field}`]: to || undefined, page: undefined }));
        }}
      >
        <label for={`${id}from`} class="hidden-text">
          {title} from
        </label>
        <input
          id={`${id}from`}
          type="number"
          step="any"
          placeholder={known ? String(known.low) : 'from'}
          value={from}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
        <span aria-hidden="true">–</span>
        <label for={`${id}to`} class="hidden-text">
          {title} to
        </label>
        <input
          id={`${id}to`}
          type="number"
          step="any"
          placeholder={known ? String(known.high) : 'to'}
          value={to}
          aria-invalid={wrong}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
        <button type="submit">Apply</button>
        {wrong && <p class="hint">The first number must not be greater than the second one.</p>}
      </form>
    </details>
  );
}
