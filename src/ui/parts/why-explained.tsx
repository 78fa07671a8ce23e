/** What a refusal needs, what is missing, and whom to ask. Loaded when somebody asks: few do. */
import { readMissing } from '../api/policies.ts';
import { oneOfThese } from '../data/privileges.ts';
import { AskForAccess } from './ask-for-access.tsx';
import { Dialog } from './dialog.tsx';
import { EntityLink } from './entity-link.tsx';
import { CloseButton } from './form-buttons.tsx';
import { PolicySentence } from './policy-sentence.tsx';
import { Spinner } from './spinner.tsx';
import { useLoad } from './use-load.ts';

export interface ExplanationProps {
  readonly refused: PrivilegeRefusal;
  readonly onClose: () => void;
}

export interface PrivilegeRefusal {
  /** One of them is enough. */
  readonly privileges: readonly string[];
  /** URN of the entity that it is about, if it is about one. */
  readonly entity: string | undefined;
  readonly message: string;
}

export function Explanation({ refused: { privileges, entity, message }, onClose }: ExplanationProps) {
  const { data, error } = useLoad((signal) => readMissing(privileges, entity, signal), [privileges, entity]);
  const ask = /Ask (.+)$/.exec(message)?.[1];
  return (
    <Dialog title="Why may I not?" onClose={onClose}>
      <p>
        This needs <strong>{oneOfThese(privileges)}</strong>
        {entity !== undefined && (
          <>
            {' '}
            on <EntityLink urn={entity} />
          </>
        )}
        . No policy grants it to you here.
      </p>
      {error !== undefined && <p role="alert">The policies could not be read: {error instanceof Error ? error.message : String(error)}</p>}
      {!data && error === undefined && <Spinner label="Asking the policies" />}
      {data && data.length === 0 && <p>No policy that you can see grants it to anybody.</p>}
      {data && data.length > 0 && (
        <>
          <h3>Policies that grant it to others, or elsewhere</h3>
          <ul class="bullets">
            {data.map(({ policy, reason }) => (
              <li key={policy.urn}>
                <PolicySentence policy={policy} />
                <p class="muted small">You do not get it because {reason}.</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Who can give it to you</h3>
      {ask !== undefined && <p class="breaks">Ask {ask}.</p>}
      <AskForAccess privileges={privileges.slice(0, 1)} entity={entity} />
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}
