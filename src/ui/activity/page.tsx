/**
 * `/activity`: what happened in the whole catalog, the newest first, by person, type and domain. The URL contains the filter.
 */
import { useState } from 'preact/hooks';
import { type ActivityFilter, KINDS, type ActivityPage as Page, readActivity } from '../api/activity.ts';
import { entityTypeNames } from '../api/specification.ts';
import { endOf, startOf } from '../data/days.ts';
import { typeWord } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { ExportCsv } from '../export/export-csv.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Folded, filtersLabel } from '../parts/folded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, navigate, useRoute, withQuery } from '../route.ts';
import { ViewBar } from '../views/view-bar.tsx';
import { EVENT_TITLES, eventRow } from './event-row.ts';
import { Feed } from './feed.tsx';
import { When } from './when.tsx';

export function ActivityPage() {
  useTitle('Activity');
  const { query } = useRoute();
  const of = (name: string): string | undefined => query.get(name) ?? undefined;
  const filter = {
    person: of('person'),
    type: of('type'),
    domain: of('domain'),
    kind: of('kind'),
    from: startOf(of('from')),
    to: endOf(of('to')),
  };
  return (
    <div class="page stack far">
      <PageHead
        title="Activity"
        about={
          <>
            Who changed what in the whole catalog. <Link href="/activity/bulk">Bulk changes</Link> · <Link href="/activity/runs">Runs</Link>
          </>
        }
      >
        <ExportCsv name="activity" titles={EVENT_TITLES} pages={(signal) => everything(filter, signal)} />
      </PageHead>
      <Filters filter={filter} />
      <Pages key={JSON.stringify(filter)} filter={filter} />
    </div>
  );
}

function Filters({ filter: { person, type, domain, kind } }: { readonly filter: ActivityFilter }) {
  const route = useRoute();
  const types = useLoad(async (signal) => (await entityTypeNames(signal)).map(({ name }) => name), []);
  const [from, to] = [route.query.get('from') ?? undefined, route.query.get('to') ?? undefined];
  const set = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes));
  return (
    <section class="activity-filters" aria-label="Filters">
      <Folded label={filtersLabel([person, type, domain, kind, from ?? to].filter((each) => each !== undefined).length)} layout="bar">
        <When from={from} to={to} onChange={(first, last) => set({ from: first, to: last })} />
        <Chosen label="Person" urn={person} types={['CORP_USER']} onChange={(urn) => set({ person: urn })} />
        <SelectField
          id="activity-type"
          label="Type"
          value={type ?? ''}
          options={[
            ['', 'All types'],
            ...[...new Set([...(type === undefined ? [] : [type]), ...(types.data ?? [])])].map((each) => [each, typeWord(each)] as const),
          ]}
          onChoose={(chosen) => set({ type: chosen || undefined })}
        />
        <Failure what="The types of entities could not be read." error={types.error} onRetry={types.reload} />
        <SelectField
          id="activity-kind"
          label="What changed"
          value={kind ?? ''}
          options={[['', 'Everything'], ...Object.entries(KINDS).map(([id, { title }]) => [id, title] as const)]}
          onChoose={(chosen) => set({ kind: chosen || undefined })}
        />
        <Chosen label="Domain" urn={domain} types={['DOMAIN']} onChange={(urn) => set({ domain: urn })} />
        <ViewBar />
      </Folded>
    </section>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly urn: string | undefined;
  readonly types: readonly string[];
  readonly onChange: (urn: string | undefined) => void;
}

/** A chosen entity, or the field that chooses one. */
function Chosen({ label, urn, types, onChange }: ChosenProps) {
  if (urn === undefined) return <EntityPicker label={label} types={types} onPick={onChange} />;
  return (
    <div class="field">
      <span class="label">{label}</span>
      <span class="activity-chosen line close">
        <EntityLink urn={urn} />
        <button type="button" class="plain" aria-label={`All of every ${label.toLowerCase()}`} onClick={() => onChange(undefined)}>
          ×
        </button>
      </span>
    </div>
  );
}

/** The pages so far. Each is read when the reader asks for it. */
function Pages({ filter }: { readonly filter: ActivityFilter }) {
  const [earlier, setEarlier] = useState<readonly Page[]>([]);
  const before = earlier.at(-1)?.before;
  const { data, error, loading: busy, reload } = useLoad((signal) => readActivity(filter, before, signal), [filter, before]);
  const pages = data ? [...earlier, data] : earlier;
  const events = pages.flatMap((page) => page.events);
  return (
    <section class="activity stack far" aria-label="Events" aria-busy={busy}>
      <Feed events={events} named />
      <Failure error={error} onRetry={reload} />
      {busy && <Spinner label="Loading the activity" />}
      {data && events.length === 0 && data.before === undefined && (
        <Empty title="Nothing matches">
          <p>Choose other days, or leave out what narrows it.</p>
        </Empty>
      )}
      {data?.before !== undefined && (
        <>
          {data.since !== undefined && data.events.length === 0 && (
            <p class="muted small">
              Nothing more since <Time ms={data.since} />.
            </p>
          )}
          <button type="button" onClick={() => setEarlier(pages)}>
            Show older
          </button>
        </>
      )}
    </section>
  );
}

/** All events down to the beginning of the log, as lines of a file. */
async function* everything(filter: ActivityFilter, signal: AbortSignal): AsyncGenerator<string[][]> {
  for (let before: string | undefined, first = true; first || before !== undefined; first = false) {
    const page = await readActivity(filter, before, signal);
    yield Promise.all(page.events.map(eventRow));
    before = page.before;
  }
}
