/**
 * The datasets that a dataset is made from, as people know them: added and removed by hand, with a reason.
 */
import { useState } from 'preact/hooks';
import { stampNow } from '../api/edit.ts';
import { isRecord } from '../data/is-record.ts';
import { listIn } from '../data/labels.ts';
import { Badge } from '../parts/badge.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { withDifference } from './list-difference.ts';
import type { Editing } from './use-editing.ts';

interface Upstream extends Record<string, unknown> {
  readonly dataset: string;
  readonly type: string;
  readonly properties?: Readonly<Record<string, string>>;
}

/** What edges that were added here say of themselves. */
const MANUAL = { source: 'UI' };

const keyOf = ({ dataset }: Upstream): string => dataset;

export const editUpstreams: Editing<readonly Upstream[]> = {
  title: 'What it is made from',
  aspect: 'upstreamLineage',
  read: (value) => listIn<Upstream>(value, 'upstreams'),
  change: async (now, form, from) => {
    const stamp = await stampNow();
    const stamped = form.map((each) =>
      from.some((before) => keyOf(before) === keyOf(each)) ? each : { ...each, created: stamp, auditStamp: stamp },
    );
    const upstreams = withDifference(listIn<Upstream>(now, 'upstreams'), stamped, from, keyOf);
    // The lineage of columns through a table that no longer is upstream goes with it.
    const gone = from.filter((each) => !form.some((other) => keyOf(other) === keyOf(each))).map(keyOf);
    const columns = listIn<Record<string, unknown>>(now, 'fineGrainedLineages').filter((each) => !isThrough(each, gone));
    return { value: { ...now, upstreams, ...(now?.fineGrainedLineages === undefined ? {} : { fineGrainedLineages: columns }) } };
  },
  Form: UpstreamsForm,
  Show: ({ value }) => <Upstreams upstreams={listIn<Upstream>(value, 'upstreams')} />,
};

function isThrough({ upstreams }: Record<string, unknown>, gone: readonly string[]): boolean {
  return Array.isArray(upstreams) && upstreams.some((urn) => gone.some((dataset) => String(urn).includes(dataset)));
}

function UpstreamsForm({ form, set }: { readonly form: readonly Upstream[]; readonly set: (form: readonly Upstream[]) => void }) {
  const [reason, setReason] = useState('');
  const add = (dataset: string): void => {
    if (form.some((each) => each.dataset === dataset)) return;
    const why = reason.trim();
    set([...form, { dataset, type: 'TRANSFORMED', properties: { ...MANUAL, ...(why === '' ? {} : { reason: why }) } }]);
    setReason('');
  };
  return (
    <>
      <Upstreams upstreams={form} onRemove={(dataset) => set(form.filter((each) => each.dataset !== dataset))} />
      <div class="field">
        <label for="upstream-reason">Reason</label>
        <input
          id="upstream-reason"
          dir="auto"
          autocomplete="off"
          placeholder="A script copies it every night"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <p class="hint">How do you know? It stands beside what you choose next.</p>
      </div>
      <EntityPicker label="Add a dataset that it is made from" types={['DATASET']} onPick={add} />
    </>
  );
}

function Upstreams({ upstreams, onRemove }: { readonly upstreams: readonly Upstream[]; readonly onRemove?: (dataset: string) => void }) {
  if (upstreams.length === 0) return <p class="muted">None yet.</p>;
  return (
    <ul class="link-list">
      {upstreams.map(({ dataset, properties }) => (
        <li key={dataset}>
          <EntityLink urn={dataset} />
          {isRecord(properties) && properties.source === MANUAL.source && <Badge>by hand</Badge>}
          {properties?.reason !== undefined && (
            <span class="muted small" dir="auto">
              {properties.reason}
            </span>
          )}
          {onRemove && (
            <button type="button" class="plain" aria-label={`Remove ${dataset}`} onClick={() => onRemove(dataset)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
