/**
 * What is done to an entity as a whole: for what stewards make, another name or place; behind a menu what is seldom done, as deletion.
 */
import { useContext, useState } from 'preact/hooks';
import { UserMay, WhoMay } from '../access/who-may.tsx';
import { setRemoved } from '../api/edit.ts';
import type { EntityView } from '../api/entity.ts';
import { nameOf } from '../api/names.ts';
import { NO_RIGHTS } from '../api/rights.ts';
import { editPlace } from '../edit/arrange.tsx';
import { DeleteThing } from '../edit/delete-thing.tsx';
import { EditDialog } from '../edit/edit-dialog.tsx';
import { NewThing } from '../edit/new-thing.tsx';
import type { Editing } from '../edit/use-editing.ts';
import { changeWords, madeIn, type Thing, thingOf } from '../edit/vocabulary.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Menu } from '../parts/menu.tsx';
import { useMay } from '../parts/use-rights.ts';
import { useWork } from '../parts/use-work.ts';
import { OfPage } from './page-context.ts';
import { valuesOf } from './values-of.ts';

interface ActionsMenuProps {
  readonly entity: EntityView;
  readonly removed: boolean;
  readonly onSaved: (what: string) => void;
}

type MenuTask = { readonly what: 'delete' | 'destroy' | 'who' | 'may' } | { readonly what: 'new'; readonly thing: Thing } | undefined;

export function ActionsMenu({ entity, removed, onSaved }: ActionsMenuProps) {
  const { rights = NO_RIGHTS } = useContext(OfPage);
  const mayDeleteReferences = useMay('deleteEverywhere');
  const [asked, ask] = useState<MenuTask>(undefined);
  const [placing, place] = useState<Editing<{ name: string }> | undefined>(undefined);
  const { urn, entityType, aspects } = entity;
  const { status: _, ...rest } = aspects;
  const thing = thingOf(entityType);
  const name = nameOf(urn, valuesOf(entity));
  const done = (): void => ask(undefined);
  if (Object.keys(rest).length === 0) return null;
  const { aspects: changeable, mayDelete, mayFill } = rights;
  return (
    <>
      {removed && changeable.includes('status') && <Restore entity={entity} onSaved={onSaved} />}
      {thing && changeable.includes(thing.aspect) && (
        <button type="button" onClick={() => place(editPlace(urn, thing, name))}>
          {changeWords(thing)}…
        </button>
      )}
      <Menu label="More actions">
        <Button label="Who can see and change this…" onClick={() => ask({ what: 'who' })} />
        {entityType === 'corpuser' && <Button label="What this user may do…" onClick={() => ask({ what: 'may' })} />}
        {(mayFill ? madeIn(urn) : []).map((each) => (
          <button key={each.type} type="button" onClick={() => ask({ what: 'new', thing: each })}>
            New {each.word} in it…
          </button>
        ))}
        {changeable.includes('status') && mayDelete && !removed && <Button label="Soft-delete…" onClick={() => ask({ what: 'delete' })} />}
        {thing && mayDelete && mayDeleteReferences && <Button label="Delete permanently…" class="danger" onClick={() => ask({ what: 'destroy' })} />}
      </Menu>
      {asked?.what === 'who' && <WhoMay urn={urn} name={name} onClose={done} />}
      {asked?.what === 'may' && <UserMay urn={urn} name={name} onClose={done} />}
      {asked?.what === 'new' && <NewThing thing={asked.thing} inside={urn} onClose={done} />}
      {asked?.what === 'destroy' && thing && <DeleteThing urn={urn} name={name} thing={thing} onClose={done} />}
      {asked?.what === 'delete' && <SoftDelete entity={entity} name={name} onSaved={onSaved} onClose={done} />}
      {placing && thing && (
        <EditDialog urn={urn} editing={placing} current={aspects[thing.aspect]} onClose={() => place(undefined)} onSaved={() => onSaved('Saved')} />
      )}
    </>
  );
}

interface SoftDeleteProps extends Omit<ActionsMenuProps, 'removed'> {
  readonly name: string;
  readonly onClose: () => void;
}

function SoftDelete({ entity, name, onSaved, onClose }: SoftDeleteProps) {
  const write = async (): Promise<void> => {
    await setRemoved(entity, true);
    onClose();
    onSaved('Soft-deleted');
  };
  return (
    <Ask title={`Soft-delete ${name}?`} yes="Soft-delete" danger onYes={write} onClose={onClose}>
      <p>Search, browsing and lineage then leave it out. Nothing is lost: you can restore it here at any time.</p>
    </Ask>
  );
}

function Restore({ entity, onSaved }: Omit<ActionsMenuProps, 'removed'>) {
  const { error, forget, run } = useWork();
  const write = (): Promise<void> =>
    run(async () => {
      await setRemoved(entity, false);
      onSaved('Restored');
    });
  return (
    <>
      <Button label="Restore" class="primary" onClick={write} />
      {error !== undefined && (
        <Dialog title="Restore" onClose={forget}>
          <Failure error={error} />
          <FormButtons label="Restore" onCancel={forget} onYes={write} />
        </Dialog>
      )}
    </>
  );
}
