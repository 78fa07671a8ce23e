/** Finer grants (docs/access.md 3): with an end and a reason, on some aspects, on columns that carry a tag. */
import { expect } from 'chai';
import { asUser, changePolicy, makePolicy, makeUser, type PolicySent, type User } from '../support/access.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { description, ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

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
