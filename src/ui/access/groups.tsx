/**
 * `/access/groups`: groups, who is in them, and what they give.
 */
import { useState } from 'preact/hooks';
import { count } from '../api/counts.ts';
import { addMembers, listMembers, makeGroup, type Person, removeGroup, removeMember } from '../api/people.ts';
import { listPolicies } from '../api/policies.ts';
import { type Rights, readEntityRights } from '../api/rights.ts';
import { plural } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { Action, Names, PeopleList } from './list.tsx';
import { RoleDialog } from './role-dialog.tsx';

type GroupTask = { readonly what: 'members' | 'role' | 'delete'; readonly group: Person } | { readonly what: 'new' };

export function Groups({ rights }: { readonly rights: Rights }) {
  const { asked, ask, turn, close, done } = useAsked<GroupTask>();
  return (
    <>
      <PeopleList
        kind="groups"
        label="Groups"
        none="There are no groups yet"
        next="A group owns assets together, and its role or policy counts for all of its members."
        turn={turn}
        tools={rights.may('createIdentities') && <Button label="New group" class="primary" onClick={() => ask({ what: 'new' })} />}
        titles={['Role', 'Actions']}
        cells={(group) => [
          <Names key="r" urns={group.roles} />,
          <div key="a" class="bar close">
            <Action label="Members…" of={group.name} onClick={() => ask({ what: 'members', group })} />
            {rights.may('managePolicies') && <Action label="Role…" of={group.name} onClick={() => ask({ what: 'role', group })} />}
            {rights.may('manageIdentities') && (group.roles.length === 0 || rights.may('managePolicies')) && (
              <Action label="Delete…" of={group.name} danger onClick={() => ask({ what: 'delete', group })} />
            )}
          </div>,
        ]}
      />
      {asked?.what === 'new' && <NewGroup onClose={close} onDone={done} />}
      {asked?.what === 'members' && <Members group={asked.group} rights={rights} onClose={close} />}
      {asked?.what === 'role' && <RoleDialog person={asked.group} onClose={close} onDone={done} />}
      {asked?.what === 'delete' && <DeleteGroup group={asked.group} mayRead={rights.may('managePolicies')} onClose={close} onDone={done} />}
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function NewGroup({ onClose, onDone }: DialogProps) {
  const [name, setName] = useState('');
  const [about, setAbout] = useState('');
  const make = async (): Promise<void> => {
    await makeGroup(name.trim(), about.trim());
    onDone();
  };
  return (
    <Ask title="New group" yes="Create" onYes={make} onClose={onClose}>
      <TextField id="group-name" label="Name" required autocomplete="off" value={name} onType={setName} />
      <TextField id="group-about" label="What it is for" autocomplete="off" value={about} onType={setAbout} />
    </Ask>
  );
}

const SHOWN = 200;

interface MembersProps {
  readonly group: Pick<Person, 'urn' | 'name' | 'roles'>;
  readonly rights: Rights;
  readonly onClose: () => void;
}

/** Who is in a group. Whoever may, adds and removes. */
export function Members({ group: { urn, name, roles }, rights, onClose }: MembersProps) {
  const { data, error, reload } = useLoad((signal) => listMembers('group', urn, SHOWN, signal), [urn]);
  const own = useLoad((signal) => readEntityRights(urn, signal), [urn]);
  const { error: failed, run } = useWork();
  const mayRemove = own.data?.mayAdmit === true;
  // Such a group gives rights over others.
  const mayAdd = mayRemove && (roles.length === 0 || rights.may('managePolicies'));
  const change = (work: Promise<void>): Promise<void> =>
    run(async () => {
      await work;
      reload();
    });
  const people = data?.people ?? [];
  return (
    <Dialog title={`Members of ${name}`} onClose={onClose}>
      <Loading data={data} label="Loading the members" error={error} onRetry={reload} />
      {data?.total === 0 && <p class="muted">Nobody is in it yet.</p>}
      {mayRemove ? (
        <PickedList urns={people.map((each) => each.urn)} onRemove={(user) => void change(removeMember(urn, user))} />
      ) : (
        <ul class="link-list">
          {people.map((each) => (
            <li key={each.urn}>
              <EntityLink urn={each.urn} name={each.name} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > people.length && (
        <p class="muted">
          These are {people.length} of {data.total.toLocaleString('en')}.
        </p>
      )}
      {mayAdd && <EntityPicker label="Add a member" types={['CORP_USER']} onPick={(user) => void change(addMembers(urn, [user]))} />}
      <Failure error={failed} />
      <CloseButton label="Done" onClose={onClose} />
    </Dialog>
  );
}

interface DeleteGroupProps extends DialogProps {
  readonly group: Person;
  readonly mayRead: boolean;
}

function DeleteGroup({ group: { urn, name }, mayRead, onClose, onDone }: DeleteGroupProps) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const [members, owned, policies] = await Promise.all([
        listMembers('group', urn, 1, signal),
        count([], [{ anyOf: [[{ field: 'owners', values: [urn] }]] }], signal),
        mayRead ? listPolicies({ query: '', start: 0, count: 20, group: urn }, signal) : undefined,
      ]);
      return { members: members.total, owned: owned.totals[0] ?? 0, policies: policies?.policies ?? [] };
    },
    [urn, mayRead],
  );
  return (
    <Ask
      title={`Delete the group ${name}?`}
      yes="Delete"
      danger
      disabled={!data}
      onClose={onClose}
      onYes={async () => {
        await removeGroup(urn);
        onDone();
      }}
    >
      <Loading data={data} label="Looking where it counts" what="What it affects could not be read." error={error} onRetry={reload} />
      {data && (
        <ul class="bullets">
          <li>
            <strong>{plural(data.members, 'member')}</strong> {data.members === 1 ? 'loses' : 'lose'} what the group gives.
          </li>
          {data.owned > 0 && (
            <li>
              <strong>{plural(data.owned, 'asset')}</strong> {data.owned === 1 ? 'names' : 'name'} it as an owner, and{' '}
              {data.owned === 1 ? 'keeps' : 'keep'} the name.
            </li>
          )}
          {data.policies.map((policy) => (
            <li key={policy.urn}>The policy “{policy.name}” grants to nobody through it any more.</li>
          ))}
        </ul>
      )}
      <p>You cannot undo this.</p>
    </Ask>
  );
}
