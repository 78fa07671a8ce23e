/**
 * A real identity provider (oidc-provider), which lets in whom a test names, and signs what a test wants signed.
 */
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { freePort } from './process.ts';

export interface IdentityProvider {
  readonly issuer: string;
  /** Whom it lets in from now on, and what it says of them. */
  lets(subject: string, claims: Readonly<Record<string, unknown>>): void;
  /** What it signs, as a logout token; `more` replaces claims, undefined removes them. */
  signOut(more: Readonly<Record<string, unknown>>, foreign?: boolean): Promise<string>;
  /** Stops answering, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export const CLIENT = { id: 'cairn', secret: 'the-secret-of-cairn-at-the-provider' };

/** @param at the address of Cairn. @param names those that it has for the provider */
export async function startIdentityProvider(at: string, ...names: string[]): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const foreignKeys = await generateKeyPair('RS256');
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  let present = '';
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: names.map((name) => `${at}/callback/${name}`),
        post_logout_redirect_uris: [`${at}/signin`],
        backchannel_logout_uri: `${at}/callback/${names[0]}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'given_name', 'family_name', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        // Its own page loads fonts from elsewhere.
        logoutSource: (context, form) => {
          context.body = `<!doctype html><html lang="en"><title>Acme</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button></html>`;
        },
      },
    },
    // It would call no address of this machine.
    fetch: (url, { method, headers, body, redirect } = {}) => fetch(url, { method, headers, body, redirect } as RequestInit),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Nobody is asked whether Cairn may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    await provider.interactionFinished(context.req, context.res, { login: { accountId: present } });
    context.respond = false;
  });
  let server: Server | undefined;
  const up = (): Promise<void> =>
    new Promise((resolve) => {
      server = createServer(provider.callback()).listen(port, '127.0.0.1', resolve);
    });
  await up();
  return {
    issuer,
    lets(subject, claims) {
      present = subject;
      people.set(subject, claims);
    },
    signOut(more, foreign = false) {
      const now = Math.floor(Date.now() / 1_000);
      const claims = {
        iss: issuer,
        aud: CLIENT.id,
        iat: now,
        exp: now + 120,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...more,
      };
      const signed = new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'RS256', kid: 'own', typ: 'logout+jwt' });
      return signed.sign(foreign ? foreignKeys.privateKey : keys.privateKey);
    },
    down: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        server?.closeAllConnections();
      }),
    up,
  };
}

/** A browser as far as addresses and cookies go: it keeps cookies by host, and goes one step at a time. */
export function makeBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (host: string): Map<string, string> => {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const get = async (address: string, more: RequestInit = {}): Promise<{ status: number; to: string; text: string; headers: Headers }> => {
    const { host } = new URL(address);
    const cookie = [...jarOf(host)].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { ...more, redirect: 'manual', headers: { ...(cookie !== '' && { cookie }), ...(more.headers as object) } });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(each)) jarOf(host).delete(name);
      else jarOf(host).set(name, value);
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      to: location === null ? '' : new URL(location, address).href,
      text: await answer.text(),
      headers: answer.headers,
    };
  };
  return {
    get,
    /** Follows redirects until an address fits, and does not open that one. */
    async until(address: string, fits: (address: string) => boolean): Promise<string> {
      let next = address;
      for (let step = 0; step < 10 && !fits(next); step++) {
        const { status, to, text } = await get(next);
        if (status < 300 || status >= 400) throw new Error(`${next} answers ${status}: ${text.slice(0, 500)}`);
        next = to;
      }
      return next;
    },
    cookie: (address: string, name: string) => jarOf(new URL(address).host).get(name),
    cookies: (address: string) => ({ Cookie: [...jarOf(new URL(address).host)].map(([name, value]) => `${name}=${value}`).join('; ') }),
  };
}
