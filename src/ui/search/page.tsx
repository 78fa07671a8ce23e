/**
 * `/search`: results, facets, sort order and pages. The URL contains all choices.
 */
import { useMemo } from 'preact/hooks';
import { listProperties, type Property } from '../api/properties.ts';
import { search } from '../api/search.ts';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { plural } from '../parts/words.ts';
import { Link, navigate, useRoute, withQuery } from '../route.ts';
import { Facets } from './facets.tsx';
import { wordsOf } from './highlight.tsx';
import { Pages } from './pages.tsx';
import { ResultCard } from './result-card.tsx';
import { askOf, PAGE_SIZE, pageOf, SORTS } from './state.ts';

/** The most properties that appear besides the model's own facets. */
const MOST_PROPERTIES = 12;

export function SearchPage() {
  const route = useRoute();
  const query = route.query.get('query') ?? '';
  useTitle(query === '' ? 'Search' : `${query} · Search`);
  const properties = useLoad((signal) => listProperties({}, signal), []);
  const offered = useMemo(() => offeredOf(properties.data ?? []), [properties.data]);
  const ready = properties.data !== undefined || properties.error !== undefined;
  const ask = askOf(
    route.query,
    offered.map(({ id }) => `structuredProperties.${id}`),
  );
  const { data, error, loading, reload } = useLoad(
    (signal) => (ready ? search(ask, signal) : new Promise<never>(() => {})),
    [route.query.toString(), offered],
  );
  const words = wordsOf(query);
  const page = pageOf(route.query);
  return (
    <div class="search-page" aria-busy={loading}>
      <Facets found={data} ask={ask} properties={offered} />
      <section class="results" aria-label="Results">
        <div class="results-head">
          <h1 class="results-title">{query === '' ? 'Everything in the catalog' : <>Results for “{query}”</>}</h1>
          <p class="muted small" role="status">
            {data && !error ? plural(data.total, 'result') : ' '}
          </p>
          <label class="sort">
            <span>Sort</span>
            <select
              value={route.query.get('sort') ?? 'relevance'}
              onChange={({ currentTarget: { value } }) =>
                navigate(withQuery(route, { sort: value === 'relevance' ? undefined : value, page: undefined }))
              }
            >
              {SORTS.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </div>
        {error !== undefined && <Failure error={error} onRetry={reload} />}
        {!data && error === undefined && <Spinner label="Searching" />}
        {data && error === undefined && (
          <>
            <ol class="result-list">
              {data.hits.map((hit) => (
                <ResultCard key={hit.urn} hit={hit} words={words} />
              ))}
            </ol>
            {data.total === 0 && <NothingFound narrowed={ask.types.length + ask.filters.length > 0} query={query} />}
            <Pages page={page} pages={Math.ceil(data.total / PAGE_SIZE)} />
          </>
        )}
      </section>
    </div>
  );
}

function offeredOf(properties: readonly Property[]): Property[] {
  const shown = properties.filter(({ flags, kind }) => !flags.has('isHidden') && kind !== 'rich_text');
  return [...shown].sort((a, b) => Number(b.flags.has('showInSearchFilters')) - Number(a.flags.has('showInSearchFilters'))).slice(0, MOST_PROPERTIES);
}

function NothingFound({ narrowed, query }: { readonly narrowed: boolean; readonly query: string }) {
  return (
    <Empty title="Nothing matches">
      {narrowed ? (
        <p>
          <Link href={`/search?query=${encodeURIComponent(query)}`}>Search again without filters</Link>, or remove some of them.
        </p>
      ) : (
        <p>Try fewer or other words. Part of a name is enough, and small typing mistakes do not matter.</p>
      )}
    </Empty>
  );
}
