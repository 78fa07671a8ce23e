/** Somebody can always manage policies (docs/access.md), and what is noted of tokens. */
import { expect } from 'chai';
import { asUser, changePolicy, makePolicy, makeUser, type User } from '../support/access.ts';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { deletion, ownNames, proposal, urns } from '../support/make.ts';
import { readEntity, write } from '../support/writes.ts';

const own = ownNames('administrators');
const role = (name: string) => urns.of('dataHubRole', name);

const put = (user: User, urn: string, aspect: string, value: unknown): Promise<Answer> =>
  api.ingestProposal(proposal(urn, aspect, value), user.headers);
const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : (body as { code: string }).code);
const statusOf = (state: string) => ({ status: state, lastModified: { time: 1, actor: urns.user('x') } });
const info = (more: object) => ({ displayName: 'x', description: '', type: 'PLATFORM', state: 'ACTIVE', privileges: ['MANAGE_POLICIES'], ...more });

describe('An administrator', () => {
  it('does not give up the right over policies: by role, status, account or deletion; another one takes it away', async () => {
    const [admin, other] = [await makeUser(own(), 'Admin'), await makeUser(own(), 'Admin')];
    const ways: [string, unknown][] = [
      ['roleMembership', { roles: [] }],
      ['roleMembership', { roles: [role('Editor')] }],
      ['corpUserStatus', statusOf('SUSPENDED')],
      ['corpUserInfo', { active: false }],
      ['status', { removed: true }],
    ];
    for (const [aspect, value] of ways) expect(codeOf(await put(admin, admin.urn, aspect, value)), aspect).to.equal('not-for-anybody');
    for (const aspect of ['roleMembership', 'corpUserKey'])
      expect(codeOf(await api.ingestProposal(deletion(admin.urn, aspect), admin.headers)), aspect).to.equal('not-for-anybody');
    const suspend = `mutation { updateUserStatus(urn: "${admin.urn}", status: SUSPENDED) }`;
    expect((await asUser(admin, suspend)).errors?.[0]?.extensions.reason).to.equal('not-for-anybody');
    expect(
      (await asUser(admin, 'mutation ($input: BatchAssignRoleInput!) { batchAssignRole(input: $input) }', { input: { actors: [admin.urn] } })).errors,
    ).to.have.length(1);
    expect(codeOf(await put(admin, admin.urn, 'corpUserInfo', { active: true, title: 'Head' }))).to.equal('done');
    expect((await asUser(other, suspend)).errors).to.equal(undefined);
    expect(codeOf(await put(other, admin.urn, 'roleMembership', { roles: [] }))).to.equal('done');
  });

  // SECURITY.md A6
  it('stays one when two end the rights of each other at once, in any way', async () => {
    for (const [aspect, value] of [
      ['roleMembership', { roles: [] }],
      ['corpUserStatus', statusOf('SUSPENDED')],
      ['status', { removed: true }],
    ] as const) {
      const pair = [await makeUser(own(), 'Admin'), await makeUser(own(), 'Admin')] as const;
      const [one, other] = pair;
      const answers = await Promise.all([put(one, other.urn, aspect, value), put(other, one.urn, aspect, value)]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused, `${aspect} ${answers.map(({ text }) => text).join(' ')}`).to.have.length(1);
    }
  });

  it('does not give it up through a group either', async () => {
    const [group, admin] = [urns.group(own()), await makeUser(own())];
    await write(group, 'corpGroupInfo', { admins: [], members: [], groups: [] });
    await write(group, 'roleMembership', { roles: [role('Admin')] });
    await write(admin.urn, 'nativeGroupMembership', { nativeGroups: [group] });
    expect(codeOf(await put(admin, admin.urn, 'nativeGroupMembership', { nativeGroups: [] }))).to.equal('not-for-anybody');
    expect(codeOf(await put(admin, group, 'roleMembership', { roles: [] }))).to.equal('not-for-anybody');
    expect(codeOf(await put(admin, group, 'status', { removed: true }))).to.equal('not-for-anybody');
    expect(codeOf(await api.ingestProposal(deletion(group, 'corpGroupKey'), admin.headers))).to.equal('not-for-anybody');
    await write(admin.urn, 'roleMembership', { roles: [role('Admin')] });
    expect(codeOf(await put(admin, admin.urn, 'nativeGroupMembership', { nativeGroups: [] }))).to.equal('done');
  });

  it('does not give it up by changing the policies that grant it, one by one or together', async () => {
    const admin = await makeUser(own());
    const policy = { type: 'PLATFORM' as const, privileges: ['MANAGE_POLICIES'], users: [admin.urn] };
    const [one, two] = [await makePolicy(policy), await makePolicy(policy)];
    const off = info({ state: 'INACTIVE', actors: { users: [admin.urn] } });
    const batch = { proposals: [one, two].map((urn) => proposal(urn, 'dataHubPolicyInfo', off)) };
    const together = await api.send('POST', '/aspects?action=ingestProposalBatch', { json: batch, headers: admin.headers });
    expect(together.status).to.equal(403);
    expect(codeOf(await put(admin, one, 'dataHubPolicyInfo', off))).to.equal('done');
    for (const more of [{ state: 'DRAFT' }, { privileges: [] }, { actors: { users: [urns.user('x')] } }, { unknown: 1 }])
      expect(codeOf(await put(admin, two, 'dataHubPolicyInfo', info({ actors: { users: [admin.urn] }, ...more }))), JSON.stringify(more)).to.equal(
        'not-for-anybody',
      );
    expect((await asUser(admin, `mutation { deletePolicy(urn: "${two}") }`)).errors?.[0]?.extensions.reason).to.equal('not-for-anybody');
    await changePolicy(two, { ...policy, privileges: ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS'] });
    expect((await asUser(admin, `mutation { deletePolicy(urn: "${one}") }`)).errors).to.equal(undefined);
  });

  // SECURITY.md A7
  it('is not suspended, deleted or put out of a group by who only manages people', async () => {
    const [manager, admin, user] = [await makeUser(own()), await makeUser(own(), 'Admin'), await makeUser(own())];
    const [group, member] = [urns.group(own()), await makeUser(own())];
    await write(group, 'corpGroupInfo', { admins: [], members: [], groups: [] });
    await write(group, 'roleMembership', { roles: [role('Admin')] });
    await write(member.urn, 'nativeGroupMembership', { nativeGroups: [group] });
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_USERS_AND_GROUPS', 'MANAGE_SERVICE_ACCOUNTS'], users: [manager.urn] });
    for (const target of [admin, member]) {
      expect(codeOf(await put(manager, target.urn, 'corpUserStatus', statusOf('SUSPENDED')))).to.equal('not-allowed');
      expect(codeOf(await put(manager, target.urn, 'corpUserInfo', { active: false }))).to.equal('not-allowed');
      expect(codeOf(await put(manager, target.urn, 'status', { removed: true }))).to.equal('not-allowed');
      expect(codeOf(await api.ingestProposal(deletion(target.urn, 'corpUserKey'), manager.headers))).to.equal('not-allowed');
    }
    expect(codeOf(await put(manager, member.urn, 'nativeGroupMembership', { nativeGroups: [] }))).to.equal('not-allowed');
    expect(codeOf(await api.ingestProposal(deletion(group, 'corpGroupKey'), manager.headers))).to.equal('not-allowed');
    expect(codeOf(await put(manager, user.urn, 'corpUserStatus', statusOf('SUSPENDED')))).to.equal('done');
    expect(codeOf(await put(manager, admin.urn, 'corpUserInfo', { active: true }))).to.equal('done');
    const { createServiceAccount: account } = await graphql('mutation { createServiceAccount(input: {}) { urn } }');
    await write(account.urn, 'roleMembership', { roles: [role('Admin')] });
    const remove = `mutation { deleteServiceAccount(urn: "${account.urn}") }`;
    expect((await asUser(manager, remove)).errors?.[0]?.extensions.reason).to.equal('not-allowed');
    expect((await asUser(admin, remove)).data).to.deep.equal({ deleteServiceAccount: true });
  });
});

describe('The last use of a token', () => {
  it('is noted to the day, not with each request, and never of a token that is revoked', async () => {
    const user = await makeUser(own());
    const began = Date.now();
    const read = () => api.send('GET', `/entitiesV2/${encodeURIComponent(user.urn)}`, { headers: user.headers });
    for (let time = 0; time < 5; time++) expect((await read()).status).to.equal(200);
    const token = urns.of('dataHubAccessToken', user.id);
    await eventually(async () => {
      const { getAccessTokenMetadata: found } = await graphql('query ($token: String!) { getAccessTokenMetadata(token: $token) { lastUsedAt } }', {
        token: user.secret,
      });
      expect(found.lastUsedAt).to.be.within(began, Date.now());
    });
    for (let time = 0; time < 5; time++) expect((await read()).status).to.equal(200);
    expect((await readEntity(token)).aspects.dataHubAccessTokenInfo?.systemMetadata?.version).to.equal('2');
    const other = await makeUser(own());
    await Promise.all([
      api.send('GET', `/entitiesV2/${encodeURIComponent(user.urn)}`, { headers: other.headers }),
      graphql(`mutation { revokeAccessToken(tokenId: "${other.id}") }`),
    ]);
    expect(await api.send('GET', `/entitiesV2/${encodeURIComponent(user.urn)}`, { headers: other.headers })).to.include({ status: 401 });
  });
});
