import { useState } from 'preact/hooks';
import { isNesting } from '../api/filter-of.ts';
import { lookUpName } from '../api/names.ts';
import { type Facet, type FacetValue, facetValues, type SearchAsk, TYPE_FIELD } from '../api/search.ts';
import { isUrn } from '../api/urn.ts';
import { Failure } from '../parts/failure.tsx';
import { useLoad } from '../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../route.ts';
import { FacetName, valueWord } from './facet-name.tsx';

const SHOWN_VALUES = 8;
/** Values that a search in a facet shows at most. */
const MOST_FOUND = 50;

interface ValueFacetProps {
  readonly facet: Facet;
  readonly title: string;
  readonly ask: SearchAsk;
  readonly open: boolean;
}

/** The values of a field as filters, the most frequent first. One with many values has a search of its own. */
export function ValueFacet({ facet: { field, values, totalValues }, title, ask, open }: ValueFacetProps) {
  const [all, setAll] = useState(false);
  const [wanted, setWanted] = useState('');
  const chosen = chosenOf(ask, field);
  const missing = chosen.filter((value) => !values.some((each) => each.value === value)).map((value) => ({ value, count: 0 }));
  const every = [...missing, ...values];
  const shown = all ? every : every.filter(({ value }, at) => at < SHOWN_VALUES || chosen.includes(value));
  if (every.length === 0) return null;
  const more = totalValues > values.length;
  return (
    <details class="facet" open={open || chosen.length > 0}>
      <summary>{title}</summary>
      {every.some(({ value }) => isNesting(value)) && (
        <p class="muted small">The numbers are of what is directly in each. Choosing one also finds what is below it.</p>
      )}
      {more && (
        <input
          dir="auto"
          class="facet-find medium"
          type="search"
          aria-label={`Search in ${title}`}
          placeholder={`Search in ${totalValues.toLocaleString('en')}`}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {more && wanted.trim() !== '' ? (
        <Found field={field} title={title} ask={ask} chosen={chosen} wanted={wanted} />
      ) : (
        <>
          <Choices field={field} title={title} values={shown} chosen={chosen} />
          {every.length > shown.length && (
            <button
              type="button"
              class="plain small"
              aria-label={`Show ${every.length - shown.length} more of ${title}`}
              onClick={() => setAll(true)}
            >
              Show {every.length - shown.length} more
            </button>
          )}
          {all && more && <p class="muted small">These are the {values.length} most frequent. Search for the others.</p>}
        </>
      )}
    </details>
  );
}

function chosenOf(ask: SearchAsk, field: string): readonly string[] {
  return field === TYPE_FIELD ? ask.types : (ask.filters.find((each) => each.field === field)?.values ?? []);
}

interface ChoicesProps {
  readonly field: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
}

function Choices({ field, title, values, chosen }: ChoicesProps) {
  const route = useRoute();
  const choose = (value: string, on: boolean): void => {
    const next = on ? [...chosen, value] : chosen.filter((each) => each !== value);
    navigate(withQuery(route, { [field === TYPE_FIELD ? 'type' : `is.${field}`]: next, page: undefined }));
  };
  return (
    <ul aria-label={title}>
      {values.map(({ value, count }) => (
        <li key={value}>
          <label class="choice">
            <input type="checkbox" checked={chosen.includes(value)} onChange={(event) => choose(value, event.currentTarget.checked)} />
            <span class="grow breaks">
              <FacetName field={field} value={value} />
            </span>
            {(count > 0 || !isNesting(value)) && <span class="number muted small">{count.toLocaleString('en')}</span>}
          </label>
        </li>
      ))}
    </ul>
  );
}

interface FoundProps {
  readonly field: string;
  readonly title: string;
  readonly ask: SearchAsk;
  readonly chosen: readonly string[];
  readonly wanted: string;
}

/** Those of all values whose names have the text. */
function Found({ field, title, ask, chosen, wanted }: FoundProps) {
  const { data, error, reload } = useLoad((signal) => namedValues(ask, field, signal), [ask, field]);
  if (!data) return error === undefined ? <p class="muted small">Loading…</p> : <Failure error={error} onRetry={reload} />;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = data.filter(({ name }) => words.every((word) => name.includes(word)));
  return (
    <>
      <Choices field={field} title={title} values={found.slice(0, MOST_FOUND)} chosen={chosen} />
      <p class="muted small" role="status">
        {found.length === 0 ? 'No value matches' : found.length > MOST_FOUND ? `The first ${MOST_FOUND} of ${found.length}` : ''}
      </p>
    </>
  );
}

async function namedValues(ask: SearchAsk, field: string, signal: AbortSignal): Promise<(FacetValue & { readonly name: string })[]> {
  const values = await facetValues(ask, field, signal);
  return Promise.all(
    values.map(async (each) => ({ ...each, name: (isUrn(each.value) ? await lookUpName(each.value) : valueWord(field, each.value)).toLowerCase() })),
  );
}
