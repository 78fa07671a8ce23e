/**
 * Users with tokens that were made at run time: policies decide what they may change.
 */
import { expect } from 'chai';
import { type Answer, api, encode } from './client.ts';
import { type Data, type GraphAnswer, graphql } from './graphql.ts';
import { proposal, typeOf, urns } from './make.ts';
import { write } from './writes.ts';

export interface User {
  readonly urn: string;
  /** The header with the token. */
  readonly headers: Record<string, string>;
  readonly secret: string;
  /** The id of the token. */
  readonly id: string;
}

const CREATE = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id } } }';

export async function tokenOf(urn: string, more: Record<string, unknown> = {}): Promise<User> {
  const input = { type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'test', ...more };
  const { createAccessToken: made } = await graphql(CREATE, { input });
  return { urn, secret: made.accessToken, id: made.metadata.id, headers: { Authorization: `Bearer ${made.accessToken}` } };
}

/** A new user with a token. */
export async function makeUser(name: string, ...roles: string[]): Promise<User> {
  const urn = urns.user(name);
  await write(urn, 'corpUserInfo', { active: true, displayName: name });
  if (roles.length > 0) await write(urn, 'roleMembership', { roles: roles.map((role) => urns.of('dataHubRole', role)) });
  return tokenOf(urn);
}

export interface PolicySent {
  readonly privileges: readonly string[];
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
  readonly criteria?: readonly { readonly field: string; readonly values: readonly string[]; readonly condition?: string }[];
  readonly type?: 'PLATFORM' | 'METADATA';
  readonly state?: string;
  readonly expiresAt?: number | null;
  readonly reason?: string | null;
  readonly aspects?: readonly string[];
  readonly columnsTagged?: readonly string[];
}

function inputOf({ privileges, users = [], groups = [], criteria, type = 'METADATA', state = 'ACTIVE', ...more }: PolicySent): object {
  const filter = criteria && { criteria: criteria.map((each) => ({ condition: 'EQUALS', ...each })) };
  const actors = { users, groups, resourceOwners: false, allUsers: false, allGroups: false };
  const { aspects, columnsTagged, ...ends } = more;
  const resources = { ...(filter && { filter }), ...(aspects && { aspects }), ...(columnsTagged && { columnsTagged }) };
  const about = Object.keys(resources).length > 0 ? { resources } : {};
  return { type, name: 'Test', state, description: 'Test', privileges, actors, ...about, ...ends };
}

export async function makePolicy(policy: PolicySent): Promise<string> {
  const { createPolicy } = await graphql('mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', { input: inputOf(policy) });
  return createPolicy;
}

export async function changePolicy(urn: string, policy: PolicySent): Promise<void> {
  await graphql('mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }', { urn, input: inputOf(policy) });
}

/** A query of a user. */
export async function asUser({ headers }: User, query: string, variables: Data = {}): Promise<GraphAnswer> {
  const answer = await api.send<GraphAnswer>('POST', '/api/graphql', { json: { query, variables }, headers });
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

/** The status of a write: of GraphQL the code of its error. */
export type Writer = (urn: string, aspect: string, value: unknown, headers: Record<string, string>) => Promise<number>;

const statusOf = (answer: Answer): number => answer.status;

/** Each way to write the value of an aspect. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  'legacy proposal': async (urn, aspect, value, headers) => statusOf(await api.ingestProposal(proposal(urn, aspect, value), headers)),
  'legacy patch': async (urn, aspect, value, headers) => {
    const patch = Object.entries(value as object).map(([field, each]) => ({ op: 'add', path: `/${field}`, value: each }));
    return statusOf(await api.ingestProposal(proposal(urn, aspect, { patch }, { changeType: 'PATCH' }), headers));
  },
  'legacy batch': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals: [proposal(urn, aspect, value)] }, headers })),
  'OpenAPI v3 entity': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', `/openapi/v3/entity/${typeOf(urn)}`, { json: [{ urn, [aspect]: { value } }], headers })),
  'OpenAPI v3 aspect': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', `/openapi/v3/entity/${typeOf(urn)}/${encode(urn)}/${aspect}`, { json: { value }, headers })),
  'OpenAPI v3 patch': async (urn, aspect, value, headers) => {
    const patch = Object.entries(value as object).map(([field, each]) => ({ op: 'add', path: `/${field}`, value: each }));
    return statusOf(await api.send('PATCH', `/openapi/v3/entity/${typeOf(urn)}/${encode(urn)}/${aspect}`, { json: { patch }, headers }));
  },
  'OpenAPI v3 in its own time': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', `/openapi/v3/entity/${typeOf(urn)}?async=true`, { json: [{ urn, [aspect]: { value } }], headers })),
  'OpenAPI v2 aspect': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', `/openapi/v2/entity/${typeOf(urn)}/${encode(urn)}/${aspect}`, { json: value, headers })),
  'OpenAPI v2 entity': async (urn, aspect, value, headers) =>
    statusOf(await api.send('POST', `/openapi/v2/entity/${typeOf(urn)}`, { json: [{ urn, aspects: { [aspect]: { value } } }], headers })),
};
