/**
 * Deletes a property: softly, so that it can be restored; or permanently, with its values.
 */
import { useState } from 'preact/hooks';
import { setRemoved } from '../api/edit.ts';
import { destroyProperty, type Property } from '../api/properties.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { useWork } from '../parts/use-work.ts';
import { navigate } from '../route.ts';

interface DeletingProps {
  readonly property: Property;
  /** How many entities have a value; undefined if Cairn cannot count them. */
  readonly uses: number | undefined;
  readonly onChanged: () => void;
}

export function Deleting({ property, uses, onChanged }: DeletingProps) {
  const [asking, ask] = useState(false);
  const { error, run } = useWork();
  const turn = (): Promise<void> =>
    run(async () => {
      await setRemoved(property, !property.removed);
      onChanged();
    });
  return (
    <section class="card" aria-label="Delete">
      <h2>{property.removed ? 'Restore or delete permanently' : 'Delete'}</h2>
      <p class="muted small">
        Soft-deleting hides the property and its values. Restoring shows both again. Deleting permanently removes the definition at once and the
        values soon after.
      </p>
      <Failure error={error} />
      <div class="actions actions-start">
        <Button label={property.removed ? 'Restore' : 'Soft-delete'} onClick={turn} />
        <Button label="Delete permanently…" class="danger" onClick={() => ask(true)} />
      </div>
      {asking && <Destroy property={property} uses={uses} onClose={() => ask(false)} />}
    </section>
  );
}

function Destroy({ property, uses, onClose }: Omit<DeletingProps, 'onChanged'> & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const destroy = async (): Promise<void> => {
    await destroyProperty(property.urn);
    navigate('/properties');
  };
  return (
    <Ask
      title={`Delete ${property.name} permanently?`}
      yes="Delete permanently"
      danger
      disabled={typed !== property.id}
      onYes={destroy}
      onClose={onClose}
    >
      <p>
        This removes the definition{' '}
        {uses === undefined ? 'and its values on every entity that has one' : <strong>and its values on {plural(uses, 'entity', 'entities')}</strong>}
        . You cannot undo this.
      </p>
      {property.removed && (
        <p class="muted small">Cairn cannot count the values of a soft-deleted property. Restore it first to see how many there are.</p>
      )}
      <TextField
        id="confirm"
        label={
          <>
            Type <code>{property.id}</code> to confirm
          </>
        }
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onType={setTyped}
      />
    </Ask>
  );
}
