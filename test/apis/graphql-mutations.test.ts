/**
 * Mutations of known clients that make, change and delete entities (docs/semantics.md 15.7).
 */
import { expect } from 'chai';
import { asUser, makeUser } from '../support/access.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Data, graphql, refused } from '../support/graphql.ts';
import { ownership, ownNames, proposal, stamp, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { values, version, write } from '../support/writes.ts';

const own = ownNames('gqlmutations');

interface Call {
  /** Type of the input, if it is not named after the mutation. */
  readonly of?: string;
  readonly urn?: string;
  /** What is read of the answer. */
  readonly read?: string;
}

function documentOf(field: string, input: object | undefined, { of, urn, read = '' }: Call): [string, Record<string, unknown>] {
  const type = of ?? `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const declared = [...(urn ? ['$urn: String!'] : []), ...(input ? [`$input: ${type}!`] : [])].join(', ');
  const passed = [...(urn ? ['urn: $urn'] : []), ...(input ? ['input: $input'] : [])].join(', ');
  return [`mutation (${declared}) { ${field}(${passed}) ${read} }`, { ...(urn && { urn }), ...(input && { input }) }];
}

async function run(field: string, input?: object, call: Call = {}): Promise<Data> {
  return (await graphql(...documentOf(field, input, call)))[field];
}

async function refusedRun(field: string, input: object | undefined, type: string, mention: string, call: Call = {}): Promise<void> {
  await refused(...documentOf(field, input, call), type, mention);
}

async function isThere(urn: string): Promise<boolean> {
  return (await graphql('query ($urn: String!) { entity(urn: $urn) { exists } }', { urn })).entity.exists;
}

/** Deletes by the mutation, and by it again. */
async function erased(field: string, urn: string): Promise<void> {
  await run(field, undefined, { urn });
  expect(await isThere(urn), field).to.equal(false);
  expect([false, null]).to.include(await run(field, undefined, { urn }));
}

describe('GraphQL mutations on domains, applications and data products', () => {
  it('name the argument, or the field of the input, that they refuse', async () => {
    const [term, nothing] = [urns.of('glossaryTerm', own()), urns.of('domain', own())];
    await write(term, 'glossaryTermInfo', { definition: 'Money', termSource: 'INTERNAL' });
    const refusals: [field: string, input: object | undefined, place: string, call?: Call][] = [
      ['moveDomain', { resourceUrn: 'x' }, '/input/resourceUrn'],
      ['moveDomain', { resourceUrn: term }, '/input/resourceUrn'],
      ['batchAssignRole', { actors: [urns.user(own()), nothing] }, '/input/actors/1'],
      ['createDomain', { name: 'Sales', parentDomain: term }, '/input/parentDomain'],
      ['addRelatedTerms', { urn: term, termUrns: [term, 'x'], relationshipType: 'isA' }, '/input/termUrns/1', { of: 'RelatedTermsInput' }],
      ['addTag', { tagUrn: term, resourceUrn: term }, '/input/tagUrn', { of: 'TagAssociationInput' }],
      ['deleteDomain', undefined, '/urn', { urn: term }],
    ];
    for (const [field, input, place, call] of refusals) {
      const { errors } = await ask(...documentOf(field, input, call ?? {}));
      expect(JSON.stringify(errors), field).to.contain(`"pointer":"${place}"`);
    }
  });

  it('make a domain, move it and delete it', async () => {
    const [top, id] = [own(), own()] as const;
    const parent = await run('createDomain', { id: top, name: 'Company' });
    const urn = await run('createDomain', { id, name: 'Sales', description: 'What we sell', parentDomain: parent });
    expect([parent, urn]).to.deep.equal([urns.of('domain', top), urns.of('domain', id)]);
    expect((await values(urn)).domainProperties).to.include({ name: 'Sales', description: 'What we sell', parentDomain: parent });
    await run('moveDomain', { resourceUrn: urn });
    expect((await values(urn)).domainProperties)
      .to.include({ name: 'Sales' })
      .and.not.to.have.property('parentDomain');
    await run('moveDomain', { resourceUrn: urn, parentDomain: parent });
    expect((await values(urn)).domainProperties?.parentDomain).to.equal(parent);
    await refusedRun('createDomain', { id, name: 'Again' }, 'BAD_REQUEST', urn);
    await refusedRun('moveDomain', { resourceUrn: urn, parentDomain: urns.of('domain', own()) }, 'NOT_FOUND', ' does not exist');
    await erased('deleteDomain', urn);
    await refusedRun('deleteDomain', undefined, 'BAD_REQUEST', 'domain', { urn: urns.tag(own()) });
  });

  it('make an application, and put assets into it', async () => {
    const asset = urns.dataset(own());
    await write(asset, 'status', { removed: false });
    const domain = await run('createDomain', { id: own(), name: 'D' });
    const input = { id: own(), domainUrn: domain, properties: { name: 'Shop', description: 'It sells' } };
    const { urn } = await run('createApplication', input, { read: '{ urn }' });
    const stored = await values(urn);
    expect([stored.applicationProperties, stored.domains]).to.deep.equal([
      { name: 'Shop', description: 'It sells' },
      { domains: [domain], domainAssociations: [{ domain }] },
    ]);
    expect(await run('updateApplication', { description: 'Sells' }, { urn, read: '{ urn }' })).to.deep.equal({ urn });
    expect((await values(urn)).applicationProperties).to.deep.equal({ name: 'Shop', description: 'Sells' });
    await run('batchSetApplication', { applicationUrn: urn, resourceUrns: [asset] });
    expect((await values(asset)).applications).to.deep.equal({ applications: [urn] });
    const LIST = 'query ($urn: String!) { listApplicationAssets(urn: $urn, input: {}) { searchResults { entity { urn } } } }';
    await eventually(async () =>
      expect(await graphql(LIST, { urn })).to.deep.equal({ listApplicationAssets: { searchResults: [{ entity: { urn: asset } }] } }),
    );
    await run('batchSetApplication', { resourceUrns: [asset] });
    expect((await values(asset)).applications).to.deep.equal({ applications: [] });
    await erased('deleteApplication', urn);
  });

  it('make a data product; an asset is in one of them at most', async () => {
    const asset = urns.dataset(own());
    await write(asset, 'status', { removed: false });
    const made = async (name: string): Promise<string> =>
      (await run('createDataProduct', { id: own(), properties: { name } }, { read: '{ urn }' })).urn;
    const [first, second] = [await made('A'), await made('B')];
    const assets = async (urn: string) => (await values(urn)).dataProductProperties?.assets as { destinationUrn: string }[] | undefined;
    await run('batchSetDataProduct', { dataProductUrn: first, resourceUrns: [asset] });
    expect((await assets(first))?.map(({ destinationUrn }) => destinationUrn)).to.deep.equal([asset]);
    await run('batchSetDataProduct', { dataProductUrn: second, resourceUrns: [asset] });
    expect([(await assets(first))?.length, (await assets(second))?.length]).to.deep.equal([0, 1]);
    await run('batchSetDataProduct', { resourceUrns: [asset] });
    expect(await assets(second)).to.deep.equal([]);
    const [dataProductUrns, resourceUrns] = [[first, second], [asset]];
    const held = async () => (await Promise.all(dataProductUrns.map(assets))).map((list) => list?.length);
    await run('batchAddToDataProducts', { dataProductUrns, resourceUrns });
    expect(await held()).to.deep.equal([1, 1]);
    await run('batchRemoveFromDataProducts', { dataProductUrns: [first], resourceUrns });
    expect(await held()).to.deep.equal([0, 1]);
    await run('updateDataProduct', { description: 'Better' }, { urn: first, read: '{ urn }' });
    expect((await values(first)).dataProductProperties).to.include({ name: 'A', description: 'Better' });
    await erased('deleteDataProduct', first);
  });
});

describe('GraphQL mutations on the glossary, tags and ways of owning', () => {
  it('make terms and nodes, move, relate and delete them', async () => {
    const node = await run('createGlossaryNode', { id: own(), name: 'Node' }, { of: 'CreateGlossaryEntityInput' });
    const made = (name: string) =>
      run('createGlossaryTerm', { id: own(), name, description: 'About it', parentNode: node }, { of: 'CreateGlossaryEntityInput' });
    const [a, b] = [await made('A'), await made('B')];
    expect((await values(a)).glossaryTermInfo).to.include({ name: 'A', definition: 'About it', termSource: 'INTERNAL', parentNode: node });
    await run('updateParentNode', { resourceUrn: a });
    expect((await values(a)).glossaryTermInfo).not.to.have.property('parentNode');
    const link = { urn: a, termUrns: [b], relationshipType: 'hasA' };
    await run('addRelatedTerms', link, { of: 'RelatedTermsInput' });
    await run('addRelatedTerms', { ...link, relationshipType: 'isA' }, { of: 'RelatedTermsInput' });
    await run('removeRelatedTerms', link, { of: 'RelatedTermsInput' });
    expect((await values(a)).glossaryRelatedTerms).to.deep.equal({ hasRelatedTerms: [], isRelatedTerms: [b] });
    await erased('deleteGlossaryEntity', b);
  });

  it('change tags and how an entity looks', async () => {
    const urn = urns.tag(own());
    await write(urn, 'tagProperties', { name: 'Old' });
    await run('updateTag', { urn, name: 'New', description: 'Newer' }, { urn, of: 'TagUpdateInput', read: '{ urn }' });
    await graphql('mutation ($urn: String!) { setTagColor(urn: $urn, colorHex: "#00ff00") }', { urn });
    expect((await values(urn)).tagProperties).to.deep.equal({ name: 'New', description: 'Newer', colorHex: '#00ff00' });
    const domain = await run('createDomain', { id: own(), name: 'D' });
    const icon = { iconLibrary: 'MATERIAL', name: 'Star', style: 'Outlined' };
    await run('updateDisplayProperties', { colorHex: '#0000ff', icon }, { urn: domain, of: 'DisplayPropertiesUpdateInput' });
    expect((await values(domain)).displayProperties).to.deep.equal({ colorHex: '#0000ff', icon });
    await erased('deleteTag', urn);
  });

  it('make business attributes, and give them to columns', async () => {
    const dataset = urns.dataset(own());
    await write(dataset, 'status', { removed: false });
    const { urn } = await run('createBusinessAttribute', { id: own(), name: 'Price', type: 'NUMBER' }, { read: '{ urn }' });
    await run('updateBusinessAttribute', { description: 'In euro' }, { urn, read: '{ urn }' });
    const info = (await values(urn)).businessAttributeInfo;
    expect(info).to.include({ name: 'Price', description: 'In euro' });
    expect(JSON.stringify(info?.type)).to.include('NumberType');
    const column = { resourceUrn: dataset, subResourceType: 'DATASET_FIELD', subResource: 'x' };
    const input = { businessAttributeUrn: urn, resourceUrn: [column] };
    await run('addBusinessAttribute', input);
    expect((await values(urns.column(dataset, 'x'))).businessAttributes).to.deep.equal({ businessAttribute: { businessAttributeUrn: urn } });
    await run('removeBusinessAttribute', input, { of: 'AddBusinessAttributeInput' });
    expect((await values(urns.column(dataset, 'x'))).businessAttributes).to.deep.equal({});
    await erased('deleteBusinessAttribute', urn);
  });

  it('make ways of owning', async () => {
    const { urn } = await run('createOwnershipType', { name: 'Sponsor', description: 'Pays' }, { read: '{ urn }' });
    const { info } = await run('updateOwnershipType', { name: 'Patron' }, { urn, read: '{ info { name description } }' });
    expect(info).to.deep.equal({ name: 'Patron', description: 'Pays' });
    await erased('deleteOwnershipType', urn);
  });
});

describe('GraphQL mutations on users and groups', () => {
  const user = urns.user(own());
  before(() => write(user, 'corpUserInfo', { active: true }));

  it('make a group, and give it members', async () => {
    const group = await run('createGroup', { id: own(), name: 'Data team' });
    expect((await values(group)).corpGroupInfo).to.include({ displayName: 'Data team' });
    await run('addGroupMembers', { groupUrn: group, userUrns: [user] });
    expect((await values(user)).nativeGroupMembership).to.deep.equal({ nativeGroups: [group] });
    await run('removeGroupMembers', { groupUrn: group, userUrns: [user] });
    expect((await values(user)).nativeGroupMembership).to.deep.equal({ nativeGroups: [] });
    await run('updateCorpGroupProperties', { email: 'data@example.com' }, { urn: group, of: 'CorpGroupUpdateInput', read: '{ urn }' });
    expect((await values(group)).corpGroupEditableInfo).to.include({ email: 'data@example.com' });
    await erased('removeGroup', group);
  });

  it('change and delete a user', async () => {
    await run('updateCorpUserProperties', { title: 'Engineer', skills: ['SQL'] }, { urn: user, of: 'CorpUserUpdateInput', read: '{ urn }' });
    expect((await values(user)).corpUserEditableInfo).to.deep.include({ title: 'Engineer', skills: ['SQL'] });
    await graphql('mutation ($urn: String!) { updateUserStatus(urn: $urn, status: SUSPENDED) }', { urn: user });
    expect((await values(user)).corpUserStatus).to.include({ status: 'SUSPENDED' });
    const role = urns.of('dataHubRole', 'Reader');
    await run('batchAssignRole', { roleUrn: role, actors: [user] });
    expect((await values(user)).roleMembership).to.deep.equal({ roles: [role] });
    await run('batchAssignRole', { actors: [user] });
    expect((await values(user)).roleMembership).to.deep.equal({ roles: [] });
    await erased('removeUser', user);
  });

  it('keep the settings of the sender, and the states of steps', async () => {
    const me = (await graphql('{ me { corpUser { urn } } }')).me.corpUser.urn;
    const view = urns.of('dataHubView', own());
    await write(view, 'dataHubViewInfo', {
      name: 'V',
      type: 'GLOBAL',
      definition: { entityTypes: [], filter: { or: [] } },
      created: stamp(),
      lastModified: stamp(),
    });
    for (const value of [true, false]) {
      await run('updateUserSetting', { name: 'SHOW_THEME_V2', value });
      expect((await values(me)).corpUserSettings).to.have.nested.property('appearance.showThemeV2', value);
    }
    await run('updateCorpUserViewsSettings', { defaultView: view });
    expect((await values(me)).corpUserSettings?.views).to.deep.equal({ defaultView: view });
    await run('updateCorpUserViewsSettings', {});
    expect((await values(me)).corpUserSettings?.views).to.deep.equal({});
    await run('updateGlobalViewsSettings', { defaultView: view });
    expect(await graphql('{ globalViewsSettings { defaultView } }')).to.deep.equal({ globalViewsSettings: { defaultView: view } });
    await run('updateGlobalViewsSettings', {});
    expect(await graphql('{ globalViewsSettings { defaultView } }')).to.deep.equal({ globalViewsSettings: { defaultView: null } });
    const id = own();
    const states = [{ id, properties: [{ key: 'seen', value: 'yes' }] }];
    const { results } = await run('batchUpdateStepStates', { states }, { read: '{ results { id succeeded } }' });
    expect(results).to.deep.equal([{ id, succeeded: true }]);
    expect((await values(urns.of('dataHubStepState', id))).dataHubStepStateProperties?.properties).to.deep.equal({ seen: 'yes' });
  });
});

describe('GraphQL mutations on views, posts, queries and tests', () => {
  it('make a view that reads back as it was sent', async () => {
    const filters = [
      { field: 'platform', values: ['hive'], condition: 'EQUAL', negated: false },
      { field: 'origin', values: ['DEV'], condition: 'EQUAL', negated: true },
    ];
    const read = '{ urn name definition { entityTypes filter { operator filters { field values condition negated } } } }';
    for (const operator of ['AND', 'OR']) {
      const definition = { entityTypes: ['DATASET'], filter: { operator, filters } };
      const view = await run('createView', { viewType: 'PERSONAL', name: 'Mine', definition }, { read });
      expect(view).to.deep.include({ name: 'Mine', definition });
      const changed = await run('updateView', { name: 'Yours' }, { urn: view.urn, read });
      expect(changed).to.deep.equal({ ...view, name: 'Yours' });
      await erased('deleteView', view.urn);
    }
  });

  it('make posts, queries and tests', async () => {
    const about = urns.dataset(own());
    await write(about, 'status', { removed: false });
    await run('createPost', { postType: 'ENTITY_ANNOUNCEMENT', resourceUrn: about, content: { contentType: 'TEXT', title: 'News' } });
    const post = await eventually(async () => {
      const { listPosts } = await graphql('query ($urn: String!) { listPosts(input: { resourceUrn: $urn }) { posts { urn content { title } } } }', {
        urn: about,
      });
      expect(listPosts.posts).to.have.length(1);
      return listPosts.posts[0];
    });
    expect(post.content).to.deep.equal({ title: 'News' });
    await run('updatePost', {
      urn: post.urn,
      postType: 'ENTITY_ANNOUNCEMENT',
      content: { contentType: 'LINK', title: 'Old', link: 'https://example.com' },
    });
    expect((await values(post.urn)).postInfo?.content).to.deep.equal({ title: 'Old', type: 'LINK', link: 'https://example.com' });
    await erased('deletePost', post.urn);
    const statement = { value: 'select 1', language: 'SQL' };
    const { urn } = await run('createQuery', { properties: { name: 'One', statement }, subjects: [{ datasetUrn: about }] }, { read: '{ urn }' });
    await run('updateQuery', { properties: { description: 'Counts' } }, { urn, read: '{ urn }' });
    const stored = await values(urn);
    expect(stored.queryProperties).to.deep.include({ name: 'One', description: 'Counts', statement, source: 'MANUAL' });
    expect(stored.querySubjects).to.deep.equal({ subjects: [{ entity: about }] });
    await erased('deleteQuery', urn);
    const test = await run('createTest', { id: own(), name: 'Has owners', category: 'Docs', definition: { json: '{"on": 1}' } });
    expect((await values(test)).testInfo).to.deep.include({ name: 'Has owners', definition: { type: 'JSON', json: '{"on": 1}' } });
    const changed = { name: 'Has an owner', category: 'Docs', definition: { json: '{"on": 2}' } };
    expect(await run('updateTest', changed, { urn: test })).to.equal(test);
    expect((await values(test)).testInfo).to.deep.include({ name: 'Has an owner', definition: { type: 'JSON', json: '{"on": 2}' } });
    const EXISTS = 'query ($urn: String!) { entityExists(urn: $urn) }';
    expect(await graphql(EXISTS, { urn: test })).to.deep.equal({ entityExists: true });
    await erased('deleteTest', test);
    expect(await graphql(EXISTS, { urn: test })).to.deep.equal({ entityExists: false });
  });
});

describe('GraphQL mutations on incidents, assertions, operations and contracts', () => {
  const dataset = urns.dataset(own());
  const user = urns.user(own());
  before(async () => {
    await write(dataset, 'status', { removed: false });
    await write(user, 'corpUserInfo', { active: true });
  });

  it('raise an incident, change it and resolve it', async () => {
    const urn = await run('raiseIncident', { type: 'FRESHNESS', title: 'Late', resourceUrn: dataset, priority: 'HIGH', assigneeUrns: [user] });
    const read = async (): Promise<Data> =>
      (
        await graphql(
          `{ incident(urn: "${urn}") { title description priority status { state stage message } entity { urn } assignees { ... on CorpUser { urn } } } }`,
        )
      ).incident;
    expect(await read()).to.deep.equal({
      title: 'Late',
      description: null,
      priority: 'HIGH',
      status: { state: 'ACTIVE', stage: null, message: null },
      entity: { urn: dataset },
      assignees: [{ urn: user }],
    });
    await run('updateIncident', { description: 'By an hour', priority: 'LOW', assigneeUrns: [] }, { urn });
    await run('updateIncidentStatus', { state: 'RESOLVED', stage: 'FIXED', message: 'Done' }, { urn, of: 'IncidentStatusInput' });
    expect(await read()).to.deep.include({
      title: 'Late',
      description: 'By an hour',
      priority: 'LOW',
      status: { state: 'RESOLVED', stage: 'FIXED', message: 'Done' },
      assignees: [],
    });
    await refusedRun('raiseIncident', { type: 'SQL', resourceUrn: dataset, assigneeUrns: [urns.user(own())] }, 'NOT_FOUND', ' does not exist');
    await refusedRun('updateIncidentStatus', { state: 'RESOLVED' }, 'NOT_FOUND', ' does not exist', {
      urn: urns.of('incident', own()),
      of: 'IncidentStatusInput',
    });
  });

  it('store an assertion of another system, its results, and a contract about it', async () => {
    const input = { entityUrn: dataset, type: 'Freshness', description: 'Is fresh', fieldPath: 'x', platform: { name: 'hive' }, logic: 'select 1' };
    const { urn } = await run('upsertCustomAssertion', input, { read: '{ urn }' });
    const { urn: again } = await run('upsertCustomAssertion', { ...input, description: 'Is very fresh' }, { urn, read: '{ urn }' });
    expect(again).to.equal(urn);
    const stored = await values(urn);
    expect(stored.assertionInfo).to.deep.include({ type: 'CUSTOM', description: 'Is very fresh' });
    expect(stored.assertionInfo?.customAssertion).to.include({
      type: 'Freshness',
      entity: dataset,
      field: urns.column(dataset, 'x'),
      logic: 'select 1',
    });
    expect(stored.dataPlatformInstance).to.include({ platform: urns.platform('hive') });
    const report = 'mutation ($urn: String!, $result: AssertionResultInput!) { reportAssertionResult(urn: $urn, result: $result) }';
    const error = { type: 'UNKNOWN_ERROR', message: 'No idea' };
    await graphql(report, { urn, result: { timestampMillis: 1_000, type: 'SUCCESS', properties: [{ key: 'rows', value: '3' }] } });
    await graphql(report, { urn, result: { timestampMillis: 2_000, type: 'ERROR', error } });
    const { assertion } = await graphql(
      `{ assertion(urn: "${urn}") { runEvents { total succeeded errored runEvents { timestampMillis asserteeUrn result { type nativeResults { key value } } } } } }`,
    );
    expect(assertion.runEvents).to.deep.include({ total: 2, succeeded: 1, errored: 1 });
    expect(assertion.runEvents.runEvents[1]).to.deep.equal({
      timestampMillis: 1_000,
      asserteeUrn: dataset,
      result: { type: 'SUCCESS', nativeResults: [{ key: 'rows', value: '3' }] },
    });
    await refused(report, { urn: urns.of('assertion', own()), result: { type: 'SUCCESS' } }, 'NOT_FOUND', ' does not exist');
    const contract = await run('upsertDataContract', { entityUrn: dataset, freshness: [{ assertionUrn: urn }] }, { read: '{ urn }' });
    const properties = { entity: dataset, freshness: [{ assertion: urn }] };
    const held = await values(contract.urn);
    expect([held.dataContractProperties, held.dataContractStatus?.state]).to.deep.equal([properties, 'ACTIVE']);
    await run('upsertDataContract', { entityUrn: dataset, state: 'PENDING' }, { urn: contract.urn, read: '{ urn }' });
    expect((await values(contract.urn)).dataContractStatus?.state).to.equal('PENDING');
    await erased('deleteAssertion', urn);
    await refusedRun('upsertCustomAssertion', { ...input, platform: {} }, 'BAD_REQUEST', 'platform', { read: '{ urn }' });
  });

  it('report an operation', async () => {
    const input = {
      urn: dataset,
      operationType: 'INSERT',
      sourceType: 'DATA_PROCESS',
      numAffectedRows: 7,
      partition: 'p1',
      timestampMillis: 5_000,
      customProperties: [{ key: 'job', value: 'load' }],
    };
    expect(await run('reportOperation', input)).to.equal(dataset);
    const { dataset: found } = await graphql(
      `{ dataset(urn: "${dataset}") { operations { timestampMillis operationType numAffectedRows partition customProperties { key value } } } }`,
    );
    expect(found.operations).to.deep.equal([
      { timestampMillis: 5_000, operationType: 'INSERT', numAffectedRows: 7, partition: 'p1', customProperties: [{ key: 'job', value: 'load' }] },
    ]);
    await refusedRun('reportOperation', { ...input, urn: urns.dataset(own()) }, 'NOT_FOUND', ' does not exist');
  });
});

describe('GraphQL mutations on assets', () => {
  it('replace what is given of an asset', async () => {
    const user = urns.user(own());
    const tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'T' });
    const flow = urns.flow(own());
    const assets: [string, string, string][] = [
      ['Chart', urns.chart(own()), 'editableChartProperties'],
      ['Dashboard', urns.dashboard(own()), 'editableDashboardProperties'],
      ['DataFlow', flow, 'editableDataFlowProperties'],
      ['DataJob', urns.job(flow, own()), 'editableDataJobProperties'],
      ['Dataset', urns.dataset(own()), 'editableDatasetProperties'],
    ];
    const input = {
      ownership: { owners: [{ owner: user, type: 'DATAOWNER' }] },
      tags: { tags: [{ tag: { urn: tag, name: 'T' } }] },
      editableProperties: { description: 'Edited' },
    };
    for (const [type, urn, aspect] of assets) {
      await write(urn, 'status', { removed: false });
      await write(urn, 'ownership', ownership(urns.user(own())));
      const call = { urn, of: `${type}UpdateInput`, read: '{ urn }' };
      if (type === 'Chart') await run('updateChart', input, call);
      else if (type === 'Dashboard') await run('updateDashboard', input, call);
      else if (type === 'DataFlow') await run('updateDataFlow', input, call);
      else if (type === 'DataJob') await run('updateDataJob', input, call);
      else {
        const deprecation = { deprecated: true, note: 'Old' };
        const editableSchemaMetadata = { editableSchemaFieldInfo: [{ fieldPath: 'x', description: 'X' }] };
        await run('updateDataset', { ...input, globalTags: input.tags, deprecation, editableSchemaMetadata }, call);
        expect((await values(urn)).editableSchemaMetadata, 'a column has no tags of the dataset').to.deep.equal(editableSchemaMetadata);
      }
      const stored = await values(urn);
      expect(stored.ownership?.owners, type).to.deep.equal([{ owner: user, type: 'DATAOWNER' }]);
      expect(stored.globalTags, type).to.deep.equal({ tags: [{ tag }] });
      expect(stored[aspect], type).to.include({ description: 'Edited' });
      expect(stored.deprecation?.note).to.equal(type === 'Dataset' ? 'Old' : undefined);
    }
  });

  it('add and remove edges of lineage, and leave the others', async () => {
    const [a, b, c] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as [string, string, string];
    const job = urns.job(urns.flow(own()), 'load');
    for (const urn of [a, b, job]) await write(urn, 'status', { removed: false });
    await write(c, 'upstreamLineage', upstreams(a));
    const edge = (upstreamUrn: string, downstreamUrn: string) => ({ upstreamUrn, downstreamUrn });
    await run('updateLineage', { edgesToAdd: [edge(b, c), edge(a, job), edge(job, b)], edgesToRemove: [] });
    const above = async () => ((await values(c)).upstreamLineage as { upstreams: { dataset: string }[] }).upstreams.map(({ dataset }) => dataset);
    expect(await above()).to.deep.equal([a, b]);
    const ends = (edges: unknown) => (edges as { destinationUrn: string }[]).map(({ destinationUrn }) => destinationUrn);
    const ofJob = (await values(job)).dataJobInputOutput;
    expect([ends(ofJob?.inputDatasetEdges), ends(ofJob?.outputDatasetEdges)]).to.deep.equal([[a], [b]]);
    await run('updateLineage', { edgesToAdd: [], edgesToRemove: [edge(a, c), edge(job, b)] });
    expect([await above(), ends((await values(job)).dataJobInputOutput?.outputDatasetEdges)]).to.deep.equal([[b], []]);
    await refusedRun('updateLineage', { edgesToAdd: [edge(c, urns.dataset(own()))], edgesToRemove: [] }, 'NOT_FOUND', ' does not exist');
    await refusedRun('updateLineage', { edgesToAdd: [], edgesToRemove: [edge(urns.tag(own()), c)] }, 'BAD_REQUEST', 'edges');
  });

  it('a whole value that leaves out an edge that somebody drew says so, and who drew it follows the asset', async () => {
    const [from, found, table] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as [string, string, string];
    for (const urn of [from, found]) await write(urn, 'status', { removed: false });
    await write(table, 'upstreamLineage', upstreams(found));
    const drawer = await makeUser(own(), 'Editor');
    const input = { edgesToAdd: [{ upstreamUrn: from, downstreamUrn: table }], edgesToRemove: [] };
    const drawn = await asUser(drawer, 'mutation ($input: UpdateLineageInput!) { updateLineage(input: $input) }', { input });
    expect(drawn.data).to.deep.equal({ updateLineage: true });
    const [follow] = ((await values(drawer.urn)).corpUserFollowing?.follows ?? []) as { entity: string; title: string; since: number }[];
    expect(follow).to.include({ entity: table });
    expect(follow?.since).to.be.within(1_600_000_000_000, Date.now() + 60_000);
    const kept = await api.ingestProposal(proposal(table, 'datasetProperties', { name: 'x' }));
    expect(kept.headers.get('x-svc-warning')).to.equal(null);
    const wiped = await api.ingestProposal(proposal(table, 'upstreamLineage', upstreams(found)));
    expect(wiped.headers.get('x-svc-warning')).to.equal(`Lineage that people drew is gone: ${from} of ${table} (drawn by ${drawer.urn})`);
    const again = await api.ingestProposal(proposal(table, 'upstreamLineage', upstreams(found)));
    expect(again.headers.get('x-svc-warning')).to.equal(null);
  });

  it('show an asset in a frame', async () => {
    const urn = urns.chart(own());
    await write(urn, 'status', { removed: false });
    await run('updateEmbed', { urn, renderUrl: 'https://example.com/x' });
    expect((await values(urn)).embed).to.deep.equal({ renderUrl: 'https://example.com/x' });
    await run('updateEmbed', { urn });
    expect((await values(urn)).embed).to.deep.equal({});
  });

  it('change several datasets, and a notebook', async () => {
    const [one, other] = [urns.dataset(own()), urns.dataset(own())] as const;
    const notebook = urns.of('notebook', `(jupyter,${own()})`);
    for (const urn of [one, other, notebook]) await write(urn, 'status', { removed: false });
    const update = { editableProperties: { description: 'Edited' } };
    const many = 'mutation ($input: [BatchDatasetUpdateInput!]!) { updateDatasets(input: $input) { urn } }';
    const input = [one, other].map((urn) => ({ urn, update }));
    expect(await graphql(many, { input })).to.deep.equal({ updateDatasets: [{ urn: one }, { urn: other }] });
    for (const urn of [one, other]) expect((await values(urn)).editableDatasetProperties).to.include({ description: 'Edited' });
    await run('updateNotebook', update, { urn: notebook, of: 'NotebookUpdateInput', read: '{ urn }' });
    expect((await values(notebook)).editableNotebookProperties).to.include({ description: 'Edited' });
  });

  it('say how two datasets are joined', async () => {
    const [source, destination] = [urns.dataset(own()), urns.dataset(own())] as const;
    for (const urn of [source, destination]) await write(urn, 'status', { removed: false });
    const mappings = [{ sourceField: 'id', destinationField: 'order' }];
    const properties = { name: 'orders', source, destination, relationshipFieldmappings: mappings };
    const { urn } = await run('createERModelRelationship', { properties }, { of: 'ERModelRelationshipUpdateInput', read: '{ urn }' });
    expect((await values(urn)).erModelRelationshipProperties).to.deep.include({
      name: 'orders',
      source,
      destination,
      relationshipFieldMappings: mappings,
    });
    const input = { editableProperties: { description: 'One to many' } };
    expect(await run('updateERModelRelationship', input, { urn, of: 'ERModelRelationshipUpdateInput' })).to.equal(true);
    expect((await values(urn)).editableERModelRelationshipProperties).to.include({ description: 'One to many' });
    await erased('deleteERModelRelationship', urn);
  });

  it('put entities into version sets and take them out', async () => {
    const [first, second] = [
      urns.of('mlModel', `(${urns.platform('mlflow')},${own()},PROD)`),
      urns.of('mlModel', `(${urns.platform('mlflow')},${own()},PROD)`),
    ];
    for (const urn of [first, second]) await write(urn, 'mlModelProperties', { description: 'M' });
    const set = urns.of('versionSet', `(${own()},mlModel)`);
    const link = (linkedEntity: string, version: string) =>
      run('linkAssetVersion', { versionSet: set, linkedEntity, version }, { of: 'LinkVersionInput', read: '{ urn }' });
    expect(await link(first, 'v1')).to.deep.equal({ urn: set });
    expect(await link(second, 'v2')).to.deep.equal({ urn: set });
    expect(await link(second, 'v2')).to.equal(null);
    const marks = async () =>
      Promise.all(
        [first, second].map(async (urn) => {
          const found = (await values(urn)).versionProperties;
          return found && [found.isLatest, found.sortId];
        }),
      );
    expect(await marks()).to.deep.equal([
      [false, 'AAAAAAAA'],
      [true, 'AAAAAAAB'],
    ]);
    expect((await values(set)).versionSetProperties?.latest).to.equal(second);
    const shown = await graphql('query ($urn: String!) { versionSet(urn: $urn) { latestVersion { urn ... on MLModel { description } } } }', {
      urn: set,
    });
    expect(shown.versionSet.latestVersion).to.deep.equal({ urn: second, description: 'M' });
    const unlink = (unlinkedEntity: string) =>
      run('unlinkAssetVersion', { versionSet: set, unlinkedEntity }, { of: 'UnlinkVersionInput', read: '{ urn }' });
    expect(await unlink(second)).to.deep.equal({ urn: set });
    expect(await marks()).to.deep.equal([[true, 'AAAAAAAA'], undefined]);
    expect(await unlink(first)).to.equal(null);
    expect(await isThere(set)).to.equal(false);
    const dataset = urns.dataset(own());
    await write(dataset, 'status', { removed: false });
    await refusedRun('linkAssetVersion', { versionSet: set, linkedEntity: dataset, version: 'v1' }, 'BAD_REQUEST', 'linkedEntity', {
      of: 'LinkVersionInput',
      read: '{ urn }',
    });
  });
});

describe('GraphQL mutations on ingestion, connections and access', () => {
  it('make an ingestion source or replace it; Cairn runs none', async () => {
    const config = { recipe: '{}', executorId: 'default', extraArgs: [{ key: 'a', value: 'b' }] };
    const input = { name: 'Nightly', type: 'dbt', schedule: { interval: '0 5 * * *', timezone: 'UTC' }, config };
    const urn = await run('createIngestionSource', input, { of: 'UpdateIngestionSourceInput' });
    expect((await values(urn)).dataHubIngestionSourceInfo).to.deep.equal({ ...input, config: { ...config, extraArgs: { a: 'b' } } });
    const other = urns.of('dataHubIngestionSource', own());
    const changed = { name: 'Other', type: 'hive', config: { recipe: '{}', executorId: 'default' } };
    for (const each of [urn, other]) {
      expect(await run('updateIngestionSource', changed, { urn: each })).to.equal(each);
      expect((await values(each)).dataHubIngestionSourceInfo).to.deep.equal(changed);
    }
    await erased('deleteIngestionSource', urn);
  });

  it('ask an executor to run a source, to stop, and to test a connection', async () => {
    const recipe = '{"source": {"type": "dbt"}, "pipeline_name": "mine"}';
    const config = { recipe, version: '1.7.0', debugMode: true, extraArgs: [{ key: 'extra', value: 'x' }] };
    const source = await run('createIngestionSource', { name: 'Nightly', type: 'dbt', config }, { of: 'UpdateIngestionSourceInput' });
    const asked = await run('createIngestionExecutionRequest', { ingestionSourceUrn: source });
    const input = (await values(asked)).dataHubExecutionRequestInput as { args: Record<string, string>; requestedAt: number };
    const { args, requestedAt, ...rest } = input;
    expect(JSON.parse(args.recipe ?? '')).to.deep.equal({ source: { type: 'dbt' }, pipeline_name: 'mine', run_id: asked });
    expect({ ...args, recipe: undefined }).to.deep.equal({ recipe: undefined, version: '1.7.0', debug_mode: 'true', extra: 'x' });
    expect(requestedAt).to.be.a('number');
    const from = { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: source };
    expect(rest).to.deep.include({ task: 'RUN_INGEST', executorId: 'default', source: from });
    const { executionRequest } = await graphql(`{ executionRequest(urn: "${asked}") { input { task } source { urn type } } }`);
    expect(executionRequest).to.deep.equal({ input: { task: 'RUN_INGEST' }, source: { urn: source, type: 'dbt' } });
    expect(await run('cancelIngestionExecutionRequest', { ingestionSourceUrn: source, executionRequestUrn: asked })).to.equal(asked);
    expect((await values(asked)).dataHubExecutionRequestSignal).to.deep.include({ signal: 'KILL', executorId: 'default' });
    const test = await run('createTestConnectionRequest', { recipe: '{"source": {}}', version: '1.7.0' });
    expect((await values(test)).dataHubExecutionRequestInput).to.deep.include({
      task: 'TEST_CONNECTION',
      args: { recipe: '{"source": {}}', version: '1.7.0' },
      source: { type: 'MANUAL_TEST_CONNECTION' },
    });
    await refusedRun('createTestConnectionRequest', { recipe: 'no' }, 'BAD_REQUEST', 'recipe');
    const deep = `{"source": ${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
    await refusedRun('createTestConnectionRequest', { recipe: deep }, 'BAD_REQUEST', 'recipe');
    const [none, other] = [urns.of('dataHubIngestionSource', own()), urns.of('dataHubExecutionRequest', own())] as const;
    await refusedRun('createIngestionExecutionRequest', { ingestionSourceUrn: none }, 'NOT_FOUND', none);
    await refusedRun('cancelIngestionExecutionRequest', { ingestionSourceUrn: source, executionRequestUrn: other }, 'NOT_FOUND', other);
    await refusedRun(
      'cancelIngestionExecutionRequest',
      { ingestionSourceUrn: none, executionRequestUrn: asked },
      'BAD_REQUEST',
      'ingestionSourceUrn',
    );
  });

  it('keep the latest result of a run only', async () => {
    const urn = urns.of('dataHubExecutionRequest', own());
    for (const status of ['RUNNING', 'SUCCESS', 'FAILURE']) await write(urn, 'dataHubExecutionRequestResult', { status });
    expect((await values(urn)).dataHubExecutionRequestResult).to.deep.equal({ status: 'FAILURE' });
    expect(await version(urn, 'dataHubExecutionRequestResult', 2)).to.equal(undefined);
  });

  it('undo a run', async () => {
    const [urn, runId] = [urns.dataset(own()), own()] as const;
    await write(urn, 'datasetProperties', { description: 'x' }, { systemMetadata: { lastObserved: 1, runId } });
    expect(await run('rollbackIngestion', { runId })).to.match(/^\d+ aspects/);
    expect((await values(urn)).datasetProperties).to.equal(undefined);
    await refusedRun('rollbackIngestion', { runId: own() }, 'NOT_FOUND', 'run');
  });

  it('keep a connection as it was sent', async () => {
    const id = own();
    const input = (blob: string) => ({ id, type: 'JSON', name: 'Chat', platformUrn: urns.platform('slack'), json: { blob } });
    for (const blob of ['{"a": 1}', '{"a": 2}']) {
      const { urn } = await run('upsertConnection', input(blob), { of: 'UpsertDataHubConnectionInput', read: '{ urn }' });
      expect(urn).to.equal(urns.of('dataHubConnection', id));
      const { connection } = await graphql(`{ connection(urn: "${urn}") { details { type name json { blob } } platform { urn } } }`);
      expect(connection).to.deep.equal({ details: { type: 'JSON', name: 'Chat', json: { blob } }, platform: { urn: urns.platform('slack') } });
    }
    await erased('deleteConnection', urns.of('dataHubConnection', id));
  });

  it('refuse secrets, and say why', async () => {
    const token = { type: 'PERSONAL', actorUrn: urns.user('ann'), duration: 'ONE_DAY' };
    expect(await graphql('query ($input: GetAccessTokenInput!) { getAccessToken(input: $input) { accessToken } }', { input: token })).to.deep.equal({
      getAccessToken: null,
    });
    await notOffered('createSecret', { name: 'S', value: 'x' });
    await notOffered('updateSecret', { urn: urns.of('dataHubSecret', own()), name: 'S', value: 'x' });
    const { errors = [] } = await ask('{ getSecretValues(input: { secrets: ["S"] }) { name value } }');
    expect(errors[0]?.message).to.include('SECRETS_KEY');
    expect(errors[0]?.extensions.reason).to.equal('not-offered');
    expect(await graphql('mutation { revokeAccessToken(tokenId: "x") }')).to.deep.equal({ revokeAccessToken: false });
    const plain = await api.ingestProposal(proposal(urns.of('dataHubSecret', own()), 'dataHubSecretValue', { name: 'S', value: 'x' }));
    expectRefusal(plain, 501, 'SECRETS_KEY');
  });

  it('list policies that are stored, and delete them', async () => {
    const word = own('policy').replaceAll('_', '');
    const [urn, user] = [urns.of('dataHubPolicy', word), urns.user(own())] as const;
    const filter = { criteria: [{ field: 'TYPE', values: ['dataset'], condition: 'EQUALS' }] };
    await write(urn, 'dataHubPolicyInfo', {
      displayName: word,
      description: 'May edit',
      type: 'METADATA',
      state: 'ACTIVE',
      privileges: ['EDIT_ENTITY'],
      resources: { filter },
      actors: { users: [user], allUsers: false, allGroups: false, resourceOwners: false },
    });
    const read = `{ urn name state privileges actors { users allUsers resolvedUsers { urn } } resources { filter { criteria { field values { value } condition } } } }`;
    const list = async () =>
      (await graphql(`query ($query: String) { listPolicies(input: { query: $query }) { total policies ${read} } }`, { query: word })).listPolicies;
    await eventually(async () => expect((await list()).total).to.equal(1));
    expect((await list()).policies).to.deep.equal([
      {
        urn,
        name: word,
        state: 'ACTIVE',
        privileges: ['EDIT_ENTITY'],
        actors: { users: [user], allUsers: false, resolvedUsers: [{ urn: user }] },
        resources: { filter: { criteria: [{ field: 'TYPE', values: [{ value: 'dataset' }], condition: 'EQUALS' }] } },
      },
    ]);
    await erased('deletePolicy', urn);
  });
});

/** Refused with 501, because Cairn does not have it. */
async function notOffered(field: string, input: object, call: Call = {}): Promise<void> {
  const [query, variables] = documentOf(field, input, call);
  const answer = await api.send<{ errors?: { message: string; extensions: object }[] }>('POST', '/api/graphql', { json: { query, variables } });
  expect(answer.body.errors, answer.text).to.have.length(1);
  expect(answer.body.errors?.[0]?.extensions).to.include({ code: 501, reason: 'not-offered' });
  expect(answer.body.errors?.[0]?.message).to.include('Cairn does not offer');
}
