/**
 * `/access/users`: who comes in, by which role and groups, and who has left.
 */
import { useState } from 'preact/hooks';
import { lastSeen } from '../api/access-tokens.ts';
import { inviteLink, type Person, resetLink, setSuspended } from '../api/people.ts';
import type { Rights } from '../api/rights.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { Secret } from '../parts/secret.tsx';
import { Time } from '../parts/time.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { HandOver } from './hand-over.tsx';
import { Action, Names, PeopleList } from './list.tsx';
import { RoleDialog, RoleField } from './role-dialog.tsx';

type Act = 'role' | 'suspend' | 'hand-over' | 'reset';
type PersonTask = { readonly what: Act; readonly person: Person } | { readonly what: 'invite' };

const INVITED = 'Whoever opens this link may sign up, for seven days. Cairn never shows it again.';
const resetAbout = ({ name }: Person): string => `With this link ${name} sets a new password, within a day. Cairn never shows it again.`;

export function Users({ rights }: { readonly rights: Rights }) {
  const { asked, ask, turn, again, close, done } = useAsked<PersonTask>();
  const [link, show] = useState<{ readonly title: string; readonly text: string; readonly about: string } | undefined>(undefined);
  const { error, run } = useWork();
  const reactivate = (person: Person): Promise<void> =>
    run(async () => {
      await setSuspended(person.urn, false);
      again();
    });
  const made = (title: string, about: string) => (text: string) => {
    close();
    show({ title, text, about });
  };
  return (
    <>
      <Failure error={error} />
      <PeopleList
        kind="users"
        label="Users"
        none="There are no users yet"
        next="Invite people: they sign up by a link."
        turn={turn}
        tools={rights.may('createIdentities') && <Button label="Invite people" class="primary" onClick={() => ask({ what: 'invite' })} />}
        titles={['Role', 'Groups', 'Last use', 'Actions']}
        cells={(person) => [
          <Names key="r" urns={person.roles} />,
          <Names key="g" urns={person.groups} />,
          <Seen key="s" urn={person.urn} />,
          <Actions key="a" person={person} rights={rights} act={(what) => ask({ what, person })} onReactivate={() => void reactivate(person)} />,
        ]}
      />
      {asked?.what === 'invite' && <Invite withRoles={rights.may('managePolicies')} onClose={close} onMade={made('The invitation', INVITED)} />}
      {asked?.what === 'role' && <RoleDialog person={asked.person} onClose={close} onDone={done} />}
      {asked?.what === 'reset' && <Reset person={asked.person} onClose={close} onMade={made('The reset link', resetAbout(asked.person))} />}
      {asked?.what === 'suspend' && (
        <Suspend
          person={asked.person}
          onClose={close}
          onDone={() => {
            again();
            ask(rights.may('doEverything') ? { what: 'hand-over', person: asked.person } : undefined);
          }}
        />
      )}
      {asked?.what === 'hand-over' && <HandOver person={asked.person} onClose={close} />}
      {link && (
        <Secret title={link.title} secret={link.text} onClose={() => show(undefined)}>
          {link.about}
        </Secret>
      )}
    </>
  );
}

interface PersonActionsProps {
  readonly person: Person;
  readonly rights: Rights;
  readonly act: (what: Act) => void;
  readonly onReactivate: () => void;
}

function Actions({ person: { urn, name, state, roles }, rights, act, onReactivate }: PersonActionsProps) {
  if (urn === rights.me) return <span class="muted small">You</span>;
  // Whoever may have rights over policies is only touched by who has them.
  const mayTouch = roles.length === 0 || rights.may('managePolicies');
  const mayUpdate = mayTouch && rights.may('updateIdentities');
  return (
    <div class="bar close">
      {rights.may('managePolicies') && <Action label="Role…" of={name} onClick={() => act('role')} />}
      {mayTouch && state === 'active' && rights.may('manageUserCredentials') && <Action label="Reset link…" of={name} onClick={() => act('reset')} />}
      {mayUpdate && state === 'active' && <Action label="Suspend…" of={name} danger onClick={() => act('suspend')} />}
      {mayUpdate && state === 'suspended' && <Action label="Reactivate" of={name} onClick={onReactivate} />}
      {state !== 'active' && rights.may('doEverything') && <Action label="Hand over…" of={name} onClick={() => act('hand-over')} />}
    </div>
  );
}

/** Of all rows in one request: they ask at the same time. */
let waiting: { readonly urns: Set<string>; readonly answer: Promise<ReadonlyMap<string, number>> } | undefined;

function seenOf(urn: string): Promise<ReadonlyMap<string, number>> {
  if (!waiting) {
    const urns = new Set<string>();
    const answer = new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => {
      waiting = undefined;
      return lastSeen([...urns]);
    });
    waiting = { urns, answer };
  }
  waiting.urns.add(urn);
  return waiting.answer;
}

function Seen({ urn }: { readonly urn: string }) {
  const { data } = useLoad(async () => (await seenOf(urn)).get(urn) ?? 0, [urn]);
  if (data === undefined) return null;
  return data === 0 ? <span class="muted">Never</span> : <Time ms={data} />;
}

interface InviteProps {
  readonly withRoles: boolean;
  readonly onMade: (link: string) => void;
  readonly onClose: () => void;
}

function Invite({ withRoles, onMade, onClose }: InviteProps) {
  const [role, choose] = useState('');
  return (
    <Ask title="Invite people" yes="Make the link" onClose={onClose} onYes={async () => onMade(await inviteLink(role === '' ? undefined : role))}>
      <p>A link with which anybody can sign up. Send it to those who should come in.</p>
      {withRoles && <RoleField label="They get the role" chosen={role} onChoose={choose} />}
    </Ask>
  );
}

interface PersonProps {
  readonly person: Person;
  readonly onClose: () => void;
}

function Reset({ person: { urn, name }, onMade, onClose }: PersonProps & { readonly onMade: (link: string) => void }) {
  return (
    <Ask title={`A reset link for ${name}?`} yes="Make the link" onClose={onClose} onYes={async () => onMade(await resetLink(urn))}>
      <p>The password stays until the link is used. An earlier link ends now.</p>
    </Ask>
  );
}

function Suspend({ person: { urn, name }, onDone, onClose }: PersonProps & { readonly onDone: () => void }) {
  return (
    <Ask title={`Suspend ${name}?`} yes="Suspend" danger onClose={onClose} onYes={() => setSuspended(urn, true).then(onDone)}>
      <p>Sessions and tokens end with the next request. What {name} has written stays, and so does the ownership of assets.</p>
    </Ask>
  );
}
