import { useEffect, useState } from 'preact/hooks';
import { hasSession, nameOfToken, token } from '../api/token.ts';
import { onWho, readName, signOut } from '../api/who.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { useRights } from '../parts/use-rights.ts';
import { address, currentUrl, Link } from '../route.ts';

/** What belongs to the reader: who they are, their views and settings, the keys. */
export function TopMenu({ onKeys }: { readonly onKeys: () => void }) {
  const [, redraw] = useState(0);
  useEffect(() => onWho(() => redraw((turn) => turn + 1)), []);
  const rights = useRights();
  const signedIn = token() !== undefined || hasSession();
  const name = nameOfToken();
  const leave = (): void => {
    // Also forgets what was read with this token.
    location.assign(signOut());
  };
  return (
    <Menu
      label={signedIn ? `You: ${name ?? 'signed in'}` : 'You and settings'}
      trigger={signedIn && name ? <span class="initial strong">{name.slice(0, 1).toUpperCase()}</span> : <PersonIcon />}
      // The name is a convenience: without it the menu still leads to the page that has it.
      onOpen={() => readName().catch(() => undefined)}
    >
      {signedIn && (
        <Link class="button" href="/signin">
          {name === undefined ? 'Who am I' : `Signed in as ${name}`}
        </Link>
      )}
      <Link class="button" href="/views">
        Saved views
      </Link>
      <Link class="button" href="/access">
        Access
      </Link>
      {rights?.may('seeEverything') !== false && (
        <Link class="button" href="/hooks">
          Webhooks
        </Link>
      )}
      <Link class="button" href="/settings">
        Settings
      </Link>
      <a class="button" href={address('docs')}>
        Handbook
      </a>
      <button type="button" onClick={onKeys}>
        Keys <kbd>?</kbd>
      </button>
      {signedIn ? (
        <Button label="Sign out" onClick={leave} />
      ) : (
        <Link class="button" href={`/signin?to=${encodeURIComponent(currentUrl())}`}>
          Sign in
        </Link>
      )}
    </Menu>
  );
}

function PersonIcon() {
  return (
    <svg class="type-icon person-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 14c.5-3 2.5-4.4 5.2-4.4s4.7 1.4 5.2 4.4" />
    </svg>
  );
}
