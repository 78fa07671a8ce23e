/**
 * Suggestions that wait for the reader, with old and new values, and what became of the reader's own.
 */
import { useState } from 'preact/hooks';
import {
  decideSuggestion,
  moreSuggestions,
  type OpenSuggestion,
  type OwnSuggestion,
  type SuggestedDifference,
  type Suggestions,
} from '../api/suggestions.ts';
import { DifferenceLine } from '../bulk/bulk-preview.tsx';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { Part } from '../parts/part.tsx';
import { Time } from '../parts/time.tsx';
import { useWork } from '../parts/use-work.ts';

interface SuggestionsProps {
  readonly suggestions: Suggestions;
  /** URN of the entity on whose page they are: it is not named again. */
  readonly about?: string;
  /** One was decided. */
  readonly onDecided: (what: string) => void;
}

export function SuggestionLists({ suggestions, about, onDecided }: SuggestionsProps) {
  const { mine, toDecide, toDecideTotal } = suggestions;
  const here = about !== undefined;
  const own = here ? mine.filter(({ state }) => state === 'OPEN') : mine;
  // What was read after the first ones belongs to the list that it was read for.
  const [later, setLater] = useState<{ readonly of: Suggestions; readonly list: readonly OpenSuggestion[] }>();
  const shown = [...toDecide, ...(later?.of === suggestions ? later.list : [])];
  const { busy, error, run } = useWork();
  const showMore = (): Promise<void> =>
    run(async () => setLater({ of: suggestions, list: [...shown.slice(toDecide.length), ...(await moreSuggestions(about, shown.length))] }));
  return (
    <>
      {shown.length > 0 && (
        <Part title="Suggestions" count={toDecideTotal}>
          <ul class="rows-plain frame" aria-label="Suggestions">
            {shown.map((suggestion) => (
              <Decide key={suggestion.urn} suggestion={suggestion} here={here} onDecided={onDecided} />
            ))}
          </ul>
          {shown.length < toDecideTotal && <Button label="Show more" class="plain" disabled={busy} onClick={showMore} />}
          <Failure error={error} />
        </Part>
      )}
      {own.length > 0 && (
        <Part title="What you have suggested" count={own.length}>
          <ul class="rows-plain frame" aria-label="What you have suggested">
            {own.map((suggestion) => (
              <Own key={suggestion.urn} suggestion={suggestion} here={here} onDecided={onDecided} />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

interface RowProps<Suggestion> {
  readonly suggestion: Suggestion;
  readonly here: boolean;
  readonly onDecided: (what: string) => void;
}

function Decide({ suggestion: { urn, user, resource, reason, asked, preview }, here, onDecided }: RowProps<OpenSuggestion>) {
  const [declining, decline] = useState(false);
  const [note, setNote] = useState('');
  const { busy, error, run } = useWork();
  const differences = preview?.differences ?? [];
  const accept = (): Promise<void> =>
    run(async () => {
      await decideSuggestion(urn, undefined);
      onDecided('Accepted');
    });
  return (
    <li class="bar spread">
      <div class="grow breaks stack close">
        <p class="strong">
          <EntityLink urn={user} /> suggests{' '}
          {!here && (
            <>
              for <EntityLink urn={resource} />
            </>
          )}
        </p>
        <Differences list={differences.length > 0 ? differences : asked} whole={differences.length > 0} />
        {reason !== null && <p class="medium">{reason}</p>}
        {preview && preview.refusal === null && differences.length === 0 && <p class="hint">It is so already.</p>}
        {preview?.changed && differences.length > 0 && (
          <p class="hint">Somebody has changed this since it was suggested. The old values are those of now.</p>
        )}
        {preview && preview.refusal !== null && <p class="hint">It would be refused now: {preview.refusal}</p>}
        <Failure error={error} />
      </div>
      <div class="line">
        <Button label="Accept" class="small primary" disabled={busy || (preview?.refusal ?? null) !== null} onClick={accept} />
        <Button label="Decline…" class="small" disabled={busy} onClick={() => decline(true)} />
      </div>
      {declining && (
        <Ask
          title="Decline the suggestion"
          yes="Decline"
          disabled={note.trim() === ''}
          onClose={() => decline(false)}
          onYes={async () => {
            await decideSuggestion(urn, note);
            onDecided('Declined');
          }}
        >
          <TextField id="suggestion-note" label="Why not" maxLength={1_000} autocomplete="off" value={note} onType={setNote} />
        </Ask>
      )}
    </li>
  );
}

function Own({ suggestion, here, onDecided }: RowProps<OwnSuggestion>) {
  const { urn, resource, reason, asked, state, decidedBy, decidedAt, note, expiresAt } = suggestion;
  const { busy, error, run } = useWork();
  const withdraw = (): Promise<void> =>
    run(async () => {
      await decideSuggestion(urn, '');
      onDecided('Withdrawn');
    });
  return (
    <li class="bar spread">
      <div class="grow breaks stack close">
        {!here && (
          <p class="strong">
            <EntityLink urn={resource} />
          </p>
        )}
        <Differences list={asked} whole={false} />
        {reason !== null && <p class="medium">{reason}</p>}
        {decidedBy === null || decidedAt === null ? (
          <p class="muted small">
            Not decided yet, ends <Time ms={expiresAt} />
          </p>
        ) : (
          <p class="muted small">
            {state === 'ACCEPTED' ? 'Accepted' : 'Declined'} by <EntityLink urn={decidedBy} /> <Time ms={decidedAt} />
            {note !== null && `: ${note}`}
          </p>
        )}
        <Failure error={error} />
      </div>
      {state === 'OPEN' && <Button label="Withdraw" class="plain small" disabled={busy} onClick={withdraw} />}
    </li>
  );
}

/** @param whole are the old values known? */
function Differences({ list, whole }: { readonly list: readonly SuggestedDifference[]; readonly whole: boolean }) {
  return (
    <ul class="bulk-differences" aria-label={whole ? 'Old and new values' : 'New values'}>
      {list.map((each) => (
        <li key={each.part}>
          <DifferenceLine difference={each} whole={whole} />
        </li>
      ))}
    </ul>
  );
}
