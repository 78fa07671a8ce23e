/**
 * Tokens: those of the reader, of a service account, or of everybody.
 */
import { useState } from 'preact/hooks';
import { type AccessToken, createToken, DURATIONS, type Duration, listTokens, revokeToken } from '../api/access-tokens.ts';
import { Ask } from '../parts/ask.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { TextField } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { Records } from '../parts/records.tsx';
import { Secret } from '../parts/secret.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { StepPages } from '../search/entity-search.tsx';
import { Action, PAGE } from './list.tsx';

interface TokensProps {
  readonly label: string;
  /** URN of the user whose tokens they are; undefined: of everybody. */
  readonly of: string | undefined;
  readonly service?: boolean;
  readonly mayMake: boolean;
}

export function Tokens({ label, of, service = false, mayMake }: TokensProps) {
  const [start, go] = useState(0);
  const { last, error, reload } = useLoad(
    (signal) => listTokens({ actors: of === undefined ? undefined : [of], start, count: PAGE }, signal),
    [of, start],
  );
  const [making, make] = useState(false);
  const [secret, show] = useState<string | undefined>(undefined);
  const [revoked, revoke] = useState<AccessToken | undefined>(undefined);
  return (
    <section class="stack" aria-label={label}>
      {mayMake && of !== undefined && (
        <div class="bar">
          <Button label="New token" class="primary end" onClick={() => make(true)} />
        </div>
      )}
      <Loading data={last} label="Loading the tokens" error={error} onRetry={reload} />
      {last?.total === 0 && (
        <Empty title="There are no tokens yet">{mayMake && <p>With a token, a program acts {service ? 'as this account' : 'as you'}.</p>}</Empty>
      )}
      {last && last.total > 0 && <List label={label} tokens={last.tokens} named={of === undefined} onRevoke={revoke} />}
      <StepPages total={last?.total ?? 0} start={start} page={PAGE} label={label} onGo={go} />
      {making && of !== undefined && (
        <NewToken
          actor={of}
          service={service}
          onClose={() => make(false)}
          onMade={(made) => {
            make(false);
            show(made);
            reload();
          }}
        />
      )}
      {secret !== undefined && (
        <Secret title="The new token" secret={secret} onClose={() => show(undefined)}>
          Send it as <code>Authorization: Bearer …</code>. Cairn keeps only its hash: copy it now.
        </Secret>
      )}
      {revoked && (
        <Ask
          title={revoked.session ? 'End this session?' : `Revoke ${revoked.name}?`}
          yes={revoked.session ? 'End it' : 'Revoke'}
          danger
          onClose={() => revoke(undefined)}
          onYes={async () => {
            await revokeToken(revoked.id);
            revoke(undefined);
            reload();
          }}
        >
          <p>Whoever uses it is refused from the next request.</p>
        </Ask>
      )}
    </section>
  );
}

interface ListProps {
  readonly label: string;
  readonly tokens: readonly AccessToken[];
  /** Says whose each is. */
  readonly named: boolean;
  readonly onRevoke: (token: AccessToken) => void;
}

function List({ label, tokens, named, onRevoke }: ListProps) {
  return (
    <Records
      label={`List: ${label}`}
      titles={['Name', named && 'Of', 'Made', 'Ends', 'Last use', 'Actions']}
      records={tokens.map((token) => ({
        key: token.id,
        cells: [
          <>
            {token.session ? 'Session in a browser' : token.name} {token.readOnly && <Badge>Reads only</Badge>}
          </>,
          <EntityLink key="of" urn={token.actor} />,
          token.createdAt !== undefined && <Time ms={token.createdAt} />,
          token.expiresAt === undefined ? 'Never' : <Time ms={token.expiresAt} />,
          token.usedAt === undefined ? <span class="muted">{token.session ? '' : 'Never'}</span> : <Time ms={token.usedAt} />,
          <Action key="end" label={token.session ? 'End…' : 'Revoke…'} of={token.name} danger onClick={() => onRevoke(token)} />,
        ],
      }))}
    />
  );
}

interface NewTokenProps {
  readonly actor: string;
  readonly service: boolean;
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function NewToken({ actor, service, onMade, onClose }: NewTokenProps) {
  const [name, setName] = useState('');
  const [duration, setDuration] = useState<Duration>('ONE_MONTH');
  const [readOnly, setReadOnly] = useState(false);
  return (
    <Ask title="New token" yes="Create" onClose={onClose} onYes={async () => onMade(await createToken({ actor, service, name, duration, readOnly }))}>
      <TextField
        id="token-name"
        label="Name"
        required
        autocomplete="off"
        value={name}
        onType={setName}
        hint="Where it is used, for example: laptop."
      />
      <SelectField id="token-duration" label="It counts for" value={duration} options={DURATIONS} onChoose={setDuration} />
      <Check checked={readOnly} onCheck={setReadOnly}>
        It only reads
      </Check>
    </Ask>
  );
}
