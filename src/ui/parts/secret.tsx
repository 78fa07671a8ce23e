import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
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
        <Button label="I have copied it" class="primary" onClick={onClose} />
      </div>
    </Dialog>
  );
}
