/**
 * Edits one aspect. It never overwrites somebody else's change unseen: a write succeeds only on the version that was read. If somebody has
 * changed the same values since, the form keeps what was typed, and the reader chooses. Drafts survive a reload.
 */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type AspectEdit, isConflict, type Json, readAspect, writeAspect } from '../api/edit.ts';
import type { AspectView } from '../api/entity.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { noteReplaced } from './use-fresh.ts';

export interface Editing<Form> {
  readonly title: string;
  readonly aspect: string;
  /** What of the aspect is edited, where the title does not say it exactly. Drafts are kept by it. */
  readonly part?: string;
  /** The values that the form begins with. */
  read(value: Json | undefined): Form;
  /**
   * The value to write.
   *
   * @param now the value that the change applies to: the one that the form began with, or somebody else's newer one
   * @param from the value that the form began with. For a list, only the difference is applied, so that items that others have added stay
   */
  change(now: Json | undefined, form: Form, from: Form): AspectEdit | Promise<AspectEdit>;
  /** @returns a sentence that says why the form cannot be saved as it is */
  check?(form: Form): string | undefined;
  readonly Form: ComponentType<{ form: Form; set: (form: Form) => void }>;
  /** A short form of a value, to compare with. */
  readonly Show: ComponentType<{ value: Json | undefined }>;
  /** The form needs the width of the window. */
  readonly wide?: boolean;
}

export interface EditingState<Form> {
  readonly form: Form;
  set(form: Form): void;
  /** Whether the form differs from what it began with. */
  readonly changed: boolean;
  /** When the form that was restored was typed, epoch ms; undefined if nothing was restored. */
  readonly restored: number | undefined;
  /** The newer value of somebody else, which the reader has to decide about. */
  readonly theirs: AspectView | 'none' | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  /** Writes, and reports that it has. */
  save(): Promise<void>;
  /** Forgets what was typed. */
  discard(): void;
  /** Begins again with the stored value. */
  startOver(): void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How often a write is tried again after others changed other parts of the same aspect. */
const TRIES = 5;

export function useEditing<Form>(urn: string, editing: Editing<Form>, current: AspectView | undefined, onSaved: () => void): EditingState<Form> {
  const [start] = useState(() => begin(urn, editing, current));
  const [from, setFrom] = useState(start.from);
  const [form, setForm] = useState(start.form);
  const [restored, setRestored] = useState(start.restored);
  const [base, setBase] = useState(current);
  const [theirs, setTheirs] = useState(start.theirs);
  const [error, setError] = useState<unknown>(undefined);
  const [busy, setBusy] = useState(false);
  const part = editing.part ?? editing.title;
  const drop = (): void => dropDraft(urn, part);

  const set = (next: Form): void => {
    setForm(next);
    if (same(next, from)) drop();
    else keepDraft(urn, part, from, next);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    let onto = theirs === undefined ? base : present(theirs);
    try {
      const wrong = editing.check?.(form);
      if (wrong !== undefined) throw new Error(wrong);
      for (let left = TRIES; ; left--) {
        try {
          await writeAspect(urn, editing.aspect, onto?.version, await editing.change(onto?.value, form, from));
          break;
        } catch (thrown) {
          if (!isConflict(thrown) || left === 0) throw thrown;
          const newer = await readAspect(urn, editing.aspect);
          const alike = same(editing.read(newer?.value), editing.read(onto?.value));
          onto = newer;
          if (alike) continue;
          setBase(newer);
          setTheirs(newer ?? 'none');
          return;
        }
      }
      noteReplaced(urn, editing.aspect, onto?.version);
      drop();
      onSaved();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const startOver = (): void => {
    const now = editing.read(base?.value);
    drop();
    setFrom(now);
    setForm(now);
    setRestored(undefined);
    setTheirs(undefined);
  };
  return { form, set, changed: !same(form, from), restored, theirs, error, busy, save, discard: drop, startOver };
}

export function present(theirs: AspectView | 'none' | undefined): AspectView | undefined {
  return theirs === 'none' ? undefined : theirs;
}

/** The form as it was left, or the stored values. */
function begin<Form>(urn: string, editing: Editing<Form>, current: AspectView | undefined) {
  const stored = editing.read(current?.value);
  const draft = readDraft<Form>(urn, editing.part ?? editing.title);
  if (!draft || same(draft.form, stored)) return { from: stored, form: stored, restored: undefined, theirs: undefined };
  const theirs: AspectView | 'none' | undefined = same(draft.from, stored) ? undefined : (current ?? 'none');
  return { from: draft.from, form: draft.form, restored: draft.at, theirs };
}
