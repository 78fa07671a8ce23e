/**
 * What can be done with a saved view: share, rename, remove it.
 */
import { useState } from 'preact/hooks';
import { changeView, removeView, type SavedView } from '../api/views.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { Menu } from '../parts/menu.tsx';
import { useRights } from '../parts/use-rights.ts';
import { useWork } from '../parts/use-work.ts';

interface ViewActionsProps {
  readonly view: SavedView;
  /** The state of the page, if it is no longer that of the view. */
  readonly changed?: string | undefined;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}

type ViewTask = 'rename' | 'remove' | undefined;

export function ViewActions({ view, changed, onChanged, onRemoved }: ViewActionsProps) {
  const { urn, name, shared } = view;
  const rights = useRights();
  const mayShare = rights?.may('manageGlobalViews') === true;
  const [asked, ask] = useState<ViewTask>(undefined);
  const { error, run } = useWork();
  const close = (): void => ask(undefined);
  const act = (change: Parameters<typeof changeView>[1]): Promise<void> =>
    run(async () => {
      await changeView(urn, change);
      onChanged();
    });
  // Views of others, and for others, are for who keeps them.
  if (!rights?.may('write') || (shared && !mayShare)) return null;
  return (
    <>
      <Menu label={`More about ${name}`}>
        {changed !== undefined && <Button label="Save what is shown" onClick={() => act({ page: changed })} />}
        {mayShare && <Button label={shared ? 'Stop sharing' : 'Share with everybody'} onClick={() => act({ shared: !shared })} />}
        <Button label="Rename…" onClick={() => ask('rename')} />
        {mayShare && <Button label="Remove…" class="danger-text" onClick={() => ask('remove')} />}
      </Menu>
      <Failure error={error} />
      {asked === 'rename' && (
        <Ask
          title={`Rename ${name}`}
          yes="Rename"
          onClose={close}
          onYes={async (form) => {
            await changeView(urn, { name: String(new FormData(form).get('name') ?? '').trim() });
            close();
            onChanged();
          }}
        >
          <TextField id="view-name" label="Name" name="name" defaultValue={name} required pattern=".*\S.*" maxLength={120} autocomplete="off" />
        </Ask>
      )}
      {asked === 'remove' && (
        <Ask
          title={`Remove ${name}?`}
          yes="Remove"
          danger
          onClose={close}
          onYes={async () => {
            await removeView(urn);
            close();
            onRemoved();
          }}
        >
          <p>{shared ? 'Nobody finds it any more. ' : ''}What it shows stays in the catalog.</p>
        </Ask>
      )}
    </>
  );
}
