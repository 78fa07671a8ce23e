/**
 * One run of a source, live: its records, what went wrong, its log, what it changed, and how to undo it.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { RollBackDialog } from '../activity/roll-back.tsx';
import { RunLink } from '../activity/run-link.tsx';
import { type Execution, stopRun } from '../api/sources.ts';
import { readRun } from '../api/written-runs.ts';
import { type Finding, isAtWork, stateOf } from '../data/run-report.ts';
import { plural } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useWork } from '../parts/use-work.ts';
import { Log } from './log.tsx';
import { OffNotice } from './off-notice.tsx';
import { RunState } from './run-state.tsx';
import { useExecution } from './use-execution.ts';

interface RunViewProps {
  readonly source: string;
  readonly run: string;
  /** This server runs no sources. */
  readonly isOff: boolean;
  readonly mayManage: boolean;
}

export function RunView({ source, run, isOff, mayManage }: RunViewProps) {
  const { data, error, reload } = useExecution(run);
  return (
    <section class="card stack far" aria-labelledby="source-run">
      <h2 id="source-run">Run</h2>
      <Loading data={data} error={error} label="Loading the run" onRetry={reload} />
      {data && <Head execution={data} source={source} mayManage={mayManage} onChanged={reload} />}
      {data && data.status === undefined && isOff && data.executor === 'default' && <OffNotice />}
      {data && <Findings title="Errors" list={data.report.failures} bad />}
      {data && <Findings title="Warnings" list={data.report.warnings} />}
      {data && data.report.log !== '' && (
        <div class="stack close">
          <h3>Log</h3>
          <Log text={data.report.log} />
        </div>
      )}
      {data && !isAtWork(data.status) && <WhatItDid execution={data} />}
    </section>
  );
}

interface RunHeadProps {
  readonly execution: Execution;
  readonly source: string;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
}

function Head({ execution, source, mayManage, onChanged }: RunHeadProps) {
  const { urn, status, requestedAt, durationMs, executor, stopping, actor, report } = execution;
  const { busy, error, run } = useWork();
  const atWork = isAtWork(status);
  return (
    <>
      <div class="bar spread">
        <p class="bar" role="status">
          <RunState status={status} />
          {atWork && <Spinner label={waitWords(status, stopping, executor)} />}
        </p>
        {atWork && mayManage && (
          <Button
            label={stopping ? 'Stopping…' : 'Stop'}
            disabled={busy || stopping}
            onClick={() =>
              run(async () => {
                await stopRun(source, urn);
                onChanged();
              })
            }
          />
        )}
      </div>
      <Failure error={error} />
      <dl class="run-facts">
        <Fact title="Asked for">
          <Time ms={requestedAt} /> {actor !== undefined && <EntityLink urn={actor} />}
        </Fact>
        {durationMs !== undefined && <Fact title="Took">{durationWords(durationMs)}</Fact>}
        {report.produced !== undefined && <Fact title="Records found">{report.produced.toLocaleString('en')}</Fact>}
        {report.written !== undefined && <Fact title="Records written">{report.written.toLocaleString('en')}</Fact>}
        <Fact title="Warnings">{report.warnings.length.toLocaleString('en')}</Fact>
        <Fact title="Errors">{report.failures.length.toLocaleString('en')}</Fact>
      </dl>
    </>
  );
}

function waitWords(status: string | undefined, stopping: boolean, executor: string): string {
  if (stopping) return 'It is asked to stop';
  return status === undefined ? `The executor “${executor}” has not begun yet` : 'This page follows it';
}

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt class="muted small">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const MINUTE_MS = 60_000;

/** `2 min 5 s`. */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return ms < MINUTE_MS ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const SHOWN = 50;

function Findings({ title, list, bad = false }: { readonly title: string; readonly list: readonly Finding[]; readonly bad?: boolean }) {
  if (list.length === 0) return null;
  return (
    <div class="stack close">
      <h3>{title}</h3>
      <ul class="stack close" aria-label={title}>
        {list.slice(0, SHOWN).map(({ title: head, message, context }, at) => (
          <li key={at} class={bad ? 'failure stack close breaks' : 'notice stack close breaks'}>
            {head !== undefined && <p class="strong">{head}</p>}
            <p>{message}</p>
            {context.length > 0 && <pre class="small breaks">{context.join('\n')}</pre>}
          </li>
        ))}
      </ul>
      {list.length > SHOWN && <p class="muted small">and {plural(list.length - SHOWN, 'other')}</p>}
    </div>
  );
}

/** Aspects of a run that the page reads. */
const ROWS = 1_000;
const NAMED = 20;

/** What the run changed, what it was refused, what it no longer found, and how to undo it. */
function WhatItDid({ execution: { runId, report, status } }: { readonly execution: Execution }) {
  const seesAll = useMay('seeEverything');
  const [mayEdit, mayDelete] = [useMay('editEverywhere'), useMay('deleteEverywhere')];
  const { data, error, reload } = useLoad((signal) => readRun(runId, ROWS, seesAll, signal), [runId, seesAll]);
  const [asking, ask] = useState(false);
  const [undone, note] = useState(false);
  const rows = data?.rows ?? [];
  const assets = [...new Set(rows.map(({ urn }) => urn))];
  const gone = report.gone;
  return (
    <section class="stack" aria-label="What it did">
      <Loading data={data} error={error} label="Looking what it did" onRetry={reload} />
      {data && (
        <>
          <h3>What it changed</h3>
          <p>
            {rows.length === 0
              ? `Nothing is as this run wrote it. ${stateOf(status).tone === 'good' ? 'It wrote nothing new, or others have written since.' : ''}`
              : `${rows.length === ROWS ? 'More than ' : ''}${plural(rows.length, 'part')} of ${plural(assets.length, 'asset')} are as this run wrote them.`}{' '}
            {rows.length > 0 && <RunLink run={runId} label="All that it wrote" />}
          </p>
          <Named urns={assets} label="Assets that it wrote" />
          {data.refused.total > 0 && (
            <>
              <h3>What it was refused</h3>
              <p>
                {plural(data.refused.total, 'record')}. <RunLink run={runId} label="What, and why" />
              </p>
            </>
          )}
          {gone.length > 0 && (
            <>
              <h3>What it no longer found</h3>
              <p>{plural(gone.length, 'asset')} of the run before. Cairn keeps what is known, but search leaves it out.</p>
              <Named urns={gone} label="Assets that it no longer found" />
            </>
          )}
          {undone && <p role="status">The run is rolled back.</p>}
          {mayEdit && mayDelete && rows.length > 0 && (
            <div>
              <Button label="Roll back…" class="danger" onClick={() => ask(true)} />
            </div>
          )}
        </>
      )}
      {asking && (
        <RollBackDialog
          runId={runId}
          onClose={() => ask(false)}
          onDone={() => {
            ask(false);
            note(true);
            reload();
          }}
        />
      )}
    </section>
  );
}

function Named({ urns, label }: { readonly urns: readonly string[]; readonly label: string }) {
  if (urns.length === 0) return null;
  return (
    <ul class="bulk-differences" aria-label={label}>
      {urns.slice(0, NAMED).map((urn) => (
        <li key={urn}>
          <EntityLink urn={urn} />
        </li>
      ))}
      {urns.length > NAMED && <li class="muted small">and {(urns.length - NAMED).toLocaleString('en')} more</li>}
    </ul>
  );
}
