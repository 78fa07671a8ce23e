/**
 * Suggests a change of an asset, or of a column, to who may make it. Its forms are those of changing many at once.
 */
import { useState } from 'preact/hooks';
import type { BulkChanges } from '../api/bulk.ts';
import { type SuggestedPart, suggestChange } from '../api/suggestions.ts';
import { PartForm, without } from '../bulk/bulk-form.tsx';
import type { FormProps } from '../bulk/link-fields.tsx';
import { titleOfPart } from '../bulk/parts.ts';
import { asked } from '../bulk/words.ts';
import { Ask } from '../parts/ask.tsx';
import { TextArea, TextField } from '../parts/field.tsx';

/** What the reader wants to suggest. */
export interface Suggesting {
  readonly parts: readonly SuggestedPart[];
  /** The path of a column, if that is meant, and how it is called. */
  readonly column?: { readonly path: string; readonly name: string };
  /** The description that there is. */
  readonly text?: string;
}

interface SuggestDialogProps extends Suggesting {
  readonly urn: string;
  readonly onClose: () => void;
  readonly onDone: (what: string) => void;
}

export function SuggestDialog({ urn, parts, column, text = '', onClose, onDone }: SuggestDialogProps) {
  const [changes, set] = useState<BulkChanges>({});
  const [reason, setReason] = useState('');
  const said = asked(changes, column !== undefined);
  const what = parts.map((part) => titleOfPart(part).toLowerCase()).join(' and ');
  return (
    <Ask
      title={`Suggest ${what}${column === undefined ? '' : ` of ${column.name}`}`}
      yes="Suggest"
      disabled={Object.keys(said).length === 0}
      unsaved={Object.keys(said).length > 0}
      onClose={onClose}
      onYes={async () => {
        await suggestChange(urn, column?.path, said, reason);
        onClose();
        onDone('Suggested. Your inbox will say what becomes of it');
      }}
    >
      <p class="hint">It waits for those who may change this. They accept it, or say why not.</p>
      {parts.map((part) => {
        const merge = (next: BulkChanges): void => set({ ...without(changes, part), ...next });
        return part === 'description' ? (
          <Description key={part} text={text} changes={changes} set={merge} />
        ) : (
          <PartForm key={part} name={part} changes={changes} set={merge} />
        );
      })}
      <TextField id="suggest-reason" label="Why" maxLength={1_000} value={reason} onType={setReason} autocomplete="off" hint="Optional" />
    </Ask>
  );
}

/** The text that there is, to be changed. */
function Description({ text, changes: { description }, set }: FormProps & { readonly text: string }) {
  const shown = description === undefined ? text : (description.set ?? '');
  return (
    <TextArea
      id="suggest-description"
      label="Description"
      rows={6}
      maxLength={10_000}
      value={shown}
      onType={(next) => set(next === text ? {} : { description: next.trim() === '' ? { unset: true } : { set: next } })}
      hint="Markdown"
    />
  );
}
