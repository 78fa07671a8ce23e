/**
 * Edits one aspect in a dialog. It never overwrites somebody else's change unseen: a write succeeds only on the version that was read. If
 * that is no longer the latest, the dialog shows the other change, keeps what was typed, and offers to apply it to the new version.
 */
import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type Change, isConflict, type Json, readAspect, writeAspect } from '../api/edit.ts';
import type { AspectView } from '../api/entity.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Time } from '../parts/time.tsx';

export interface Editing<Form> {
  readonly title: string;
  readonly aspect: string;
  /** The values that the form begins with. */
  read(value: Json | undefined): Form;
  /**
   * The value to write.
   *
   * @param now the value that the change applies to: the one that the form began with, or somebody else's newer one
   * @param from the value that the form began with. For a list, only the difference is applied, so that items that others have added stay
   */
  change(now: Json | undefined, form: Form, from: Form): Change | Promise<Change>;
  /** @returns a sentence that says why the form cannot be saved as it is */
  check?(form: Form): string | undefined;
  readonly Form: ComponentType<{ form: Form; set: (form: Form) => void }>;
  /** A short form of a value, to compare with. */
  readonly Show: ComponentType<{ value: Json | undefined }>;
}

interface EditDialogProps<Form> {
  readonly urn: string;
  readonly editing: Editing<Form>;
  /** The value as the page shows it. */
  readonly current: AspectView | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditDialog<Form>({ urn, editing, current, onClose, onSaved }: EditDialogProps<Form>) {
  const [from] = useState(() => editing.read(current?.value));
  const [form, set] = useState(from);
  const [base, setBase] = useState(current);
  const [theirs, setTheirs] = useState<AspectView | 'none' | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [busy, setBusy] = useState(false);

  const save = async (onto: AspectView | undefined): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const wrong = editing.check?.(form);
      if (wrong !== undefined) throw new Error(wrong);
      await writeAspect(urn, editing.aspect, onto?.version, await editing.change(onto?.value, form, from));
      onSaved();
      onClose();
    } catch (thrown) {
      if (isConflict(thrown)) setTheirs((await readAspect(urn, editing.aspect).catch(() => undefined)) ?? 'none');
      else setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const newer = theirs === 'none' ? undefined : theirs;
  return (
    <Dialog title={editing.title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          setBase(theirs === undefined ? base : newer);
          save(theirs === undefined ? base : newer);
        }}
      >
        {theirs !== undefined && (
          <Conflict theirs={newer}>
            <editing.Show value={newer?.value} />
          </Conflict>
        )}
        <editing.Form form={form} set={set} />
        {error !== undefined && <Failure error={error} />}
        <div class="actions">
          {theirs !== undefined ? (
            <button
              type="button"
              onClick={() => {
                onSaved();
                onClose();
              }}
            >
              Keep theirs
            </button>
          ) : (
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          )}
          <button type="submit" class="primary" disabled={busy}>
            {theirs === undefined ? 'Save' : 'Apply mine to theirs'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Conflict({ theirs, children }: { readonly theirs: AspectView | undefined; readonly children: ComponentChildren }) {
  return (
    <div class="conflict" role="alert">
      <strong>Somebody else changed this while you were editing.</strong>
      {theirs?.created && (
        <p class="small">
          <EntityLink urn={theirs.created.actor} />, <Time ms={theirs.created.time} />:
        </p>
      )}
      <div class="conflict-theirs">{theirs ? children : <p class="muted">They removed it.</p>}</div>
      <p class="small">Your text is still below. Nothing is overwritten.</p>
    </div>
  );
}
