/**
 * `/signin`: who the reader is, signing in with a token, a password or an identity provider, and signing out. `?to=` is the page to go on with.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { hasSession, token } from '../api/token.ts';
import { logIn, signIn, signOut, type Who, whoIs } from '../api/who.ts';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWork } from '../parts/use-work.ts';
import { entityUrl, Link, navigate, useRoute } from '../route.ts';
import { hasProviders, ProviderFailure, Providers } from './providers.tsx';

export function SignInPage() {
  const kept = token();
  const known = kept !== undefined || hasSession();
  useTitle(known ? 'Signed in' : 'Sign in');
  const { data, error, loading, reload } = useLoad(() => who(kept), [kept]);
  const asked = useRoute().query.get('to') ?? '/';
  // Only to pages of this catalog.
  const to = /^\/(?![/\\])/.test(asked) ? asked : '/';
  const out = !loading && (data === 'refused' || (data !== undefined && !known));
  return (
    <div class="page stack far sign-in">
      {loading && <Spinner label="Asking the catalog" />}
      {!loading && error !== undefined && <Failure error={error} onRetry={reload} />}
      {hasProviders && <ProviderFailure />}
      {hasProviders && out && <Providers to={to} />}
      {!loading && data === 'refused' && (
        <>
          <LogIn to={to} first={!hasProviders} focus={!hasProviders && kept === undefined} />
          <SignIn ended={kept !== undefined} to={to} />
        </>
      )}
      {!loading && data !== undefined && data !== 'refused' && <SignedIn who={data} open={!known} />}
      {out && data !== 'refused' && <LogIn to={to} />}
    </div>
  );
}

async function who(kept: string | undefined): Promise<Who | 'refused'> {
  try {
    return await whoIs(kept ?? '');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'refused';
    throw error;
  }
}

/** A field that has the focus from the start, if `wanted`. */
function useFocus(wanted: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  return field;
}

/** `ended`: a token was kept, but it is no longer accepted. */
function SignIn({ ended, to }: { readonly ended: boolean; readonly to: string }) {
  const { busy, error, run } = useWork();
  const field = useFocus(ended);
  const submit = (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    return run(async () => {
      await signIn(String(given.get('token') ?? '').trim(), given.get('stays') !== null);
      navigate(to, { replace: true });
    });
  };
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <h2>With a token</h2>
      <p class="muted">{ended && 'Your token is no longer accepted. Enter another one. '}The people who run this catalog give you one.</p>
      <Field id="token" label="Token">
        <input id="token" name="token" type="password" autocomplete="current-password" required ref={field} />
      </Field>
      <Check name="stays">
        Stay signed in on this browser
        <span class="hint"> – otherwise until you close this tab</span>
      </Check>
      <Failure error={error} />
      <div class="actions">
        <button type="submit" disabled={busy}>
          Sign in with the token
        </button>
      </div>
    </form>
  );
}

interface LogInProps {
  readonly to: string;
  /** It begins the page. */
  readonly first?: boolean;
  readonly focus?: boolean;
}

/** With a password. */
function LogIn({ to, first = false, focus = false }: LogInProps) {
  const { busy, error, run } = useWork();
  const field = useFocus(focus);
  const submit = (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    return run(async () => {
      await logIn(String(given.get('username') ?? '').trim(), String(given.get('password') ?? ''));
      navigate(to, { replace: true });
    });
  };
  return (
    <form
      class="card form"
      aria-labelledby="with-password"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      {first ? <h1 id="with-password">Sign in</h1> : <h2 id="with-password">With a password</h2>}
      <Field id="username" label="User">
        <input id="username" name="username" autocomplete="username" required ref={field} />
      </Field>
      <TextField id="password" label="Password" name="password" type="password" autocomplete="current-password" required />
      <Failure error={error} />
      <div class="actions">
        <button type="submit" class="primary" disabled={busy}>
          Sign in
        </button>
      </div>
    </form>
  );
}

/** `open`: there is no token, and the catalog needs none. */
function SignedIn({ who, open }: { readonly who: Who; readonly open: boolean }) {
  const leave = (): void => {
    // Also forgets what was read with this token.
    location.assign(signOut());
  };
  return (
    <section class="card form" aria-labelledby="who">
      <h1 id="who">{open ? 'No token is needed' : who.name}</h1>
      {open ? (
        <p>
          This catalog asks nobody for a token: whoever reaches it may read and write, as <EntityLink urn={who.urn} />. To change that, start it with{' '}
          <code>AUTH_TOKENS_FILE</code>.
        </p>
      ) : (
        <>
          <dl class="facts stack close">
            <div>
              <dt>You are</dt>
              <dd>
                <Link href={entityUrl(who.urn)}>{who.urn}</Link>
              </dd>
            </div>
            <div>
              <dt>You may</dt>
              <dd>{who.mayWrite ? 'read and write' : 'read'}</dd>
            </div>
          </dl>
          <div class="actions">
            <Button label="Sign out" onClick={leave} />
          </div>
        </>
      )}
    </section>
  );
}
