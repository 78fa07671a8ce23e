import { useLayoutEffect, useRef } from 'preact/hooks';

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
        <button type="button" class="danger" onClick={onLeave}>
          Discard
        </button>
        <button ref={stay} type="button" class="primary" onClick={onStay}>
          Keep editing
        </button>
      </div>
    </div>
  );
}
