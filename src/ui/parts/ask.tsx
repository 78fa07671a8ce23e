import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useWork } from './use-work.ts';

interface AskProps {
  readonly title: string;
  /** What the button does. */
  readonly yes: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** As of {@link Dialog}. */
  readonly unsaved?: boolean;
  readonly wide?: boolean;
  readonly onYes: (form: HTMLFormElement) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog with a form, or only a question, and a button that does it. It stays open with the reason if that fails. */
export function Ask({ title, yes, danger = false, disabled = false, unsaved = false, wide = false, onYes, onClose, children }: AskProps) {
  const { busy, error, run } = useWork();
  return (
    <Dialog title={title} onClose={onClose} unsaved={unsaved} wide={wide}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          if (!busy) void run(() => onYes(form));
        }}
      >
        {children}
        <Failure error={error} />
        <FormButtons label={yes} onCancel={onClose} danger={danger} disabled={disabled || busy} />
      </form>
    </Dialog>
  );
}
