/** Programs that ask their user in the browser whether they may act for them (docs/access.md 8), as `datahub init --oauth` does. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { type Person, post, reads, signUp, whoIs } from '../support/sign-in.ts';

const own = ownNames('program');
const REDIRECT = 'http://127.0.0.1:8765/callback';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const tokens = (form: Record<string, string>, headers: Record<string, string> = FORM): Promise<Answer<Tokens>> =>
  api.send<Tokens>('POST', '/auth/oauth2/token', { text: new URLSearchParams(form).toString(), headers });
const register = async (): Promise<string> => {
  const answer = await post('/auth/oauth2/register', {
    client_name: 'The CLI',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  });
  expect(answer.status, answer.text).to.equal(201);
  return (answer.body as { client_id: string }).client_id;
};
const allow = (client: string, headers: Record<string, string>, more: object = {}): Promise<Answer> =>
  post(
    '/auth/oauth2/allow',
    { client_id: client, redirect_uri: REDIRECT, code_challenge: challenge, code_challenge_method: 'S256', state: 'a state', ...more },
    headers,
  );
const codeIn = (answer: Answer): string => {
  expect(answer.status, answer.text).to.equal(200);
  const back = new URL((answer.body as { redirect: string }).redirect);
  expect([back.origin + back.pathname, back.searchParams.get('state')]).to.deep.equal([REDIRECT, 'a state']);
  return back.searchParams.get('code') ?? '';
};
const codeForm = (client: string, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  client_id: client,
  code,
  redirect_uri: REDIRECT,
  code_verifier: verifier,
});
const renew = (client: string, refresh_token: string): Promise<Answer<Tokens>> =>
  tokens({ grant_type: 'refresh_token', client_id: client, refresh_token });
const bearer = ({ access_token }: Tokens): Record<string, string> => ({ Authorization: `Bearer ${access_token}` });

async function come(person: Person): Promise<{ client: string; code: string; given: Tokens }> {
  const client = await register();
  const code = codeIn(await allow(client, person.headers));
  const { status, text, body } = await tokens(codeForm(client, code));
  expect(status, text).to.equal(200);
  return { client, code, given: body };
}

function expectRefused(answer: Answer<Tokens>, error: string): void {
  expect([answer.status, (answer.body as unknown as { error: string }).error], answer.text).to.deep.equal([400, error]);
}

describe('A program', () => {
  it('finds all addresses at the host that it asks, and acts for its user with a token whose end it can read', async () => {
    const { url } = sharedCairn();
    const person = await signUp(own());
    const server = (await api.send<Record<string, string>>('GET', '/.well-known/oauth-authorization-server')).body;
    for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'])
      expect(new URL(server[name] ?? '').origin).to.equal(url);
    expect((await fetch(server.authorization_endpoint ?? '')).status).to.equal(200);
    const before = Math.floor(Date.now() / 1_000);
    const { given } = await come(person);
    expect(await whoIs(bearer(given))).to.equal(person.urn);
    const middle = JSON.parse(Buffer.from(given.access_token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
    expect([given.expires_in, middle.exp >= before + 3_600]).to.deep.equal([3_600, true]);
  });

  // SECURITY.md S15
  it('renews its tokens, each once, and needs its own id for it', async () => {
    const person = await signUp(own());
    const { client, given } = await come(person);
    const next = await renew(client, given.refresh_token);
    expect(next.status, next.text).to.equal(200);
    expect([await reads(bearer(given)), await whoIs(bearer(next.body))]).to.deep.equal([401, person.urn]);
    expectRefused(await renew(await register(), next.body.refresh_token), 'invalid_grant');
    expect((await renew(client, next.body.refresh_token)).status).to.equal(200);
  });

  // SECURITY.md S15
  it('loses all its tokens when a code or a refresh token comes twice, and other programs keep theirs', async () => {
    const person = await signUp(own());
    const other = await come(person);
    const first = await come(person);
    expectRefused(await tokens(codeForm(first.client, first.code)), 'invalid_grant');
    expect(await reads(bearer(first.given))).to.equal(401);
    expectRefused(await renew(first.client, first.given.refresh_token), 'invalid_grant');
    const { client, given } = await come(person);
    const second = (await renew(client, given.refresh_token)).body;
    const third = (await renew(client, second.refresh_token)).body;
    expect(await reads(bearer(third))).to.equal(200);
    expectRefused(await renew(client, given.refresh_token), 'invalid_grant');
    expect(await reads(bearer(third))).to.equal(401);
    expectRefused(await renew(client, third.refresh_token), 'invalid_grant');
    expect(await reads(bearer(other.given))).to.equal(200);
  });

  it('has no tokens of a code that two use at the same moment', async () => {
    const person = await signUp(own());
    const client = await register();
    const code = codeIn(await allow(client, person.headers));
    const answers = await Promise.all([tokens(codeForm(client, code)), tokens(codeForm(client, code))]);
    for (const { status, body } of answers) if (status === 200) expect(await reads(bearer(body))).to.equal(401);
  });

  // SECURITY.md S14
  it('lets no other program in', async () => {
    const person = await signUp(own());
    const { given } = await come(person);
    const other = await allow(await register(), bearer(given));
    expect([other.status, (other.body as { code: string }).code]).to.deep.equal([403, 'outgrows-token']);
  });

  it('proves that it has asked: another verifier, program, address or code is refused, and a code is no token', async () => {
    const person = await signUp(own());
    const client = await register();
    const code = codeIn(await allow(client, person.headers));
    const form = codeForm(client, code);
    for (const more of [{ code_verifier: 'another' }, { client_id: await register() }, { redirect_uri: 'http://127.0.0.1:1/' }, { code: `${code}x` }])
      expectRefused(await tokens({ ...form, ...more }), 'invalid_grant');
    expectRefused(await tokens({ grant_type: 'refresh_token', client_id: client, refresh_token: code }), 'invalid_grant');
    expectRefused(await tokens({ grant_type: 'password', client_id: client }), 'unsupported_grant_type');
    expectRefused(await tokens({ grant_type: 'authorization_code', client_id: client }), 'invalid_request');
    expectRefused(await tokens({}), 'invalid_request');
    expect((await tokens(form, { 'Content-Type': 'application/json' })).status).to.equal(415);
    expect(await reads({ Authorization: `Bearer cairn_${code}` })).to.equal(401);
    expect((await tokens(form)).status).to.equal(200);
  });

  // SECURITY.md S14
  it('waits on the computer of its user, who has signed in and sends it there', async () => {
    const person = await signUp(own());
    const client = await register();
    for (const redirect_uri of ['https://elsewhere.example/', 'http://127.0.0.1.elsewhere.example/', 'http://a@127.0.0.1/', 'urn:x', '']) {
      expect((await allow(client, person.headers, { redirect_uri })).status, redirect_uri).to.equal(400);
      expect((await post('/auth/oauth2/register', { redirect_uris: [redirect_uri] })).status, redirect_uri).to.equal(400);
    }
    for (const more of [{ code_challenge: 'short' }, { code_challenge_method: 'plain' }])
      expect((await allow(client, person.headers, more)).status).to.equal(400);
    expect((await allow(client, {})).status).to.equal(401);
    expect((await allow(client, { ...person.headers, Origin: 'https://elsewhere.example' })).status).to.equal(403);
  });

  // SECURITY.md S16
  it('ends when its token is revoked, and with its user', async () => {
    const person = await signUp(own());
    const { client, given } = await come(person);
    const filters = [{ field: 'ownerUrn', values: [person.urn] }];
    const id = await eventually(async () => {
      const query = 'query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { tokens { id name } } }';
      const { tokens: found } = (await graphql(query, { input: { start: 0, count: 100, filters } })).listAccessTokens;
      const named = (found as { id: string; name: string }[]).find(({ name }) => name === 'The CLI');
      expect(named).to.not.equal(undefined);
      return named?.id;
    });
    await graphql(`mutation { revokeAccessToken(tokenId: "${id}") }`);
    expect(await reads(bearer(given))).to.equal(401);
    expectRefused(await renew(client, given.refresh_token), 'invalid_grant');
    const other = await come(person);
    await graphql(`mutation { updateUserStatus(urn: "${person.urn}", status: SUSPENDED) }`);
    expect(await reads(bearer(other.given))).to.equal(401);
    expectRefused(await renew(other.client, other.given.refresh_token), 'invalid_grant');
  });
});
