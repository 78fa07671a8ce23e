/**
 * Single sign-on: people go to an identity provider and come back with a session; they leave, here and there. What goes wrong on the way is said on
 * the page that signs in.
 */
import type { Catalog, ExternalPerson, SignedIn } from '../../catalog/index.ts';
import { badParameter, messageOf, noProvider, Refusal, unsupportedMediaType } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { redirect, safeAddress } from '../answer/redirect.ts';
import { sendNothing } from '../answer/send.ts';
import { readText } from '../request/body.ts';
import { textParam } from '../request/query.ts';
import type { Context, Handler } from '../types.ts';
import { clearSession, sessionIn, setSession, setStarted, takeStarted } from './cookies.ts';
import type { LookUp } from './lookups.ts';
import type { Provider, StartedSignIn } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';

export interface SingleSignOnParts {
  /** By name. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** Where the pages are: `/`, or `/catalog/`. */
  readonly home: string;
  /** The address that people type, without a path. */
  readonly publicUrl: string | undefined;
  readonly log: Log;
  readonly lookUp: LookUp;
}

export type SingleSignOnHandlers = Readonly<Record<'authenticate' | 'callback' | 'signedOut' | 'logOut' | 'leaveProvider', Handler>>;

/** Most bytes of a notice of a sign-out. */
const MOST_BYTES = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function singleSignOnHandlers({ providers, home, publicUrl, log, lookUp }: SingleSignOnParts): SingleSignOnHandlers {
  const signInPage = (query: Readonly<Record<string, string>>): string => `${home}signin?${new URLSearchParams(query)}`;
  /** Pages name each other without the base path. */
  const below = (path: string): string => (path.startsWith(home) ? `/${path.slice(home.length)}` : path);
  const failed = (context: Context, provider: Provider, error: unknown, to: string): void => {
    const code = error instanceof ProviderFailure ? error.failed : error instanceof Refusal && error.status < 500 ? error.code : undefined;
    if (code === undefined) throw error;
    const reason = messageOf(error);
    log('sign-in.failed', { provider: provider.name, reason });
    context.state.trail.about(`no sign-in by ${provider.name}: ${code}`);
    context.state.trail.deny();
    redirect(context, signInPage({ failed: code, provider: provider.title, to: below(to) }));
  };
  const providerNamed = (name: string): Provider => {
    const found = providers.get(name);
    if (!found) throw noProvider(name);
    return found;
  };
  const start = async (context: Context, provider: Provider, to: string): Promise<void> => {
    const started: StartedSignIn = { provider: provider.name, state: randomText(), nonce: randomText(), verifier: randomText(), to };
    try {
      const address = await provider.start(started);
      setStarted(context, started);
      redirect(context, address);
    } catch (error) {
      failed(context, provider, error, to);
    }
  };
  /** Who has the session of the request. These addresses need none, so nobody has looked yet: here, too, made-up ones wait. */
  const personOf = async (context: Context, { people }: Pick<Catalog, 'people'>): Promise<SignedIn | undefined> => {
    const secret = sessionIn(context);
    return secret === undefined ? undefined : lookUp(context, secret, () => people.signIn(secret)).catch(unlessUnknown);
  };
  const come = async (context: Context, catalog: Catalog, provider: Provider, person: ExternalPerson): Promise<void> => {
    const now = await personOf(context, catalog);
    const session = await catalog.signIns.beginExternal(person, provider, now?.user);
    context.state.actor = session.user;
    context.state.trail.about(`signed in by ${provider.name}; ${groupsSaid(person, session.groups)}`);
    setSession(context, session);
  };
  return {
    async authenticate(context, catalog) {
      const to = ownPath(textParam(context, 'redirect_uri'), home);
      const named = textParam(context, 'provider');
      if (named === undefined && (await personOf(context, catalog))) return redirect(context, to);
      const only = providers.size === 1 ? [...providers.values()][0] : undefined;
      const provider = named === undefined ? only : providerNamed(named);
      return provider ? start(context, provider, to) : redirect(context, signInPage({ to: below(to) }));
    },
    async callback(context, catalog) {
      const provider = providerNamed(nameIn(context));
      const started = takeStarted(context);
      const to = ownPath(started?.to, home);
      try {
        if (!started || started.provider !== provider.name || started.state !== textParam(context, 'state'))
          throw new ProviderFailure('sign-in-lost', 'the browser has not begun this sign-in, or has ended it');
        const person = await provider.finish(context.querystring, started);
        const isFirst = await catalog.signIns.useUp(person.issuer, [started.state, started.nonce]);
        if (!isFirst) throw new ProviderFailure('sign-in-lost', 'this sign-in has ended before');
        await come(context, catalog, provider, person);
        redirect(context, to);
      } catch (error) {
        failed(context, provider, error, to);
      }
    },
    async signedOut(context, { signIns }) {
      const provider = providerNamed(nameIn(context));
      const type = context.get('content-type');
      if (type.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE) throw unsupportedMediaType(type, FORM_TYPE);
      const token = new URLSearchParams(await readText(context, MOST_BYTES)).get('logout_token');
      if (token === null) throw badParameter('/logout_token', 'a logout token', undefined);
      const notice = await provider.readSignOut(token).catch((error: unknown) => {
        throw error instanceof ProviderFailure ? badParameter('/logout_token', `one that can be verified, but: ${error.message}`, undefined) : error;
      });
      context.state.trail.about(`${provider.name} ends ${notice.session === undefined ? 'all sessions of a person' : 'a session'}`);
      await signIns.endExternal(notice);
      context.set('Cache-Control', 'no-store');
      sendNothing(context);
    },
    async logOut(context, { signIns }) {
      const secret = sessionIn(context);
      const left = secret === undefined ? undefined : await lookUp(context, secret, () => signIns.end(secret)).catch(unlessUnknown);
      clearSession(context);
      const provider = left === undefined ? undefined : providers.get(left);
      const goesOn = provider && publicUrl !== undefined && (await provider.leave(publicUrl).catch(() => undefined)) !== undefined;
      redirect(context, goesOn ? signInPage({ left: provider.name, provider: provider.title }) : `${home}signin`);
    },
    async leaveProvider(context) {
      const provider = providerNamed(nameIn(context));
      const address = publicUrl === undefined ? undefined : await provider.leave(`${publicUrl}${home}signin`).catch(() => undefined);
      redirect(context, address ?? `${home}signin`);
    },
  };
}

/** A cookie has room for no longer one. */
const MOST_PATH = 2_000;

/** The address of a page of this server, encoded; its home page in place of any other address. */
function ownPath(asked: string | undefined, home: string): string {
  if (asked === undefined || !/^\/(?![/\\])[^\\\s]*$/.test(asked)) return home;
  const path = safeAddress(asked);
  return path.length <= MOST_PATH ? path : home;
}

function unlessUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.status === 401) return undefined;
  throw error;
}

function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/** The provider in `/callback/{provider}` and the like. */
function nameIn({ path }: Context): string {
  return path.split('/')[2] ?? '';
}

function groupsSaid({ groups: said }: ExternalPerson, groups: readonly string[]): string {
  if (said === undefined) return 'it says no groups';
  return said === 'unsaid' ? 'its claim of groups is missing' : `its groups: ${groups.join(' ')}`;
}
