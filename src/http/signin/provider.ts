/**
 * An identity provider, over OpenID Connect: the authorization code with PKCE, state and nonce, and its notices of a sign-out there.
 */
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import type { ExternalPerson, SignOutNotice } from '../../catalog/index.ts';
import { badSignOut } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { personIn } from './person-in.ts';
import { ProviderFailure, reasonIn, type SignInFailure } from './provider-failure.ts';
import type { ProviderSettings } from './providers-file.ts';

/** What the browser keeps between going to the provider and coming back. */
export interface StartedSignIn {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to go on with. */
  readonly to: string;
}

export interface Provider extends Pick<ProviderSettings, 'name' | 'title' | 'newUsers' | 'newGroups' | 'trustNames'> {
  /** The address where people show who they are. @throws ProviderFailure */
  start(started: Omit<StartedSignIn, 'to'>): Promise<string>;
  /** @param query with which the browser has come back @throws ProviderFailure */
  finish(query: string, started: StartedSignIn): Promise<ExternalPerson>;
  /** Where people end their session there; undefined if it has no such address. @param back where they go then */
  leave(back: string): Promise<string | undefined>;
  /** @throws Refusal malformed unless the provider has signed it, for this server, a moment ago */
  readSignOut(token: string): Promise<SignOutNotice>;
}

const TIMEOUT_S = 10;
/** What the provider says of itself is asked again after so long, ms. */
const KNOWN_MS = 3_600_000;
const SIGN_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface KnownProvider {
  readonly config: Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly since: number;
}

/** @param callback where the provider sends people back to */
export function makeProvider(settings: ProviderSettings, callback: string): Provider {
  const { name, title, clientId, scopes, newUsers, newGroups, trustNames } = settings;
  let known: KnownProvider | undefined;
  let asking: Promise<KnownProvider> | undefined;
  /** Those who come together ask once. What is known stays while the provider does not answer. */
  const knownOf = async (): Promise<KnownProvider> => {
    if (known && performance.now() - known.since < KNOWN_MS) return known;
    asking ??= discover(settings).finally(() => {
      asking = undefined;
    });
    try {
      known = await asking;
    } catch (error) {
      if (!known) throw new ProviderFailure('provider-away', error);
    }
    return known;
  };
  return {
    name,
    title,
    newUsers,
    newGroups,
    trustNames,
    async start({ state, nonce, verifier }) {
      const { config } = await knownOf();
      const challenge = await calculatePKCECodeChallenge(verifier);
      const asked = { redirect_uri: callback, scope: scopes, state, nonce, code_challenge: challenge, code_challenge_method: 'S256' };
      return buildAuthorizationUrl(config, asked).href;
    },
    async finish(query, { state, nonce, verifier }) {
      const { config } = await knownOf();
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await authorizationCodeGrant(config, new URL(`${callback}?${query}`), checks);
        const told = tokens.claims();
        if (!told) throw new Error('there is no ID token');
        const more = config.serverMetadata().userinfo_endpoint ? await fetchUserInfo(config, tokens.access_token, told.sub) : undefined;
        return personIn(settings, { ...more, ...told });
      } catch (error) {
        throw error instanceof ProviderFailure ? error : new ProviderFailure(failureOf(error), error);
      }
    },
    async leave(back) {
      const { config } = await knownOf();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
    },
    async readSignOut(token) {
      const { config, keys } = await knownOf();
      const { issuer } = config.serverMetadata();
      const checks = { issuer, audience: clientId, maxTokenAge: 600, clockTolerance: 30, requiredClaims: ['iat', 'jti', 'events'] };
      const read = await jwtVerify(token, keys, checks).catch((error: unknown) => {
        throw badSignOut(reasonIn(error));
      });
      return noticeIn(issuer, read.payload);
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<KnownProvider> {
  const at = new URL(issuer);
  const setUp = [enableNonRepudiationChecks, ...(at.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const found = await discovery(at, clientId, undefined, None(), { timeout: TIMEOUT_S, execute: setUp });
  const server = found.serverMetadata();
  const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'], jwks_uri: keysAt } = server;
  if (keysAt === undefined) throw new Error('it has no jwks_uri');
  const proof = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
  const config = new Configuration(server, clientId, clientSecret, clientSecret === undefined ? None() : proof(clientSecret));
  config.timeout = TIMEOUT_S;
  for (const each of setUp) each(config);
  return { config, keys: createRemoteJWKSet(new URL(keysAt), { timeoutDuration: TIMEOUT_S * 1_000 }), since: performance.now() };
}

/** @throws Refusal malformed */
function noticeIn(issuer: string, { sub: subject, sid, jti, events, nonce }: JWTPayload): SignOutNotice {
  if (!isRecord(events) || !isRecord(events[SIGN_OUT_EVENT])) throw badSignOut(`it has no event ${SIGN_OUT_EVENT}`);
  // An ID token is no notice.
  if (nonce !== undefined) throw badSignOut('it has a nonce');
  const session = typeof sid === 'string' ? sid : undefined;
  if (subject === undefined && session === undefined) throw badSignOut('it has neither sub nor sid');
  return { issuer, subject, session, id: String(jti) };
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError) return 'provider-refused';
  // The code was used, or has expired.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'sign-in-lost' : 'provider-wrong';
  const isAway = (error instanceof TypeError && error.message === 'fetch failed') || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');
  return isAway ? 'provider-away' : 'provider-wrong';
}
