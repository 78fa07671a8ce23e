/**
 * Who may see and change an entity, and what one user may do.
 */
import { useState } from 'preact/hooks';
import { readGranted, readLacked, readPoliciesOn } from '../api/policies.ts';
import type { StoredPolicy } from '../data/policy.ts';
import { privilegeWords } from '../data/privileges.ts';
import { plural } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { AskForAccess } from '../parts/ask-for-access.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { Part } from '../parts/part.tsx';
import { PolicySentence } from '../parts/policy-sentence.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { useRights } from '../parts/use-rights.ts';
import { May } from './you.tsx';

interface WhoMayProps {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}

const CHANGES = /^(EDIT|CREATE|DELETE|MANAGE)_/;
const changes = ({ privileges }: StoredPolicy): boolean => privileges.some((each) => CHANGES.test(each));

/** The policies that are about an entity, and what they grant to a user there. */
export function WhoMay({ urn, name, onClose }: WhoMayProps) {
  const { data, error, reload } = useLoad((signal) => readPoliciesOn(urn, signal), [urn]);
  const [user, choose] = useState<string | undefined>(undefined);
  return (
    <Dialog title={`Who can see and change ${name}`} onClose={onClose}>
      <Loading data={data} label="Asking the policies" error={error} onRetry={reload} />
      {data && <Policies title="Who can change it" none="No policy lets anybody change it." policies={data.policies.filter(changes)} />}
      {data && <Policies title="Who else can see it" none="No other policy names it." policies={data.policies.filter((each) => !changes(each))} />}
      {data && data.hidden > 0 && <p>{plural(data.hidden, 'policy', 'policies')} that you cannot see may let others do more.</p>}
      <p class="hint">
        Tokens of the operator do not ask policies. A catalog shows everything to everybody unless its operator lets policies decide what is read.
      </p>
      <Lacked entity={urn} />
      <EntityPicker label="What may somebody do here?" types={['CORP_USER']} onPick={choose} />
      {user !== undefined && <Here user={user} entity={urn} />}
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}

function Policies({ title, none, policies }: { readonly title: string; readonly none: string; readonly policies: readonly StoredPolicy[] }) {
  return (
    <Part title={title}>
      {policies.length === 0 && <p class="muted">{none}</p>}
      <ul class="bullets">
        {policies.map((policy) => (
          <li key={policy.urn}>
            <PolicySentence policy={policy} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What the reader may not do here, to ask for. */
function Lacked({ entity }: { readonly entity: string }) {
  const { data } = useLoad((signal) => readLacked(entity, signal), [entity]);
  if (!data || data.length === 0) return null;
  return (
    <Part title="Ask for access">
      <AskForAccess privileges={data} entity={entity} />
    </Part>
  );
}

function Here({ user, entity }: { readonly user: string; readonly entity: string }) {
  const name = useName(user);
  const { data, error, reload } = useLoad((signal) => readGranted(user, entity, signal), [user, entity]);
  if (!data || error !== undefined) return <Loading label="Asking the policies" error={error} onRetry={reload} />;
  const words = [...new Set(data.privileges.filter((each) => CHANGES.test(each) || each === 'VIEW_ENTITY_PAGE').map(privilegeWords))];
  return (
    <p role="status">
      <strong>{name}</strong> {words.length === 0 ? 'may change nothing here.' : `may here: ${words.join(', ')}.`}
    </p>
  );
}

/** What a user is in, and may do. */
export function UserMay({ urn, name, onClose }: WhoMayProps) {
  const rights = useRights();
  return (
    <Dialog title={`What ${name} may do`} onClose={onClose} wide>
      {rights && <May urn={urn} rights={rights} />}
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}
