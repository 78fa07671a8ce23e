import { useEffect, useState } from 'preact/hooks';
import { onTokenNeeded, setToken } from './api/token.ts';
import { Dialog } from './parts/dialog.tsx';

/** Asks for the token of a catalog that requires one, then reloads the page. */
export function TokenDialog() {
  const [open, setOpen] = useState(false);
  useEffect(() => onTokenNeeded(() => setOpen(true)), []);
  if (!open) return null;
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    setToken(String(new FormData(event.currentTarget as HTMLFormElement).get('token') ?? '').trim());
    location.reload();
  };
  return (
    <Dialog title="This catalog needs a token" onClose={() => setOpen(false)}>
      <form class="form" onSubmit={take}>
        <div class="field">
          <label for="token">Token</label>
          <input id="token" name="token" type="password" autocomplete="off" required />
          <p class="hint">Ask the people who run this catalog for one. The page keeps it until you close this browser tab.</p>
        </div>
        <div class="actions">
          <button type="submit" class="primary">
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
