/**
 * The dialog that a list of people has open, and reading the list again after its work.
 */
import { useState } from 'preact/hooks';

interface Asking<Asked> {
  readonly asked: Asked | undefined;
  readonly ask: (asked: Asked | undefined) => void;
  /** Changes when the list is to be read again. */
  readonly turn: number;
  readonly again: () => void;
  readonly close: () => void;
  /** Closes the dialog and reads the list again. */
  readonly done: () => void;
}

export function useAsked<Asked>(): Asking<Asked> {
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const [turn, count] = useState(0);
  const again = (): void => count((before) => before + 1);
  const close = (): void => ask(undefined);
  const done = (): void => {
    close();
    again();
  };
  return { asked, ask, turn, again, close, done };
}
