/**
 * Changes many entities, or columns: what to change, what would change, and what became of it.
 */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Bulk, type BulkChanges, type BulkPreview, type BulkTarget, orderBulk, previewBulk } from '../api/bulk.ts';
import { plural } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { CloseButton, FormButtons } from '../parts/form-buttons.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useWork } from '../parts/use-work.ts';
import { Link } from '../route.ts';
import { BulkForm } from './bulk-form.tsx';
import { Preview } from './bulk-preview.tsx';
import { BulkReport } from './bulk-report.tsx';
import type { FormProps } from './link-fields.tsx';
import type { BulkPart } from './parts.ts';
import { asked, changeWords, ownWords } from './words.ts';

interface BulkDialogProps {
  /** The change that the form begins with. */
  readonly first?: BulkPart;
  /**
   * Another title and form: for one change that is made of what is chosen. `start`: the change is known, so that the preview comes first.
   * `lines`: those of a file that the entities come from.
   */
  readonly own?: {
    readonly title: string;
    readonly Form?: ComponentType<FormProps>;
    readonly start?: BulkChanges;
    readonly lines?: ReadonlyMap<string, number>;
  };
  readonly chosen: BulkTarget;
  /** How many entities are chosen. */
  readonly count: number;
  readonly onClose: () => void;
  /** Something was changed. */
  readonly onChanged: () => void;
}

export function BulkDialog({ first, own, chosen, count, onClose, onChanged }: BulkDialogProps) {
  const [parts, setParts] = useState<readonly BulkPart[]>(first ? [first] : []);
  const [all, set] = useState<BulkChanges>(own?.start ?? {});
  const [named, setNamed] = useState<readonly string[] | undefined>(undefined);
  const [preview, setPreview] = useState<BulkPreview | undefined>(undefined);
  const [ordered, setOrdered] = useState<Bulk | undefined>(undefined);
  const { busy, error, run } = useWork();
  const columns = chosen.columns ?? named;
  const what: BulkTarget = columns ? { ...chosen, columns } : chosen;
  const changes = asked(all, columns !== undefined);
  const words = 'each' in chosen ? ownWords(chosen.each.map((each) => each.changes)) : changeWords(changes);
  const look = (event?: Event): void => {
    event?.preventDefault();
    void run(async () => setPreview(await previewBulk(what, changes)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the dialog begins with
  useEffect(() => {
    if (own?.start) look();
  }, []);
  const begin = (): Promise<void> => run(async () => setOrdered(await orderBulk(what, changes)));
  const noun = chosen.columns ? 'table' : 'asset';
  const of = plural(preview?.total ?? count, noun);
  return (
    <Dialog
      title={own ? own.title : chosen.columns ? `Edit ${plural(chosen.columns.length, 'column')}` : `Edit ${of}`}
      unsaved={words !== '' && !ordered}
      onClose={onClose}
    >
      {ordered ? (
        <>
          <p>{words}</p>
          <BulkReport first={ordered} lines={own?.lines} onEnd={onChanged} />
          <p class="hint">
            You can close this at any time. <Link href="/activity/bulk">All bulk changes</Link> shows how it goes on, and can undo it later.
          </p>
          <CloseButton onClose={onClose} />
        </>
      ) : preview ? (
        <>
          <Preview preview={preview} what={words} noun={noun} lines={own?.lines} />
          <Failure error={error} />
          <div class="actions">
            <Button label={own?.start ? 'Cancel' : 'Back'} disabled={busy} onClick={own?.start ? onClose : () => setPreview(undefined)} />
            <button
              type="button"
              class={changes.deletion === 'hard' ? 'danger' : 'primary'}
              disabled={busy || (preview.changed === 0 && preview.tried === preview.total)}
              onClick={begin}
            >
              {changes.deletion === 'hard' ? 'Delete' : 'Change'} {plural(preview.tried === preview.total ? preview.changed : preview.total, noun)}
            </button>
          </div>
        </>
      ) : (
        <form class="form" onSubmit={look}>
          {own?.start ? (
            error === undefined && <Spinner label="Looking what changes" />
          ) : own?.Form ? (
            <own.Form changes={all} set={set} />
          ) : (
            <BulkForm
              parts={parts}
              changes={all}
              set={set}
              columns={columns}
              onColumns={chosen.columns ? undefined : setNamed}
              onParts={(next) => {
                // What the form leaves out is asked for no longer.
                set(Object.fromEntries(Object.entries(all).filter(([part]) => next.some((each) => each === part))));
                setParts(next);
              }}
            />
          )}
          <Failure error={error} />
          <FormButtons
            label={busy ? 'Looking…' : 'See what changes'}
            onCancel={onClose}
            disabled={busy || words === '' || (columns !== undefined && columns.length === 0)}
          />
        </form>
      )}
    </Dialog>
  );
}
