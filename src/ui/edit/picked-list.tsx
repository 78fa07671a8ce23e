import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { useName } from '../parts/use-name.ts';

/** The entities that were chosen in a form, each with a button that removes it. */
export function PickedList({ urns, onRemove }: { readonly urns: readonly string[]; readonly onRemove: (urn: string) => void }) {
  if (urns.length === 0) return null;
  return (
    <ul class="link-list">
      {urns.map((urn) => (
        <Picked key={urn} urn={urn} onRemove={() => onRemove(urn)} />
      ))}
    </ul>
  );
}

function Picked({ urn, onRemove }: { readonly urn: string; readonly onRemove: () => void }) {
  const name = useName(urn);
  return (
    <li>
      <EntityLink urn={urn} name={name} />
      <Button label="×" class="plain" aria-label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
