/**
 * People with passwords and sessions (docs/access.md), as pages and known clients bring them in.
 */
import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { type Answer, api } from './client.ts';
import { type GraphAnswer, graphql } from './graphql.ts';
import { urns } from './make.ts';
import { sharedCairn } from './shared.ts';

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  readonly urn: string;
  readonly name: string;
  /** The header with the session. */
  readonly headers: Record<string, string>;
}

export const post = (path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> => api.send('POST', path, { json, headers });

/** The answer to a request from another address of this machine, of `127.0.0.0/8`. @param at the server */
export function postFrom(
  address: string,
  path: string,
  json: unknown,
  headers: Record<string, string> = {},
  at = sharedCairn().url,
): Promise<{ status: number; text: string; retryAfter: number }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress: address, headers: { 'Content-Type': 'application/json', ...headers } };
    const request = httpRequest(at + path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, retryAfter: Number(answer.headers['retry-after']) }));
    });
    request.on('error', reject);
    request.end(JSON.stringify(json));
  });
}

/** An invitation, of the one who calls; without a role if it is undefined. */
export async function invite(role?: string): Promise<string> {
  const input = role === undefined ? {} : { roleUrn: urns.of('dataHubRole', role) };
  return (await graphql('query ($input: GetInviteTokenInput!) { getInviteToken(input: $input) { inviteToken } }', { input })).getInviteToken
    .inviteToken;
}

export function signUpBody(name: string, inviteToken: string, more: object = {}): object {
  return { userUrn: urns.user(name), email: `${name}@example.com`, fullName: `The ${name}`, password: PASSWORD, inviteToken, ...more };
}

/** The session that an answer begins, as a header. */
export function sessionOf(answer: Answer): Record<string, string> {
  expect(answer.status, answer.text).to.equal(200);
  const cookie = answer.headers.getSetCookie().find((each) => each.includes('cairn_session=')) ?? '';
  expect(cookie).to.match(/^cairn_session=cairn_[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
  return { Cookie: cookie.split(';')[0] ?? '' };
}

export async function signUp(name: string, role?: string): Promise<Person> {
  const headers = sessionOf(await post('/signUp', signUpBody(name, await invite(role))));
  return { urn: urns.user(name), name, headers };
}

export const logIn = (username: string, password = PASSWORD): Promise<Answer> => post('/logIn', { username, password });

/** The status of a read with these headers. */
export async function reads(headers: Record<string, string>): Promise<number> {
  return (await api.send('GET', `/entitiesV2/${encodeURIComponent(urns.user('nobody'))}`, { headers })).status;
}

/** URN of the user as whom these headers come in. */
export async function whoIs(headers: Record<string, string>): Promise<string> {
  const { body } = await api.send<GraphAnswer>('POST', '/api/v2/graphql', { json: { query: '{ me { corpUser { urn } } }' }, headers });
  return body.data.me.corpUser.urn;
}
