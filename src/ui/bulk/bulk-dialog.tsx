/**
 * Changes many entities: what to change, what would change, and what became of it.
 */
import { useState } from 'preact/hooks';
import { type Bulk, type BulkChanges, type BulkPreview, type Chosen, orderBulk, previewBulk } from '../api/bulk.ts';
import { plural } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { useWork } from '../parts/use-work.ts';
import { Link } from '../route.ts';
import type { BulkAction } from './actions.ts';
import { BulkReport } from './bulk-report.tsx';
import { changeWords, partWord } from './words.ts';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly chosen: Chosen;
  /** How many entities are chosen. */
  readonly count: number;
  readonly onClose: () => void;
  /** The work has begun. */
  readonly onOrdered: () => void;
  /** Something was changed. */
  readonly onChanged: () => void;
}

export function BulkDialog({ action, chosen, count, onClose, onOrdered, onChanged }: BulkDialogProps) {
  const [changes, set] = useState<BulkChanges>({});
  const [preview, setPreview] = useState<BulkPreview | undefined>(undefined);
  const [ordered, setOrdered] = useState<Bulk | undefined>(undefined);
  const { busy, error, run } = useWork();
  const what = changeWords(changes);
  const look = (event: Event): void => {
    event.preventDefault();
    void run(async () => setPreview(await previewBulk(chosen, changes)));
  };
  const begin = (): Promise<void> =>
    run(async () => {
      setOrdered(await orderBulk(chosen, changes));
      onOrdered();
    });
  const { Form } = action;
  return (
    <Dialog title={`${action.title} of ${plural(preview?.total ?? count, 'asset')}`} onClose={onClose}>
      {ordered ? (
        <>
          <p>{what}</p>
          <BulkReport first={ordered} onEnd={onChanged} />
          <p class="hint">
            You can close this: the work goes on. <Link href="/activity/bulk">All bulk changes</Link> has its progress and undoes it later.
          </p>
          <div class="actions">
            <button type="button" class="primary" onClick={onClose}>
              Close
            </button>
          </div>
        </>
      ) : preview ? (
        <>
          <Preview preview={preview} what={what} />
          {error !== undefined && <Failure error={error} />}
          <div class="actions">
            <button type="button" disabled={busy} onClick={() => setPreview(undefined)}>
              Back
            </button>
            <button
              type="button"
              class={changes.deletion === 'hard' ? 'danger' : 'primary'}
              disabled={busy || (preview.changed === 0 && preview.tried === preview.total)}
              onClick={begin}
            >
              {changes.deletion === 'hard' ? 'Delete' : 'Change'} {plural(preview.tried === preview.total ? preview.changed : preview.total, 'asset')}
            </button>
          </div>
        </>
      ) : (
        <form class="form" onSubmit={look}>
          <Form changes={changes} set={set} />
          {error !== undefined && <Failure error={error} />}
          <FormButtons label={busy ? 'Looking…' : 'See what changes'} onCancel={onClose} disabled={busy || what === ''} />
        </form>
      )}
    </Dialog>
  );
}

function Preview({ preview, what }: { readonly preview: BulkPreview; readonly what: string }) {
  const { total, tried, changed, unchanged, refused, sample, refusals } = preview;
  const all = tried === total;
  return (
    <>
      <p>{what}.</p>
      <dl class="bulk-counts" aria-label="What will change">
        <div>
          <dt>will change</dt>
          <dd>{changed.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>already so</dt>
          <dd>{unchanged.toLocaleString('en')}</dd>
        </div>
        <div class={refused > 0 ? 'bulk-bad' : ''}>
          <dt>refused</dt>
          <dd>{refused.toLocaleString('en')}</dd>
        </div>
      </dl>
      {!all && (
        <p class="hint">
          Cairn tried the first {tried.toLocaleString('en')} of {plural(total, 'asset')}. The report counts all of them.
        </p>
      )}
      {sample.length > 0 && (
        <ul class="bulk-sample" aria-label="Assets that will change">
          {sample.map(({ urn, aspects }) => (
            <li key={urn}>
              <EntityLink urn={urn} /> <span class="muted small">{aspects.map(partWord).join(', ')}</span>
            </li>
          ))}
          {changed > sample.length && <li class="muted small">and {(changed - sample.length).toLocaleString('en')} more</li>}
        </ul>
      )}
      {refusals.length > 0 && (
        <details class="bulk-refused">
          <summary>Why {plural(refused, 'asset')} will be refused</summary>
          <ul>
            {refusals.map(({ urn, aspect, message }) => (
              <li key={`${urn} ${aspect}`}>
                <EntityLink urn={urn} />
                <p class="small">{message}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
