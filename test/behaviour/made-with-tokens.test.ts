/** What is made with a token does no more, and lasts no longer, than the token (docs/access.md 2). */
import { expect } from 'chai';
import { asUser, makeUser, tokenOf, type User } from '../support/access.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, urns } from '../support/make.ts';
import { invite, type Person, post, reads, signUp, signUpBody } from '../support/sign-in.ts';

const own = ownNames('made');
const CREATE = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id } } }';
const RESET = 'mutation ($user: String!) { createNativeUserResetToken(input: { userUrn: $user }) { resetToken } }';

interface Made {
  readonly reason: string | undefined;
  readonly headers: Record<string, string>;
}

async function make(by: User | Person, actorUrn: string, duration: string): Promise<Made> {
  const input = { type: 'PERSONAL', actorUrn, duration, name: 'made' };
  const { body } = await api.send<{ data?: { createAccessToken?: { accessToken: string } }; errors?: { extensions: { reason: string } }[] }>(
    'POST',
    '/api/graphql',
    { json: { query: CREATE, variables: { input } }, headers: by.headers },
  );
  return {
    reason: body.errors?.[0]?.extensions.reason,
    headers: { Authorization: `Bearer ${body.data?.createAccessToken?.accessToken ?? ''}` },
  };
}

const revoke = async ({ id }: User): Promise<void> => {
  await graphql(`mutation { revokeAccessToken(tokenId: "${id}") }`);
};

describe('A token', () => {
  // SECURITY.md T13
  it('makes none that would outlast it; a person who has signed in does', async () => {
    const person = await signUp(own());
    const day = await tokenOf(person.urn, { duration: 'ONE_DAY' });
    const reasons = async (by: User | Person) =>
      Promise.all(['NO_EXPIRY', 'ONE_WEEK', 'ONE_DAY', 'ONE_HOUR'].map(async (duration) => (await make(by, person.urn, duration)).reason));
    expect(await reasons(day)).to.deep.equal(['outgrows-token', 'outgrows-token', undefined, undefined]);
    expect(await reasons(person)).to.deep.equal([undefined, undefined, undefined, undefined]);
  });

  // SECURITY.md T11
  it('takes with it all that comes from it: tokens, sessions, invitations, reset links', async () => {
    const [admin, person] = [await makeUser(own(), 'Admin'), await signUp(own())];
    const child = await make(admin, admin.urn, 'ONE_HOUR');
    const session = await api.send<{ accessToken: string }>('POST', '/auth/generateSessionTokenForUser', {
      json: { userId: person.name },
      headers: admin.headers,
    });
    const begun = { Authorization: `Bearer ${session.body.accessToken}` };
    const { resetToken } = (await asUser(admin, RESET, { user: person.urn })).data.createNativeUserResetToken;
    const { inviteToken } = (await asUser(admin, '{ getInviteToken(input: {}) { inviteToken } }')).data.getInviteToken;
    expect([await reads(child.headers), await reads(begun)]).to.deep.equal([200, 200]);
    await revoke(admin);
    expect([await reads(child.headers), await reads(begun)]).to.deep.equal([401, 401]);
    const reset = { userUrn: person.urn, password: 'another good password', resetToken };
    expect((await post('/resetNativeUserCredentials', reset)).status).to.equal(403);
    expect((await post('/signUp', signUpBody(own(), inviteToken))).status).to.equal(403);
    expect(await reads(person.headers)).to.equal(200);
  });

  it('is no person: it makes no reset link of its own user, and what is narrowed accepts no role', async () => {
    const admin = await makeUser(own(), 'Admin');
    const refused = async (by: User, query: string, variables: Record<string, unknown>) =>
      (await asUser(by, query, variables)).errors?.[0]?.extensions.reason;
    expect(await refused(admin, RESET, { user: admin.urn })).to.equal('outgrows-token');
    const narrowed = await tokenOf((await signUp(own())).urn, { types: ['DATASET'] });
    const accept = 'mutation ($secret: String!) { acceptRole(input: { inviteToken: $secret }) }';
    expect(await refused(narrowed, accept, { secret: await invite('Editor') })).to.equal('narrowed-token');
  });

  // SECURITY.md T11
  it('stops the bulk change that it has ordered, and whoever resumes that stands for it', async () => {
    const admin = await makeUser(own(), 'Admin');
    const json = { urns: Array.from({ length: LONG }, (_, at) => urns.tag(`made-nobody-${at}`)), changes: { description: { set: 'x' } } };
    const made = await api.send<{ id: string }>('POST', '/bulk', { json, headers: admin.headers });
    expect(made.status, made.text).to.equal(200);
    const { id } = made.body;
    await revoke(admin);
    await eventually(async () => expect((await bulkOf(id)).state).to.equal('stopped'));
    expect((await bulkOf(id)).reason).to.equal('the token or session by which it was made has ended');
    await api.send('POST', `/bulk/${id}/resume`, { json: {} });
    await eventually(async () => expect((await bulkOf(id)).done).to.be.above(0));
    expect((await bulkOf(id)).state).not.to.equal('stopped');
    await api.send('POST', `/bulk/${id}/stop`, { json: {} });
  });
});

/** Entities of a bulk change that takes some time although none of them is there. */
const LONG = 30_000;

const bulkOf = async (id: string): Promise<{ state: string; done: number; reason?: string }> =>
  (await api.send<{ state: string; done: number; reason?: string }>('GET', `/bulk/${id}`)).body;
