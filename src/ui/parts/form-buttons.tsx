import { Button } from './button.tsx';

interface FormButtonsProps {
  /** What the second button does, in a word or two. */
  readonly label: string;
  readonly onCancel: () => void;
  /** If absent, the second button submits the form. */
  readonly onYes?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** The end of a dialog that only shows something. */
export function CloseButton({ label = 'Close', onClose }: { readonly label?: string; readonly onClose: () => void }) {
  return (
    <div class="actions">
      <Button label={label} class="primary" onClick={onClose} />
    </div>
  );
}

/** The end of a form or a question: Cancel, and the button that does it. */
export function FormButtons({ label, onCancel, onYes, danger = false, disabled = false }: FormButtonsProps) {
  return (
    <div class="actions">
      <Button label="Cancel" onClick={onCancel} />
      <button type={onYes ? 'button' : 'submit'} class={danger ? 'danger' : 'primary'} disabled={disabled} onClick={onYes}>
        {label}
      </button>
    </div>
  );
}
