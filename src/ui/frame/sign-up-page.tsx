/**
 * `/signup?invite_token=…` and `/reset?user=…&reset_token=…`: people come in by a link that somebody sent them.
 */
import type { ComponentChildren } from 'preact';
import { acceptInvitation, setPassword, signUp } from '../api/people.ts';
import { hasSession, token } from '../api/token.ts';
import { shortName } from '../api/urn.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useWork } from '../parts/use-work.ts';
import { address, Link, useRoute } from '../route.ts';
import { settings } from '../settings.ts';

/** Everything that was read before is of somebody else. */
const comeIn = (): void => location.assign(address('/'));

export function SignUpPage() {
  useTitle('Sign up');
  const inviteToken = useRoute().query.get('invite_token');
  if (!inviteToken) return <Broken />;
  const known = token() !== undefined || hasSession();
  return (
    <div class="page stack far sign-in">
      {known && <Accept inviteToken={inviteToken} />}
      <PasswordForm
        title="Sign up"
        yes="Sign up"
        onYes={async (given) => {
          const name = textOf(given, 'username');
          const person = { fullName: textOf(given, 'name'), email: textOf(given, 'email'), password: passwordIn(given) };
          await signUp({ ...person, userUrn: `${settings.urnPrefix}corpuser:${name}`, inviteToken });
          comeIn();
        }}
      >
        <p class="muted">You have been invited to this catalog.</p>
        <TextField required id="name" name="name" label="Your name" autocomplete="name" />
        <TextField required id="email" name="email" label="Email" type="email" autocomplete="email" />
        <TextField
          required
          id="username"
          name="username"
          label="User"
          autocomplete="username"
          pattern="[^\s\(\),:]+"
          hint="What you sign in with. Others see it too."
        />
      </PasswordForm>
    </div>
  );
}

/** For who has an account already. */
function Accept({ inviteToken }: { readonly inviteToken: string }) {
  const { busy, error, run } = useWork();
  const accept = (): Promise<void> =>
    run(async () => {
      await acceptInvitation(inviteToken);
      comeIn();
    });
  return (
    <section class="card form" aria-labelledby="accept">
      <h2 id="accept">You are signed in</h2>
      <p>Take the role of this invitation for the account that you have, or sign up as somebody else below.</p>
      <Failure error={error} />
      <div class="actions">
        <Button label="Take the role" class="primary" disabled={busy} onClick={accept} />
      </div>
    </section>
  );
}

export function ResetPage() {
  useTitle('New password');
  const { query } = useRoute();
  const [user, resetToken] = [query.get('user'), query.get('reset_token')];
  if (!user || !resetToken) return <Broken />;
  return (
    <div class="page stack far sign-in">
      <PasswordForm
        title="New password"
        yes="Set the password"
        onYes={async (given) => {
          await setPassword(user, resetToken, passwordIn(given));
          comeIn();
        }}
      >
        <p class="muted">For {shortName(user)}. Sessions with the old password end.</p>
        <input type="hidden" name="username" autocomplete="username" value={shortName(user)} />
      </PasswordForm>
    </div>
  );
}

function Broken() {
  return (
    <div class="page stack far">
      <Empty title="A part of this link is missing" level={1}>
        <p>
          Open it again from the message in which you got it, or ask for a new one. With an account, <Link href="/signin">sign in</Link>.
        </p>
      </Empty>
    </div>
  );
}

interface PasswordFormProps {
  readonly title: string;
  readonly yes: string;
  readonly onYes: (given: FormData) => Promise<void>;
  readonly children: ComponentChildren;
}

function PasswordForm({ title, yes, onYes, children }: PasswordFormProps) {
  const { busy, error, run } = useWork();
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        void run(() => onYes(given));
      }}
    >
      <h1>{title}</h1>
      {children}
      <TextField required id="password" name="password" label="Password" type="password" autocomplete="new-password" />
      <TextField required id="again" name="again" label="Password again" type="password" autocomplete="new-password" />
      <Failure error={error} />
      <div class="actions">
        <button type="submit" class="primary" disabled={busy}>
          {yes}
        </button>
      </div>
    </form>
  );
}

const textOf = (given: FormData, name: string): string => String(given.get(name) ?? '').trim();

/** @throws Error in words if the two fields differ */
function passwordIn(given: FormData): string {
  const password = String(given.get('password') ?? '');
  if (password !== given.get('again')) throw new Error('The two passwords differ. Enter the same one twice.');
  return password;
}
