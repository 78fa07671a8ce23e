/**
 * `/access/services`: accounts of programs, and their tokens.
 */
import { useState } from 'preact/hooks';
import { makeService, type Person, removeService } from '../api/people.ts';
import type { Rights } from '../api/rights.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { Action, Names, PeopleList } from './list.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { Tokens } from './tokens.tsx';

type ServiceTask = { readonly what: 'tokens' | 'role' | 'delete'; readonly account: Person } | { readonly what: 'new' };

export function Services({ rights }: { readonly rights: Rights }) {
  const { asked, ask, turn, close, done } = useAsked<ServiceTask>();
  return (
    <>
      <PeopleList
        kind="services"
        label="Service accounts"
        none="There are no service accounts yet"
        next="Create one for each program that reads or writes here, and give it a token."
        turn={turn}
        tools={<Button label="New service account" class="primary" onClick={() => ask({ what: 'new' })} />}
        titles={['Role', 'Groups', 'Actions']}
        cells={(account) => [
          <Names key="r" urns={account.roles} />,
          <Names key="g" urns={account.groups} />,
          <div key="a" class="bar close">
            <Action label="Tokens…" of={account.name} onClick={() => ask({ what: 'tokens', account })} />
            {rights.may('managePolicies') && <Action label="Role…" of={account.name} onClick={() => ask({ what: 'role', account })} />}
            {(account.roles.length === 0 || rights.may('managePolicies')) && (
              <Action label="Delete…" of={account.name} danger onClick={() => ask({ what: 'delete', account })} />
            )}
          </div>,
        ]}
      />
      {asked?.what === 'new' && <NewService onClose={close} onDone={done} />}
      {asked?.what === 'tokens' && (
        <Dialog title={`Tokens of ${asked.account.name}`} onClose={close} wide>
          <Tokens label={`Tokens of ${asked.account.name}`} of={asked.account.urn} service mayMake />
        </Dialog>
      )}
      {asked?.what === 'role' && <RoleDialog person={asked.account} onClose={close} onDone={done} />}
      {asked?.what === 'delete' && (
        <Ask
          title={`Delete ${asked.account.name}?`}
          yes="Delete"
          danger
          onClose={close}
          onYes={async () => {
            await removeService(asked.account.urn);
            done();
          }}
        >
          <p>Its tokens end with the next request. You cannot undo this.</p>
        </Ask>
      )}
    </>
  );
}

function NewService({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [about, setAbout] = useState('');
  const make = async (): Promise<void> => {
    await makeService(name.trim(), about.trim());
    onDone();
  };
  return (
    <Ask title="New service account" yes="Create" onYes={make} onClose={onClose}>
      <TextField id="service-name" label="Name" required autocomplete="off" value={name} onType={setName} />
      <TextField id="service-about" label="What it does" autocomplete="off" value={about} onType={setAbout} />
      <p class="hint">It may do nothing until it has a role, or a policy names it.</p>
    </Ask>
  );
}
