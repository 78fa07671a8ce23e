/**
 * `/sources/{urn}`: one source, its runs, and with `?run=` one of them, live.
 */
import { useState } from 'preact/hooks';
import { changeSource, deleteSource, readRunsSources, readSource, runNow, type SourceInfo } from '../api/sources.ts';
import { intervalOf, nextRun, ownZone, scheduleWords, timeOf } from '../data/schedule.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useRights } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWork } from '../parts/use-work.ts';
import { Link, navigate, useRoute } from '../route.ts';
import { EditSource } from './edit-source.tsx';
import { OffNotice } from './off-notice.tsx';
import { OnlyManagers } from './only-managers.tsx';
import { sourceUrl } from './page.tsx';
import { RunState } from './run-state.tsx';
import { durationWords, RunView } from './run-view.tsx';
import { titleOfType } from './types.ts';
import { useRuns } from './use-runs.ts';

export function SourcePage({ urn }: { readonly urn: string }) {
  const run = useRoute().query.get('run');
  const rights = useRights();
  const { data, error, reload } = useLoad(async (signal) => ({ info: await readSource(urn, signal), runs: await readRunsSources(signal) }), [urn]);
  useTitle(data?.info?.name ?? 'Source');
  if (rights?.may('manageIngestion') === false) return <OnlyManagers />;
  if (!data) return <Loading error={error} label="Loading the source" onRetry={reload} />;
  const { info, runs } = data;
  if (!info)
    return (
      <div class="page stack far">
        <Empty title="There is no such source" level={1}>
          <Link href="/sources">All sources</Link>
        </Empty>
      </div>
    );
  return (
    <div class="page stack far">
      <Head urn={urn} info={info} mayManage={rights !== undefined} onChanged={reload} />
      {!runs && run === null && <OffNotice />}
      {run !== null && <RunView key={run} source={urn} run={run} isOff={!runs} mayManage={rights !== undefined} />}
      <Runs urn={urn} shown={run} />
    </div>
  );
}

interface HeadProps {
  readonly urn: string;
  readonly info: SourceInfo;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
}

function Head({ urn, info, mayManage, onChanged }: HeadProps) {
  const [open, show] = useState<'edit' | 'delete' | undefined>(undefined);
  const close = (): void => show(undefined);
  const { busy, error, run } = useWork();
  const { name, type, schedule } = info;
  const next = schedule && nextRun(schedule, Date.now());
  const nightly = async (): Promise<void> => {
    await changeSource(urn, { ...info, schedule: { interval: intervalOf('nightly', timeOf(undefined)), timezone: ownZone() } });
    onChanged();
  };
  return (
    <>
      <PageHead
        trail={<Link href="/sources">All sources</Link>}
        title={name}
        about={
          <>
            {titleOfType(type)}. {schedule ? `Runs ${scheduleWords(schedule)}` : 'Runs only when somebody runs it'}.{' '}
            {next !== undefined && (
              <>
                Next run: <Time ms={next} />.
              </>
            )}
          </>
        }
      >
        {mayManage && (
          <>
            <Button label="Run now" class="primary" disabled={busy} onClick={() => run(async () => navigate(sourceUrl(urn, await runNow(urn))))} />
            {!schedule && <Button label="Run every night" disabled={busy} onClick={() => run(nightly)} />}
            <Button label="Edit" onClick={() => show('edit')} />
            <Button label="Delete…" class="danger" onClick={() => show('delete')} />
          </>
        )}
      </PageHead>
      <Failure error={error} />
      {open === 'edit' && (
        <EditSource
          before={{ urn, info }}
          onClose={close}
          onSaved={() => {
            close();
            onChanged();
          }}
        />
      )}
      {open === 'delete' && (
        <Ask
          title={`Delete ${name}?`}
          yes="Delete"
          danger
          onYes={async () => {
            await deleteSource(urn);
            navigate('/sources');
          }}
          onClose={close}
        >
          <p>Nothing runs it any more. What its runs wrote stays in the catalog; roll runs back first, if it shall go. Its secrets stay, too.</p>
        </Ask>
      )}
    </>
  );
}

function Runs({ urn, shown }: { readonly urn: string; readonly shown: string | null }) {
  const { data, error, reload } = useRuns(urn, shown);
  return (
    <section class="stack" aria-labelledby="source-runs">
      <h2 id="source-runs">Runs</h2>
      <Loading data={data} error={error} label="Loading the runs" onRetry={reload} />
      {data?.runs.length === 0 && <p class="muted">It has not run yet.</p>}
      {data && data.runs.length > 0 && (
        <>
          <Table label="The latest runs" titles={['Asked for', 'Status', 'Took']}>
            {data.runs.map(({ urn: run, requestedAt, status, durationMs }) => (
              <tr key={run}>
                <th scope="row">
                  <Link href={sourceUrl(urn, run)} {...(run === shown ? { 'aria-current': 'true' as const } : {})}>
                    <Time ms={requestedAt} />
                  </Link>
                </th>
                <td>
                  <RunState status={status} />
                </td>
                <td class="number">{durationMs === undefined ? '' : durationWords(durationMs)}</td>
              </tr>
            ))}
          </Table>
          {data.total > data.runs.length && <p class="muted small">These are the latest of {plural(data.total, 'run')}.</p>}
        </>
      )}
    </section>
  );
}
