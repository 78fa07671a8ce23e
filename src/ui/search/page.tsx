/**
 * `/search`: results, facets, sort order and pages. The URL contains all choices.
 */
import type { ComponentType } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { bulkSearch } from '../api/bulk.ts';
import { nameOf } from '../api/names.ts';
import { listProperties, type Property } from '../api/properties.ts';
import { type BestOf, type Hit, type SearchAsk, type SearchFindings, search } from '../api/search.ts';
import { askOf, PAGE_SIZE, pageOf } from '../api/search-url.ts';
import type { ImportProps } from '../bulk/import-dialog.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { plural } from '../data/words.ts';
import { valueColumns } from '../export/card-rows.ts';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { spellingsOf, wordsOf } from '../parts/marks.ts';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useSelection } from '../parts/use-selection.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, useRoute, withQuery } from '../route.ts';
import { isQueryText } from './built.ts';
import { ChosenFilters } from './chosen.tsx';
import { Facets } from './facets.tsx';
import { titleOf } from './quality.ts';
import { ResultCard } from './result-card.tsx';
import { ResultTable } from './result-table.tsx';
import { ResultsHead } from './results-head.tsx';

/** The most properties that appear besides the model's own facets. */
const MOST_PROPERTIES = 12;
/** The most properties in a file. */
const MOST_EXPORTED = 50;

/** @param props.Import brings an exported file back */
export function SearchPage({ Import }: { readonly Import: ComponentType<ImportProps> }) {
  const route = useRoute();
  const properties = useLoad((signal) => listProperties({}, signal), []);
  const offered = useMemo(() => offeredOf(properties.data ?? []), [properties.data]);
  const isReady = properties.data !== undefined || properties.error !== undefined;
  const ask = askOf(
    route.query,
    offered.map(({ id }) => `structuredProperties.${id}`),
  );
  const read = useLoad(async (signal) => (isReady ? { ask, ...(await search(ask, signal)) } : undefined), [ask, isReady]);
  const { last: data, error, reload } = read;
  const isSearching = read.loading || !isReady;
  // What is said about the results is true of those that are shown, also while others are on their way.
  const found = data?.ask ?? ask;
  const words = wordsOf(found.query);
  const title = titleOf(found, route.query);
  useTitle(found.query === '' ? title : `${found.query} · Search`);
  const page = pageOf(route.query);
  const urns = data?.hits.map(({ urn }) => urn) ?? [];
  const { query, types, filters, removed, allWords } = found;
  const selection = useSelection(JSON.stringify([query, types, filters, removed, allWords]), data?.total ?? 0, urns);
  const mayChange = useMay('doEverything');
  const [editsAll, seesAll] = [useMay('editMany'), useMay('seeEverything')];
  const [importing, setImporting] = useState(false);
  return (
    <div class="search-page" aria-busy={isSearching}>
      {importing && properties.data && <Import properties={properties.data} onClose={() => setImporting(false)} onChanged={reload} />}
      <section class="results" aria-label="Results">
        <ResultsHead
          ask={found}
          data={data}
          said={data && isSearching ? 'Searching…' : data && !error ? resultsOf(data) : ' '}
          properties={offered}
          columns={valueColumns(properties.data ?? []).slice(0, MOST_EXPORTED)}
          onImport={editsAll && seesAll && properties.data ? () => setImporting(true) : undefined}
          selection={mayChange ? selection : undefined}
        />
        <ChosenFilters ask={ask} facets={data?.facets ?? []} properties={offered} />
        <Failure what="The filters by property could not be read." error={properties.error} onRetry={properties.reload} />
        {data && error === undefined && <Remarks ask={found} data={data} words={words} />}
        <Loading data={data} label="Searching" error={error} onRetry={reload} />
        {data && error === undefined && (
          <>
            <Hits hits={data.hits} words={words} selection={mayChange ? selection : undefined} />
            {data.total === 0 && (
              <NothingFound
                narrowed={found.types.length + found.filters.length > 0}
                query={found.query}
                words={found.allWords || isQueryText(found.query) ? [] : words}
              />
            )}
            <Pages page={page} pages={Math.ceil(data.total / PAGE_SIZE)} />
            {selection.count > 0 && (
              <SelectionBar
                chosen={selection.everything ? { search: bulkSearch(found) } : { urns: selection.ids }}
                count={selection.count}
                total={data.total}
                onAll={selection.all}
                onClear={selection.clear}
                onChanged={reload}
              />
            )}
          </>
        )}
      </section>
      <Facets found={data} ask={ask} properties={offered} />
    </div>
  );
}

/** How the results differ from what was typed. */
function Remarks({ ask, data, words }: { readonly ask: SearchAsk; readonly data: SearchFindings; readonly words: readonly string[] }) {
  const route = useRoute();
  return (
    <>
      {data.bestOf && <Relaxed bestOf={data.bestOf} onlyAll={withQuery(route, { all: 'true', page: undefined })} />}
      {!data.bestOf && ask.start === 0 && <Respelt hits={data.hits} words={words} />}
      {ask.allWords && (
        <p class="relaxed small">
          Only results with all your words. <Link href={withQuery(route, { all: undefined, page: undefined })}>Show others, too</Link>
        </p>
      )}
    </>
  );
}

interface HitsProps {
  readonly hits: readonly Hit[];
  readonly words: readonly string[];
  /** Undefined: the reader changes nothing. */
  readonly selection: ReturnType<typeof useSelection> | undefined;
}

function Hits({ hits, words, selection }: HitsProps) {
  const asTable = useRoute().query.get('layout') === 'table';
  if (asTable && hits.length > 0)
    return <ResultTable hits={hits} words={words} has={(urn) => selection?.has(urn) === true} onChoose={selection?.one} />;
  return (
    <ol class="result-list">
      {hits.map((hit) => (
        <ResultCard
          key={hit.urn}
          hit={hit}
          words={words}
          chosen={selection?.has(hit.urn) === true}
          onChoose={selection && ((yes, through) => selection.one(hit.urn, yes, through))}
        />
      ))}
    </ol>
  );
}

function offeredOf(properties: readonly Property[]): Property[] {
  const shown = properties.filter(({ flags, kind }) => !flags.has('isHidden') && kind !== 'rich_text');
  return [...shown].sort((a, b) => Number(b.flags.has('showInSearchFilters')) - Number(a.flags.has('showInSearchFilters'))).slice(0, MOST_PROPERTIES);
}

function resultsOf({ total, bestOf }: SearchFindings): string {
  return bestOf ? `The best ${plural(total, 'result')}` : plural(total, 'result');
}

/** Says that the results need not have all words, and how to see only those that have. */
function Relaxed({ bestOf, onlyAll }: { readonly bestOf: BestOf; readonly onlyAll: string }) {
  const { unmet, corrected, withAllWords } = bestOf;
  return (
    <p class="relaxed small">
      {corrected.length > 0 && <>Showing results for {quoted(corrected.map((each) => each.as))}. </>}
      {unmet.length > 0 && <>Nothing here has {quoted(unmet)}. </>}
      {withAllWords > 0 ? (
        <>
          {plural(withAllWords, 'result')} with all your words {withAllWords === 1 ? 'comes' : 'come'} first.{' '}
          <Link href={onlyAll}>Show only {withAllWords === 1 ? 'it' : 'these'}</Link>
        </>
      ) : (
        'Showing results for some of your words.'
      )}
    </p>
  );
}

/** Says which words of the search are spelt otherwise in all results. */
function Respelt({ hits, words }: { readonly hits: readonly Hit[]; readonly words: readonly string[] }) {
  const texts = hits.map(({ urn, aspects, matched }) => [nameOf(urn, aspects), ...matched.map(({ value }) => value)].join('\n'));
  const spellings = spellingsOf(texts, words);
  return spellings.length === 0 ? null : <p class="relaxed small">Showing results for {quoted(spellings)}.</p>;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}

/** `words`: those of which none was found. */
function NothingFound({ narrowed, query, words }: { readonly narrowed: boolean; readonly query: string; readonly words: readonly string[] }) {
  return (
    <Empty title="Nothing matches">
      {narrowed ? (
        <p>
          <Link href={`/search?query=${encodeURIComponent(query)}`}>Search again without filters</Link>, or remove some of them.
        </p>
      ) : (
        <>
          {words.length > 0 && <p>Nothing in the catalog has {quoted(words)}, or a word that is written nearly like it.</p>}
          {isQueryText(query) ? (
            <p>Leave out a condition, or ask for one of several instead of all: “And, or, not…” opens this query.</p>
          ) : (
            <p>Try other words. Part of a name is enough, and small typing mistakes do not matter.</p>
          )}
        </>
      )}
    </Empty>
  );
}

/** Links to the pages of a long result. */
function Pages({ page, pages }: { readonly page: number; readonly pages: number }) {
  const route = useRoute();
  if (pages <= 1) return null;
  const to = (number: number): string => withQuery(route, { page: number === 1 ? undefined : String(number) });
  return (
    <nav class="pages line far" aria-label="Pages">
      {page > 1 && (
        <Link class="button" rel="prev" href={to(page - 1)}>
          Previous
        </Link>
      )}
      <span class="muted small">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Link class="button" rel="next" href={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}
