import { useState } from 'preact/hooks';
import { commentOn, type Incident, setIncident } from '../../api/results.ts';
import { spaced } from '../../data/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { ResultBadge } from '../../parts/result-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useWork } from '../../parts/use-work.ts';
import { entityUrl, Link } from '../../route.ts';
import { PRIORITIES, WorkDialog } from './incident-work.tsx';

interface IncidentCardProps {
  readonly incident: Incident;
  /** May the reader do something about it? */
  readonly mayAct: boolean;
  readonly onSaved: () => void;
}

/** An incident with its comments: one can comment on it, resolve it, or open it again. */
export function IncidentCard({ incident, mayAct, onSaved }: IncidentCardProps) {
  const { urn, title, description, open, stage, message, priority, assignees, since, notes } = incident;
  const [text, setText] = useState('');
  const [assigning, assign] = useState(false);
  const { busy, error, run } = useWork();
  const act = (write: () => Promise<void>): Promise<void> =>
    run(async () => {
      await write();
      setText('');
      onSaved();
    });
  const said = text.trim();
  return (
    <article class={`card incident stack ${open ? 'incident-open' : ''}`} aria-label={title}>
      <header class="incident-head bar">
        <ResultBadge result={open ? 'ACTIVE' : 'RESOLVED'} />
        <h3>
          <Link href={entityUrl(urn)}>{title}</Link>
        </h3>
        {priority !== undefined && PRIORITIES[priority] !== undefined && open && <Badge tone="warn">{PRIORITIES[priority]}</Badge>}
        <span class="muted small">
          {stage !== undefined && `${spaced(stage)} · `}
          {since !== undefined && <Time ms={since} />}
        </span>
      </header>
      {description !== '' && <p>{description}</p>}
      {assignees.length > 0 && (
        <p class="small bar">
          <span class="muted">Works on it:</span>
          {assignees.map((each) => (
            <EntityLink key={each} urn={each} />
          ))}
        </p>
      )}
      {message !== '' && <p class="muted">{message}</p>}
      {notes.length > 0 && (
        <ol class="notes stack">
          {notes.map((note) => (
            <li key={`${note.created.time}${note.message}`}>
              <span class="small muted">
                <EntityLink urn={note.created.actor} /> <Time ms={note.created.time} />
              </span>
              <p>{note.message}</p>
            </li>
          ))}
        </ol>
      )}
      <Failure error={error} />
      {mayAct && (
        <form
          class="incident-form bar"
          onSubmit={(event) => {
            event.preventDefault();
            if (said !== '') act(() => commentOn(urn, said));
          }}
        >
          <input
            dir="auto"
            aria-label={`Comment on ${title}`}
            placeholder="Comment"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" disabled={busy || said === ''}>
            Comment
          </button>
          {open && <Button label="Assign…" disabled={busy} onClick={() => assign(true)} />}
          <Button
            label={open ? 'Resolve' : 'Open again'}
            class={open ? 'primary' : ''}
            disabled={busy}
            onClick={() => act(() => setIncident(urn, !open, said))}
          />
        </form>
      )}
      {assigning && (
        <WorkDialog
          incident={incident}
          onClose={() => assign(false)}
          onSaved={() => {
            assign(false);
            onSaved();
          }}
        />
      )}
    </article>
  );
}
