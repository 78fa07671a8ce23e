/**
 * Facets beside the results: how many results have each value, and filters to choose.
 */
import { useState } from 'preact/hooks';
import type { Property } from '../api/properties.ts';
import { type Facet, type Found, type SearchAsk, TYPE_FIELD } from '../api/search.ts';
import { isUrn } from '../api/urn.ts';
import { useName } from '../parts/use-name.ts';
import { spaced, typeWord } from '../parts/words.ts';
import { Link, navigate, useRoute, withQuery } from '../route.ts';
import { RangeFacet } from './range-facet.tsx';

/** Facets that are open at first. A click opens the others. */
const OPEN = new Set([TYPE_FIELD, 'platform', 'owners', 'tags', 'glossaryTerms', 'domains']);
/** Facets that tell a reader nothing: the same in every result, or technical. */
const SILENT = new Set(['_index', 'entity', 'removed', 'browsePaths', 'browsePathV2']);
const SHOWN_VALUES = 8;
const TITLES: Readonly<Record<string, string>> = {
  [TYPE_FIELD]: 'Type',
  owners: 'Owner',
  tags: 'Tag',
  glossaryTerms: 'Glossary term',
  origin: 'Environment',
};

interface FacetsProps {
  readonly found: Found | undefined;
  readonly ask: SearchAsk;
  readonly properties: readonly Property[];
}

export function Facets({ found, ask, properties }: FacetsProps) {
  const route = useRoute();
  const [wide, setWide] = useState(false);
  const byField = new Map(properties.map((property) => [`structuredProperties.${property.id}`, property]));
  const facets = (found?.facets ?? []).filter(({ field }) => !SILENT.has(field) && !/^has[A-Z]/.test(field));
  const narrowed = ask.types.length + ask.filters.length > 0 || ask.removed;
  const query = route.query.get('query') ?? '';
  return (
    <aside class="facets" aria-label="Filters">
      <button type="button" class="facets-toggle" aria-expanded={wide} onClick={() => setWide(!wide)}>
        Filters{narrowed ? ` (${ask.types.length + ask.filters.length + Number(ask.removed)})` : ''}
      </button>
      <div class={wide ? 'facets-body facets-open' : 'facets-body'}>
        {narrowed && (
          <Link class="button clear" href={`/search${query === '' ? '' : `?query=${encodeURIComponent(query)}`}`}>
            Clear all filters
          </Link>
        )}
        {facets.map((facet) => {
          const property = byField.get(facet.field);
          return property?.kind === 'number' && property.choices === undefined ? (
            <RangeFacet key={facet.field} facet={facet} title={property.name} ask={ask} />
          ) : (
            <ValueFacet
              key={facet.field}
              facet={facet}
              title={titleOf(facet, property)}
              ask={ask}
              open={OPEN.has(facet.field) || property !== undefined}
            />
          );
        })}
        <label class="choice small">
          <input
            type="checkbox"
            checked={ask.removed}
            onChange={(event) => navigate(withQuery(route, { removed: event.currentTarget.checked ? 'true' : undefined, page: undefined }))}
          />
          <span>Include soft-deleted entities</span>
        </label>
      </div>
    </aside>
  );
}

function titleOf({ field, title }: Facet, property: Property | undefined): string {
  return property?.name ?? TITLES[field] ?? title;
}

interface ValueFacetProps {
  readonly facet: Facet;
  readonly title: string;
  readonly ask: SearchAsk;
  readonly open: boolean;
}

function ValueFacet({ facet: { field, values, totalValues }, title, ask, open }: ValueFacetProps) {
  const route = useRoute();
  const [all, setAll] = useState(false);
  const chosen = field === TYPE_FIELD ? ask.types : (ask.filters.find((each) => each.field === field)?.values ?? []);
  const missing = chosen.filter((value) => !values.some((each) => each.value === value)).map((value) => ({ value, count: 0 }));
  const every = [...missing, ...values];
  const shown = all ? every : every.filter(({ value }, at) => at < SHOWN_VALUES || chosen.includes(value));
  const choose = (value: string, on: boolean): void => {
    const next = on ? [...chosen, value] : chosen.filter((each) => each !== value);
    navigate(withQuery(route, { [field === TYPE_FIELD ? 'type' : `is.${field}`]: next, page: undefined }));
  };
  if (every.length === 0) return null;
  return (
    <details class="facet" open={open || chosen.length > 0}>
      <summary>{title}</summary>
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <label class="choice">
              <input type="checkbox" checked={chosen.includes(value)} onChange={(event) => choose(value, event.currentTarget.checked)} />
              <span class="facet-value">
                <FacetName field={field} value={value} />
              </span>
              <span class="facet-count muted small">{count.toLocaleString('en')}</span>
            </label>
          </li>
        ))}
      </ul>
      {every.length > shown.length && (
        <button type="button" class="plain small" onClick={() => setAll(true)}>
          Show {every.length - shown.length} more
        </button>
      )}
      {totalValues > values.length && (
        <p class="muted small">
          These are the {values.length} most frequent of {totalValues.toLocaleString('en')}
        </p>
      )}
    </details>
  );
}

function FacetName({ field, value }: { readonly field: string; readonly value: string }) {
  if (isUrn(value)) return <UrnName urn={value} />;
  if (field === TYPE_FIELD) return <>{typeWord(value)}</>;
  return <>{value === 'true' ? 'Yes' : value === 'false' ? 'No' : field === 'origin' ? spaced(value) : value}</>;
}

function UrnName({ urn }: { readonly urn: string }) {
  return <>{useName(urn)}</>;
}
