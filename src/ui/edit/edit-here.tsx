import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Leaving } from '../parts/leaving.tsx';
import type { EditProps } from './edit-dialog.tsx';
import { EditForm } from './edit-form.tsx';
import { useEditing } from './use-editing.ts';
import { useFresh } from './use-fresh.ts';

interface HereProps<Form> extends EditProps<Form> {
  /** Instead of `onClose` once Enter has saved a field: goes on to the next place. */
  readonly onNext: (() => void) | undefined;
}

/** Edits one aspect over the place that shows it. Escape leaves; it asks first if something was typed. */
export function EditHere<Form>(props: HereProps<Form>) {
  const fresh = useFresh(props.urn, props.editing.aspect, props.current);
  return fresh ? <OpenHere {...props} current={fresh.value} /> : null;
}

function OpenHere<Form>({ urn, editing: given, current, onClose, onNext, onSaved }: HereProps<Form>) {
  // The table around it is drawn again while somebody types. The form stays the same one, and keeps the focus.
  const [editing] = useState(given);
  const box = useRef<HTMLElement>(null);
  const [asking, ask] = useState(false);
  const byEnter = useRef(false);
  const end = (): void => (byEnter.current && onNext ? onNext() : onClose());
  const state = useEditing(urn, editing, current, () => {
    onSaved();
    end();
  });
  const leave = (): void => {
    state.discard();
    onClose();
  };
  const leaveUnchanged = useRef<(() => void) | undefined>(undefined);
  leaveUnchanged.current = state.changed ? undefined : onClose;
  // Before the next key arrives: who types at once loses no letter.
  useLayoutEffect(() => {
    const field = box.current?.querySelector<HTMLElement>('input, select, textarea');
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.select();
    box.current?.scrollIntoView({ block: 'nearest' });
    // A click elsewhere leaves if there is nothing to lose.
    const elsewhere = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !box.current?.contains(target)) leaveUnchanged.current?.();
    };
    addEventListener('pointerdown', elsewhere);
    return () => removeEventListener('pointerdown', elsewhere);
  }, []);
  return (
    <section
      ref={box}
      class="edit-here card"
      role="dialog"
      aria-label={editing.title}
      onKeyDownCapture={(event) => {
        byEnter.current = savesField(event);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        if (state.changed) ask(true);
        else leave();
      }}
    >
      <EditForm
        editing={editing}
        state={state.changed || state.theirs !== undefined ? state : { ...state, save: async () => end() }}
        onCancel={leave}
        onKeepTheirs={() => {
          state.discard();
          onSaved();
          onClose();
        }}
      />
      {asking && <Leaving onStay={() => ask(false)} onLeave={leave} />}
    </section>
  );
}

/** Enter in a field that is typed in. In a picker it chooses, and with Control it saves and stays. */
function savesField({ key, target, shiftKey, ctrlKey, metaKey }: TargetedKeyboardEvent<HTMLElement>): boolean {
  return key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && target instanceof Element && target.matches('textarea, input:not([role=combobox])');
}
