/**
 * What clients ask of a server in GraphQL: settings, steps, connections, and what Cairn does not have (docs/graphql.md).
 */
import { expect } from 'chai';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { ownNames, stamp, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('gqlsettings');

describe('What a server has, in GraphQL', () => {
  it('batchGetStepStates has the states that are stored', async () => {
    const [seen, unseen] = [own(), own()] as const;
    await write(urns.of('dataHubStepState', seen), 'dataHubStepStateProperties', { properties: { done: 'yes' }, lastModified: stamp() });
    const { batchGetStepStates } = await graphql(
      'query ($ids: [String!]!) { batchGetStepStates(input: { ids: $ids }) { results { id properties { key value } } } }',
      { ids: [unseen, seen] },
    );
    expect(batchGetStepStates).to.deep.equal({ results: [{ id: seen, properties: [{ key: 'done', value: 'yes' }] }] });
  });

  it('connection has what is stored; of another type it is refused', async () => {
    const urn = urns.of('dataHubConnection', own());
    await write(urn, 'dataHubConnectionDetails', { type: 'JSON', name: 'Warehouse', json: { encryptedBlob: 'x' } });
    await write(urn, 'dataPlatformInstance', { platform: urns.platform('slack') });
    const { connection } = await graphql(`{ connection(urn: "${urn}") { urn details { type name } platform { urn } } }`);
    expect(connection).to.deep.equal({ urn, details: { type: 'JSON', name: 'Warehouse' }, platform: { urn: urns.platform('slack') } });
    expect(await graphql(`{ connection(urn: "${urns.of('dataHubConnection', own())}") { urn } }`)).to.deep.equal({ connection: null });
    await refused(`{ connection(urn: "${urns.tag(own())}") { urn } }`, undefined, 'BAD_REQUEST', 'dataHubConnection');
  });

  it('a view that a user has chosen is an entity', async () => {
    const [user, view] = [urns.user(own()), urns.of('dataHubView', own())] as const;
    await write(user, 'corpUserSettings', { appearance: {}, views: { defaultView: view } });
    const { corpUser } = await graphql(`{ corpUser(urn: "${user}") { settings { views { defaultView { urn } } } } }`);
    expect(corpUser).to.deep.equal({ settings: { views: { defaultView: { urn: view } } } });
  });

  it('charts of searches, tours and quick filters are empty, because Cairn has none', async () => {
    const answer = await graphql(
      `{
        getMetadataAnalyticsCharts(input: { query: "*" }) { groupId }
        getQuickFilters(input: {}) { quickFilters { field } }
        docPropagationSettings { docColumnPropagation } }`,
    );
    expect(answer).to.deep.equal({
      getMetadataAnalyticsCharts: [],
      getQuickFilters: { quickFilters: [] },
      docPropagationSettings: { docColumnPropagation: false },
    });
  });
});

describe('Pages that people put together', () => {
  const MODULE = 'urn properties { name type visibility { scope } params { linkParams { linkUrl } assetCollectionParams { assetUrns } } }';
  const TEMPLATE = `urn properties { rows { modules { ${MODULE} } } surface { surfaceType } visibility { scope } created { time actor }
    assetSummary { summaryElements { elementType structuredProperty { urn } } } }`;
  const upsert = async (kind: 'Module' | 'Template', input: object): Promise<Data> => {
    const field = `upsertPage${kind}`;
    const read = kind === 'Module' ? MODULE : TEMPLATE;
    return (await graphql(`mutation ($input: UpsertPage${kind}Input!) { ${field}(input: $input) { ${read} } }`, { input }))[field];
  };
  const link = { name: 'Wiki', type: 'LINK', scope: 'GLOBAL', params: { linkParams: { linkUrl: 'https://wiki.example' } } };

  it('are made, changed, chosen by a user and by an asset, and deleted', async () => {
    const { urn: module } = await upsert('Module', link);
    const asset = urns.dataset(own());
    const listed = { ...link, type: 'ASSET_COLLECTION', params: { assetCollectionParams: { assetUrns: [asset] } } };
    const { properties } = await upsert('Module', { urn: module, ...listed });
    expect(properties.params).to.deep.equal({ linkParams: null, assetCollectionParams: { assetUrns: [asset] } });
    const page = { scope: 'PERSONAL', surfaceType: 'HOME_PAGE', rows: [{ modules: [module] }] };
    const made = await upsert('Template', { ...page, assetSummary: { summaryElements: [{ elementType: 'OWNERS' }] } });
    expect(made.properties.rows[0].modules[0].urn).to.equal(module);
    expect(made.properties.assetSummary).to.deep.equal({ summaryElements: [{ elementType: 'OWNERS', structuredProperty: null }] });
    const { properties: later } = await upsert('Template', { urn: made.urn, ...page, scope: 'GLOBAL' });
    expect(later).to.deep.equal({ ...made.properties, visibility: { scope: 'GLOBAL' }, assetSummary: null });

    const choose = 'mutation ($input: UpdateUserHomePageSettingsInput!) { updateUserHomePageSettings(input: $input) }';
    const chosen = async (): Promise<Data> =>
      (await graphql('{ me { corpUser { settings { homePage { pageTemplate { urn } dismissedAnnouncements } } } } }')).me.corpUser.settings.homePage;
    const [first, second] = [urns.of('post', own()), urns.of('post', own())];
    await graphql(choose, { input: { pageTemplate: made.urn, newDismissedAnnouncements: [first] } });
    await graphql(choose, { input: { pageTemplate: made.urn, newDismissedAnnouncements: [second, first] } });
    expect(await chosen()).to.deep.equal({ pageTemplate: { urn: made.urn }, dismissedAnnouncements: [first, second] });
    await graphql(choose, { input: { newDismissedAnnouncements: [first] } });
    expect((await chosen()).pageTemplate).to.deep.equal({ urn: made.urn });
    await graphql(choose, { input: { removePageTemplate: true } });
    expect((await chosen()).pageTemplate).to.equal(null);
    await graphql(choose, { input: { pageTemplate: made.urn } });
    await graphql(choose, { input: {} });
    expect(await chosen()).to.deep.equal({ pageTemplate: null, dismissedAnnouncements: [first, second] });
    await refused(choose, { input: { pageTemplate: urns.of('dataHubPageTemplate', own()) } }, 'NOT_FOUND', 'dataHubPageTemplate');

    const domain = urns.of('domain', own());
    await write(domain, 'domainProperties', { name: 'Sales' });
    const SUMMARY = 'assetSummary { templates { template { urn } } }';
    const set = `mutation ($input: UpdateAssetSettingsInput!) { updateAssetSettings(input: $input) { ${SUMMARY} } }`;
    const expected = { assetSummary: { templates: [{ template: { urn: made.urn } }] } };
    const { updateAssetSettings } = await graphql(set, { input: { urn: domain, summary: { template: made.urn } } });
    expect(updateAssetSettings).to.deep.equal(expected);
    expect(await graphql(`{ domain(urn: "${domain}") { settings { ${SUMMARY} } } }`)).to.deep.equal({ domain: { settings: expected } });

    const global = urns.of('globalSettings', '0');
    await write(global, 'globalSettingsInfo', { homePage: { defaultTemplate: made.urn } });
    const shown = await graphql('{ globalHomePageSettings { defaultTemplate { urn } } }');
    expect(shown).to.deep.equal({ globalHomePageSettings: { defaultTemplate: { urn: made.urn } } });
    await graphql('mutation { updateApplicationsSettings(input: { enabled: true }) }');
    expect((await values(global)).globalSettingsInfo).to.deep.include({ applications: { enabled: true } });

    expect(await graphql(`mutation { deletePageTemplate(input: { urn: "${made.urn}" }) }`)).to.deep.equal({ deletePageTemplate: true });
    expect(await graphql(`mutation { deletePageModule(input: { urn: "${module}" }) }`)).to.deep.equal({ deletePageModule: true });
    expect(await graphql(`mutation { deletePageModule(input: { urn: "${module}" }) }`)).to.deep.equal({ deletePageModule: false });
  });
});

describe('Patches of any aspect', () => {
  const one = 'mutation ($input: PatchEntityInput!) { patchEntity(input: $input) { urn name success error } }';
  const many = 'mutation ($input: [PatchEntityInput!]!) { patchEntities(input: $input) { urn name success error } }';

  it('make and change entities; values are JSON or texts', async () => {
    const term = urns.term(own());
    const patch = [
      { op: 'ADD', path: '/name', value: 'Turnover' },
      { op: 'ADD', path: '/definition', value: '"What came in"' },
      { op: 'ADD', path: '/termSource', value: 'INTERNAL' },
      { op: 'ADD', path: '/customProperties', value: '{"a": "1"}' },
    ];
    const { patchEntity } = await graphql(one, { input: { urn: term, aspectName: 'glossaryTermInfo', patch } });
    expect(patchEntity).to.deep.equal({ urn: term, name: 'Turnover', success: true, error: null });
    const owner = { owner: urns.user(own()), type: 'NONE' };
    const owners = {
      urn: term,
      aspectName: 'ownership',
      arrayPrimaryKeys: [{ arrayField: 'owners', keys: ['owner'] }],
      patch: [{ op: 'ADD', path: `/owners/${owner.owner}`, value: JSON.stringify(owner) }],
      systemMetadata: { runId: 'import-7' },
    };
    const node = { entityType: 'glossaryNode', aspectName: 'glossaryNodeInfo', patch: patch.slice(0, 2) };
    const { patchEntities } = await graphql(many, { input: [owners, node] });
    expect(patchEntities.map(({ success }: Data) => success)).to.deep.equal([true, true]);
    const { glossaryTermInfo, ownership } = await values(term);
    expect(glossaryTermInfo).to.deep.equal({ name: 'Turnover', definition: 'What came in', termSource: 'INTERNAL', customProperties: { a: '1' } });
    expect(ownership?.owners).to.deep.equal([owner]);
    expect((await values(patchEntities[1].urn)).glossaryNodeInfo).to.deep.include({ definition: 'What came in' });
  });

  it('are written all or none, and a refusal is a result', async () => {
    const [good, bad] = [urns.tag(own()), urns.tag(own())];
    const patchOf = (urn: string, value: string): object => ({ urn, aspectName: 'tagProperties', patch: [{ op: 'ADD', path: '/name', value }] });
    const { patchEntities } = await graphql(many, { input: [patchOf(good, 'Good'), patchOf(bad, '{}')] });
    expect(patchEntities.map(({ urn, success }: Data) => [urn, success])).to.deep.equal([
      [good, false],
      [bad, false],
    ]);
    expect(patchEntities[0].error).to.include('/name');
    expect((await values(good)).tagProperties).to.equal(undefined);
    await refused(one, { input: { aspectName: 'tagProperties', patch: [] } }, 'BAD_REQUEST', 'input.urn');
  });
});

describe('Fields that known clients read', () => {
  it('of a physical dataset, its logical one, which is set and taken back', async () => {
    const [physical, logical] = [urns.dataset(own()), urns.dataset(own())];
    for (const urn of [physical, logical]) await write(urn, 'datasetProperties', { name: 'Orders' });
    const set = 'mutation ($input: SetLogicalParentInput!) { setLogicalParent(input: $input) }';
    const parent = async (): Promise<Data> =>
      (await graphql(`{ dataset(urn: "${physical}") { properties { origin } ... on HasLogicalParent { logicalParent { urn } } } }`)).dataset;
    await graphql(set, { input: { resourceUrn: physical, parentUrn: logical } });
    expect(await parent()).to.deep.equal({ properties: { origin: 'PROD' }, logicalParent: { urn: logical } });
    await graphql(set, { input: { resourceUrn: physical } });
    expect((await parent()).logicalParent).to.equal(null);
  });

  it('of a dashboard, its use by day and so far', async () => {
    const [dashboard, user] = [urns.of('dashboard', `(looker,${own()})`), urns.user(own())];
    const at = Date.UTC(2026, 0, 2, 5);
    const eventGranularity = { unit: 'DAY', multiple: 1 };
    const used = { viewsCount: 3, executionsCount: 1, uniqueUserCount: 1, userCounts: [{ user, viewsCount: 3 }] };
    for (const timestampMillis of [at, at + 86_400_000])
      await write(dashboard, 'dashboardUsageStatistics', { timestampMillis, eventGranularity, ...used });
    await write(dashboard, 'dashboardUsageStatistics', { timestampMillis: at, viewsCount: 90, favoritesCount: 2, lastViewedAt: at });
    const { dashboard: read } = await graphql(`{ dashboard(urn: "${dashboard}") { usageStats(limit: 1) {
      buckets { bucket duration resource metrics { viewsCount } }
      aggregations { uniqueUserCount viewsCount executionsCount users { user { urn } viewsCount } }
      metrics { timestampMillis viewsCount favoritesCount lastViewed } } } }`);
    const day = { duration: 'DAY', resource: dashboard, metrics: { viewsCount: 3 } };
    expect(read.usageStats).to.deep.equal({
      buckets: [Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)].map((bucket) => ({ bucket, ...day })),
      aggregations: { uniqueUserCount: 1, viewsCount: 6, executionsCount: 2, users: [{ user: { urn: user }, viewsCount: 6 }] },
      metrics: [{ timestampMillis: at, viewsCount: 90, favoritesCount: 2, lastViewed: at }],
    });
  });

  it('of pipelines, tags, models and forms, what other names had before', async () => {
    const flow = urns.flow(own());
    const job = urns.job(flow, 'load');
    const tag = urns.tag(own());
    const model = urns.of('mlModel', `(${urns.platform('mlflow')},${own()},PROD)`);
    const [form, user] = [urns.of('form', own()), urns.user(own())];
    await write(job, 'status', { removed: false });
    await write(tag, 'tagProperties', { name: 'PII', description: 'Personal' });
    await write(model, 'mlModelProperties', { hyperParameters: { depth: { int: 3 } } });
    await write(model, 'cost', { costType: 'ORG_COST_TYPE', cost: { costCode: 'C7', fieldDiscriminator: 'costCode' } });
    await write(model, 'mlModelQuantitativeAnalyses', { unitaryResults: 'https://x.example' });
    const application = urns.of('application', own());
    await write(application, 'applicationProperties', { name: 'Shop' });
    await write(job, 'applications', { applications: [application] });
    await write(form, 'formInfo', { name: 'Audit', actors: { owners: false, users: [user] } });
    const answer = await graphql(`{
      dataFlow(urn: "${flow}") { dataJobs { entities { entity { urn } } } }
      tag(urn: "${tag}") { editableProperties { name description } }
      mlModel(urn: "${model}") {
        properties { hyperParameters { key value { ... on IntBox { intValue } } } }
        cost { costValue { costId costCode } }
        quantitativeAnalyses { unitaryResults { ... on StringBox { stringValue } } intersectionalResults { __typename } }
      }
      application(urn: "${application}") { properties { numAssets } }
      form(urn: "${form}") { info { actors { users { urn username } } } } }`);
    expect(answer).to.deep.equal({
      dataFlow: { dataJobs: { entities: [{ entity: { urn: job } }] } },
      tag: { editableProperties: { name: 'PII', description: 'Personal' } },
      mlModel: {
        properties: { hyperParameters: { key: 'depth', value: { intValue: 3 } } },
        cost: { costValue: { costId: null, costCode: 'C7' } },
        quantitativeAnalyses: { unitaryResults: { stringValue: 'https://x.example' }, intersectionalResults: null },
      },
      application: { properties: { numAssets: 1 } },
      form: { info: { actors: { users: [{ urn: user, username: user.split(':').at(-1) }] } } },
    });
  });
});
