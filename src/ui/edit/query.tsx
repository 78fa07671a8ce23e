/**
 * Writes a query of a table down, so that others find it, and changes it.
 */
import { useState } from 'preact/hooks';
import { type PatchOperation, stampNow } from '../api/edit.ts';
import { type NewQuery, noteQuery } from '../api/known-queries.ts';
import { Ask } from '../parts/ask.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { changedMembers } from './changed-members.ts';
import type { Editing } from './use-editing.ts';

interface FormProps {
  readonly form: NewQuery;
  readonly set: (form: NewQuery) => void;
}

const isMissing = ({ name, statement }: NewQuery): boolean => name.trim() === '' || statement.trim() === '';

function QueryForm({ form, set }: FormProps) {
  return (
    <>
      <TextField id="query-name" label="What it answers" required maxLength={200} value={form.name} onType={(name) => set({ ...form, name })} />
      <TextArea
        id="query-sql"
        label="SQL"
        required
        rows={8}
        spellcheck={false}
        value={form.statement}
        onType={(statement) => set({ ...form, statement })}
      />
      <TextArea id="query-text" label="More about it" rows={3} value={form.description} onType={(description) => set({ ...form, description })} />
    </>
  );
}

interface NewQueryProps {
  /** URN of the table. */
  readonly table: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function NewQueryDialog({ table, onClose, onSaved }: NewQueryProps) {
  const [form, set] = useState<NewQuery>({ name: '', description: '', statement: '' });
  const save = async (): Promise<void> => {
    await noteQuery(table, { name: form.name.trim(), description: form.description.trim(), statement: form.statement });
    onSaved();
  };
  return (
    <Ask title="New query" yes="Create" disabled={isMissing(form)} onYes={save} onClose={onClose} wide>
      <QueryForm form={form} set={set} />
    </Ask>
  );
}

export const editQuery: Editing<NewQuery> = {
  title: 'Edit the query',
  aspect: 'queryProperties',
  wide: true,
  read: (value) => {
    const { name, description, statement } = (value ?? {}) as { name?: string; description?: string; statement?: { value?: string } };
    return { name: name ?? '', description: description ?? '', statement: statement?.value ?? '' };
  },
  check: (form) => (isMissing(form) ? 'A query says what it answers, and has its SQL.' : undefined),
  change: async (_, form, from) => {
    const { name, description, statement } = changedMembers(form, from);
    const patch: PatchOperation[] = [{ op: 'add', path: '/lastModified', value: await stampNow() }];
    if (name !== undefined) patch.push({ op: 'add', path: '/name', value: name.trim() });
    if (description !== undefined) patch.push({ op: 'add', path: '/description', value: description.trim() });
    if (statement !== undefined) patch.push({ op: 'add', path: '/statement/value', value: statement });
    return { patch };
  },
  Form: QueryForm,
  Show: ({ value }) => <pre>{(value?.statement as { value?: string } | undefined)?.value}</pre>,
};
