/**
 * `/sources`: where metadata comes from, how the last runs went, and when the next ones are.
 */
import { useState } from 'preact/hooks';
import { listSources, MOST_SOURCES, readRunsSources, type SourceRow } from '../api/sources.ts';
import { nextRun, scheduleWords } from '../data/schedule.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Records } from '../parts/records.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useRights } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, navigate } from '../route.ts';
import { AddSource } from './add-source.tsx';
import { OffNotice } from './off-notice.tsx';
import { OnlyManagers } from './only-managers.tsx';
import { RunState } from './run-state.tsx';
import { titleOfType } from './types.ts';

export function SourcesPage() {
  useTitle('Sources');
  const rights = useRights();
  const { data, error, reload } = useLoad(async (signal) => ({ runs: await readRunsSources(signal), rows: await listSources(signal) }), []);
  const [adding, add] = useState(false);
  if (rights?.may('manageIngestion') === false) return <OnlyManagers />;
  return (
    <div class="page stack far">
      <PageHead
        title="Sources"
        about="The databases and tools whose metadata Cairn reads: now, or every night."
        handbook="docs/tutorials/connect-your-warehouse"
      >
        {rights && (
          <button type="button" class="primary" onClick={() => add(true)}>
            Add a source
          </button>
        )}
      </PageHead>
      {data?.runs === false && <OffNotice />}
      <Loading data={data} label="Loading the sources" error={error} onRetry={reload} />
      {data?.rows.length === 0 && (
        <Empty title="There are no sources yet">
          <p>Add your warehouse first, then what reads it: dbt, Looker, Tableau.</p>
        </Empty>
      )}
      {data && data.rows.length > 0 && <SourceTable rows={data.rows} />}
      {data && data.rows.length >= MOST_SOURCES && <p class="muted small">These are the first {MOST_SOURCES}.</p>}
      {adding && <AddSource onClose={() => add(false)} onMade={(urn) => navigate(sourceUrl(urn))} />}
    </div>
  );
}

/** The page of a source, or of one of its runs. */
export function sourceUrl(urn: string, run?: string): string {
  return `/sources/${encodeURIComponent(urn)}${run === undefined ? '' : `?run=${encodeURIComponent(run)}`}`;
}

function SourceTable({ rows }: { readonly rows: readonly SourceRow[] }) {
  return (
    <Records
      label="Sources"
      titles={['Name', 'Type', 'Last run', 'Schedule', 'Next run']}
      records={rows.map((row) => ({ key: row.urn, cells: cellsOf(row) }))}
    />
  );
}

function cellsOf({ urn, name, type, lastRun, schedule }: SourceRow) {
  const next = schedule && nextRun(schedule, Date.now());
  return [
    <Link key="name" href={sourceUrl(urn)} class="strong breaks">
      {name}
    </Link>,
    titleOfType(type),
    lastRun ? (
      <div key="run" class="bar close">
        <RunState status={lastRun.status} />
        <Link href={sourceUrl(urn, lastRun.urn)} class="small nowrap">
          <Time ms={lastRun.requestedAt} />
        </Link>
      </div>
    ) : (
      <span key="run" class="muted">
        Not yet
      </span>
    ),
    schedule ? `On, ${scheduleWords(schedule)}` : 'Off',
    next === undefined ? <span class="muted">{schedule ? 'Unknown' : 'When you run it'}</span> : <Time ms={next} />,
  ];
}
