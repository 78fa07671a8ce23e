import { listPeople } from '../api/people.ts';
import { typeOfUrn } from '../api/urn.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Check } from '../parts/check.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { PartProps } from './part-props.ts';

const MOST = 200;

/** To whom a policy grants. */
export function Who({ form, set }: PartProps) {
  const roles = useLoad((signal) => listPeople({ kind: 'roles', query: '', start: 0, count: MOST }, signal), []);
  const flag = (id: 'allUsers' | 'allGroups' | 'owners', label: string) => (
    <Check checked={form[id]} onCheck={(yes) => set({ [id]: yes })}>
      {label}
    </Check>
  );
  const pick = (urn: string): void => {
    const list = typeOfUrn(urn).toLowerCase() === 'corpgroup' ? 'groups' : 'users';
    set({ [list]: [...new Set([...form[list], urn])] });
  };
  const drop = (urn: string): void => set({ users: form.users.filter((each) => each !== urn), groups: form.groups.filter((each) => each !== urn) });
  const toggle = (urn: string, on: boolean): void => set({ roles: on ? [...form.roles, urn] : form.roles.filter((each) => each !== urn) });
  return (
    <fieldset class="stack close card">
      <legend>Who</legend>
      {flag('allUsers', 'All users')}
      {!form.allUsers && (
        <>
          {roles.data?.people.map(({ urn, name }) => (
            <Check key={urn} checked={form.roles.includes(urn)} onCheck={(yes) => toggle(urn, yes)}>
              The role {name}
            </Check>
          ))}
          {flag('allGroups', 'Members of any group')}
          {form.type === 'METADATA' && flag('owners', 'Owners of the asset')}
          <PickedList urns={[...form.groups, ...form.users]} onRemove={drop} />
          <EntityPicker label="Users and groups" types={['CORP_USER', 'CORP_GROUP']} onPick={pick} />
        </>
      )}
    </fieldset>
  );
}
