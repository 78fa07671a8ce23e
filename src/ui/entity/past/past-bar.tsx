/**
 * Chooses the time of which the page shows the state, and says loudly if it is not now.
 */
import { useState } from 'preact/hooks';
import { asOfText } from '../../api/past.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const DAY_MS = 86_400_000;
const AGO = [
  { title: 'Yesterday', days: 1 },
  { title: 'Last week', days: 7 },
  { title: 'Last month', days: 30 },
];

/** A time for a field of the browser: local, to the minute. */
export function localText(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param asOf the time that the page shows, epoch ms; undefined for now */
export function PastBar({ asOf }: { readonly asOf: number | undefined }) {
  const route = useRoute();
  const [asking, ask] = useState(false);
  const go = (time: number | undefined): void => {
    ask(false);
    navigate(withQuery(route, { asOf: time === undefined ? undefined : asOfText(time), compare: undefined }));
  };
  const comparing = route.query.get('compare') === 'now';
  return (
    <section class={asOf === undefined ? 'past-bar' : 'past-bar past-on'} aria-label="Time">
      {asOf !== undefined && (
        <p role="status" class="past-said">
          <strong>You see the past.</strong> This is how it was on {FULL.format(asOf)}.
        </p>
      )}
      {asking ? (
        <TimeForm from={asOf ?? Date.now() - DAY_MS} onChoose={go} onCancel={() => ask(false)} />
      ) : (
        <button type="button" class={asOf === undefined ? 'plain small' : ''} onClick={() => ask(true)}>
          {asOf === undefined ? 'As of…' : 'Another time…'}
        </button>
      )}
      {asOf !== undefined && !asking && (
        <>
          <button
            type="button"
            aria-pressed={comparing}
            onClick={() => navigate(withQuery(route, { compare: comparing ? undefined : 'now' }), { replace: true })}
          >
            Compare with now
          </button>
          <button type="button" class="primary" onClick={() => go(undefined)}>
            Back to now
          </button>
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
    <form class="past-form" onSubmit={submit}>
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
        <button key={title} type="button" onClick={() => onChoose(Date.now() - days * DAY_MS)}>
          {title}
        </button>
      ))}
      <button type="button" class="plain" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
