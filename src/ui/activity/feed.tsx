/**
 * A feed: who did what, and when, in sentences.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ActivityEvent, type ActivityRow, rowsOf } from '../data/events.ts';
import { type Sentence, toldOf } from '../data/sentences.ts';
import { plural } from '../data/words.ts';
import { EntityLink, EntityLinks } from '../parts/entity-link.tsx';
import { Time } from '../parts/time.tsx';
import { RunLink } from './run-link.tsx';

/** @param named says of which entity each event is */
export function Feed({ events, named }: { readonly events: readonly ActivityEvent[]; readonly named: boolean }) {
  return (
    <ol class="feed stack flush breaks">
      {rowsOf(events).map((row) => (
        <li key={row.key} class="feed-row stack">
          <Told row={row} named={named} />
        </li>
      ))}
    </ol>
  );
}

const NAMED = 3;

interface ToldProps {
  readonly row: ActivityRow;
  readonly named: boolean;
  /** What stands before it. */
  readonly mark?: ComponentChildren;
}

/** Who did what, to which entities, and when. */
export function Told({ row: { events }, named, mark }: ToldProps) {
  const [first] = events;
  const urns = [...new Set(events.map(({ urn }) => urn))];
  const together = named && urns.length > 1;
  return (
    <>
      <p class="feed-head strong">
        {mark} <EntityLink urn={first.actor} />{' '}
        {together ? (
          <>
            changed {plural(urns.length, 'asset')}: <EntityLinks urns={urns.slice(0, NAMED)} />
            {urns.length > NAMED && ` and ${(urns.length - NAMED).toLocaleString('en')} more`}
          </>
        ) : (
          named && (
            <>
              {first.whole ?? 'changed'} <EntityLink urn={first.urn} />
            </>
          )
        )}
      </p>
      <Sentences events={together ? events.slice(0, 1) : events} named={named} />
      {together && <Each events={events} />}
      <p class="muted small">
        <Time ms={first.time} />
        {first.runId !== undefined && (
          <>
            {' · run '}
            <RunLink run={first.runId} />
          </>
        )}
      </p>
    </>
  );
}

function Sentences({ events, named }: { readonly events: readonly ActivityEvent[]; readonly named: boolean }) {
  return (
    <ul class="feed-said stack flush">
      {events
        .flatMap((event) => saidOf(event, named))
        .map((sentence, at) => (
          <li key={at}>
            <Said sentence={sentence} />
          </li>
        ))}
    </ul>
  );
}

/** What was done to each of many, when somebody opens it. */
function Each({ events }: { readonly events: readonly ActivityEvent[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="small">What was done to each</summary>
      {open && (
        <ul class="feed-each stack close">
          {events.map((event) => (
            <li key={event.key}>
              <EntityLink urn={event.urn} />
              <Sentences events={[event]} named />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function saidOf({ whole, changes }: ActivityEvent, named: boolean): Sentence[] {
  if (whole === 'deleted') return named ? [] : [['deleted it permanently']];
  return [...(whole === 'created' && !named ? [['created it']] : []), ...toldOf(changes)];
}

export function Said({ sentence }: { readonly sentence: Sentence }) {
  return <>{sentence.map((piece, at) => (typeof piece === 'string' ? piece : <EntityLink key={at} urn={piece.urn} />))}</>;
}
