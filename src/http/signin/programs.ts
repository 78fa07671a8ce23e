/**
 * Programs ask their users in the browser whether they may act for them (OAuth 2.1: RFC 8414, 7591, 7636, 8252). Only programs on the user's own
 * computer come in so: a code goes nowhere else.
 */
import { badParameter, noToken, unsupportedMediaType } from '../../errors.ts';
import { isLoopback } from '../../loopback.ts';
import { readParams, readText } from '../request/body.ts';
import { oneOf, type Param, paramsOf, someText, text } from '../request/params.ts';
import type { Context, Handler } from '../types.ts';
import type { Attempts } from './attempts.ts';

export interface ProgramParts {
  /** Where the pages are: `/`, or `/catalog/`. */
  readonly home: string;
  /** The address that people type, without a path; undefined if the settings do not say it. */
  readonly publicUrl: string | undefined;
  /** The address that the server listens on. */
  readonly baseUrl: string;
}

export type ProgramHandlers = Readonly<Record<'describeGrants' | 'register' | 'allow' | 'giveTokens', Handler>>;

const MOST_BYTES = 64 * 1024;
const MOST_NAME = 60;
const SCOPE = 'openid datahub:account';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const S256 = /^[\w-]{43}$/;

const uris: Param<string[]> = { type: 'array', minItems: 1, maxItems: 10, items: someText };
const readRegistration = paramsOf('register', { redirect_uris: uris }, { client_name: text }, true);
const readAllow = paramsOf(
  'allow',
  { client_id: someText, redirect_uri: someText, code_challenge: someText, code_challenge_method: oneOf(['S256']) },
  { state: text },
);

export function programHandlers({ home, publicUrl, baseUrl }: ProgramParts, attempts: Attempts): ProgramHandlers {
  /** Clients refuse endpoints under another name of this machine than the one that they ask. */
  const issuerOf = (context: Context): string => {
    const host = context.get('host');
    const origin = publicUrl ?? (isLoopback(host) ? `http://${host}` : new URL(baseUrl).origin);
    return `${origin}${home.slice(0, -1)}`;
  };
  return {
    async describeGrants(context) {
      const issuer = issuerOf(context);
      context.body = {
        issuer,
        authorization_endpoint: `${issuer}/allow`,
        token_endpoint: `${issuer}/auth/oauth2/token`,
        registration_endpoint: `${issuer}/auth/oauth2/register`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        scopes_supported: SCOPE.split(' '),
      };
    },
    async register(context) {
      const { client_name = 'A program', redirect_uris } = readRegistration(await readParams(context, MOST_BYTES));
      for (const each of redirect_uris) refuseElsewhere(each, '/redirect_uris');
      const name = client_name.slice(0, MOST_NAME);
      context.status = 201;
      // The id says what the page asks with. It proves nothing, so nothing has to be kept.
      context.body = {
        client_id: `${Buffer.from(name).toString('base64url')}.${crypto.randomUUID()}`,
        client_name: name,
        redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: SCOPE,
      };
    },
    async allow(context, { programs }) {
      if (!context.state.decided) throw noToken();
      const asked = readAllow(await readParams(context, MOST_BYTES));
      const { client_id: client, redirect_uri: redirect, code_challenge: challenge, state } = asked;
      refuseElsewhere(redirect, '/redirect_uri');
      if (!S256.test(challenge)) throw badParameter('/code_challenge', 'a SHA-256 in base64url', challenge);
      const name = nameIn(client);
      const code = await programs.allow(context.state.decided.user, context.state.credential, { client, name, redirect, challenge });
      context.state.trail.about(`lets ${name} act for the user`);
      const back = new URL(redirect);
      for (const [key, value] of Object.entries({ code, iss: issuerOf(context), ...(state !== undefined && { state }) }))
        back.searchParams.set(key, value);
      context.body = { redirect: back.href };
    },
    async giveTokens(context, { programs }) {
      const type = context.get('content-type');
      if (type.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE) throw unsupportedMediaType(type, FORM_TYPE);
      const sent = new URLSearchParams(await readText(context, MOST_BYTES));
      context.set('Cache-Control', 'no-store');
      const [grant, client] = [sent.get('grant_type'), sent.get('client_id')];
      const [code, redirect, verifier, refresh] = ['code', 'redirect_uri', 'code_verifier', 'refresh_token'].map((name) => sent.get(name));
      if (client === null) return refuse(context, 'invalid_request', 'client_id: expected the id of the program');
      const given = async () => {
        if (grant === 'authorization_code' && code && redirect && verifier) return programs.redeem(code, { client, redirect, verifier });
        if (grant === 'refresh_token' && refresh) return programs.renew(refresh, client);
        return 'incomplete';
      };
      const tokens = await attempts.make({ door: 'program', address: context.state.address, who: client }, given, Boolean);
      if (tokens === 'incomplete')
        return refuse(
          context,
          grant === 'authorization_code' || grant === 'refresh_token' ? 'invalid_request' : 'unsupported_grant_type',
          'expected grant_type=authorization_code with code, redirect_uri and code_verifier, or grant_type=refresh_token with refresh_token',
        );
      if (!tokens) return refuse(context, 'invalid_grant', 'this code or refresh token is unknown, used, too old or revoked, or of another program');
      context.state.actor = tokens.user;
      context.state.trail.about(`${nameIn(client)} has tokens of the user`);
      const { access, refresh: next, ms } = tokens;
      context.body = { access_token: access, token_type: 'Bearer', expires_in: ms / 1_000, refresh_token: next, scope: SCOPE };
    },
  };
}

/** In the form of RFC 6749, within ours. */
function refuse(context: Context, error: string, description: string): void {
  context.state.trail.about(`no tokens: ${error}`);
  context.status = 400;
  context.body = { error, error_description: description, message: description, status: 400, code: 'bad-parameter' };
}

/** @throws Refusal malformed for an address that is not on the user's own computer */
function refuseElsewhere(redirect: string, pointer: string): void {
  const { protocol, host, username, hash } = URL.canParse(redirect) ? new URL(redirect) : { protocol: '', host: '', username: '', hash: '' };
  if (protocol === 'http:' && isLoopback(host) && username === '' && hash === '') return;
  throw badParameter(pointer, 'an address on the own computer, such as http://127.0.0.1:8765/callback', redirect);
}

/** The name that a program has given itself. */
function nameIn(client: string): string {
  const name = Buffer.from(client.split('.')[0] ?? '', 'base64url')
    .toString('utf8')
    .slice(0, MOST_NAME);
  return /^[\p{L}\p{N}\p{P}\p{Zs}]+$/u.test(name) ? name : 'A program';
}
