/**
 * Nobody becomes more by an own write (docs/access.md 5): each way, through each API that could do it.
 */
import { expect } from 'chai';
import { asUser, tokenOf, type User, WRITERS } from '../support/access.ts';
import { connectAgent } from '../support/agent.ts';
import { api, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { deletion, ownership, ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { makeWorld, type World } from '../support/ways.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('promotion');
const role = (name: string): string => urns.of('dataHubRole', name);
const ADMIN = { roles: [role('Admin')] };
const NATIVE = 'nativeGroupMembership';
const POLICY = 'dataHubPolicyInfo';
const NEW_POLICY = urns.of('dataHubPolicy', own());
const members = (...nativeGroups: string[]) => ({ nativeGroups });
const stamp = { time: 1, actor: urns.user('x') };
const statusOf = (status: string) => ({ status, lastModified: stamp });
const policy = (privileges: string[], actors: object, more: object = {}) => ({
  ...{ displayName: 'x', description: 'x', type: 'PLATFORM', state: 'ACTIVE', privileges, actors },
  ...more,
});
const MANAGING = ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS'];
const YEAR = 365 * 24 * 3_600_000;

/** What somebody would write: who, of what, which aspect, which value. */
type Written = readonly [by: User, urn: string, aspect: string, value: unknown];

const VALUES: Readonly<Record<string, (world: World) => Written>> = {
  'a role to oneself, by an editor': ({ editor }) => [editor, editor.urn, 'roleMembership', ADMIN],
  'a role to oneself, by who changes everything': ({ everything }) => [everything, everything.urn, 'roleMembership', ADMIN],
  'a role to oneself, by who manages people': ({ people }) => [people, people.urn, 'roleMembership', ADMIN],
  'a role to oneself, by who manages policies': ({ manager }) => [manager, manager.urn, 'roleMembership', ADMIN],
  'a role to somebody else': ({ people, other }) => [people, other.urn, 'roleMembership', ADMIN],
  'a role to a group of oneself': ({ manager, mine }) => [manager, mine, 'roleMembership', ADMIN],
  'a role to a group that one owns': ({ editor, mine }) => [editor, mine, 'roleMembership', ADMIN],
  'membership of a group': ({ editor, mine, plain }) => [editor, editor.urn, NATIVE, members(mine, plain)],
  'membership of a group, by who changes every group': ({ everything, mine, plain }) => [everything, everything.urn, NATIVE, members(mine, plain)],
  'membership of a group with a role, by its owner': ({ editor, mine, powerful }) => [editor, editor.urn, NATIVE, members(mine, powerful)],
  'membership as the provider says it': ({ everything, powerful }) => [everything, everything.urn, 'groupMembership', { groups: [powerful] }],
  'membership of a group with a role': ({ people, mine, gone, powerful }) => [people, people.urn, NATIVE, members(mine, gone, powerful)],
  'membership of a group that a policy names': ({ people, mine, gone, named }) => [people, people.urn, NATIVE, members(mine, gone, named)],
  'membership of a group with a role, by who manages policies': ({ manager, mine, gone, powerful }) => [
    ...([manager, manager.urn, NATIVE] as const),
    members(mine, gone, powerful),
  ],
  'membership of a group with a role, for a friend': ({ editor, other, powerful }) => [editor, other.urn, NATIVE, members(powerful)],
  'membership of a group without a role, for a friend': ({ giver, other, plain }) => [giver, other.urn, NATIVE, members(plain)],
  'what a group is': ({ everything, plain }) => [
    ...([everything, plain, 'corpGroupInfo'] as const),
    { displayName: 'x', admins: [everything.urn], members: [], groups: [] },
  ],
  'a deleted group of oneself that has a role': ({ people, gone }) => [people, gone, 'status', { removed: false }],
  'a deleted group of oneself, by who manages policies': ({ manager, gone }) => [manager, gone, 'status', { removed: false }],
  'a policy that names oneself': ({ everything }) => [everything, NEW_POLICY, POLICY, policy(MANAGING, { users: [everything.urn] })],
  'a policy for a group of oneself': ({ people, mine }) => [people, NEW_POLICY, POLICY, policy(MANAGING, { groups: [mine] })],
  'a policy for all': ({ editor }) => [editor, urns.of('dataHubPolicy', 'view-entity-page-all'), POLICY, policy(MANAGING, { allUsers: true })],
  'a policy that Cairn keeps': ({ manager }) => [
    ...([manager, urns.of('dataHubPolicy', 'admin-platform-policy'), POLICY] as const),
    policy(MANAGING, { allUsers: true }),
  ],
  'a later end of the own policy': ({ guest, guests }) => [
    ...([guest, guests, POLICY] as const),
    policy(MANAGING, { users: [guest.urn] }, { expiresAt: Date.now() + YEAR }),
  ],
  'a policy that lasts longer than the own right': ({ guest }) => [guest, NEW_POLICY, POLICY, policy(MANAGING, { users: [guest.urn] })],
  'a later end, for a group of oneself': ({ guest, mine }) => [
    ...([guest, NEW_POLICY, POLICY] as const),
    policy(MANAGING, { groups: [mine] }, { expiresAt: Date.now() + YEAR }),
  ],
  'what a role is': ({ everything }) => [everything, role('Editor'), 'dataHubRoleInfo', { name: 'x', description: 'x' }],
  'ownership of a group': ({ everything, plain }) => [everything, plain, 'ownership', ownership(everything.urn)],
  'ownership of what one may not change': ({ giver, table }) => [giver, table, 'ownership', ownership(giver.urn)],
  'ownership of what one may not change, for a group of oneself': ({ giver, table, mine }) => [giver, table, 'ownership', ownership(mine)],
  'a type of ownership': ({ editor }) => [
    ...([editor, urns.of('ownershipType', own()), 'ownershipTypeInfo'] as const),
    { name: 'x', created: stamp, lastModified: stamp },
  ],
  'the own account': ({ editor }) => [editor, editor.urn, 'corpUserInfo', { active: true, displayName: 'x', title: 'Boss' }],
  'the own status': ({ everything }) => [everything, everything.urn, 'corpUserStatus', statusOf('ACTIVE')],
  'a token of an administrator': ({ people, admin }) => [
    ...([people, urns.of('dataHubAccessToken', 'a'.repeat(64)), 'dataHubAccessTokenInfo'] as const),
    { name: 'x', actorUrn: admin.urn, ownerUrn: people.urn, createdAt: 1 },
  ],
  'an invitation': ({ manager }) => [
    ...([manager, urns.of('inviteToken', own()), 'inviteToken'] as const),
    { role: role('Admin'), invitations: [{ hash: 'x', createdBy: manager.urn, createdAt: 1, expiresAt: 2 }] },
  ],
  'an administrator is suspended': ({ people, admin }) => [people, admin.urn, 'corpUserStatus', statusOf('SUSPENDED')],
  'an administrator is switched off': ({ people, admin }) => [people, admin.urn, 'corpUserInfo', { active: false }],
  'an administrator is marked as deleted': ({ people, admin }) => [people, admin.urn, 'status', { removed: true }],
  'an administrator comes back': ({ people, away }) => [people, away.urn, 'corpUserStatus', statusOf('ACTIVE')],
  'the right over policies is given up': ({ admin }) => [admin, admin.urn, 'roleMembership', { roles: [] }],
  'the own account is marked as deleted': ({ admin }) => [admin, admin.urn, 'status', { removed: true }],
};

/** What somebody would ask in GraphQL. */
type Asked = readonly [by: User, query: string, input?: object];

const ASSIGN = 'mutation ($input: BatchAssignRoleInput!) { batchAssignRole(input: $input) }';
const JOIN = 'mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }';
const OWN = 'mutation ($input: BatchAddOwnersInput!) { batchAddOwners(input: $input) }';
const MAKE_POLICY = 'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }';
const MAKE_TOKEN = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { metadata { id } } }';
const INVITE = 'mutation ($input: CreateInviteTokenInput!) { createInviteToken(input: $input) { inviteToken } }';
const REMOVED = 'mutation ($input: BatchUpdateSoftDeletedInput!) { batchUpdateSoftDeleted(input: $input) }';
const owning = (owner: string, resource: string, ownerEntityType = 'CORP_USER') => ({
  ...{ owners: [{ ownerUrn: owner, ownerEntityType, type: 'DATAOWNER' }], resources: [{ resourceUrn: resource }] },
});
const granting = (users: string[]) => ({
  ...{ type: 'PLATFORM', name: 'x', state: 'ACTIVE', privileges: MANAGING },
  actors: { users, resourceOwners: false, allUsers: false, allGroups: false },
});
const tokenFor = (actorUrn: string, type = 'PERSONAL') => ({ type, actorUrn, duration: 'ONE_HOUR', name: 'x' });

const MUTATIONS: Readonly<Record<string, (world: World) => Asked>> = {
  'a role to oneself, by an editor': ({ editor }) => [editor, ASSIGN, { roleUrn: role('Admin'), actors: [editor.urn] }],
  'a role to oneself, by who manages policies': ({ manager }) => [manager, ASSIGN, { roleUrn: role('Admin'), actors: [manager.urn] }],
  'a role to a group of oneself': ({ manager, mine }) => [manager, ASSIGN, { roleUrn: role('Admin'), actors: [mine] }],
  'a role by an invitation': ({ people }) => [people, INVITE, { roleUrn: role('Admin') }],
  'membership of a group': ({ editor, plain }) => [editor, JOIN, { groupUrn: plain, userUrns: [editor.urn] }],
  'membership of a group with a role': ({ people, powerful }) => [people, JOIN, { groupUrn: powerful, userUrns: [people.urn] }],
  'membership of a group with a role, for a friend': ({ editor, other, powerful }) => [editor, JOIN, { groupUrn: powerful, userUrns: [other.urn] }],
  'membership of a group without a role, for a friend': ({ giver, other, plain }) => [giver, JOIN, { groupUrn: plain, userUrns: [other.urn] }],
  'a deleted group of oneself': ({ people, gone }) => [people, REMOVED, { urns: [gone], deleted: false }],
  'a policy that names oneself': ({ everything }) => [everything, MAKE_POLICY, granting([everything.urn])],
  'a policy that lasts longer than the own right': ({ guest }) => [guest, MAKE_POLICY, granting([guest.urn])],
  'the end of a policy': ({ editor, guests }) => [editor, `mutation { deletePolicy(urn: "${guests}") }`],
  'ownership of a group': ({ everything, plain }) => [everything, OWN, owning(everything.urn, plain)],
  'ownership of what one may not change': ({ giver, table }) => [giver, OWN, owning(giver.urn, table)],
  'ownership for a group of oneself': ({ giver, table, mine }) => [giver, OWN, owning(mine, table, 'CORP_GROUP')],
  'a token of an administrator': ({ people, admin }) => [people, MAKE_TOKEN, tokenFor(admin.urn)],
  'a token of who may do more': ({ people, editor }) => [people, MAKE_TOKEN, tokenFor(editor.urn)],
  'a token of a service account with a role': ({ people, program }) => [people, MAKE_TOKEN, tokenFor(program, 'SERVICE_ACCOUNT')],
  'a token of somebody else': ({ everything, other }) => [everything, MAKE_TOKEN, tokenFor(other.urn)],
  'a reset link of an administrator': ({ people, admin }) => [
    people,
    `mutation { createNativeUserResetToken(input: { userUrn: "${admin.urn}" }) { resetToken } }`,
  ],
  'a reset link of who may do more': ({ people, editor }) => [
    people,
    `mutation { createNativeUserResetToken(input: { userUrn: "${editor.urn}" }) { resetToken } }`,
  ],
  'an administrator is suspended': ({ people, admin }) => [people, `mutation { updateUserStatus(urn: "${admin.urn}", status: SUSPENDED) }`],
  'an administrator comes back': ({ people, away }) => [people, `mutation { updateUserStatus(urn: "${away.urn}", status: ACTIVE) }`],
  'an administrator is deleted': ({ people, admin }) => [people, `mutation { removeUser(urn: "${admin.urn}") }`],
  'a service account with a role is deleted': ({ people, program }) => [people, `mutation { deleteServiceAccount(urn: "${program}") }`],
  'the right over policies is given up': ({ admin }) => [admin, ASSIGN, { actors: [admin.urn] }],
  'the own account is deleted': ({ admin }) => [admin, `mutation { removeUser(urn: "${admin.urn}") }`],
};

/** What only one call can do. */
const CALLS: Readonly<Record<string, (world: World) => readonly [by: User, path: string, json: unknown]>> = {
  'an earlier role, by undoing the run that took it': ({ everything, run }) => [everything, '/runs?action=rollback', { runId: run, dryRun: false }],
  'an earlier role, by undoing a run in bulk': ({ everything, run, table }) => [
    ...([everything, '/bulk'] as const),
    { urns: [table], runId: run, changes: { tags: { remove: [urns.tag('none')] } } },
  ],
  'no role for anybody, by removing references': ({ everything }) => [everything, '/entities?action=deleteReferences', { urn: role('Admin') }],
  'a role that is deleted': ({ everything }) => [everything, '/entities?action=delete', { urn: role('Reader') }],
  'a policy that is deleted': ({ everything, guests }) => [everything, '/entities?action=delete', { urn: guests }],
  'a group of administrators that is deleted': ({ people, powerful }) => [people, '/entities?action=delete', { urn: powerful }],
  'ownership by an event': ({ giver }) => [
    ...([giver, '/api/v1/lineage'] as const),
    {
      ...{
        eventTime: '2026-01-31T12:00:00.000Z',
        producer: 'https://example.com',
        schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/DatasetEvent',
      },
      dataset: { namespace: 'postgres://db:5432', name: own(), facets: { ownership: { owners: [{ name: `user:${giver.urn.split(':').at(-1)}` }] } } },
    },
  ],
  'a role for the own new group, in one request': ({ manager, mine, gone }) =>
    batch(manager, mine, gone, (group) => [
      proposal(group, 'corpGroupInfo', { displayName: 'G', admins: [], members: [], groups: [] }),
      proposal(manager.urn, NATIVE, members(mine, gone, group)),
      proposal(group, 'roleMembership', ADMIN),
    ]),
  'membership of a group that gets its role before, in one request': ({ manager, mine, gone }) =>
    batch(manager, mine, gone, (group) => [proposal(group, 'roleMembership', ADMIN), proposal(manager.urn, NATIVE, members(mine, gone, group))]),
  'a passwords of an administrator': ({ people, admin }) => [
    ...([people, '/aspects?action=ingestProposal'] as const),
    { proposal: proposal(admin.urn, 'corpUserCredentials', { salt: '', hashedPassword: 'x', changedAt: 1 }) },
  ],
  'the own password, by an administrator': ({ admin }) => [
    ...([admin, `/openapi/v3/entity/corpuser/${encode(admin.urn)}/corpUserCredentials`] as const),
    { value: { salt: '', hashedPassword: 'x', changedAt: 1 } },
  ],
};

function batch(by: User, _mine: string, _gone: string, make: (group: string) => unknown[]): readonly [User, string, unknown] {
  return [by, '/aspects?action=ingestProposalBatch', { proposals: make(urns.group(own())) }];
}

// SECURITY.md A3
describe('Nobody becomes more by an own write', () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });

  const writers = Object.entries(WRITERS);
  // The rule lives in one place: each value is refused through one API, in turn, and through the others in the long tests.
  for (const [at, [way, written]] of Object.entries(VALUES).entries())
    for (const [nth, [through, send]] of writers.entries())
      it(`${way}: ${through}${nth === at % writers.length ? '' : ' [long]'}`, async () => {
        const [{ headers }, urn, aspect, value] = written(world);
        expect(await send(urn, aspect, value, headers)).to.equal(403);
      });

  for (const [way, asked] of Object.entries(MUTATIONS))
    it(`${way}: GraphQL`, async () => {
      const [by, query, input] = asked(world);
      const { errors } = await asUser(by, query, input === undefined ? {} : { input });
      expect(errors?.[0]?.extensions.code, JSON.stringify(errors)).to.equal(403);
    });

  for (const [way, called] of Object.entries(CALLS))
    it(`${way}`, async () => {
      const [{ headers }, path, json] = called(world);
      const answer = await api.send('POST', path, { json, headers });
      expect(answer.status, answer.text).to.be.oneOf(/redentials/.test(`${path}${JSON.stringify(json)}`) ? [403, 422, 400, 404] : [403]);
    });

  it('deletions, of aspects and of entities', async () => {
    const { admin, people, everything, powerful } = world;
    for (const [by, urn, aspect] of [
      [admin, admin.urn, 'roleMembership'],
      [admin, admin.urn, 'corpUserKey'],
      [people, admin.urn, 'corpUserKey'],
      [people, powerful, 'roleMembership'],
      [everything, powerful, 'corpGroupKey'],
    ] as const)
      expect((await api.ingestProposal(deletion(urn, aspect), by.headers)).status, `${aspect} of ${urn}`).to.equal(403);
  });

  it('ownership: a tool of agents', async () => {
    const agent = await connectAgent(sharedCairn().url, world.giver.secret);
    try {
      const { isError, text } = await agent.ask('change_owners', { asset: world.table, add: [{ owner: world.giver.urn }] });
      expect(isError, text).to.equal(true);
      expect(text).to.contain('not-for-anybody');
    } finally {
      await agent.close();
    }
  });

  it('the right over policies: a bulk change of oneself', async () => {
    const { admin } = world;
    const { body } = await api.send<{ id: string }>('POST', '/bulk', {
      json: { urns: [admin.urn], changes: { deletion: 'soft' } },
      headers: admin.headers,
    });
    await eventually(async () => {
      const { body: bulk } = await api.send<Record<string, unknown>>('GET', `/bulk/${body.id}`);
      expect(bulk).to.include({ state: 'done', changed: 0, refused: 1 });
    });
  });

  it('and what one may do stays possible', async () => {
    const { editor, manager, giver, everything, other, mine, table, people, plain } = world;
    const allowed: readonly Written[] = [
      [editor, editor.urn, 'corpUserEditableInfo', { aboutMe: 'Me' }],
      [editor, other.urn, NATIVE, members(mine)],
      [manager, other.urn, 'roleMembership', ADMIN],
      [giver, table, 'ownership', ownership(other.urn)],
      [everything, table, 'ownership', ownership(other.urn, everything.urn)],
      [people, plain, 'status', { removed: true }],
      [people, plain, 'status', { removed: false }],
    ];
    for (const [{ headers }, urn, aspect, value] of allowed)
      expect((await api.ingestProposal(proposal(urn, aspect, value), headers)).status, `${aspect} of ${urn}`).to.equal(200);
    await write(other.urn, 'roleMembership', { roles: [] });
    expect((await asUser(people, MAKE_TOKEN, { input: tokenFor(other.urn) })).errors).to.equal(undefined);
    expect((await values(editor.urn)).roleMembership).to.deep.equal({ roles: [role('Editor')] });
    expect((await graphql(`{ debugAccess(userUrn: "${manager.urn}") { roles } }`)).debugAccess.roles).to.deep.equal([]);
    await tokenOf(other.urn);
  });
});
