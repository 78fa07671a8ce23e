/**
 * Brings a CSV file of the search back: what is wrong in it, or what it would change, as every bulk change shows it.
 */
import { useState } from 'preact/hooks';
import type { Property } from '../api/properties.ts';
import { plural } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useWork } from '../parts/use-work.ts';
import { settings } from '../settings.ts';
import { AskEncoding } from './ask-encoding.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { changesIn, type FileChanges, type LineProblem } from './csv-changes.ts';
import { type Reading, readings, textItself } from './encodings.ts';

export interface ImportProps {
  readonly properties: readonly Property[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const MOST_SHOWN = 50;

export function ImportDialog({ properties, onClose, onChanged }: ImportProps) {
  const [found, set] = useState<FileChanges | undefined>(undefined);
  const [looked, note] = useState(0);
  const { busy, error, run } = useWork();
  const [ways, ask] = useState<readonly Reading[] | undefined>(undefined);
  const look = async (text: string): Promise<void> => {
    ask(undefined);
    set(await changesIn(text, properties, note));
  };
  const read = (file: File | undefined): void => {
    set(undefined);
    ask(undefined);
    if (!file) return;
    void run(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = textItself(bytes);
      if (text === undefined) ask(readings(bytes));
      else await look(text);
    });
  };
  if (found && found.problems.length === 0 && found.each.length > 0) {
    const { each, lines } = found;
    return (
      <BulkDialog own={{ title: 'Import CSV', start: {}, lines }} chosen={{ each }} count={each.length} onClose={onClose} onChanged={onChanged} />
    );
  }
  return (
    <Dialog title="Import CSV" onClose={onClose}>
      <p>
        <em>Export CSV</em>, edit the file in a spreadsheet, and bring it back. Descriptions, owners, domains, tags, terms and properties become what
        it says. You see what changes first.
      </p>
      <ul class="stack close small">
        <li>An empty cell removes what is there. A column or a line that you leave out changes nothing.</li>
        <li>Write names as Cairn shows them, or URNs, with a semicolon between two. New owners are technical owners.</li>
        <li>
          The export of the glossary brings definitions back. Other columns are only there to read. At most {settings.mostEach.toLocaleString('en')}{' '}
          lines.
        </li>
      </ul>
      <Field id="import-file" label="The CSV file">
        <input id="import-file" type="file" accept=".csv,text/csv" disabled={busy} onChange={(event) => read(event.currentTarget.files?.[0])} />
      </Field>
      <div aria-live="polite" class="stack">
        {busy && <Spinner label={`Looking what changes: ${plural(looked, 'line')}`} />}
        <Failure error={error} />
        {ways && !busy && <AskEncoding ways={ways} onChoose={(text) => void run(() => look(text))} />}
        {found && found.problems.length > 0 && <Problems list={found.problems} />}
        {found && found.problems.length === 0 && found.each.length === 0 && (
          <p class="notice">The file says what the catalog has: nothing changes.</p>
        )}
      </div>
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}

function Problems({ list }: { readonly list: readonly LineProblem[] }) {
  const shown = list.slice(0, MOST_SHOWN);
  return (
    <>
      <p class="strong">Nothing is changed: correct {plural(list.length, 'place')} in the file, and choose it again.</p>
      <ul class="stack close small" aria-label="What is wrong in the file">
        {shown.map(({ line, title, text }) => (
          <li key={`${line} ${title} ${text}`} class="breaks" dir="auto">
            Line {line}
            {title !== undefined && `, ${title}`}: {text}
          </li>
        ))}
        {list.length > shown.length && <li class="muted">and {plural(list.length - shown.length, 'other')}</li>}
      </ul>
    </>
  );
}
