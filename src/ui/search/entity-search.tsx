/**
 * A list of entities with its own search, counts by type and pages. The URL contains what is chosen.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FacetFilterInput } from '../../generated/queries.ts';
import { allCards, BY_NAME, type Card, type CardAsk, listSearch, searchCards } from '../api/cards.ts';
import { readUses } from '../api/uses.ts';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { plural, typeWords } from '../data/words.ts';
import { cardRows } from '../export/card-rows.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { ASSETS_TITLE, CARD_TITLES } from '../export/titles.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityRows } from '../parts/entity-rows.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { SelectBox } from '../parts/select-box.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useSelection } from '../parts/use-selection.ts';
import { useTyped } from '../parts/use-typed.ts';
import { navigate, useRoute, withQuery } from '../route.ts';
import { ViewBar } from '../views/view-bar.tsx';

const PAGE = 50;
const PAUSE_MS = 150;

interface EntitySearchProps {
  readonly label: string;
  readonly anyOf: readonly (readonly FacetFilterInput[])[];
  /** Constants of entity types; absent: all that are searched by default. */
  readonly types?: readonly string[];
  readonly sort?: CardAsk['sort'];
  /** Said if there is nothing at all. */
  readonly none: string;
  /** The type whose entities assets carry: each row says how many do. */
  readonly usedBy?: string;
  /** What stands at the end of a row. */
  readonly end?: (card: Card) => ComponentChildren;
}

export function EntitySearch({ label, anyOf, types = [], sort = BY_NAME, none, usedBy, end }: EntitySearchProps) {
  const route = useRoute();
  const query = route.query.get('find') ?? '';
  const only = route.query.get('of') ?? undefined;
  const start = Math.max(0, Math.trunc(Number(route.query.get('start') ?? 0)) || 0);
  const ask = askFor({ query, anyOf, types, only, start, sort: query === '' ? sort : undefined });
  const {
    last: data,
    error,
    loading,
    reload,
  } = useLoad(async (signal) => ({ ...(await searchCards(ask, signal)), whole: query === '' && only === undefined }), [ask, query, only]);
  const urns = data?.cards.map(({ urn }) => urn) ?? [];
  const selection = useSelection(JSON.stringify([query, anyOf, types, only]), data?.total ?? 0, urns);
  const uses = useLoad(async (signal) => usesOf(usedBy, urns, signal), [usedBy, urns]);
  if (!data) return <Loading label="Loading" error={error} onRetry={reload} />;
  if (data.total === 0 && data.whole) return <Empty title={none} />;
  const go = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  const atEnd = (card: Card): ComponentChildren => (
    <>
      {end?.(card)}
      {usedBy && <span class="muted small nowrap row-count">{uses.data && plural(uses.data.get(card.urn) ?? 0, 'asset')}</span>}
    </>
  );
  return (
    <section class="entity-search" aria-label={label} aria-busy={loading}>
      <div class="tab-tools bar far">
        <FindField label={`Search in ${label.toLowerCase()}`} query={query} onFind={(find) => go({ find: find || undefined, start: undefined })} />
        <TypeChips types={data.types} only={only} onChoose={(of) => go({ of, start: undefined })} />
        <span class="muted small" role="status">
          {loading ? 'Searching…' : plural(data.total, 'result')}
        </span>
        {data.total > 0 && (
          <ExportCsv
            name={label.toLowerCase().replaceAll(' ', '-')}
            titles={usedBy ? [...CARD_TITLES, ASSETS_TITLE] : CARD_TITLES}
            pages={(signal) => exportPages(ask, usedBy, signal)}
          />
        )}
        <ViewBar />
      </div>
      <Failure error={error} onRetry={reload} />
      <Failure what="How many assets each has could not be counted." error={uses.error} onRetry={uses.reload} />
      {data.total === 0 ? (
        <Empty title="Nothing matches" />
      ) : (
        <EntityRows
          label={label}
          cards={data.cards}
          start={({ urn, name }) => (
            <SelectBox name={name} checked={selection.has(urn)} onChoose={(yes, through) => selection.one(urn, yes, through)} />
          )}
          end={atEnd}
        />
      )}
      <StepPages total={data.total} start={start} page={PAGE} label={label} onGo={(at) => go({ start: at === 0 ? undefined : String(at) })} />
      {selection.count > 0 && (
        <SelectionBar
          chosen={selection.everything ? { search: listSearch(ask) } : { urns: selection.ids }}
          count={selection.count}
          total={data.total}
          onAll={selection.all}
          onClear={selection.clear}
          onChanged={reload}
        />
      )}
    </section>
  );
}

interface TypeChipsProps {
  readonly types: Awaited<ReturnType<typeof searchCards>>['types'];
  readonly only: string | undefined;
  readonly onChoose: (type: string | undefined) => void;
}

/** How many there are of each type; one of them can be chosen. */
function TypeChips({ types, only, onChoose }: TypeChipsProps) {
  if (types.length <= 1) return null;
  return (
    <fieldset class="bar close">
      <legend class="hidden-text">Type</legend>
      {types.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="chip small"
          aria-pressed={only === value}
          onClick={() => onChoose(only === value ? undefined : value)}
        >
          {typeWords(value, count)} <span class="chip-count muted small number">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The whole list as lines of a file. */
async function* exportPages(ask: CardAsk, usedBy: EntitySearchProps['usedBy'], signal: AbortSignal): AsyncGenerator<string[][]> {
  for await (const cards of allCards(ask, signal)) {
    const urns = cards.map(({ urn }) => urn);
    const [rows, counts] = await Promise.all([cardRows(cards), usesOf(usedBy, urns, signal)]);
    yield counts ? rows.map((row, at) => [...row, String(counts.get(urns[at] ?? '') ?? 0)]) : rows;
  }
}

async function usesOf(type: string | undefined, urns: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number> | undefined> {
  return type === undefined || urns.length === 0 ? undefined : readUses(type, urns, signal);
}

function askFor(ask: Omit<CardAsk, 'count'>): CardAsk {
  return { ...ask, count: PAGE };
}

/** A field that searches when the typing pauses. */
export function FindField({ label, query, onFind }: { readonly label: string; readonly query: string; readonly onFind: (query: string) => void }) {
  const { text, type, expect } = useTyped(query);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = useRef<((wanted: string) => void) | undefined>(undefined);
  find.current = (wanted) => {
    if (wanted === query) return;
    expect(wanted);
    onFind(wanted);
  };
  return (
    <input
      class="find-field medium"
      type="search"
      aria-label={label}
      placeholder={label}
      dir="auto"
      value={text}
      onInput={({ currentTarget: { value } }) => {
        type(value);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => find.current?.(value), PAUSE_MS);
      }}
    />
  );
}

interface StepPagesProps {
  readonly total: number;
  readonly start: number;
  readonly page: number;
  readonly label: string;
  readonly onGo: (start: number) => void;
}

/** Back and Next below a list that does not fit on one page. */
export function StepPages({ total, start, page, label, onGo }: StepPagesProps) {
  if (total <= page) return null;
  return (
    <nav class="pages line far" aria-label={`Pages of ${label.toLowerCase()}`}>
      <Button label="Back" disabled={start === 0} onClick={() => onGo(Math.max(0, start - page))} />
      <span class="muted small" role="status">
        {(start + 1).toLocaleString('en')} to {Math.min(total, start + page).toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <Button label="Next" disabled={start + page >= total} onClick={() => onGo(start + page)} />
    </nav>
  );
}
