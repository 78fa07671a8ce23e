/**
 * What can be done with a saved view: share, rename, remove it.
 */
import { useState } from 'preact/hooks';
import { changeView, removeView, type SavedView } from '../api/views.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Menu } from '../parts/menu.tsx';
import { useRights } from '../parts/use-rights.ts';

interface ViewActionsProps {
  readonly view: SavedView;
  /** The state of the page, if it is no longer that of the view. */
  readonly changed?: string | undefined;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}

type Asked = 'rename' | 'remove' | undefined;

export function ViewActions({ view, changed, onChanged, onRemoved }: ViewActionsProps) {
  const { urn, name, shared } = view;
  const rights = useRights();
  const mayShare = rights?.may('manageGlobalViews') === true;
  const [asked, ask] = useState<Asked>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const act = async (work: () => Promise<void>, then: () => void): Promise<void> => {
    setError(undefined);
    try {
      await work();
      ask(undefined);
      then();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const close = (): void => {
    ask(undefined);
    setError(undefined);
  };
  // Views of others, and for others, are for who keeps them.
  if (!rights?.may('write') || (shared && !mayShare)) return null;
  return (
    <>
      <Menu label={`More about ${name}`}>
        {changed !== undefined && (
          <button type="button" onClick={() => act(() => changeView(urn, { page: changed }), onChanged)}>
            Save what is shown
          </button>
        )}
        {mayShare && (
          <button type="button" onClick={() => act(() => changeView(urn, { shared: !shared }), onChanged)}>
            {shared ? 'Stop sharing' : 'Share with everybody'}
          </button>
        )}
        <button type="button" onClick={() => ask('rename')}>
          Rename…
        </button>
        {mayShare && (
          <button type="button" class="danger-text" onClick={() => ask('remove')}>
            Remove…
          </button>
        )}
      </Menu>
      {asked === undefined && error !== undefined && <Failure error={error} />}
      {asked === 'rename' && (
        <Dialog title={`Rename ${name}`} onClose={close}>
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              const given = String(new FormData(event.currentTarget).get('name') ?? '').trim();
              act(() => changeView(urn, { name: given }), onChanged);
            }}
          >
            <TextField id="view-name" label="Name" name="name" defaultValue={name} required pattern=".*\S.*" maxLength={120} autocomplete="off" />
            {error !== undefined && <Failure error={error} />}
            <FormButtons label="Rename" onCancel={close} />
          </form>
        </Dialog>
      )}
      {asked === 'remove' && (
        <Dialog title={`Remove ${name}?`} onClose={close}>
          <p>{shared ? 'Nobody finds it any more. ' : ''}What it shows stays in the catalog.</p>
          {error !== undefined && <Failure error={error} />}
          <FormButtons label="Remove" onCancel={close} onYes={() => act(() => removeView(urn), onRemoved)} danger />
        </Dialog>
      )}
    </>
  );
}
