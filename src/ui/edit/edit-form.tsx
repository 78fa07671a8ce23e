/**
 * The form of an edit with everything that can happen to it: a draft from before, somebody else's change, a refusal.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AspectView } from '../api/entity.ts';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Time } from '../parts/time.tsx';
import { type Editing, type EditingState, present } from './use-editing.ts';

interface EditFormProps<Form> {
  readonly editing: Editing<Form>;
  readonly state: EditingState<Form>;
  /** Leaves without saving. */
  readonly onCancel: () => void;
  /** Leaves, and shows what somebody else has written. */
  readonly onKeepTheirs: () => void;
}

export function EditForm<Form>({ editing, state, onCancel, onKeepTheirs }: EditFormProps<Form>) {
  const { form, set, theirs, restored, error, busy, save, startOver } = state;
  const [unchosen, setUnchosen] = useState('');
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        const picker = unfinished(event.currentTarget);
        setUnchosen(picker?.value.trim() ?? '');
        if (picker) picker.focus();
        else save();
      }}
      onInput={() => setUnchosen('')}
    >
      {theirs !== undefined && (
        <Conflict theirs={present(theirs)}>
          <editing.Show value={present(theirs)?.value} />
        </Conflict>
      )}
      {theirs === undefined && restored !== undefined && (
        <p class="restored bar spread far small" role="status">
          <span>
            You typed this <Time ms={restored} /> and did not save it.
          </span>
          <Button label="Start over" class="plain small" onClick={startOver} />
        </p>
      )}
      <editing.Form form={form} set={set} />
      {unchosen !== '' && (
        <p class="notice" role="alert">
          “{unchosen}” is not chosen yet. Choose one of the suggestions, or clear the field.
        </p>
      )}
      <Failure error={error} />
      {error !== undefined && <p class="hint">What you typed is kept, also if you leave this page.</p>}
      <div class="actions">
        <Button label={theirs === undefined ? 'Cancel' : 'Keep theirs'} onClick={theirs === undefined ? onCancel : onKeepTheirs} />
        <button type="submit" class="primary" disabled={busy}>
          {theirs === undefined ? 'Save' : 'Apply mine to theirs'}
        </button>
      </div>
    </form>
  );
}

/** A picker in which something was typed, but nothing chosen. */
function unfinished(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('input[role=combobox]')].find(({ value }) => value.trim() !== '');
}

function Conflict({ theirs, children }: { readonly theirs: AspectView | undefined; readonly children: ComponentChildren }) {
  return (
    <div class="conflict notice stack close" role="alert">
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
