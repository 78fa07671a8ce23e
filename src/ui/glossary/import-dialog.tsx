/**
 * Brings a glossary in from a file: what is new, changed, the same or refused, then all of it as one run that can be undone.
 */
import { useState } from 'preact/hooks';
import { RollBackDialog } from '../activity/roll-back.tsx';
import { type RefusedWrite, readWholeGlossary, writeAsRun } from '../api/glossary-import.ts';
import { AskEncoding } from '../bulk/ask-encoding.tsx';
import { type Reading, readings, textItself } from '../bulk/encodings.ts';
import { plural } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { CloseButton, FormButtons } from '../parts/form-buttons.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useWork } from '../parts/use-work.ts';
import { settings } from '../settings.ts';
import { type Plan, planOf } from './compare.ts';
import { knownIn } from './entries.ts';
import { PlanView } from './plan-view.tsx';
import { ENDINGS, readEntries } from './read-file.ts';

export interface ImportGlossaryProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

interface ChosenFile {
  readonly name: string;
  /** How it can be read, if it does not say so itself. */
  readonly ways?: readonly Reading[];
}

interface Done {
  readonly runId: string;
  readonly written: number;
  readonly refused: readonly RefusedWrite[];
}

export function ImportGlossary({ onClose, onChanged }: ImportGlossaryProps) {
  const [chosen, choose] = useState<ChosenFile | undefined>(undefined);
  const [plan, set] = useState<Plan | undefined>(undefined);
  const [done, finish] = useState<Done | undefined>(undefined);
  const [said, say] = useState('');
  const { busy, error, run } = useWork();
  const look = async (name: string, text: string): Promise<void> => {
    say('Looking what changes');
    choose({ name });
    const known = knownIn(await readWholeGlossary());
    set(planOf(await readEntries(name, text, known, settings.urnPrefix), known));
  };
  const read = (file: File | undefined): void => {
    set(undefined);
    choose(undefined);
    if (!file) return;
    void run(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = textItself(bytes);
      if (text === undefined) choose({ name: file.name, ways: readings(bytes) });
      else await look(file.name, text);
    });
  };
  const bringIn = ({ entries }: Plan): Promise<void> =>
    run(async () => {
      const writes = entries.flatMap((each) => each.writes);
      const runId = `glossary-${new Date().toISOString()}`;
      const refused = await writeAsRun(runId, writes, (written) =>
        say(`Writing: ${written.toLocaleString('en')} of ${writes.length.toLocaleString('en')}`),
      );
      const changed = entries.filter(({ change, entry }) => change !== 'same' && !refused.some(({ urn }) => urn === entry.urn));
      finish({ runId, written: changed.length, refused });
      onChanged();
    });
  if (done) return <Report done={done} onClose={onClose} onChanged={onChanged} />;
  const changes = plan?.entries.filter(({ change }) => change !== 'same').length ?? 0;
  return (
    <Dialog title="Import a glossary" onClose={onClose} wide={plan !== undefined}>
      <p>The file becomes terms and groups, and how they relate. What it does not mention stays. You see what changes first.</p>
      <ul class="stack close small">
        <li>CSV: the export of this page, or your own list with the columns Name, Definition, In (its group), Type, Is a, Has, Values, Related.</li>
        <li>YAML: a business glossary of DataHub.</li>
        <li>SKOS as Turtle or RDF/XML: schemes and collections become groups, concepts become terms.</li>
      </ul>
      <Field id="glossary-file" label="The file">
        <input id="glossary-file" type="file" accept={ENDINGS.join(',')} disabled={busy} onChange={(event) => read(event.currentTarget.files?.[0])} />
      </Field>
      <div aria-live="polite" class="stack">
        {busy && <Spinner label={said === '' ? 'Reading the file' : said} />}
        <Failure error={error} />
        {chosen?.ways && !busy && <AskEncoding ways={chosen.ways} onChoose={(text) => void run(() => look(chosen.name, text))} />}
        {plan && !busy && <PlanView plan={plan} />}
      </div>
      {plan && changes > 0 ? (
        <FormButtons label={`Bring in ${plural(changes, 'change')}`} disabled={busy} onCancel={onClose} onYes={() => void bringIn(plan)} />
      ) : (
        <CloseButton onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ReportProps {
  readonly done: Done;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Report({ done: { runId, written, refused }, onClose, onChanged }: ReportProps) {
  const [asking, ask] = useState(false);
  if (asking)
    return (
      <RollBackDialog
        runId={runId}
        onClose={() => ask(false)}
        onDone={() => {
          onChanged();
          onClose();
        }}
      />
    );
  return (
    <Dialog title="Import a glossary" onClose={onClose}>
      <p role="status" class="strong">
        {plural(written, 'term or group', 'terms and groups')} brought in
      </p>
      {refused.length > 0 && (
        <ul class="stack close small" aria-label="What the catalog refused">
          {refused.map(({ urn, message }) => (
            <li key={`${urn} ${message}`} class="breaks">
              <EntityLink urn={urn} />: {message}
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        {written > 0 && <Button label="Undo…" onClick={() => ask(true)} />}
        <Button label="Close" class="primary" onClick={onClose} />
      </div>
    </Dialog>
  );
}
