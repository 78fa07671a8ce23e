import { useState } from 'preact/hooks';
import { stampNow } from '../api/edit.ts';
import { listIn, type OwnerEntry } from '../data/labels.ts';
import { spaced } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useName } from '../parts/use-name.ts';
import { EntityPicker } from './entity-picker.tsx';
import { withDifference } from './list-difference.ts';
import { BUILT_IN, typeUrnOf, useOwnTypes, wordOf } from './ownership-types.ts';
import type { Editing } from './use-editing.ts';

const keyOf = (entry: OwnerEntry): string => `${entry.owner} ${typeUrnOf(entry)}`;

export const editOwners: Editing<readonly OwnerEntry[]> = {
  title: 'Owners',
  aspect: 'ownership',
  read: (value) => listIn<OwnerEntry>(value, 'owners'),
  change: async (now, form, from) => {
    // The server keeps `ownerTypes` consistent with the owners.
    const { ownerTypes: _, ...rest } = now ?? {};
    return { value: { ...rest, owners: withDifference(listIn<OwnerEntry>(now, 'owners'), form, from, keyOf), lastModified: await stampNow() } };
  },
  Form: OwnersForm,
  Show: ({ value }) => <OwnerList owners={listIn<OwnerEntry>(value, 'owners')} />,
};

function OwnersForm({ form, set }: { readonly form: readonly OwnerEntry[]; readonly set: (form: readonly OwnerEntry[]) => void }) {
  const own = useOwnTypes();
  const types = [...BUILT_IN, ...(own.data ?? [])];
  const [chosen, choose] = useState(BUILT_IN[0]?.urn);
  const add = (owner: string): void => {
    const way = types.find(({ urn }) => urn === chosen) ?? types[0];
    if (!way) return;
    const entry: OwnerEntry = { owner, type: way.type, typeUrn: way.urn };
    if (!form.some((each) => keyOf(each) === keyOf(entry))) set([...form, entry]);
  };
  return (
    <>
      <OwnerList owners={form} onRemove={(entry) => set(form.filter((each) => keyOf(each) !== keyOf(entry)))} />
      <SelectField id="way" label="Type of ownership" value={chosen} options={types.map(({ urn, name }) => [urn, name] as const)} onChoose={choose} />
      <Failure what="The ownership types of this catalog could not be read." error={own.error} onRetry={own.reload} />
      <EntityPicker label="Add an owner" types={['CORP_USER', 'CORP_GROUP']} onPick={add} hint="A user or a group" />
    </>
  );
}

interface OwnerListProps {
  readonly owners: readonly OwnerEntry[];
  readonly onRemove?: (owner: OwnerEntry) => void;
}

/** A list of owners with their ownership types. */
export function OwnerList({ owners, onRemove }: OwnerListProps) {
  if (owners.length === 0) return <p class="muted">None yet.</p>;
  return (
    <ul class="link-list">
      {owners.map((entry) => (
        <OwnerRow key={keyOf(entry)} entry={entry} {...(onRemove ? { onRemove: () => onRemove(entry) } : {})} />
      ))}
    </ul>
  );
}

function OwnerRow({ entry, onRemove }: { readonly entry: OwnerEntry; readonly onRemove?: () => void }) {
  const name = useName(entry.owner);
  const word = wordOf(entry);
  const typeName = useName(word === undefined ? (entry.typeUrn ?? '') : '', word && spaced(word));
  return (
    <li>
      <EntityLink urn={entry.owner} name={name} />
      <span class="muted small">{typeName}</span>
      {onRemove && <Button label="×" class="plain" aria-label={`Remove ${name}, ${typeName}`} onClick={onRemove} />}
    </li>
  );
}
