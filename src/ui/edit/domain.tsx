import { listIn } from '../data/labels.ts';
import { EntityLink } from '../parts/entity-link.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { PickedList } from './picked-list.tsx';
import type { Editing } from './use-editing.ts';

/** Edits the domain of an entity. It has one: another one takes its place. */
export const editDomain: Editing<readonly string[]> = {
  title: 'Domain',
  aspect: 'domains',
  read: (value) => listIn<string>(value, 'domains'),
  change: (now, domains) => ({ value: { ...now, domains } }),
  Form: ({ form, set }) => (
    <>
      <PickedList urns={form} onRemove={(urn) => set(form.filter((each) => each !== urn))} />
      <EntityPicker label={form.length === 0 ? 'Choose a domain' : 'Choose another domain'} types={['DOMAIN']} onPick={(urn) => set([urn])} />
    </>
  ),
  Show: ({ value }) => <DomainList urns={listIn<string>(value, 'domains')} />,
};

export function DomainList({ urns }: { readonly urns: readonly string[] }) {
  if (urns.length === 0) return <p class="muted">None.</p>;
  return (
    <ul class="link-list">
      {urns.map((urn) => (
        <li key={urn}>
          <EntityLink urn={urn} />
        </li>
      ))}
    </ul>
  );
}
