/** A request that lands in the inbox of who manages policies. */
import { useState } from 'preact/hooks';
import { askForAccess } from '../api/requests.ts';
import { privilegeWords } from '../data/privileges.ts';
import { capital } from '../data/words.ts';
import { SelectField } from './select-field.tsx';
import { useWork } from './use-work.ts';

interface AskForAccessProps {
  /** What can be asked for: if there are several, the reader chooses one. */
  readonly privileges: readonly string[];
  /** URN of what it is about; undefined: the whole catalog. */
  readonly entity: string | undefined;
}

export function AskForAccess({ privileges, entity }: AskForAccessProps) {
  const [reason, setReason] = useState('');
  const [chosen, choose] = useState(privileges[0] ?? '');
  const [asked, done] = useState(false);
  const { busy, error, run } = useWork();
  if (asked) return <p role="status">You have asked. Your inbox says what becomes of it.</p>;
  return (
    <form
      class="stack close"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(() => askForAccess(chosen, entity, reason).then(() => done(true)));
      }}
    >
      {privileges.length > 1 && (
        <SelectField
          id="ask-privilege"
          label="What do you want to do?"
          value={chosen}
          options={privileges.map((each) => [each, capital(privilegeWords(each))] as const)}
          onChoose={choose}
        />
      )}
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
