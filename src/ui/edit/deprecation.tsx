/**
 * Edits the deprecation of an entity: why, until when, and what to use instead.
 */
import { stampNow } from '../api/edit.ts';
import type { Shape } from '../data/aspects.ts';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { changedMembers, withMembers } from './changed-members.ts';
import { EntityPicker } from './entity-picker.tsx';
import { PickedList } from './picked-list.tsx';
import type { Editing } from './use-editing.ts';

interface DeprecationForm {
  readonly note: string;
  /** URN; empty if there is none. */
  readonly replacement: string;
  /** `2026-03-31`, or empty. */
  readonly date: string;
  /** It is deprecated now. */
  readonly stands: boolean;
  /** It is no longer deprecated. */
  readonly ended: boolean;
}

export const editDeprecation: Editing<DeprecationForm> = {
  title: 'Deprecation',
  aspect: 'deprecation',
  read: (value) => {
    const { deprecated, note, replacement, decommissionTime } = (value ?? {}) as Partial<Shape<'deprecation'>>;
    if (deprecated !== true) return { note: '', replacement: '', date: '', stands: false, ended: false };
    return { note: note ?? '', replacement: replacement ?? '', date: dayOf(decommissionTime), stands: true, ended: false };
  },
  change: async (now, form, from) => {
    const { actor } = await stampNow();
    if (form.ended) return { value: withMembers(now, { deprecated: false, note: '', actor, replacement: undefined, decommissionTime: undefined }) };
    // What is left of a deprecation that ended is not shown, so it does not come back either.
    const before = from.stands ? now : withMembers(now, { note: '', replacement: undefined, decommissionTime: undefined });
    const { note, replacement, date } = changedMembers(form, from);
    return {
      value: withMembers(
        { note: '', ...before },
        {
          deprecated: true,
          actor,
          ...(note !== undefined && { note }),
          ...(replacement !== undefined && { replacement: replacement || undefined }),
          ...(date !== undefined && { decommissionTime: date === '' ? undefined : Date.parse(date) }),
        },
      ),
    };
  },
  check: ({ date }) => (date !== '' && Number.isNaN(Date.parse(date)) ? 'The date is written like 2026-03-31.' : undefined),
  Form: DeprecationForm,
  Show: ({ value }) => <DeprecationFacts value={(value ?? {}) as Partial<Shape<'deprecation'>>} />,
};

function DeprecationForm({ form, set }: { readonly form: DeprecationForm; readonly set: (form: DeprecationForm) => void }) {
  if (form.ended) {
    return (
      <div class="restored bar spread far">
        <span>It will no longer be deprecated.</span>
        <Button label="Undo" class="plain" onClick={() => set({ ...form, ended: false })} />
      </div>
    );
  }
  return (
    <>
      <TextArea
        id="deprecation-note"
        label="Why, and what to do instead"
        rows={3}
        value={form.note}
        onType={(text) => set({ ...form, note: text })}
      />
      {form.replacement !== '' && <PickedList urns={[form.replacement]} onRemove={() => set({ ...form, replacement: '' })} />}
      <EntityPicker
        label={form.replacement === '' ? 'Use this instead' : 'Use another one instead'}
        types={[]}
        onPick={(replacement) => set({ ...form, replacement })}
      />
      <TextField id="deprecation-date" label="Gone by" type="date" value={form.date} onType={(text) => set({ ...form, date: text })} />
      {form.stands && (
        <div>
          <Button label="It is not deprecated any more" class="plain danger-text" onClick={() => set({ ...form, ended: true })} />
        </div>
      )}
    </>
  );
}

/** Until when it is there, and what replaces it. */
export function DeprecationFacts({ value }: { readonly value: Partial<Shape<'deprecation'>> }) {
  const { deprecated, note, decommissionTime, replacement } = value;
  if (deprecated !== true) return <p class="muted">Not deprecated.</p>;
  return (
    <>
      {note !== undefined && note !== '' && <p>{note}</p>}
      {replacement !== undefined && (
        <p>
          Use <EntityLink urn={replacement} />
        </p>
      )}
      {decommissionTime !== undefined && <p class="muted small">Gone by {dayOf(decommissionTime)}</p>}
    </>
  );
}

function dayOf(ms: number | undefined): string {
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
