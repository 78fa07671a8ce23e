import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Leaving } from './leaving.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The form has changes that closing loses. What was typed into its fields counts too. */
  readonly unsaved?: boolean;
  /** As wide as the window allows. */
  readonly wide?: boolean | undefined;
}

/** Where the focus begins: on the content, but never on something that deletes or removes. */
const FIELDS = '.dialog-body :is(input, select, textarea):not(:disabled)';
const SAFE_BUTTONS = '.dialog-body button:not(:disabled, .danger, [aria-label^="Remove"])';

/**
 * A modal dialog of the browser: it keeps the focus inside, closes on Escape and returns the focus afterwards. If something was typed, it
 * asks first.
 */
export function Dialog({ title, onClose, children, unsaved = false, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [asking, ask] = useState(false);
  const typed = useTyped();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    const find = (selector: string): HTMLElement | null | undefined => dialog?.querySelector<HTMLElement>(selector);
    const first = (): HTMLElement | null | undefined => find(FIELDS) ?? find(SAFE_BUTTONS);
    const begin = (): void => (first() ?? find('.dialog-close'))?.focus();
    const body = find('.dialog-body');
    // Where nothing else takes the focus, the keys scroll it.
    if (!first() && body) body.tabIndex = 0;
    begin();
    // What had the focus may go, as an item that is removed does, or be switched off.
    const watch = new MutationObserver(() => document.activeElement?.matches('body, :disabled') && begin());
    if (body) watch.observe(body, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const leave = (): void => {
    if (unsaved || typed.has()) ask(true);
    else onClose();
  };
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onBeforeInput={typed.note}
      // The browser closes a dialog at the second Escape, whatever the page says, if only `cancel` is prevented.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <header class="dialog-head line spread flush">
        <h2 id={id}>{title}</h2>
        <Button label="×" class="plain cross dialog-close" aria-label="Close" onClick={leave} />
      </header>
      <div class="dialog-body stack far">{children}</div>
      {asking && <Leaving onStay={() => ask(false)} onLeave={onClose} />}
    </dialog>
  );
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** Remembers what was in the fields before somebody typed. */
function useTyped() {
  const before = useRef(new Map<TextInput, string>());
  const isField = (target: EventTarget | null): target is TextInput => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return {
    note: ({ target }: Event): void => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    /** Whether a field that is still there has another text than before. */
    has: (): boolean => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  };
}
