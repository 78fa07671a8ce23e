/**
 * The head of the results: what they are of, how many there are, and what can be done with all of them.
 */
import { readCards, scrollCards } from '../api/cards.ts';
import type { Property } from '../api/properties.ts';
import { type SearchAsk, type SearchFindings, scope, search } from '../api/search.ts';
import { cardRows, EXPORTED, type ValueColumn } from '../export/card-rows.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { CARD_TITLES } from '../export/titles.ts';
import { Button } from '../parts/button.tsx';
import type { useSelection } from '../parts/use-selection.ts';
import { ViewBar } from '../views/view-bar.tsx';
import { FilterBuilder } from './builder.tsx';
import { facetTitle } from './facet-name.tsx';
import { shownFacets } from './facets.tsx';
import { ResultTitle } from './result-title.tsx';
import { ResultTools } from './result-tools.tsx';

interface HeadProps {
  /** What is shown. */
  readonly ask: SearchAsk;
  readonly data: SearchFindings | undefined;
  /** How many results there are, or that they are on their way. */
  readonly said: string;
  readonly properties: readonly Property[];
  /** Of an exported file. */
  readonly columns: readonly ValueColumn[];
  /** Undefined: the reader may not. */
  readonly onImport: (() => void) | undefined;
  /** Undefined: the reader changes nothing. */
  readonly selection: ReturnType<typeof useSelection> | undefined;
}

export function ResultsHead({ ask, data, said, properties, columns, onImport, selection }: HeadProps) {
  const urns = data?.hits.map(({ urn }) => urn) ?? [];
  return (
    <div class="results-head stack close">
      <div class="results-shown bar far">
        <h1 class="results-title">
          <ResultTitle ask={ask} facets={data?.facets ?? []} properties={properties} />
        </h1>
        <div class="line">
          <p class="muted small" role="status">
            {said}
          </p>
          {onImport && <Button label="Import CSV…" class="plain small" onClick={onImport} />}
        </div>
      </div>
      <ResultTools>
        {urns.length > 0 && selection && (
          <label class="line medium">
            <input type="checkbox" checked={urns.every(selection.has)} onChange={(event) => selection.choose(urns, event.currentTarget.checked)} />
            <span>Select this page</span>
          </label>
        )}
        <FilterBuilder facets={shownFacets(data?.facets ?? [])} titleOf={({ field, title: given }) => facetTitle(field, given, properties)} />
        <ExportCsv
          name="search"
          titles={[...CARD_TITLES, ...columns.map(({ title }) => title)]}
          pages={(signal) => exportPages(ask, data, columns, signal)}
          disabled={!data?.total}
        />
        <ViewBar />
      </ResultTools>
    </div>
  );
}

/** The whole list as lines of a file. A list of the best is read as it is shown: a scroll would find only what has all words. */
async function* exportPages(
  ask: SearchAsk,
  found: SearchFindings | undefined,
  columns: readonly ValueColumn[],
  signal: AbortSignal,
): AsyncGenerator<string[][]> {
  if (found?.bestOf) {
    const { hits } = await search({ ...ask, start: 0, count: found.total, propertyFacets: [] }, signal);
    const urns = hits.map(({ urn }) => urn);
    yield cardRows(await readCards(urns, signal, EXPORTED), columns);
    return;
  }
  const { searchFlags, ...rest } = scope(ask);
  const sortInput = ask.sort && { sortCriteria: [{ field: ask.sort.field, sortOrder: ask.sort.order }] };
  const input = { ...rest, sortInput, searchFlags: { ...searchFlags, skipAggregates: true, skipHighlighting: true } };
  for await (const cards of scrollCards(input, signal, EXPORTED)) yield cardRows(cards, columns);
}
