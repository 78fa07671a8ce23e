/**
 * What differs between a time and now, and what brings the past back.
 */
import { useContext, useState } from 'preact/hooks';
import { Said } from '../../activity/feed.tsx';
import { type PastDifference, readDifferences, restore } from '../../api/past.ts';
import { aspectTitle, toldOf } from '../../data/sentences.ts';
import { plural } from '../../data/words.ts';
import { Ask } from '../../parts/ask.tsx';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/check.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { DiffView } from '../history/diff-view.tsx';
import { OfPage } from '../page-context.ts';

interface CompareProps {
  readonly urn: string;
  readonly entityType: string;
  readonly asOf: number;
  readonly onRestored: (what: string) => void;
}

export function Compare({ urn, entityType, asOf, onRestored }: CompareProps) {
  const route = useRoute();
  const { data, error, reload } = useLoad((signal) => readDifferences(urn, asOf, signal), [urn, asOf]);
  const [asking, ask] = useState(false);
  const { rights } = useContext(OfPage);
  const [open, setOpen] = useState(false);
  if (!data) return <Loading label="Comparing" error={error} onRetry={reload} />;
  const restored = (count: number): void => {
    onRestored(`Restored ${plural(count, 'part')}`);
    navigate(withQuery(route, { asOf: undefined, compare: undefined }));
  };
  return (
    <section class="stack far" aria-label="Differences between then and now">
      <div class="bar spread far">
        <h2>{data.length === 0 ? 'Nothing has changed since' : `${plural(data.length, 'part')} changed since`}</h2>
        {rights && data.some(({ aspect }) => rights.aspects.includes(aspect)) && <Button label="Restore…" onClick={() => ask(true)} />}
      </div>
      {data.length > 0 && (
        <ul class="card stack close feed-said" aria-label="What changed since">
          {toldOf(data.map(({ aspect, then, now }) => ({ aspect, before: then, after: now }))).map((sentence) => (
            <li key={JSON.stringify(sentence)}>
              Somebody <Said sentence={sentence} />
            </li>
          ))}
        </ul>
      )}
      {data.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>The same as values</summary>
          {open &&
            data.map(({ aspect, then, now }) => (
              <DiffView key={aspect} title={`${aspectTitle(aspect)}, then and now`} before={then ?? {}} after={now ?? {}} />
            ))}
        </details>
      )}
      {asking && (
        <RestoreDialog
          urn={urn}
          entityType={entityType}
          differing={data.filter(({ aspect }) => rights?.aspects.includes(aspect))}
          onClose={() => ask(false)}
          onRestored={restored}
        />
      )}
    </section>
  );
}

interface RestoreDialogProps {
  readonly urn: string;
  readonly entityType: string;
  readonly differing: readonly PastDifference[];
  readonly onClose: () => void;
  readonly onRestored: (count: number) => void;
}

/** Asks which parts go back. They are written together, as one run. */
function RestoreDialog({ urn, entityType, differing, onClose, onRestored }: RestoreDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = differing.filter(({ aspect }) => !left.has(aspect));
  const submit = async (): Promise<void> => {
    await restore({ urn, entityType }, chosen);
    onRestored(chosen.length);
  };
  return (
    <Ask title="Restore what it was" yes={`Restore ${plural(chosen.length, 'part')}`} disabled={chosen.length === 0} onYes={submit} onClose={onClose}>
      <p>What you choose goes back to what it was then. It becomes a new version; the versions in between stay in the history.</p>
      <fieldset>
        <legend>Parts to restore</legend>
        {differing.map(({ aspect, then, now }) => (
          <Check
            key={aspect}
            checked={!left.has(aspect)}
            onCheck={(yes) => setLeft(yes ? new Set([...left].filter((each) => each !== aspect)) : new Set([...left, aspect]))}
          >
            {aspectTitle(aspect)} <span class="muted small">{then ? (now ? 'changes back' : 'comes back') : 'is removed'}</span>
          </Check>
        ))}
      </fieldset>
    </Ask>
  );
}
