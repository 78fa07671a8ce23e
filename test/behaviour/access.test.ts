/** Who may change what (docs/access.md): users with tokens that were made at run time, and policies. */
import { expect } from 'chai';
import { asUser, changePolicy, makePolicy, makeUser, tokenOf, type User } from '../support/access.ts';
import { api, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { deletion, description, ownership, ownNames, proposal, schemaMetadata, stamp, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('access');
const role = (name: string) => urns.of('dataHubRole', name);

async function dataset(): Promise<string> {
  const urn = urns.dataset(own());
  await write(urn, 'datasetProperties', description('before'));
  return urn;
}

const describeIt = (urn: string, { headers }: User) =>
  api.ingestProposal(proposal(urn, 'editableDatasetProperties', { description: own() }), headers);

describe('A token that is made at run time', () => {
  // SECURITY.md T1
  it('is its user: it reads, is told once, is found by its secret, and listed', async () => {
    const user = await makeUser(own());
    const { data } = await asUser(user, '{ me { corpUser { urn } } }');
    expect(data.me.corpUser.urn).to.equal(user.urn);
    expect((await api.send('GET', `/entitiesV2/${encode(user.urn)}`, { headers: user.headers })).status).to.equal(200);
    const { getAccessTokenMetadata: found } = await graphql(
      'query ($token: String!) { getAccessTokenMetadata(token: $token) { id actorUrn expiresAt } }',
      {
        token: user.secret,
      },
    );
    expect(found).to.deep.include({ id: user.id, actorUrn: user.urn });
    expect(found.expiresAt).to.be.above(Date.now());
    await eventually(async () => {
      const { listAccessTokens: listed } = (await asUser(user, '{ listAccessTokens(input: {}) { total tokens { id } } }')).data;
      expect(listed.tokens).to.deep.equal([]);
    });
    const listed = await eventually(async () => {
      const filters = [{ field: 'actorUrn', values: [user.urn] }];
      const answer = await graphql('query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { tokens { id name } } }', {
        input: { filters },
      });
      expect(answer.listAccessTokens.tokens).to.have.length(1);
      return answer.listAccessTokens.tokens;
    });
    expect(listed).to.deep.equal([{ id: user.id, name: 'test' }]);
    expect(JSON.stringify(await values(urns.of('dataHubAccessToken', user.id)))).not.to.contain(user.secret);
  });

  // SECURITY.md T4
  it('ends with the next request after it is revoked', async () => {
    const user = await makeUser(own());
    const { data } = await asUser(user, 'mutation ($id: String!) { revokeAccessToken(tokenId: $id) }', { id: user.id });
    expect(data).to.deep.equal({ revokeAccessToken: true });
    const answer = await api.send('GET', `/entitiesV2/${encode(user.urn)}`, { headers: user.headers });
    expectRefusal(answer, 401, 'does not know the token');
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
  });

  // SECURITY.md T5
  it('ends with its user: suspended, switched off, or deleted, also if somebody of that name comes again', async () => {
    const read = async ({ urn, headers }: User) => (await api.send('GET', `/entitiesV2/${encode(urn)}`, { headers })).status;
    const [suspended, off, deleted] = [await makeUser(own()), await makeUser(own()), await makeUser(own())];
    await graphql(`mutation { updateUserStatus(urn: "${suspended.urn}", status: SUSPENDED) }`);
    expect(await read(suspended)).to.equal(401);
    await graphql(`mutation { updateUserStatus(urn: "${suspended.urn}", status: ACTIVE) }`);
    expect(await read(suspended)).to.equal(200);
    await write(off.urn, 'corpUserInfo', { active: false });
    expect(await read(off)).to.equal(401);
    await graphql(`mutation { removeUser(urn: "${deleted.urn}") }`);
    expect(await read(deleted)).to.equal(401);
    await write(deleted.urn, 'corpUserInfo', { active: true });
    expect(await read(deleted)).to.equal(401);
    expect(await read(await tokenOf(deleted.urn))).to.equal(200);
  });

  // SECURITY.md T7
  it('may be for reading only, whatever policies say', async () => {
    const urn = await dataset();
    const admin = await makeUser(own(), 'Admin');
    expect((await describeIt(urn, admin)).status).to.equal(200);
    expectRefusal(await describeIt(urn, await tokenOf(admin.urn, { readOnly: true })), 403, 'may read but not write');
  });

  it('is made for oneself, and for others only with the privilege', async () => {
    const [user, other, admin] = [await makeUser(own()), await makeUser(own()), await makeUser(own(), 'Admin')];
    const make = (by: User, of: User) =>
      asUser(by, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { metadata { actorUrn ownerUrn } } }', {
        input: { type: 'PERSONAL', actorUrn: of.urn, duration: 'ONE_HOUR', name: 'x' },
      });
    expect((await make(user, user)).data.createAccessToken.metadata).to.deep.equal({ actorUrn: user.urn, ownerUrn: user.urn });
    const { errors } = await make(user, other);
    expect(errors?.[0]?.extensions).to.deep.include({ code: 403, reason: 'not-allowed' });
    expect((await make(admin, other)).data.createAccessToken.metadata).to.deep.equal({ actorUrn: other.urn, ownerUrn: admin.urn });
    const revoked = await asUser(user, 'mutation ($id: String!) { revokeAccessToken(tokenId: $id) }', { id: other.id });
    expect(revoked.errors?.[0]?.message).to.contain('MANAGE_ACCESS_TOKENS');
  });

  it('may be that of a program', async () => {
    const { createServiceAccount: account } = await graphql(
      'mutation { createServiceAccount(input: { displayName: "Nightly", description: "Loads" }) { urn displayName description createdAt updatedAt } }',
    );
    expect(account).to.deep.include({ displayName: 'Nightly', description: 'Loads', updatedAt: account.createdAt });
    const program = await tokenOf(account.urn, { type: 'SERVICE_ACCOUNT' });
    expect((await asUser(program, '{ me { corpUser { urn } } }')).data.me.corpUser.urn).to.equal(account.urn);
    expect((await asUser(await makeUser(own()), 'mutation { createServiceAccount(input: {}) { urn } }')).errors?.[0]?.message).to.contain(
      'MANAGE_SERVICE_ACCOUNTS',
    );
    await eventually(async () => {
      const { listServiceAccounts: list } = await graphql('{ listServiceAccounts(input: { count: 100 }) { serviceAccounts { urn } } }');
      expect(list.serviceAccounts).to.deep.include({ urn: account.urn });
    });
    expect((await graphql(`{ getServiceAccount(urn: "${account.urn}") { displayName description } }`)).getServiceAccount).to.deep.equal({
      displayName: 'Nightly',
      description: 'Loads',
    });
    expect(await graphql(`mutation { deleteServiceAccount(urn: "${account.urn}") }`)).to.deep.equal({ deleteServiceAccount: true });
    expect((await api.send('GET', '/runs', { headers: program.headers })).status).to.equal(401);
  });
});

describe('The policies of a new catalog', () => {
  // SECURITY.md A1
  it('let everybody read and nobody without a role change anything; the refusal says what is missing and whom to ask', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    expect((await api.send('GET', `/entitiesV2/${encode(urn)}`, { headers: user.headers })).status).to.equal(200);
    const { message } = expectRefusal(await describeIt(urn, user), 403, 'EDIT_ENTITY_DOCS or EDIT_ENTITY');
    expect(message).to.contain(role('Editor')).and.to.contain(role('Admin'));
  });

  it('let editors edit, but neither delete nor give owners; administrators may', async () => {
    const [urn, editor, admin] = [await dataset(), await makeUser(own(), 'Editor'), await makeUser(own(), 'Admin')];
    expect((await describeIt(urn, editor)).status).to.equal(200);
    const sent = [deletion(urn, 'datasetKey'), proposal(urn, 'status', { removed: true })];
    for (const each of sent) expectRefusal(await api.ingestProposal(each, editor.headers), 403, 'DELETE_ENTITY');
    expectRefusal(
      await api.ingestProposal(proposal(urns.user(own()), 'corpUserInfo', { active: true }), editor.headers),
      403,
      'CREATE_USERS_AND_GROUPS',
    );
    const bulk = await api.send('POST', '/bulk', { json: { urns: [editor.urn], changes: { deletion: 'soft' } }, headers: editor.headers });
    expect(bulk.status).to.equal(403);
    expect(bulk.text).to.contain('MANAGE_POLICIES');
    for (const each of sent.toReversed()) expect((await api.ingestProposal(each, admin.headers)).status).to.equal(200);
  });

  // SECURITY.md A13
  it('let editors order changes of its own for each asset, judge each, and let them undo those; who only owns some may not', async () => {
    const [one, two, editor, owner] = [await dataset(), await dataset(), await makeUser(own(), 'Editor'), await makeUser(own())];
    const steward = await makeUser(own());
    await makePolicy({ privileges: ['EDIT_ENTITY_DOCS'], users: [steward.urn], criteria: [{ field: 'URN', values: [one] }] });
    await write(one, 'ownership', ownership(owner.urn));
    const setTo = (text: string) => ({ description: { set: text } });
    const each = [
      { urn: one, changes: setTo('One') },
      { urn: two, changes: setTo('Two') },
      { urn: owner.urn, changes: setTo('Three') },
    ];
    const send = (path: string, { headers }: typeof editor, json?: object) =>
      api.send<{ id: string; refused: number; refusals: { urn: string; message: string }[] }>('POST', path, { ...(json && { json }), headers });
    const refused = await send('/bulk', owner, { each: each.slice(0, 1) });
    expect([refused.status, refused.text]).to.satisfy(([status, text]: [number, string]) => status === 403 && text.includes('EDIT_ENTITY'));
    const tried = await send('/bulk', editor, { each, dryRun: true });
    expect(tried.body.refusals.map(({ urn }) => urn)).to.deep.equal([owner.urn]);
    // A policy about some assets is enough for these.
    expect((await send('/bulk', steward, { each, dryRun: true })).body.refusals.map(({ urn }) => urn)).to.deep.equal([two, owner.urn]);
    const { id } = (await send('/bulk', editor, { each })).body;
    const becomes = (state: string) =>
      eventually(async () => expect((await api.send<object>('GET', `/bulk/${id}`)).body).to.include({ state, changed: 2, refused: 1 }));
    await becomes('done');
    expect((await values(two)).editableDatasetProperties?.description).to.equal('Two');
    for (const other of [owner, steward, await makeUser(own(), 'Editor')]) expect((await send(`/bulk/${id}/undo`, other)).status).to.equal(403);
    expect((await send(`/bulk/${id}/undo`, editor)).status).to.equal(200);
    await becomes('undone');
    expect((await values(two)).editableDatasetProperties).to.equal(undefined);
  });

  it('over one of the aspects that a bulk change has are enough to give each asset its own', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    await makePolicy({ privileges: ['EDIT_DEPRECATION_PRIVILEGE'], users: [user.urn] });
    expect((await asUser(user, '{ me { platformPrivileges { editMany } } }')).data.me.platformPrivileges.editMany).to.equal(true);
    const changes = { deprecation: { set: { note: 'Old' } }, description: { set: 'Old' } };
    const json = { each: [{ urn, changes }], dryRun: true };
    const { status, body } = await api.send<{ refusals: { aspect: string }[] }>('POST', '/bulk', { json, headers: user.headers });
    expect(status).to.equal(200);
    expect(body.refusals.map(({ aspect }) => aspect)).to.deep.equal(['editableDatasetProperties']);
  });

  it('over forms ask them of many assets at once, undo that, and nothing else', async () => {
    const [urn, form, user] = [await dataset(), urns.of('form', own()), await makeUser(own())];
    await write(form, 'formInfo', { name: 'Audit', prompts: [{ id: own(), title: 'Who owns it?', type: 'OWNERSHIP', required: true }] });
    await makePolicy({ type: 'PLATFORM', privileges: ['MANAGE_DOCUMENTATION_FORMS'], users: [user.urn] });
    const send = (path: string, json?: object) => api.send<{ id: string }>('POST', path, { ...(json && { json }), headers: user.headers });
    const becomes = (id: string, state: string) =>
      eventually(async () => expect((await api.send<object>('GET', `/bulk/${id}`)).body).to.include({ state, changed: 1, refused: 0 }));
    const forms = { add: [form] };
    expect((await send('/bulk', { urns: [urn], changes: { forms, deletion: 'soft' } })).text).to.contain('MANAGE_POLICIES');
    const { id } = (await send('/bulk', { urns: [urn], changes: { forms } })).body;
    await becomes(id, 'done');
    const asked = (await values(urn)).forms;
    const [{ id: prompt }] = (asked as { incompleteForms: [{ incompletePrompts: [{ id: string }] }] }).incompleteForms[0].incompletePrompts;
    const done: object[] = [
      { ...asked, verifications: [{ form }] },
      { incompleteForms: [], completedForms: [{ urn: form }] },
      { incompleteForms: [{ urn: form, completedPrompts: [{ id: prompt, lastModified: stamp() }] }], completedForms: [] },
    ];
    for (const each of done) expectRefusal(await api.ingestProposal(proposal(urn, 'forms', each), user.headers), 403, 'EDIT_ENTITY');
    expect((await send(`/bulk/${id}/undo`)).status).to.equal(200);
    await becomes(id, 'undone');
    for (const each of [asked, { incompleteForms: [], completedForms: [] }])
      expect((await api.ingestProposal(proposal(urn, 'forms', each), user.headers)).status).to.equal(200);
    const deleting = await api.send<{ id: string }>('POST', '/bulk', { json: { urns: [urn], changes: { deletion: 'soft' } } });
    const stopping = await send(`/bulk/${deleting.body.id}/stop`);
    expect(stopping.status).to.equal(403);
    expect(stopping.text).to.contain('MANAGE_POLICIES');
  });

  it('let owners change what they own, by themselves or by a group', async () => {
    const [urn, other, owner, member] = [await dataset(), await dataset(), await makeUser(own()), await makeUser(own())];
    const group = urns.group(own());
    await write(group, 'corpGroupInfo', { displayName: 'Owners', admins: [], members: [], groups: [] });
    await write(member.urn, 'nativeGroupMembership', { nativeGroups: [group] });
    await write(urn, 'ownership', ownership(owner.urn, group));
    for (const user of [owner, member]) {
      expect((await describeIt(urn, user)).status).to.equal(200);
      expectRefusal(await describeIt(other, user), 403, 'EDIT_ENTITY');
    }
    await write(urn, 'ownership', ownership(owner.urn));
    expectRefusal(await describeIt(urn, member), 403, 'EDIT_ENTITY');
  });
});

describe('A policy', () => {
  it('is about what its criteria say, with what is within a domain', async () => {
    const [top, below] = [urns.of('domain', own()), urns.of('domain', own())];
    await write(top, 'domainProperties', { name: 'Top' });
    await write(below, 'domainProperties', { name: 'Below', parentDomain: top });
    const [inside, outside, user] = [await dataset(), await dataset(), await makeUser(own())];
    await write(inside, 'domains', { domains: [below] });
    await makePolicy({ privileges: ['EDIT_ENTITY_TAGS'], users: [user.urn], criteria: [{ field: 'domain', values: [top] }] });
    const tag = (urn: string, aspect = 'globalTags') => api.ingestProposal(proposal(urn, aspect, tags()), user.headers);
    expect((await tag(inside)).status).to.equal(200);
    expectRefusal(await tag(outside), 403, 'EDIT_ENTITY_TAGS');
    expectRefusal(await api.ingestProposal(proposal(inside, 'domains', { domains: [] }), user.headers), 403, 'EDIT_DOMAINS_PRIVILEGE');
    const { data } = await asUser(user, `{ dataset(urn: "${inside}") { privileges { canEditTags canEditDomains canViewDatasetUsage } } }`);
    expect(data.dataset.privileges).to.deep.equal({ canEditTags: true, canEditDomains: false, canViewDatasetUsage: true });
  });

  // SECURITY.md A2
  it('counts from the next request on, and not while it is a draft or inactive', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    const policy = { privileges: ['EDIT_ENTITY'], users: [user.urn], criteria: [{ field: 'URN', values: [urn] }] };
    const made = await makePolicy({ ...policy, state: 'DRAFT' });
    for (const [state, status] of [
      ['DRAFT', 403],
      ['ACTIVE', 200],
      ['INACTIVE', 403],
      ['ACTIVE', 200],
    ] as const) {
      await changePolicy(made, { ...policy, state });
      expect((await describeIt(urn, user)).status, state).to.equal(status);
    }
    await graphql(`mutation { deletePolicy(urn: "${made}") }`);
    expect((await describeIt(urn, user)).status).to.equal(403);
  });

  it('that Cairn does not understand grants nothing, and is told when it is saved', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    const input = {
      type: 'METADATA',
      name: 'Odd',
      state: 'ACTIVE',
      privileges: ['EDIT_ENTITY'],
      resources: { filter: { criteria: [{ field: 'WEEKDAY', values: ['Monday'], condition: 'EQUALS' }] } },
      actors: { users: [user.urn], resourceOwners: false, allUsers: false, allGroups: false },
    };
    const answer = await api.send<{ extensions: { warnings: string[] } }>('POST', '/api/graphql', {
      json: { query: 'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }', variables: { input } },
    });
    expect(answer.body.extensions.warnings.join()).to.contain('a criterion on WEEKDAY');
    expect((await describeIt(urn, user)).status).to.equal(403);
  });

  it('of columns tells tags from descriptions, as the change shows', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    await write(urn, 'schemaMetadata', schemaMetadata(['a']));
    await makePolicy({ privileges: ['EDIT_DATASET_COL_TAGS'], users: [user.urn], criteria: [{ field: 'URN', values: [urn] }] });
    const tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'pii' });
    const input = { resourceUrn: urn, subResource: 'a', subResourceType: 'DATASET_FIELD' };
    const tagged = await asUser(user, 'mutation ($input: TagAssociationInput!) { addTag(input: $input) }', { input: { tagUrn: tag, ...input } });
    expect(tagged.errors).to.equal(undefined);
    const described = await asUser(user, 'mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
      input: { description: 'x', ...input },
    });
    expect(described.errors?.[0]?.message).to.contain('EDIT_DATASET_COL_DESCRIPTION');
  });

  it('shows what it grants', async () => {
    const [urn, user] = [await dataset(), await makeUser(own(), 'Editor')];
    const query =
      'query ($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges evaluationDetails { policyName reason } } }';
    const { getGrantedPrivileges: found } = await graphql(query, {
      input: { actorUrn: user.urn, resourceSpec: { resourceType: 'DATASET', resourceUrn: urn }, includeEvaluationDetails: true },
    });
    expect(found.privileges).to.include('EDIT_ENTITY').and.not.to.include('DELETE_ENTITY');
    expect(found.evaluationDetails).to.deep.include({ policyName: 'Admins: metadata', reason: 'it does not grant to this user' });
    const { debugAccess } = await graphql(`{ debugAccess(userUrn: "${user.urn}") { allRoles policies } }`);
    expect(debugAccess.allRoles).to.deep.equal([role('Editor')]);
    expect(debugAccess.policies).to.include(urns.of('dataHubPolicy', 'editor-metadata-policy'));
    const { data } = await asUser(user, '{ me { platformPrivileges { managePolicies manageTags generatePersonalAccessTokens } } }');
    expect(data.me.platformPrivileges).to.deep.equal({ managePolicies: false, manageTags: true, generatePersonalAccessTokens: true });
  });

  it('tells pages which buttons to show: what of an entity may be changed, and which policies are about it', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    const policy = await makePolicy({ privileges: ['EDIT_ENTITY_TAGS'], users: [user.urn], criteria: [{ field: 'URN', values: [urn] }] });
    const query = `{ me { platformPrivileges { doEverything seeEverything deleteEverywhere } } entity(urn: "${urn}") { rights { canManageEntity changeableAspects } } }`;
    const { data } = await asUser(user, query);
    expect(data.me.platformPrivileges).to.deep.equal({ doEverything: false, seeEverything: true, deleteEverywhere: false });
    expect(data.entity.rights).to.deep.equal({ canManageEntity: false, changeableAspects: ['globalTags'] });
    const mine = await graphql(query);
    expect(mine.me.platformPrivileges).to.deep.equal({ doEverything: true, seeEverything: true, deleteEverywhere: true });
    expect(mine.entity.rights.changeableAspects).to.include.members(['globalTags', 'ownership', 'status']);
    const { policiesOn } = await graphql(`{ policiesOn(urn: "${urn}") { urn } }`);
    expect(policiesOn).to.deep.include({ urn: policy });
  });
});
