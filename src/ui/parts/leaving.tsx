import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

/** Asks whether what was typed may be lost. Escape stays. */
export function Leaving({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  // At once, so that the next key finds it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    stay.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      class="leaving bar spread far"
      role="alertdialog"
      aria-label="Discard what you typed?"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onStay();
      }}
    >
      <p class="strong">You have not saved this yet.</p>
      <div class="actions">
        <Button label="Discard" class="danger" onClick={onLeave} />
        <Button label="Keep editing" ref={stay} class="primary" onClick={onStay} />
      </div>
    </div>
  );
}
