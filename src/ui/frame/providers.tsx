/**
 * Signing in by an identity provider: a button for each, what went wrong, and the way to sign out there, too.
 */
import { forgetToken } from '../api/token.ts';
import { address, useRoute } from '../route.ts';
import { settings } from '../settings.ts';

const { providers = [] } = settings;

export const hasProviders = providers.length > 0;

/** Why nobody came in. `provider`: its title. */
const SENTENCES: Readonly<Record<string, (provider: string) => string>> = {
  'provider-away': (provider) => `${provider} does not answer. Try again in a moment.`,
  'provider-refused': (provider) => `${provider} has not let you in.`,
  'provider-wrong': (provider) => `What ${provider} answered cannot be trusted, or does not fit its settings here. The log of this server says why.`,
  'sign-in-lost': () => 'This sign-in was used already, has taken longer than ten minutes, or was begun in another browser. Begin again.',
  'no-name': (provider) => `${provider} does not say what you are called here. The log of this server says what is missing.`,
  'user-not-active': () => 'Your account is suspended. Ask an administrator of this catalog.',
  'name-taken': (provider) =>
    `A user of your name has come in otherwise, or has rights already. If it is you, sign in as before, then continue with ${provider}. Otherwise ask an administrator.`,
  'not-for-anybody': (provider) => `${provider} may not make users here, or calls you by no name of a user. Ask an administrator of this catalog.`,
};

/** Why the reader comes back from a provider without having come in. */
export function ProviderFailure() {
  const { query } = useRoute();
  const sentence = SENTENCES[query.get('failed') ?? ''];
  const known = providers.find(({ title }) => title === query.get('provider'));
  return sentence && known ? (
    <p class="failure" role="alert">
      {sentence(known.title)}
    </p>
  ) : null;
}

export function Providers({ to }: { readonly to: string }) {
  const { query } = useRoute();
  const left = providers.find(({ name }) => name === query.get('left'));
  return (
    <section class="card form" aria-labelledby="by-provider">
      <h1 id="by-provider">Sign in</h1>
      {left && (
        <p>
          You have signed out here. <a href={address(`/logOut/${left.name}`)}>Sign out of {left.title}, too</a>
        </p>
      )}
      <div class="actions">
        {providers.map(({ name, title, href }) => (
          <a key={name} class="button primary" href={`${href}&redirect_uri=${encodeURIComponent(address(to))}`} onClick={forgetToken}>
            Continue with {title}
          </a>
        ))}
      </div>
    </section>
  );
}
