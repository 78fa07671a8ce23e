import type { ComponentChildren } from 'preact';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** What it is for. */
  readonly children: ComponentChildren;
}

/** Shows a secret, once. */
export function Secret({ title, secret, onClose, children }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <p class="breaks">
        <code>{secret}</code>
      </p>
      <div class="actions">
        <Copy label="Copy" about={title} text={() => secret} />
        <button type="button" class="primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
