import { type SavedView, saveView } from '../api/views.ts';
import { Ask } from '../parts/ask.tsx';
import { Check } from '../parts/check.tsx';
import { TextField } from '../parts/field.tsx';
import { useMay } from '../parts/use-rights.ts';

interface SaveDialogProps {
  /** Path and query of the page whose state is saved. */
  readonly page: string;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedView) => void;
}

/** Gives the state of a page a name. */
export function SaveDialog({ page, onClose, onSaved }: SaveDialogProps) {
  const mayShare = useMay('manageGlobalViews');
  const save = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    onSaved(await saveView(String(given.get('name') ?? '').trim(), page, given.get('shared') !== null));
  };
  return (
    <Ask title="Save this view" yes="Save" onYes={save} onClose={onClose}>
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
    </Ask>
  );
}
