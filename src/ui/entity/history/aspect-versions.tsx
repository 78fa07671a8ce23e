import { useState } from 'preact/hooks';
import { readVersion, readVersions, type Version } from '../../api/history.ts';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { words } from '../charts/numbers.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { ScrollRegion } from '../scroll-region.tsx';
import { DiffView } from './diff-view.tsx';

const STEP = 20;

/** The versions of one aspect, and the difference between two of them. The URL contains which two; by default the latest two. */
export function AspectVersions({ urn, aspect }: { readonly urn: string; readonly aspect: string }) {
  const route = useRoute();
  const [count, setCount] = useState(STEP);
  const { data, error, loading, reload } = useLoad((signal) => readVersions(urn, aspect, 0, count, signal), [urn, aspect, count]);
  if (!data) return error === undefined ? <Spinner label="Loading versions" /> : <Failure error={error} onRetry={reload} />;
  const to = numberIn(route.query.get('to')) ?? data.versions[0]?.number ?? 1;
  const from = numberIn(route.query.get('from')) ?? data.versions.find(({ number }) => number < to)?.number ?? to;
  const choose = (end: 'from' | 'to', number: number): void =>
    navigate(withQuery(route, { aspect, from: String(end === 'from' ? number : from), to: String(end === 'to' ? number : to) }), { replace: true });
  return (
    <div class="history-aspect-page">
      <h2>{words(aspect)}</h2>
      <ScrollRegion label={`Versions of ${words(aspect)}, table`}>
        <table class="versions">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Version</th>
              <th scope="col">When</th>
              <th scope="col">By</th>
              <th scope="col">Run</th>
            </tr>
          </thead>
          <tbody>
            {data.versions.map((version, index) => (
              <VersionRow key={version.number} version={version} latest={index === 0} from={from} to={to} onChoose={choose} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {data.versions.length < data.total && (
        <button type="button" disabled={loading} onClick={() => setCount(count + STEP)}>
          Show older versions ({data.total - data.versions.length})
        </button>
      )}
      <Difference urn={urn} aspect={aspect} known={data.versions} from={from} to={to} />
    </div>
  );
}

interface VersionRowProps {
  readonly version: Version;
  readonly latest: boolean;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (end: 'from' | 'to', number: number) => void;
}

function VersionRow({ version: { number, created, runId }, latest, from, to, onChoose }: VersionRowProps) {
  return (
    <tr class={number === from || number === to ? 'is-chosen' : ''}>
      {(['from', 'to'] as const).map((end) => (
        <td key={end} class="version-choice">
          <input
            type="radio"
            name={`version-${end}`}
            aria-label={`Compare ${end} version ${number}`}
            checked={number === (end === 'from' ? from : to)}
            onChange={() => onChoose(end, number)}
          />
        </td>
      ))}
      <td>
        {number}
        {latest && <span class="muted small"> latest</span>}
      </td>
      <td>
        <Time ms={created.time} />
        <div class="muted small">{new Date(created.time).toLocaleString()}</div>
      </td>
      <td>
        <EntityLink urn={created.actor} />
      </td>
      <td class="small">{runId ?? <span class="muted">–</span>}</td>
    </tr>
  );
}

interface DifferenceProps {
  readonly urn: string;
  readonly aspect: string;
  readonly known: readonly Version[];
  readonly from: number;
  readonly to: number;
}

function Difference({ urn, aspect, known, from, to }: DifferenceProps) {
  const { data, error, loading, reload } = useLoad(
    async (signal) => {
      const value = async (number: number): Promise<Record<string, unknown>> =>
        known.find((each) => each.number === number)?.value ?? (await readVersion(urn, aspect, number, signal)).value;
      const [before, after] = await Promise.all([value(from), value(to)]);
      return { from, to, before, after };
    },
    [urn, aspect, from, to],
  );
  if (error !== undefined && !loading) return <Failure error={error} onRetry={reload} />;
  if (!data) return <Spinner label="Loading both versions" />;
  if (data.from === data.to)
    return (
      <section class="card" aria-label={`Version ${data.to}`}>
        <h3>Version {data.to}</h3>
        <JsonTree value={data.after} name={words(aspect)} />
      </section>
    );
  return <DiffView title={`From version ${data.from} to version ${data.to}`} before={data.before} after={data.after} />;
}

function numberIn(text: string | null): number | undefined {
  const number = Number(text ?? '');
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
