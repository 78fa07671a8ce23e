/**
 * `/access/roles`: roles, who has them, and what policies give them.
 */
import { useState } from 'preact/hooks';
import { listMembers, type Person } from '../api/people.ts';
import { listPolicies } from '../api/policies.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { Part } from '../parts/part.tsx';
import { PolicySentence } from '../parts/policy-sentence.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Action, PeopleList } from './list.tsx';

const SHOWN = 200;

export function Roles() {
  const [role, show] = useState<Person | undefined>(undefined);
  return (
    <>
      <PeopleList
        kind="roles"
        label="Roles"
        none="There are no roles"
        next={undefined}
        turn={0}
        titles={['Actions']}
        cells={(each) => [<Action key="a" label="Who and what…" of={each.name} onClick={() => show(each)} />]}
      />
      {role && <Role role={role} onClose={() => show(undefined)} />}
    </>
  );
}

function Role({ role: { urn, name }, onClose }: { readonly role: Person; readonly onClose: () => void }) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const [members, policies] = await Promise.all([
        listMembers('role', urn, SHOWN, signal),
        listPolicies({ query: '', start: 0, count: SHOWN, role: urn }, signal),
      ]);
      return { members, policies: policies.policies };
    },
    [urn],
  );
  return (
    <Dialog title={`The role ${name}`} onClose={onClose}>
      <Loading data={data} label="Loading the role" error={error} onRetry={reload} />
      {data && (
        <>
          <Part title="What it gives">
            {data.policies.length === 0 && <p class="muted">No policy names it.</p>}
            <ul class="bullets">
              {data.policies.map((policy) => (
                <li key={policy.urn}>
                  <PolicySentence policy={policy} />
                </li>
              ))}
            </ul>
          </Part>
          <Part title="Who has it" count={data.members.total}>
            {data.members.total === 0 && <p class="muted">Nobody yet.</p>}
            <ul class="link-list">
              {data.members.people.map((each) => (
                <li key={each.urn}>
                  <EntityLink urn={each.urn} name={each.name} />
                </li>
              ))}
            </ul>
          </Part>
        </>
      )}
    </Dialog>
  );
}
