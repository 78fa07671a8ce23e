/**
 * `/activity/runs`: the runs, and with `?run=` what one wrote and what it was refused.
 */
import { isUrn } from '../api/urn.ts';
import { listRuns, type RefusedItem, type RefusedOfRun, RUNS, type RunRow, readRefused, readRun, type WrittenRun } from '../api/written-runs.ts';
import { refusalWords } from '../bulk/words.ts';
import { plural, spaced } from '../data/words.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, useRoute } from '../route.ts';
import { RunLink } from './run-link.tsx';

/** Rows of each list, and lines of a file that are read at once. */
const SHOWN = 100;
const AT_ONCE = 1_000;
/** What is called so names no run. */
const NO_RUN = 'no-run-id-provided';

export function RunsPage() {
  const run = useRoute().query.get('run');
  return run === null ? <Runs /> : <OneRun key={run} run={run} />;
}

function Runs() {
  useTitle('Runs');
  const { data, error, reload } = useLoad((signal) => listRuns(0, signal), []);
  return (
    <div class="page stack far">
      <PageHead
        trail={<Link href="/activity">All activity</Link>}
        title="Runs"
        about="What programs and people wrote under one run id, and what was refused."
        handbook="docs/semantics#37-one-bad-item"
      />
      <Loading data={data} label="Loading the runs" error={error} onRetry={reload} />
      {data?.length === 0 && (
        <Empty title="There are no runs yet">
          <p>A connector names its run with what it writes.</p>
        </Empty>
      )}
      {data && data.length > 0 && <RunTable runs={data} />}
      <p class="small">
        Refused without a run: <RunLink run={NO_RUN} />
      </p>
    </div>
  );
}

function RunTable({ runs }: { readonly runs: readonly WrittenRun[] }) {
  return (
    <>
      <Table label="Runs" titles={['Run', 'Refused', 'Still as written', 'Last write']}>
        {runs.map(({ runId, timestamp, rows, refused }) => (
          <tr key={runId}>
            <th scope="row" class="breaks">
              <RunLink run={runId} />
            </th>
            <td class="number">{refused.toLocaleString('en')}</td>
            <td class="number">{rows.toLocaleString('en')}</td>
            <td>
              <Time ms={timestamp} />
            </td>
          </tr>
        ))}
      </Table>
      {runs.length === RUNS && <p class="muted small">These are the latest {RUNS} runs.</p>}
    </>
  );
}

function OneRun({ run }: { readonly run: string }) {
  useTitle(`Run ${run}`);
  const seesAll = useMay('seeEverything');
  const { data, error, reload } = useLoad((signal) => readRun(run, SHOWN, seesAll, signal), [run, seesAll]);
  return (
    <div class="page stack far">
      <PageHead trail={<Link href="/activity/runs">All runs</Link>} title={`Run ${run}`} />
      <Loading data={data} label="Loading the run" error={error} onRetry={reload} />
      {data && data.refused.total > 0 && <Refused run={run} refused={data.refused} />}
      {data?.refused.total === 0 && data.rows === undefined && <p class="muted">Nothing that you sent with it was refused.</p>}
      {data?.rows && <Wrote rows={data.rows} />}
    </div>
  );
}

function Refused({ run, refused: { total, kept, items } }: { readonly run: string; readonly refused: RefusedOfRun }) {
  return (
    <section class="stack" aria-labelledby="run-refused">
      <div class="bar spread">
        <h2 id="run-refused">{plural(total, 'item')} refused</h2>
        <ExportCsv
          name="refused"
          titles={['Time', 'URN', 'Part', 'Sent by', 'Code', 'Reason', 'Value']}
          pages={(signal) => refusedRows(run, signal)}
        />
      </div>
      {kept > items.length && <p class="muted small">These are the newest {items.length}. The file has all that is kept.</p>}
      <ul class="stack">
        {items.map((item, at) => (
          <Item key={at} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item: { urn, aspectName, actor, timestamp, message, value } }: { readonly item: RefusedItem }) {
  return (
    <li class="card stack close">
      <p class="breaks">
        {urn !== undefined && isUrn(urn) ? <EntityLink urn={urn} /> : (urn ?? 'Something without a URN')}
        {aspectName !== undefined && <span class="muted small"> {spaced(aspectName)}</span>}
      </p>
      <p class="breaks">{refusalWords(message)}</p>
      <p class="muted small">
        <EntityLink urn={actor} /> · <Time ms={timestamp} />
      </p>
      {value !== undefined && (
        <details>
          <summary>What was sent</summary>
          <pre class="breaks small">{value}</pre>
        </details>
      )}
    </li>
  );
}

function Wrote({ rows }: { readonly rows: readonly RunRow[] }) {
  const names = new Map<string, string[]>();
  for (const { urn, aspectName } of rows) names.set(urn, [...(names.get(urn) ?? []), spaced(aspectName)]);
  return (
    <section class="stack" aria-labelledby="run-wrote">
      <h2 id="run-wrote">Still as the run wrote it</h2>
      {rows.length === 0 && <p class="muted">Nothing: it wrote nothing, or others have written since.</p>}
      {rows.length > 0 && (
        <Table label="What the run wrote" titles={['Asset', 'Parts']}>
          {[...names].map(([urn, parts]) => (
            <tr key={urn}>
              <th scope="row">
                <EntityLink urn={urn} />
              </th>
              <td>{parts.join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
      {rows.length === SHOWN && <p class="muted small">These are the first {SHOWN} aspects.</p>}
    </section>
  );
}

async function* refusedRows(run: string, signal: AbortSignal): AsyncGenerator<string[][]> {
  for (let start = 0; ; start += AT_ONCE) {
    const { items } = await readRefused(run, start, AT_ONCE, signal);
    yield items.map(({ urn = '', aspectName = '', timestamp, actor, code, message, value = '' }) => [
      ...[new Date(timestamp).toISOString(), urn, aspectName, actor],
      ...[code, message, value],
    ]);
    if (items.length < AT_ONCE) return;
  }
}
