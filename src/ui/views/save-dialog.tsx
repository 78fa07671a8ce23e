import { type SavedView, saveView } from '../api/views.ts';
import { Check } from '../parts/check.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { useMay } from '../parts/use-rights.ts';
import { useWork } from '../parts/use-work.ts';

interface SaveDialogProps {
  /** Path and query of the page whose state is saved. */
  readonly page: string;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedView) => void;
}

/** Gives the state of a page a name. */
export function SaveDialog({ page, onClose, onSaved }: SaveDialogProps) {
  const { busy, error, run } = useWork();
  const mayShare = useMay('manageGlobalViews');
  const save = (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    return run(async () => onSaved(await saveView(String(given.get('name') ?? '').trim(), page, given.get('shared') !== null)));
  };
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          save(event.currentTarget);
        }}
      >
        <TextField
          id="view-name"
          label="Name"
          name="name"
          required
          pattern=".*\S.*"
          maxLength={120}
          autocomplete="off"
          hint="You find it under this name on the home page and in the search box."
        />
        {mayShare && (
          <Check name="shared">
            Share it <span class="hint">– everybody in this catalog finds it</span>
          </Check>
        )}
        {error !== undefined && <Failure error={error} />}
        <FormButtons label="Save" onCancel={onClose} disabled={busy} />
      </form>
    </Dialog>
  );
}
