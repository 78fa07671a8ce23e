import { useState } from 'preact/hooks';
import { RollBackDialog } from '../../activity/roll-back.tsx';
import { readVersion, readVersions, type Version } from '../../api/history.ts';
import { restore } from '../../api/past.ts';
import { isUrn, typeOfUrn } from '../../api/urn.ts';
import { aspectTitle } from '../../data/sentences.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Table } from '../../parts/table.tsx';
import { fullTime, Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useRights } from '../../parts/use-rights.ts';
import { useWork } from '../../parts/use-work.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { useMayChange } from '../page-context.ts';
import { DiffView } from './diff-view.tsx';

const STEP = 20;

interface AspectVersionsProps {
  readonly urn: string;
  readonly aspect: string;
  /** Says what was undone. */
  readonly onChanged: (what: string) => void;
}

/** What the reader asks to undo: a version becomes the latest again, or a run is rolled back. */
type UndoTask = { readonly version: Version } | { readonly runId: string };

/** The versions of one aspect, and the difference between two of them. The URL contains which two; by default the latest two. */
export function AspectVersions({ urn, aspect, onChanged }: AspectVersionsProps) {
  const route = useRoute();
  const [count, setCount] = useState(STEP);
  const [asked, ask] = useState<UndoTask | undefined>(undefined);
  const rights = useRights();
  const may = { restore: useMayChange(aspect), rollBack: rights?.may('editEverywhere') === true && rights.may('deleteEverywhere') };
  const { last: data, error, loading, reload } = useLoad((signal) => readVersions(urn, aspect, 0, count, signal), [urn, aspect, count]);
  if (!data) return <Loading label="Loading versions" error={error} onRetry={reload} />;
  const to = numberIn(route.query.get('to')) ?? data.versions[0]?.number ?? 1;
  const from = numberIn(route.query.get('from')) ?? data.versions.find(({ number }) => number < to)?.number ?? to;
  const choose = (end: 'from' | 'to', number: number): void =>
    navigate(withQuery(route, { aspect, from: String(end === 'from' ? number : from), to: String(end === 'to' ? number : to) }), { replace: true });
  return (
    <div class="history-aspect-page stack far">
      <h2>{aspectTitle(aspect)}</h2>
      <Table
        label={`Versions of ${aspectTitle(aspect)}, table`}
        titles={['From', 'To', 'Version', 'When', 'By', 'Run', <span class="hidden-text">Undo</span>]}
        class="versions"
      >
        {data.versions.map((version, index) => (
          <VersionRow key={version.number} version={version} latest={index === 0} from={from} to={to} onChoose={choose} onAsk={ask} may={may} />
        ))}
      </Table>
      <Failure error={error} onRetry={reload} />
      {data.versions.length < data.total && (
        <button type="button" disabled={loading} onClick={() => setCount(count + STEP)}>
          Show older versions ({data.total - data.versions.length})
        </button>
      )}
      <Difference urn={urn} aspect={aspect} known={data.versions} from={from} to={to} />
      {asked && 'version' in asked && data.versions[0] && (
        <RestoreVersion
          urn={urn}
          aspect={aspect}
          version={asked.version}
          latest={data.versions[0]}
          onClose={() => ask(undefined)}
          onDone={() => onChanged('Restored')}
        />
      )}
      {asked && 'runId' in asked && <RollBackDialog runId={asked.runId} onClose={() => ask(undefined)} onDone={() => onChanged('Rolled back')} />}
    </div>
  );
}

interface VersionRowProps {
  readonly version: Version;
  readonly latest: boolean;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (end: 'from' | 'to', number: number) => void;
  readonly onAsk: (asked: UndoTask) => void;
  readonly may: { readonly restore: boolean; readonly rollBack: boolean };
}

function VersionRow({ version, latest, from, to, onChoose, onAsk, may }: VersionRowProps) {
  const { number, created, runId, suggestedBy } = version;
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
        <div class="muted small">{fullTime(created.time)}</div>
      </td>
      <td>
        <EntityLink urn={created.actor} />
        {suggestedBy !== undefined && isUrn(suggestedBy) && (
          <div class="small">
            suggested by <EntityLink urn={suggestedBy} />
          </div>
        )}
      </td>
      <td class="small">
        {runId ?? <span class="muted">–</span>}
        {runId !== undefined && may.rollBack && (
          <Button label="Roll back…" class="plain small" aria-label={`Roll back run ${runId}`} onClick={() => onAsk({ runId })} />
        )}
      </td>
      <td>
        {!latest && may.restore && (
          <Button label="Restore…" class="small" aria-label={`Restore version ${number}`} onClick={() => onAsk({ version })} />
        )}
      </td>
    </tr>
  );
}

interface RestoreVersionProps {
  readonly urn: string;
  readonly aspect: string;
  readonly version: Version;
  readonly latest: Version;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Shows what an earlier version changes, and makes it the latest. */
function RestoreVersion({ urn, aspect, version, latest, onClose, onDone }: RestoreVersionProps) {
  const { busy, error, run } = useWork();
  const write = (): Promise<void> =>
    run(async () => {
      await restore({ urn, entityType: typeOfUrn(urn) }, [{ aspect, then: version.value, now: latest.value, version: String(latest.number) }]);
      onDone();
    });
  return (
    <Dialog title={`Restore version ${version.number} of ${aspectTitle(aspect)}?`} onClose={onClose}>
      <p>Its content becomes the latest version. The versions in between stay in the history.</p>
      <DiffView title="What changes" before={latest.value} after={version.value} />
      <Failure error={error} />
      <FormButtons label="Restore" onCancel={onClose} onYes={write} disabled={busy} />
    </Dialog>
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
  const missing = [from, to].filter((number) => !known.some((each) => each.number === number));
  const { data, error, reload } = useLoad(
    (signal) => Promise.all(missing.map(async (number) => ({ number, value: (await readVersion(urn, aspect, number, signal)).value }))),
    [urn, aspect, missing],
  );
  const value = (number: number) => [...known, ...(data ?? [])].find((each) => each.number === number)?.value;
  const [before, after] = [value(from), value(to)];
  if (!before || !after) return <Loading label="Loading both versions" error={error} onRetry={reload} />;
  if (from === to)
    return (
      <section class="card" aria-label={`Version ${to}`}>
        <h3>Version {to}</h3>
        <JsonTree value={after} name={aspectTitle(aspect)} />
      </section>
    );
  return <DiffView title={`From version ${from} to version ${to}`} before={before} after={after} />;
}

function numberIn(text: string | null): number | undefined {
  const number = Number(text ?? '');
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
