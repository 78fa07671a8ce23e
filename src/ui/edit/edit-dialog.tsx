/**
 * Edits one aspect in a dialog.
 */
import type { AspectView } from '../api/entity.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EditForm } from './edit-form.tsx';
import { type Editing, useEditing } from './use-editing.ts';
import { useFresh } from './use-fresh.ts';

export interface EditProps<Form> {
  readonly urn: string;
  readonly editing: Editing<Form>;
  /** The value as the page shows it. */
  readonly current: AspectView | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditDialog<Form>(props: EditProps<Form>) {
  const fresh = useFresh(props.urn, props.editing.aspect, props.current);
  return fresh ? <OpenDialog {...props} current={fresh.value} /> : null;
}

function OpenDialog<Form>({ urn, editing, current, onClose, onSaved }: EditProps<Form>) {
  const state = useEditing(urn, editing, current, () => {
    onSaved();
    onClose();
  });
  const leave = (): void => {
    state.discard();
    onClose();
  };
  return (
    <Dialog title={editing.title} onClose={leave} unsaved={state.changed} wide={editing.wide}>
      <EditForm
        editing={editing}
        state={state}
        onCancel={leave}
        onKeepTheirs={() => {
          state.discard();
          onSaved();
          onClose();
        }}
      />
    </Dialog>
  );
}
