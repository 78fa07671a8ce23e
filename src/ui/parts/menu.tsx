import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  /** What the button shows instead of three dots. */
  readonly trigger?: ComponentChildren;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

/** Actions that are seldom needed, behind a button. It closes with Escape, with a click elsewhere, and when one is chosen. */
export function Menu({ label, trigger, onOpen, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const details = element.current;
      if (details?.open && event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);
  const shut = (): void => {
    if (element.current) element.current.open = false;
  };
  return (
    <details
      ref={element}
      class="menu"
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        shut();
        element.current?.querySelector('summary')?.focus();
      }}
    >
      <summary class="button" aria-label={label} title={label}>
        {trigger ?? (
          <svg class="type-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
          </svg>
        )}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it take the keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a button is a click */}
      <div class="menu-items" onClick={shut}>
        {children}
      </div>
    </details>
  );
}
