/** What a refusal needs, what is missing, and whom to ask. Loaded when somebody asks: few do. */
import { useState } from 'preact/hooks';
import { readMissing } from '../api/policies.ts';
import { askForAccess } from '../api/requests.ts';
import { oneOfThese } from '../data/privileges.ts';
import { Dialog } from './dialog.tsx';
import { EntityLink } from './entity-link.tsx';
import { CloseButton } from './form-buttons.tsx';
import { PolicySentence } from './policy-sentence.tsx';
import { Spinner } from './spinner.tsx';
import { useLoad } from './use-load.ts';
import { useWork } from './use-work.ts';

export interface ExplanationProps {
  readonly refused: Refused;
  readonly onClose: () => void;
}

export interface Refused {
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
      <AskForIt privilege={privileges[0] ?? ''} entity={entity} />
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}

/** A request that lands in the inbox of who manages policies. */
function AskForIt({ privilege, entity }: { readonly privilege: string; readonly entity: string | undefined }) {
  const [reason, setReason] = useState('');
  const [asked, done] = useState(false);
  const { busy, error, run } = useWork();
  if (asked) return <p role="status">You have asked. Your inbox says what becomes of it.</p>;
  return (
    <form
      class="stack close"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(() => askForAccess(privilege, entity, reason).then(() => done(true)));
      }}
    >
      <label>
        What do you need it for?
        <input type="text" value={reason} maxLength={1_000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
      </label>
      {error !== undefined && <p role="alert">{error instanceof Error ? error.message : String(error)}</p>}
      <button type="submit" disabled={busy}>
        Ask for it
      </button>
    </form>
  );
}
