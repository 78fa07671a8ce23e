import { useEffect, useState } from 'preact/hooks';

interface CopyProps {
  readonly label: string;
  /** What is copied, for screen readers. */
  readonly about?: string;
  readonly class?: string;
  readonly text: () => string;
}

const SAID_MS = 2000;

/** A button that copies a text. */
export function Copy({ label, about, class: more, text }: CopyProps) {
  const [said, say] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => say(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await write(text());
      say('Copied');
    } catch {
      say('Not allowed: select the text');
    }
  };
  return (
    <button type="button" class={more} aria-label={about === undefined ? undefined : `${label}: ${about}`} onClick={copy}>
      <span role="status">{said ?? label}</span>
    </button>
  );
}

/** Browsers offer the clipboard only to pages from https or from this machine. Elsewhere the older command still works. */
async function write(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // In the open dialog: nothing outside can have the focus.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('The browser does not copy.');
}
