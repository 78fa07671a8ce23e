import { Dialog } from '../parts/dialog.tsx';

/** Shows a new secret, once. */
export function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog title="The secret of the webhook" onClose={onClose}>
      <p>Cairn signs its requests with this secret. Copy it to the receiver now: Cairn never shows it again.</p>
      <p>
        <code>{secret}</code>
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
