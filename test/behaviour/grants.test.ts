/** Finer grants (docs/access.md 3): with an end and a reason, on some aspects, on columns that carry a tag. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { asUser, changePolicy, makePolicy, makeUser, type PolicySent, tokenOf, type User } from '../support/access.ts';
import { connectAgent } from '../support/agent.ts';
import { api, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { description, ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('grants');
const put = (user: User, urn: string, aspect: string, value: unknown) => api.ingestProposal(proposal(urn, aspect, value), user.headers);
const describeIt = (urn: string, user: User) => put(user, urn, 'editableDatasetProperties', { description: own() });

async function dataset(): Promise<string> {
  const urn = urns.dataset(own());
  await write(urn, 'datasetProperties', description('before'));
  return urn;
}

async function warningsOf(input: object): Promise<string> {
  const query = 'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }';
  const actors = { users: [], resourceOwners: false, allUsers: false, allGroups: false };
  const all = { type: 'METADATA', name: 'Odd', state: 'ACTIVE', privileges: [], actors, ...input };
  const answer = await api.send<{ extensions: { warnings: string[] } }>('POST', '/api/graphql', { json: { query, variables: { input: all } } });
  return answer.body.extensions.warnings.join();
}

describe('A policy with an end', () => {
  // SECURITY.md A4
  it('grants until then, says why, and is kept by clients that do not know of it', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    const policy: PolicySent = { privileges: ['EDIT_ENTITY_DOCS'], users: [user.urn] };
    const end = Date.now() + 3_600_000;
    const made = await makePolicy({ ...policy, expiresAt: end, reason: 'the audit' });
    const shown = `{ entity(urn: "${made}") { ... on DataHubPolicy { expiresAt reason } } }`;
    expect((await describeIt(urn, user)).status).to.equal(200);
    await changePolicy(made, policy);
    expect((await graphql(shown)).entity).to.deep.equal({ expiresAt: end, reason: 'the audit' });
    const past = Date.parse('2026-01-02T03:04:05Z');
    await changePolicy(made, { ...policy, expiresAt: past });
    expectRefusal(await describeIt(urn, user), 403, 'EDIT_ENTITY_DOCS');
    const why = 'query ($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { evaluationDetails { reason } } }';
    const { getGrantedPrivileges: found } = await graphql(why, { input: { actorUrn: user.urn, includeEvaluationDetails: true } });
    expect(found.evaluationDetails).to.deep.include({ reason: 'it ended on 2026-01-02T03:04:05.000Z' });
    expect((await graphql(`{ debugAccess(userUrn: "${user.urn}") { policies } }`)).debugAccess.policies).not.to.include(made);
    expect(await warningsOf({ expiresAt: past })).to.contain('it ended on 2026-01-02');
    await changePolicy(made, { ...policy, expiresAt: null });
    expect((await describeIt(urn, user)).status).to.equal(200);
    expect((await graphql(shown)).entity).to.deep.equal({ expiresAt: null, reason: 'the audit' });
  });

  it('ends by itself while nothing is written', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    await makePolicy({ privileges: ['EDIT_ENTITY_DOCS'], users: [user.urn], expiresAt: Date.now() + 1_000 });
    await eventually(async () => expect((await describeIt(urn, user)).status).to.equal(403));
  });

  // SECURITY.md A5
  it('takes the right over policies from nobody who has it for good, and nobody makes the own one end', async () => {
    const [lasting, guest] = [await makeUser(own(), 'Admin'), await makeUser(own())];
    const policies: PolicySent = { type: 'PLATFORM', privileges: ['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS'] };
    await makePolicy({ ...policies, users: [guest.urn], expiresAt: Date.now() + 3_600_000 });
    expectRefusal(await put(guest, lasting.urn, 'roleMembership', { roles: [] }), 403, 'until some day');
    const other = await makeUser(own());
    const mine = await makePolicy({ ...policies, users: [other.urn] });
    const ended = { displayName: 'x', description: '', type: 'PLATFORM', state: 'ACTIVE', privileges: ['MANAGE_POLICIES'] };
    const value = { ...ended, actors: { users: [other.urn] }, expiresAt: Date.now() + 3_600_000 };
    expectRefusal(await put(other, mine, 'dataHubPolicyInfo', value), 403, 'nobody gives up the right over policies');
    expectRefusal(await put(guest, mine, 'dataHubPolicyInfo', value), 403, 'until some day');
  });
});

describe('A policy about a part', () => {
  it('of aspects grants changes of these only, neither new entities nor deletions', async () => {
    const [urn, user] = [await dataset(), await makeUser(own())];
    const made = await makePolicy({ privileges: ['EDIT_ENTITY', 'DELETE_ENTITY'], users: [user.urn], aspects: ['globalTags'] });
    expect((await put(user, urn, 'globalTags', tags())).status).to.equal(200);
    for (const [aspect, value] of [
      ['ownership', ownership()],
      ['status', { removed: true }],
    ] as const)
      expectRefusal(await put(user, urn, aspect, value), 403, 'may not change');
    expectRefusal(await put(user, urns.dataset(own()), 'globalTags', tags()), 403, 'may not change');
    const { data } = await asUser(user, `{ dataset(urn: "${urn}") { privileges { canEditTags canEditOwners canManageEntity } } }`);
    expect(data.dataset.privileges).to.deep.equal({ canEditTags: true, canEditOwners: false, canManageEntity: false });
    // A client that does not know of it does not widen it.
    await changePolicy(made, { privileges: ['EDIT_ENTITY'], users: [user.urn] });
    expectRefusal(await put(user, urn, 'ownership', ownership()), 403, 'may not change');
    expect(await warningsOf({ resources: { aspects: ['noSuchAspect'] } })).to.contain('noSuchAspect');
  });

  it('of columns grants changes of those that carry the tag before', async () => {
    const [urn, user, pii] = [await dataset(), await makeUser(own()), urns.tag(own())];
    await write(pii, 'tagProperties', { name: 'pii' });
    await write(urn, 'schemaMetadata', schemaMetadata(['mail', 'size']));
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'mail', globalTags: tags(pii) }] });
    await makePolicy({ privileges: ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_DATASET_COL_TAGS'], users: [user.urn], columnsTagged: [pii] });
    const about = async (column: string) =>
      (
        await asUser(user, 'mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
          input: { description: own(), resourceUrn: urn, subResource: column, subResourceType: 'DATASET_FIELD' },
        })
      ).errors?.[0]?.message;
    expect(await about('mail')).to.equal(undefined);
    expect(await about('size')).to.contain('EDIT_DATASET_COL_DESCRIPTION');
    expect((await put(user, urns.column(urn, 'mail'), 'documentation', { documentations: [] })).status).to.equal(200);
    expectRefusal(await put(user, urns.column(urn, 'size'), 'documentation', { documentations: [] }), 403, 'EDIT_DATASET_COL_DESCRIPTION');
    const both = ['mail', 'size'].map((fieldPath) => ({ fieldPath, globalTags: tags(pii) }));
    expectRefusal(await put(user, urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: both }), 403, 'EDIT_DATASET_COL_TAGS');
  });
});

describe('A token that is narrowed', () => {
  // SECURITY.md T6
  it('to types and domains is as if there were nothing else, and is no way to a wider one', async () => {
    const [domain, admin] = [urns.of('domain', own()), await makeUser(own(), 'Admin')];
    await write(domain, 'domainProperties', { name: 'Narrow' });
    const [inside, outside] = [await dataset(), await dataset()];
    await write(inside, 'domains', { domains: [domain] });
    const narrow = await tokenOf(admin.urn, { types: ['DATASET'], domains: [domain] });
    expect((await describeIt(inside, narrow)).status).to.equal(200);
    expectRefusal(await describeIt(outside, narrow), 403, 'with this token');
    expectRefusal(await put(narrow, domain, 'domainProperties', { name: 'x' }), 403, 'with this token');
    const seen = async (urn: string, aspect: string) =>
      (await api.send('GET', `/aspects/${encode(urn)}?aspect=${aspect}&version=0`, { headers: narrow.headers })).status;
    expect([await seen(inside, 'datasetProperties'), await seen(admin.urn, 'corpUserInfo')]).to.deep.equal([200, 200]);
    expect([await seen(outside, 'datasetProperties'), await seen(domain, 'domainProperties')]).to.deep.equal([404, 404]);
    const shown = '{ me { corpUser { urn } platformPrivileges { managePolicies } } }';
    expect((await asUser(narrow, shown)).data.me).to.deep.equal({ corpUser: { urn: admin.urn }, platformPrivileges: { managePolicies: false } });
    const input = { type: 'PERSONAL', actorUrn: admin.urn, duration: 'ONE_HOUR', name: 'wider' };
    const wider = await asUser(narrow, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }', { input });
    expect(wider.errors?.[0]?.extensions).to.deep.include({ code: 403, reason: 'narrowed-token' });
    const about = 'query ($token: String!) { getAccessTokenMetadata(token: $token) { types domains tools } }';
    const { getAccessTokenMetadata: told } = await graphql(about, { token: narrow.secret });
    expect(told).to.deep.equal({ types: ['dataset'], domains: [domain], tools: [] });
  });

  // SECURITY.md T6, R5
  it('tells of nothing outside by trying: neither by a patch, nor by a condition, nor by what must be new', async () => {
    const [domain, admin] = [urns.of('domain', own()), await makeUser(own(), 'Admin')];
    await write(domain, 'domainProperties', { name: 'Narrow' });
    const [outside, property] = [await dataset(), urns.of('structuredProperty', own())];
    const inside = await dataset();
    await write(inside, 'domains', { domains: [domain] });
    const [valueType, entityTypes] = [urns.of('dataType', 'svc.string'), [urns.of('entityType', 'svc.dataset')]];
    const secret = { qualifiedName: own(), valueType, entityTypes, allowedValues: [{ value: { string: 'classified' } }] };
    await write(property, 'propertyDefinition', secret);
    for (const narrowing of [{ domains: [domain] }, { types: ['CHART'] }]) {
      const { headers } = await tokenOf(admin.urn, narrowing);
      const path = `/openapi/v3/entity/dataset/${encode(outside)}/datasetProperties`;
      const tried = (value: string) => ({ patch: [{ op: 'test', path: '/description', value }] });
      const texts = await Promise.all(
        [
          api.send('PATCH', path, { json: tried('before'), headers }),
          api.send('PATCH', path, { json: tried('wrong'), headers }),
          api.send('POST', path, { json: { value: description('x') }, headers: { ...headers, 'If-Version-Match': '77' } }),
          api.send('POST', path, { json: { value: description('x') }, headers: { ...headers, 'If-None-Match': '*' } }),
          api.send('POST', `${path}?createIfNotExists=true`, { json: { value: description('x') }, headers }),
        ].map(async (answer) => `${(await answer).status} ${(await answer).text}`),
      );
      expect(new Set(texts), texts.join('\n')).to.have.property('size', 1);
      expect(texts[0]).to.match(/^403 .*with this token/s);
    }
    const { headers } = await tokenOf(admin.urn, { domains: [domain] });
    const set = (propertyUrn: string) =>
      api.ingestProposal(proposal(inside, 'structuredProperties', { properties: [{ propertyUrn, values: [{ string: 'x' }] }] }), headers);
    const [hidden, missing] = [await set(property), await set(`${property}x`)];
    expect([hidden.status, hidden.text.replaceAll(property, '…')]).to.deep.equal([422, missing.text.replaceAll(`${property}x`, '…')]);
    expect(hidden.text).not.to.contain('classified');
  });

  it('to a domain makes new assets there, and so does a policy about one', async () => {
    const [domain, below, other] = [urns.of('domain', own()), urns.of('domain', own()), urns.of('domain', own())];
    await write(domain, 'domainProperties', { name: 'Top' });
    await write(other, 'domainProperties', { name: 'Other' });
    await write(below, 'domainProperties', { name: 'Below', parentDomain: domain });
    const user = await makeUser(own());
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [user.urn], criteria: [{ field: 'DOMAIN', values: [domain] }] });
    const editor = await makeUser(own(), 'Editor');
    const narrow = await tokenOf(editor.urn, { domains: [domain] });
    for (const by of [user, narrow]) {
      const make = (...aspects: [string, unknown][]) => {
        const urn = urns.dataset(own());
        const json = [{ urn, ...Object.fromEntries(aspects.map(([name, value]) => [name, { value }])) }];
        return api.send('POST', '/openapi/v3/entity/dataset?async=false', { json, headers: by.headers });
      };
      const described: [string, unknown] = ['datasetProperties', description('new')];
      expect((await make(described, ['domains', { domains: [below] }])).status).to.equal(200);
      for (const aspects of [[described], [described, ['domains', { domains: [other] }]]] as [string, unknown][][])
        expect((await make(...aspects)).status, JSON.stringify(aspects)).to.equal(403);
      const urn = urns.dataset(own());
      expect((await put(by, urn, 'domains', { domains: [domain] })).status).to.equal(200);
      expect((await put(by, urn, 'datasetProperties', description('then'))).status).to.equal(200);
      // What is left out because of a condition would leave the asset elsewhere.
      const elsewhere = urns.dataset(own());
      const headers = { 'If-Version-Match': '7' };
      const proposals = [
        proposal(elsewhere, 'domains', { domains: [domain] }, { headers }),
        proposal(elsewhere, 'datasetProperties', description('x')),
      ];
      await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals }, headers: by.headers });
      expect((await api.send('GET', `/openapi/v3/entity/dataset/${encode(elsewhere)}`)).status).to.equal(404);
    }
  });

  it('to tools counts for these only', async () => {
    const user = await makeUser(own(), 'Editor');
    const narrow = await tokenOf(user.urn, { tools: ['describe_asset', 'set_description'] });
    expectRefusal(await api.send('GET', `/entitiesV2/${encode(user.urn)}`, { headers: narrow.headers }), 403, 'with this token');
    const agent = await connectAgent(sharedCairn().url, narrow.secret);
    try {
      const { tools } = await agent.client.listTools();
      expect(tools.map(({ name }) => name)).to.have.members(['describe_asset', 'set_description']);
      await agent.call('describe_asset', { asset: await dataset() });
      const refused = await agent.ask('find_data', { query: 'x' }).catch((error: Error) => error.message);
      expect(refused).to.be.a('string').and.to.contain('No tool find_data');
    } finally {
      await agent.close();
    }
  });

  it('is listed, but sessions are not', async () => {
    const user = await makeUser(own());
    const info = {
      name: 'Signed in',
      type: 'SESSION',
      actorUrn: user.urn,
      ownerUrn: user.urn,
      createdAt: Date.now(),
      expiresAt: Date.now() + 60_000,
    };
    const session = urns.of('dataHubAccessToken', randomBytes(32).toString('hex'));
    const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
    expect((await api.ingestProposal(proposal(session, 'dataHubAccessTokenInfo', info), SYNC)).status).to.equal(200);
    await tokenOf(user.urn, { types: ['CHART'] });
    const filters = [{ field: 'actorUrn', values: [user.urn] }];
    await eventually(async () => {
      const query = 'query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total tokens { name types } } }';
      const { listAccessTokens: listed } = await graphql(query, { input: { filters } });
      expect(listed.tokens.map(({ types }: { types: unknown }) => types)).to.have.deep.members([[], ['chart']]);
      for (const kinds of [{ values: ['PERSONAL', 'SESSION'] }, { condition: 'EXISTS' }]) {
        const named = [...filters, { field: 'type', ...kinds }];
        expect((await graphql(query, { input: { filters: named } })).listAccessTokens.total).to.equal(3);
      }
    });
  });
});

describe('What is one’s own', () => {
  it('is a view that only oneself sees: one deletes it, and nobody else does', async () => {
    const [user, other] = [await makeUser(own()), await makeUser(own(), 'Editor')];
    const query = 'mutation ($input: CreateViewInput!) { createView(input: $input) { urn } }';
    const definition = { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } };
    const { createView } = (await asUser(user, query, { input: { viewType: 'PERSONAL', name: 'Mine', definition } })).data;
    const remove = `mutation { deleteView(urn: "${createView.urn}") }`;
    expect((await asUser(other, remove)).errors?.[0]?.message).to.contain('MANAGE_GLOBAL_VIEWS');
    expect((await asUser(user, remove)).data).to.deep.equal({ deleteView: true });
  });

  it('is no membership of a group that was deleted and comes again', async () => {
    const [urn, group, kept, user] = [await dataset(), urns.group(own()), urns.group(own()), await makeUser(own())];
    const info = { displayName: 'G', admins: [], members: [], groups: [] };
    for (const each of [group, kept]) await write(each, 'corpGroupInfo', info);
    await write(user.urn, 'nativeGroupMembership', { nativeGroups: [group, kept] });
    await makePolicy({ privileges: ['EDIT_ENTITY_DOCS'], groups: [group] });
    expect((await describeIt(urn, user)).status).to.equal(200);
    await graphql(`mutation { removeGroup(urn: "${group}") }`);
    await write(group, 'corpGroupInfo', info);
    expectRefusal(await describeIt(urn, user), 403, 'EDIT_ENTITY_DOCS');
    expect((await values(user.urn)).nativeGroupMembership).to.deep.equal({ nativeGroups: [kept] });
  });
});

describe('Looking as another user', () => {
  const as = (user: User, looker?: User): Record<string, string> => ({ ...looker?.headers, 'X-Svc-Look-As': user.urn });

  // SECURITY.md A10
  it('answers as to that user, and refuses every write', async () => {
    const [admin, editor, urn] = [await makeUser(own(), 'Admin'), await makeUser(own(), 'Editor'), await dataset()];
    const looker = { ...editor, headers: as(editor, admin) };
    const { data } = await asUser(looker, '{ me { corpUser { urn } } }');
    expect(data.me.corpUser.urn).to.equal(editor.urn);
    expectRefusal(await describeIt(urn, looker), 403, `looks as ${editor.urn}`);
    const query = 'mutation { createTag(input: { name: "x" }) }';
    expect((await asUser(looker, query)).errors?.[0]?.extensions).to.deep.include({ code: 403, reason: 'read-only-token' });
    const invited = await asUser(looker, '{ getInviteToken(input: {}) { inviteToken } }');
    expect(invited.errors?.[0]?.message).to.contain('looks as');
    expectRefusal(await describeIt(urn, { ...editor, headers: as(editor) }), 403, 'looks as');
  });

  it('is for who manages people and policies, as a user that exists', async () => {
    const [user, other] = [await makeUser(own(), 'Editor'), await makeUser(own())];
    const read = (headers: Record<string, string>) => api.send('GET', `/entitiesV2/${encode(other.urn)}`, { headers });
    expectRefusal(await read(as(other, user)), 403, 'MANAGE_USERS_AND_GROUPS');
    expectRefusal(await read({ 'X-Svc-Look-As': urns.user(own()) }), 404, 'does not exist');
    expectRefusal(await read({ 'X-Svc-Look-As': 'x' }), 400, 'X-Svc-Look-As');
  });
});
