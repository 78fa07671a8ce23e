/**
 * Chooses the time of which the page shows the state, and says loudly if it is not now.
 */
import { useState } from 'preact/hooks';
import { asOfText } from '../../api/past.ts';
import { DAY_MS } from '../../data/days.ts';
import { Button } from '../../parts/button.tsx';
import { navigate, type Route, useRoute, withQuery } from '../../route.ts';

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });
const AGO = [
  { title: 'Yesterday', days: 1 },
  { title: 'Last week', days: 7 },
  { title: 'Last month', days: 30 },
];

/** A time for a field of the browser: local, to the minute. */
function localText(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Asks a page that shows the present for another time. */
export function ChooseTime({ onDone }: { readonly onDone: () => void }) {
  const route = useRoute();
  const choose = (time: number): void => {
    onDone();
    navigate(timeUrl(route, time));
  };
  return (
    <section class="bar card" aria-label="Time">
      <TimeForm from={Date.now() - DAY_MS} onChoose={choose} onCancel={onDone} />
    </section>
  );
}

function timeUrl(route: Route, time: number | undefined): string {
  return withQuery(route, { asOf: time === undefined ? undefined : asOfText(time), compare: undefined });
}

const NOT_SHOWN = {
  reading: (asOf: number | undefined) => (asOf === undefined ? 'Going back to now…' : `Looking for how it was on ${FULL.format(asOf)}…`),
  failed: (asOf: number | undefined) => (asOf === undefined ? 'You still see the past.' : `How it was on ${FULL.format(asOf)} could not be read.`),
};

interface PastBarProps {
  /** The time that the reader has asked for, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  /** Whether the page shows it. Until then, it still shows another time. */
  readonly state: 'shown' | 'reading' | 'failed';
}

/** Says which time the page shows, and leads to others. */
export function PastBar({ asOf, state }: PastBarProps) {
  const route = useRoute();
  const [asking, ask] = useState(false);
  const go = (time: number | undefined): void => {
    ask(false);
    navigate(timeUrl(route, time));
  };
  const comparing = route.query.get('compare') === 'now';
  return (
    <section class="bar past-on notice" aria-label="Time">
      <p role="status" class="past-said">
        {state === 'shown' ? (
          <>
            <strong>You see the past.</strong> This is how it was on {FULL.format(asOf)}.
          </>
        ) : (
          NOT_SHOWN[state](asOf)
        )}
      </p>
      {asking ? (
        <TimeForm from={asOf ?? Date.now() - DAY_MS} onChoose={go} onCancel={() => ask(false)} />
      ) : (
        <>
          <Button label="Another time…" onClick={() => ask(true)} />
          <Button
            label="Compare with now"
            aria-pressed={comparing}
            onClick={() => navigate(withQuery(route, { compare: comparing ? undefined : 'now' }), { replace: true })}
          />
          <Button label="Back to now" class="primary" onClick={() => go(undefined)} />
        </>
      )}
    </section>
  );
}

interface TimeFormProps {
  readonly from: number;
  readonly onChoose: (time: number) => void;
  readonly onCancel: () => void;
}

function TimeForm({ from, onChoose, onCancel }: TimeFormProps) {
  const [text, setText] = useState(localText(from));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const time = new Date(text).getTime();
    if (!Number.isNaN(time)) onChoose(time);
  };
  return (
    <form class="past-form bar medium" onSubmit={submit}>
      <label for="past-time">Show it as of</label>
      <input
        id="past-time"
        type="datetime-local"
        required
        step={1}
        max={localText(Date.now() + 60_000)}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Show
      </button>
      {AGO.map(({ title, days }) => (
        <Button label={title} key={title} onClick={() => onChoose(Date.now() - days * DAY_MS)} />
      ))}
      <Button label="Cancel" class="plain" onClick={onCancel} />
    </form>
  );
}
