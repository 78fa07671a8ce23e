import { useState } from 'preact/hooks';
import { assignRole, listPeople, type Person } from '../api/people.ts';
import { Ask } from '../parts/ask.tsx';
import { Check } from '../parts/check.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';

const MOST = 200;

interface RoleFieldProps {
  readonly label: string;
  /** URN; empty: none. */
  readonly chosen: string;
  readonly onChoose: (role: string) => void;
}

/** One of the roles, or none. */
export function RoleField({ label, chosen, onChoose }: RoleFieldProps) {
  const { data, error, reload } = useLoad((signal) => listPeople({ kind: 'roles', query: '', start: 0, count: MOST }, signal), []);
  if (!data || error !== undefined) return <Loading label="Loading the roles" what="The roles could not be read." error={error} onRetry={reload} />;
  const roles = [{ urn: '', name: 'No role', about: 'Only what policies grant to the person and the groups.' }, ...data.people];
  return (
    <fieldset class="stack close">
      <legend>{label}</legend>
      {roles.map(({ urn, name, about }) => (
        <Check key={urn} type="radio" name="role" checked={urn === chosen} onCheck={() => onChoose(urn)}>
          {name} <span class="hint">{about}</span>
        </Check>
      ))}
    </fieldset>
  );
}

interface RoleDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RoleDialog({ person, onClose, onDone }: RoleDialogProps) {
  const [role, choose] = useState(person.roles[0] ?? '');
  const give = async (): Promise<void> => {
    await assignRole(person.urn, role === '' ? undefined : role);
    onDone();
  };
  return (
    <Ask title={`The role of ${person.name}`} yes="Save" onYes={give} onClose={onClose}>
      {person.roles.length > 1 && <p class="notice">{person.name} has several roles. Saving leaves the one that you choose.</p>}
      <RoleField label="Role" chosen={role} onChoose={choose} />
      <p class="hint">It counts from the next request.</p>
    </Ask>
  );
}
