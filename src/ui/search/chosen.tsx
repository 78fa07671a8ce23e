/**
 * What narrows the search, above the results: each a chip that a click takes away.
 */
import type { Property } from '../api/properties.ts';
import { type Facet, type SearchAsk, TYPE_FIELD } from '../api/search.ts';
import { isUrn } from '../api/urn.ts';
import { utcTime } from '../data/numbers.ts';
import { useName } from '../parts/use-name.ts';
import { Link, navigate, useRoute, withQuery } from '../route.ts';
import { facetTitle, valueWord } from './facet-name.tsx';
import { areAssets, lackOf } from './quality.ts';

interface ChosenFiltersProps {
  readonly ask: SearchAsk;
  readonly facets: readonly Facet[];
  readonly properties: readonly Property[];
}

export function ChosenFilters({ ask, facets, properties }: ChosenFiltersProps) {
  const route = useRoute();
  const title = (field: string): string => facetTitle(field, facets.find((facet) => facet.field === field)?.title, properties);
  const go = (changes: Record<string, string | readonly string[] | undefined>): void => navigate(withQuery(route, { ...changes, page: undefined }));
  const assets = areAssets(ask.types);
  const values = [
    ...(assets ? [] : ask.types.map((value) => ({ field: TYPE_FIELD, value, name: 'type' }))),
    ...ask.filters.flatMap((filter) => (filter.values ?? []).map((value) => ({ field: filter.field, value, name: `is.${filter.field}` }))),
  ];
  const ranges = ask.filters.filter(({ from, to }) => from !== undefined || to !== undefined);
  if (values.length + ranges.length === 0 && !assets && !ask.removed) return null;
  const clear = Object.fromEntries(
    [...route.query.keys()].filter((key) => /^(type|removed|page|(is|from|to)\..*)$/.test(key)).map((key) => [key, undefined]),
  );
  return (
    <ul class="chosen-filters bar close" aria-label="Chosen filters">
      {assets && (
        <li>
          <Chip title="Type" text="all assets" onRemove={() => go({ type: undefined })} />
        </li>
      )}
      {values.map(({ field, value, name }) => (
        <li key={`${field} ${value}`}>
          <ValueChip
            title={title(field)}
            field={field}
            value={value}
            onRemove={() => go({ [name]: route.query.getAll(name).filter((each) => each !== value) })}
          />
        </li>
      ))}
      {ranges.map(({ field, from, to }) => (
        <li key={field}>
          <Chip {...rangeWords(field, title(field), from, to)} onRemove={() => go({ [`from.${field}`]: undefined, [`to.${field}`]: undefined })} />
        </li>
      ))}
      {ask.removed && (
        <li>
          <Chip title="Soft-deleted" text="included" onRemove={() => go({ removed: undefined })} />
        </li>
      )}
      <li>
        <Link class="small" href={withQuery(route, clear)}>
          Clear all filters
        </Link>
      </li>
    </ul>
  );
}

/** A range of numbers, or what it means. */
function rangeWords(field: string, title: string, from: string | undefined, to: string | undefined): { title: string; text: string } {
  const lack = to === undefined ? undefined : lackOf(`to.${field}`, to);
  if (lack && from === undefined) return { title: QUALITY, text: `${lack.words}, since ${utcTime(Number(to))}` };
  return { title, text: from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}` };
}

const QUALITY = 'Quality';

interface ValueChipProps {
  readonly title: string;
  readonly field: string;
  readonly value: string;
  readonly onRemove: () => void;
}

function ValueChip({ title, field, value, onRemove }: ValueChipProps) {
  const lack = lackOf(`is.${field}`, value);
  const name = useName(value, isUrn(value) ? undefined : (lack?.words ?? valueWord(field, value)));
  return <Chip title={lack ? QUALITY : title} text={name} onRemove={onRemove} />;
}

function Chip({ title, text, onRemove }: { readonly title: string; readonly text: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="chip small" aria-label={`Without ${title}: ${text}`} onClick={onRemove}>
      <span class="muted">{title}</span> {text} <span aria-hidden="true">×</span>
    </button>
  );
}
