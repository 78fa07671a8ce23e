/**
 * Trying a policy before it is saved (docs/access.md 3).
 */
import { expect } from 'chai';
import { asUser, makePolicy, makeUser } from '../support/access.ts';
import { writeAllSearchable } from '../support/find.ts';
import { graphql, refused } from '../support/graphql.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('dryrun');
const TRY = `query ($urn: String, $input: PolicyUpdateInput) { run: dryRunPolicy(urn: $urn, input: $input) {
  warnings users assets allAssets moreUsers
  differences { user gains { privileges assets examples parts } loses { privileges assets examples parts } }
} }`;
const NOTHING = { privileges: [], assets: 0, examples: [], parts: [] };

const input = (privileges: readonly string[], actors: object, criteria: readonly object[] = [], state = 'ACTIVE') => ({
  ...{ type: 'METADATA', name: 'Tried', state, description: '', privileges },
  actors: { resourceOwners: false, allUsers: false, allGroups: false, ...actors },
  resources: { filter: { criteria } },
});

describe('The dry run of a policy', () => {
  const domain = urns.of('domain', own());
  const group = urns.of('corpGroup', own());
  const inside = urns.dataset(own());
  const member = urns.user(own());
  const owner = urns.user(own());
  const inDomain = [
    { field: 'DOMAIN', values: [domain], condition: 'EQUALS' },
    { field: 'TYPE', values: ['dataset'], condition: 'EQUALS' },
  ];

  before(async () => {
    await write(domain, 'domainProperties', { name: 'Tried' });
    await write(group, 'corpGroupInfo', { displayName: 'Tried', admins: [], members: [], groups: [] });
    await write(member, 'nativeGroupMembership', { nativeGroups: [group] });
    await write(owner, 'corpUserInfo', { active: true });
    await writeAllSearchable([
      proposal(inside, 'domains', { domains: [domain] }),
      proposal(inside, 'ownership', ownership(owner)),
      proposal(urns.dataset(own()), 'datasetProperties', { name: 'outside' }),
    ]);
  });

  it('says who gains what, on which assets, and saves nothing', async () => {
    const sent = input(['EDIT_ENTITY_TAGS'], { groups: [group] }, inDomain);
    const { run } = await graphql(TRY, { input: sent });
    expect(run).to.deep.include({ warnings: [], users: 1, assets: 1, allAssets: 1, moreUsers: false });
    expect(run.differences).to.deep.equal([
      { user: member, gains: { privileges: ['EDIT_ENTITY_TAGS'], assets: 1, examples: [inside], parts: [] }, loses: NOTHING },
    ]);
    const { getGrantedPrivileges } = await graphql(
      'query ($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }',
      { input: { actorUrn: member, resourceSpec: { resourceType: 'DATASET', resourceUrn: inside } } },
    );
    expect(getGrantedPrivileges.privileges).to.not.include('EDIT_ENTITY_TAGS');
  });

  it('counts only what no other policy grants', async () => {
    await makePolicy({ privileges: ['EDIT_ENTITY_TAGS'], users: [member], criteria: [{ field: 'URN', values: [inside] }] });
    const { run } = await graphql(TRY, { input: input(['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_DOCS'], { groups: [group] }, inDomain) });
    expect(run.differences).to.deep.equal([
      { user: member, gains: { privileges: ['EDIT_ENTITY_DOCS'], assets: 1, examples: [inside], parts: [] }, loses: NOTHING },
    ]);
  });

  it('says who loses what, if a policy is changed, switched off or deleted', async () => {
    const urn = await makePolicy({ privileges: ['EDIT_LINEAGE'], groups: [group], criteria: inDomain });
    const lost = [{ user: member, gains: NOTHING, loses: { privileges: ['EDIT_LINEAGE'], assets: 1, examples: [inside], parts: [] } }];
    const off = input(['EDIT_LINEAGE'], { groups: [group] }, inDomain, 'INACTIVE');
    for (const variables of [
      { urn },
      { urn, input: off },
      { urn, input: input(['EDIT_LINEAGE'], { users: [owner] }, [{ ...inDomain[0], values: ['none'] }]) },
    ])
      expect((await graphql(TRY, variables)).run.differences).to.deep.equal(lost);
  });

  it('says of which parts, if a policy is narrowed to aspects or to columns that carry a tag', async () => {
    const tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'pii' });
    const schema = schemaMetadata(['plain', 'secret']);
    const fields = schema.fields.map((field) => (field.fieldPath === 'secret' ? { ...field, globalTags: tags(tag) } : field));
    await write(inside, 'schemaMetadata', { ...schema, fields });
    const sent = input(['EDIT_ENTITY_GLOSSARY_TERMS'], { groups: [group] }, inDomain);
    const gains = { privileges: ['EDIT_ENTITY_GLOSSARY_TERMS'], assets: 1, examples: [inside] };
    for (const [narrowing, parts] of [
      [{ aspects: ['glossaryTerms'] }, ['glossaryTerms']],
      [{ columnsTagged: [tag] }, ['columns']],
    ] as const) {
      const { run } = await graphql(TRY, { input: { ...sent, resources: { ...sent.resources, ...narrowing } } });
      expect(run.differences).to.deep.equal([{ user: member, gains: { ...gains, parts }, loses: NOTHING }]);
    }
    const { run } = await graphql(TRY, { input: { ...sent, resources: { ...sent.resources, columnsTagged: [urns.tag(own())] } } });
    expect(run.differences).to.deep.equal([]);
    const urn = await makePolicy({ privileges: ['EDIT_ENTITY_GLOSSARY_TERMS'], groups: [group], criteria: inDomain });
    const less = await graphql(TRY, { urn, input: { ...sent, resources: { ...sent.resources, aspects: ['glossaryTerms'] } } });
    expect(less.run.differences).to.deep.equal([{ user: member, gains: NOTHING, loses: { ...gains, parts: [] } }]);
    await graphql(`mutation { deletePolicy(urn: "${urn}") }`);
  });

  it('finds owners by what they own', async () => {
    const { run } = await graphql(TRY, {
      input: input(['EDIT_LINEAGE', 'EDIT_ENTITY_EMBED'], { resourceOwners: true }, [{ field: 'URN', values: [inside], condition: 'EQUALS' }]),
    });
    expect(run).to.deep.include({ users: 1, assets: 1 });
  });

  it('warns of what grants nothing', async () => {
    const { run } = await graphql(TRY, {
      input: input(['NONSENSE'], { users: [member] }, [{ field: 'COLOUR', values: ['red'], condition: 'EQUALS' }]),
    });
    expect(run.warnings).to.have.length(2);
    expect(run.differences).to.deep.equal([]);
  });

  it('needs the right over policies, and a policy', async () => {
    const user = await makeUser(own(), 'Editor');
    expect((await asUser(user, TRY, { input: input([], {}) })).errors?.[0]?.extensions.code).to.equal(403);
    await refused(TRY, {}, 'BAD_REQUEST', 'a policy');
  });
});
