import { useEffect, useState } from 'preact/hooks';
import { FOR_STRANGERS } from '../../pages.ts';
import { giveToken, onTokenNeeded, token } from '../api/token.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { currentUrl, navigate } from '../route.ts';

/**
 * Asks for the token of a catalog that requires one. While nothing is shown yet, on the page to sign in; otherwise over whatever the reader is
 * doing, so that nothing typed is lost. The requests that were refused then go on.
 */
export function TokenDialog() {
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      onTokenNeeded((where) => {
        if (FOR_STRANGERS.some((address) => address === currentUrl().split('?')[0])) return;
        if (where === 'dialog') setOpen(true);
        else navigate(`/signin?to=${encodeURIComponent(currentUrl())}`, { replace: true });
      }),
    [],
  );
  if (!open) return null;
  const take = (given: string | undefined): void => {
    setOpen(false);
    giveToken(given);
  };
  return (
    <Dialog title={token() === undefined ? 'This catalog needs a token' : 'Your token is no longer accepted'} onClose={() => take(undefined)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          take(String(new FormData(event.currentTarget).get('token') ?? '').trim());
        }}
      >
        {token() !== undefined && <p>Nothing is lost. Enter another token, and the page goes on where you were.</p>}
        <TextField
          id="token"
          label="Token"
          name="token"
          type="password"
          autocomplete="off"
          required
          hint="Ask the people who run this catalog for one."
        />
        <div class="actions">
          <button type="submit" class="primary">
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
