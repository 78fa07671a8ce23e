import type { Json } from '../api/edit.ts';
import type { Place } from '../entity/described.ts';
import type { Editing } from './edit-dialog.tsx';

/** Edits the description in the aspect that contains it. */
export function editDescription({ aspect, field }: Place, shown: string, whenNew: Json): Editing<string> {
  return {
    title: 'Description',
    aspect,
    read: () => shown,
    change: (now, text) => {
      if (now) return { patch: [{ op: 'add', path: `/${field}`, value: text }] };
      return { value: { ...whenNew, [field]: text } };
    },
    Form: ({ form, set }) => (
      <div class="field">
        <label for="description">What should others know?</label>
        <textarea id="description" rows={8} value={form} onInput={(event) => set(event.currentTarget.value)} />
        <p class="hint">Plain text. A blank line begins a new paragraph.</p>
      </div>
    ),
    Show: ({ value }) => <p class="prose">{String(value?.[field] ?? '')}</p>,
  };
}
