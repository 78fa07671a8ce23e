/**
 * GraphQL: the API itself (docs/semantics.md 15), entities, and what real clients ask for (docs/semantics.md 18.8).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { writeSearchable } from '../support/find.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { description, ownership, ownNames, schemaMetadata, status, tags, upstreams, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gql');

async function makeDataset(name = own('t')): Promise<string> {
  const urn = urns.dataset(name);
  await write(urn, 'datasetProperties', { name: 'Orders', description: 'All orders', customProperties: { team: 'core' } });
  return urn;
}

describe('The GraphQL API', () => {
  it('POST /api/graphql answers {data, extensions}, with variables and an operation name', async () => {
    const urn = await makeDataset();
    const query = 'query a($urn: String!) { dataset(urn: $urn) { urn type } } query b { __typename }';
    const answer = await api.send('POST', '/api/graphql', { json: { query, operationName: 'a', variables: { urn } } });
    expect(answer.body).to.deep.equal({ data: { dataset: { urn, type: 'DATASET' } }, extensions: {} });
  });

  it('a missing query, bad JSON and parts of the wrong kind are refused with 400', async () => {
    const bodies = [{}, { query: 1 }, { query: ' ' }, [], { query: '{ __typename }', variables: [] }, { query: '{ __typename }', operationName: 3 }];
    for (const text of [...bodies.map((body) => JSON.stringify(body)), '{', '']) {
      const answer = await api.send<{ message: string }>('POST', '/api/graphql', { text });
      expect(answer.status, text).to.equal(400);
      expect(answer.body.message, text).to.be.a('string');
    }
    expect((await api.send('GET', '/api/graphql')).status).to.equal(405);
  });

  it('other failures are 200 with errors that have code, type and classification', async () => {
    expect((await refused('{ nothing }', undefined, 'BAD_REQUEST', 'nothing')).extensions.classification).to.equal('ValidationError');
    expect((await refused('{ a', undefined, 'BAD_REQUEST', 'Syntax Error')).extensions.classification).to.equal('InvalidSyntax');
    for (const query of ['{ nothing }', '{ a', '{ dataset(urn: "x") { urn } }']) {
      const answer = await api.send<{ data: unknown }>('POST', '/api/graphql', { json: { query } });
      expect(answer.body, answer.text).to.have.all.keys('data', 'errors', 'extensions');
    }
    const error = await refused('{ dataset(urn: "x") { urn } }', undefined, 'BAD_REQUEST', 'Invalid urn');
    expect(error.extensions.classification).to.equal('DataFetchingException');
    expect(error.path).to.deep.equal(['dataset']);
    await refused(`{ dataset(urn: "${urns.user('x')}") { urn } }`, undefined, 'BAD_REQUEST', 'expected a URN of type dataset');
  });

  it('queries that are too deep or too large are refused', async () => {
    const nest = (depth: number): string =>
      depth === 0 ? 'urn' : `relationships(input: {direction: OUTGOING}) { relationships { entity { ${nest(depth - 1)} } } }`;
    await refused(`{ entity(urn: "${urns.tag('x')}") { ${nest(12)} } }`, undefined, 'BAD_REQUEST', 'levels deep');
    await refused(`{ ${'a '.repeat(20_001)} }`, undefined, 'BAD_REQUEST', 'words and signs');
    await refused(`{ entity(urn: ${'['.repeat(300)}`, undefined, 'BAD_REQUEST', 'within each other');
  });

  it('the standard introspection works', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const { __schema: schema } = await graphql(getIntrospectionQuery());
    const names = schema.types.map(({ name }: Data) => name);
    expect(names).to.include.members([
      'Dataset',
      'CorpUser',
      'CorpGroup',
      'MLModel',
      'MLFeatureTable',
      'DataPlatform',
      'Document',
      'Entity',
      'StructuredPropertyEntity',
    ]);
    const entityType = schema.types.find(({ name }: Data) => name === 'EntityType').enumValues.map(({ name }: Data) => name);
    expect(entityType).to.include.members(['DATASET', 'DATA_JOB', 'CORP_USER', 'MLPRIMARY_KEY', 'STRUCTURED_PROPERTY', 'CUSTOM_OWNERSHIP_TYPE']);
  });

  it('the browser page at /api/graphiql loads nothing from other servers', async () => {
    const { status: code, headers, text } = await api.send('GET', '/api/graphiql');
    expect(code).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/html/);
    expect(text).to.include('createStructuredProperty').and.to.include('searchAcrossEntities');
    expect(text).not.to.match(/<(?:script|link)[^>]+(?:src|href)="https?:/);
  });
});

describe('Entities in GraphQL', () => {
  it('if nothing is stored under a URN, its entity does not exist, also among others and twice', async () => {
    const [urn, there] = [urns.dataset(own()), await makeDataset()];
    const query =
      'query ($a: String!, $b: String!) { dataset(urn: $a) { exists name } entity(urn: $a) { exists } entities(urns: [$a, $b, $a]) { urn exists } }';
    expect(await graphql(query, { a: urn, b: there })).to.deep.equal({
      dataset: { exists: false, name: urn.split(',')[1] },
      entity: { exists: false },
      entities: [urn, there, urn].map((each) => ({ urn: each, exists: each === there })),
    });
  });

  it('entities(urns) returns entities of any type in the order of the URNs, and accepts a single URN', async () => {
    const urn = await makeDataset();
    const tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'PII', colorHex: '#ff0000' });
    const query =
      'query ($urns: [String!]!) { entities(urns: $urns) { urn type exists ... on Tag { properties { name colorHex } } ... on Dataset { properties { name } } } }';
    expect((await graphql(query, { urns: [tag, urn] })).entities).to.deep.equal([
      { urn: tag, type: 'TAG', exists: true, properties: { name: 'PII', colorHex: '#ff0000' } },
      { urn, type: 'DATASET', exists: true, properties: { name: 'Orders' } },
    ]);
    expect((await graphql(query, { urns: urn })).entities).to.have.length(1);
  });

  it('every entity type of the model can be read by URN', async () => {
    const { __type: type } = await graphql('{ __type(name: "Entity") { possibleTypes { name } } }');
    expect(type.possibleTypes.length).to.be.greaterThan(40);
    const job = urns.job(urns.flow(own()), 'load');
    await write(job, 'dataJobInfo', { name: 'Load', type: { string: 'COMMAND' } });
    expect(await graphql(`{ dataJob(urn: "${job}") { jobId dataFlow { urn flowId } properties { name } } }`)).to.deep.equal({
      dataJob: {
        jobId: 'load',
        dataFlow: { urn: job.slice(job.indexOf('(') + 1, job.lastIndexOf(',')), flowId: job.split(',')[1] },
        properties: { name: 'Load' },
      },
    });
  });

  it('a dataset has what clients read: names, platform, tags, terms, owners, domain, container, columns', async () => {
    const urn = await makeDataset();
    const [tag, term, user, group, domain, container] = [
      urns.tag(own()),
      urns.term(own()),
      urns.user(own()),
      urns.group(own()),
      urns.of('domain', own()),
      urns.container(own()),
    ];
    await write(tag, 'tagProperties', { name: 'PII' });
    await write(domain, 'domainProperties', { name: 'Sales' });
    await write(container, 'containerProperties', { name: 'db' });
    await write(urn, 'globalTags', tags(tag));
    await write(urn, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: { time: 1, actor: user } });
    await write(urn, 'ownership', ownership(user, group));
    await write(urn, 'domains', { domains: [domain] });
    await write(urn, 'container', { container });
    await write(urn, 'schemaMetadata', schemaMetadata(['id', 'name']));
    const { dataset } = await graphql(`{ dataset(urn: "${urn}") {
      name origin properties { name description customProperties { key value } } platform { urn name properties { displayName logoUrl } }
      tags { tags { tag { urn name properties { name description } } } } glossaryTerms { terms { term { urn name properties { name description } } } }
      ownership { owners { owner { ... on CorpUser { urn username } ... on CorpGroup { urn name } } } }
      domain { domain { urn properties { name description } } } container { urn properties { name } platform { urn } }
      schemaMetadata(version: 0) { fields { fieldPath nativeDataType } } } }`);
    expect(dataset).to.deep.include({
      name: urn.split(',')[1],
      origin: 'PROD',
      properties: { name: 'Orders', description: 'All orders', customProperties: [{ key: 'team', value: 'core' }] },
    });
    expect(dataset.platform).to.deep.include({ urn: urns.platform('hive'), name: 'hive' });
    expect(dataset.platform.properties.displayName).to.be.a('string');
    expect(dataset.tags.tags[0].tag).to.deep.include({ urn: tag, properties: { name: 'PII', description: null } });
    expect(dataset.glossaryTerms.terms[0].term.urn).to.equal(term);
    expect(dataset.ownership.owners.map(({ owner }: Data) => owner)).to.deep.equal([
      { urn: user, username: user.split(':').at(-1) },
      { urn: group, name: group.split(':').at(-1) },
    ]);
    expect(dataset.domain.domain).to.deep.equal({ urn: domain, properties: { name: 'Sales', description: null } });
    expect(dataset.container).to.deep.include({ urn: container, properties: { name: 'db' } });
    expect(dataset.schemaMetadata.fields).to.deep.equal(['id', 'name'].map((fieldPath) => ({ fieldPath, nativeDataType: 'string' })));
  });

  it('URNs in aspects and keys lead to their entities', async () => {
    const [urn, other, source] = [await makeDataset(), await makeDataset(), await makeDataset()];
    await write(urn, 'siblings', { siblings: [other], primary: true });
    await write(urn, 'upstreamLineage', upstreams(source));
    await write(other, 'ownership', ownership(urns.user('ann')));
    const column = urns.column(urn, 'id');
    await write(column, 'status', status(false));
    const { dataset, schemaField } = await graphql(`{
      dataset(urn: "${urn}") {
        siblings { siblings { urn properties { name } ownership { owners { owner { urn } associatedUrn } } } }
        upstreamLineage { upstreams { dataset { urn name } auditStamp { actor actorEntity { urn } } } }
      }
      schemaField(urn: "${column}") { fieldPath parent { urn type } } }`);
    expect(dataset.siblings.siblings).to.deep.equal([
      { urn: other, properties: { name: 'Orders' }, ownership: { owners: [{ owner: { urn: urns.user('ann') }, associatedUrn: other }] } },
    ]);
    expect(dataset.upstreamLineage.upstreams.map(({ dataset: each }: Data) => each)).to.deep.equal([{ urn: source, name: source.split(',')[1] }]);
    expect(schemaField).to.deep.equal({ fieldPath: 'id', parent: { urn, type: 'DATASET' } });
  });

  it('any version of an aspect can be read, and the list of its versions', async () => {
    const urn = await makeDataset();
    await write(urn, 'datasetProperties', description('second'));
    const { dataset } = await graphql(`{ dataset(urn: "${urn}") {
      first: properties(version: 1) { description } latest: properties { description } none: properties(version: 9) { description }
      versions(aspect: "datasetProperties") { total versions { version value created { time actor } } }
      aspects(input: {aspectNames: ["datasetProperties"]}) { aspectName version value } } }`);
    expect(dataset).to.deep.include({ first: { description: 'All orders' }, latest: { description: 'second' }, none: null });
    expect(dataset.versions.total).to.equal(2);
    expect(dataset.versions.versions.map(({ version, value }: Data) => [version, value.description])).to.deep.equal([
      [0, 'second'],
      [1, 'All orders'],
    ]);
    expect(dataset.aspects).to.deep.equal([{ aspectName: 'datasetProperties', version: 2, value: description('second') }]);
  });

  it('relationships return other entities, page by page', async () => {
    const [urn, ...sources] = [urns.dataset(own('a')), urns.dataset(own('b')), urns.dataset(own('c'))].sort() as [string, string, string];
    await write(urn, 'upstreamLineage', upstreams(...sources));
    const page = (start: number) =>
      graphql(
        `{ dataset(urn: "${urn}") { relationships(input: {types: ["DownstreamOf"], direction: OUTGOING, start: ${start}, count: 1}) { start count total relationships { type direction entity { urn type } } } } }`,
      );
    for (const [start, source] of sources.entries()) {
      expect((await page(start)).dataset.relationships).to.deep.equal({
        start,
        count: 1,
        total: 2,
        relationships: [{ type: 'DownstreamOf', direction: 'OUTGOING', entity: { urn: source, type: 'DATASET' } }],
      });
    }
  });

  it('lineage works upstream and downstream, with degrees, paths and counts', async () => {
    const [a, b, b2, c] = [urns.dataset(own('a')), urns.dataset(own('b')), urns.dataset(own('b2')), urns.dataset(own('c'))];
    for (const urn of [a, b2]) await write(urn, 'status', status(false));
    await write(b, 'upstreamLineage', upstreams(a));
    await write(c, 'upstreamLineage', upstreams(b, b2));
    const input = { urn: c, direction: 'UPSTREAM', query: '*', types: 'DATASET', count: 1 };
    const found =
      'total searchResults { degree entity { urn type ... on Dataset { name platform { name } } } paths { path { urn type } } } facets { field aggregations { value count } }';
    const { searchAcrossLineage } = await graphql(
      `query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { start count ${found} } }`,
      {
        input: { ...input, count: 10, orFilters: { and: { field: 'degree', values: ['2', '3+'] } } },
      },
    );
    expect(searchAcrossLineage.total).to.equal(1);
    expect(searchAcrossLineage.searchResults[0]).to.deep.include({
      degree: 2,
      paths: [{ path: [c, b, a].map((urn) => ({ urn, type: 'DATASET' })) }],
    });
    expect(searchAcrossLineage.searchResults[0].entity).to.deep.include({ urn: a, platform: { name: 'hive' } });
    const pages: Data[] = [];
    for (let scrollId: string | null = null; pages.length === 0 || scrollId; ) {
      const { scrollAcrossLineage: page }: Data = await graphql(
        `query ($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) { nextScrollId ${found} } }`,
        { input: { ...input, orFilters: { and: { field: 'degree', values: ['1'] } }, scrollId } },
      );
      pages.push(page.searchResults.map(({ entity }: Data) => entity.urn));
      scrollId = page.nextScrollId;
    }
    expect(pages.filter(({ length }) => length > 0)).to.deep.equal([b, b2].sort().map((urn) => [urn]));
    const { dataset } = await graphql(
      `{ dataset(urn: "${a}") { lineage(input: {direction: DOWNSTREAM}) { total relationships { type degree entity { urn } } } } }`,
    );
    expect(dataset.lineage).to.deep.equal({
      total: 2,
      relationships: [b, c].map((urn, at) => ({ type: 'DownstreamOf', degree: at + 1, entity: { urn } })),
    });
  });

  it('lineage can be searched by text and filter, with facets [long]', async () => {
    const [a, b, c] = [urns.dataset(own('a')), urns.dataset(own('b')), urns.dataset(own('c'), 'kafka')];
    const word = own('word').replaceAll('_', '');
    await writeSearchable(b, 'datasetProperties', description(`about ${word}`));
    await writeSearchable(c, 'datasetProperties', description('other'));
    await writeSearchable(a, 'upstreamLineage', upstreams(b));
    await writeSearchable(b, 'upstreamLineage', upstreams(c));
    const search = async (more: object): Promise<Data> =>
      (
        await graphql(
          'query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { total searchResults { degree entity { urn } matchedFields { name } } facets { field aggregations { value count } } } }',
          { input: { urn: a, direction: 'UPSTREAM', query: '*', ...more } },
        )
      ).searchAcrossLineage;
    const found = async (more: object) => (await search(more)).searchResults.map(({ entity }: Data) => entity.urn);
    expect(await found({})).to.deep.equal([b, c]);
    expect(await found({ query: word })).to.deep.equal([b]);
    expect(await found({ orFilters: { and: { field: 'platform', values: [urns.platform('kafka')] } } })).to.deep.equal([c]);
    expect(
      await found({
        orFilters: {
          and: [
            { field: 'platform', values: [urns.platform('kafka')] },
            { field: 'degree', values: '1' },
          ],
        },
      }),
    ).to.deep.equal([]);
    const { facets } = await search({});
    expect(facets.find(({ field }: Data) => field === 'degree').aggregations).to.deep.equal(['1', '2'].map((value) => ({ value, count: 1 })));
    expect(facets.map(({ field }: Data) => field)).to.include('platform');
  });

  it('soft-deleted entities can be read by URN, with their status', async () => {
    const urn = await makeDataset();
    await write(urn, 'status', status(true));
    expect((await graphql(`{ dataset(urn: "${urn}") { exists status { removed } } }`)).dataset).to.deep.equal({
      exists: true,
      status: { removed: true },
    });
  });

  it('createTag, addTag and removeTag change the tags of an entity', async () => {
    const urn = await makeDataset();
    const id = own('tag');
    const create = `mutation { createTag(input: {id: "${id}", name: "A tag", description: "of mine"}) }`;
    expect(await graphql(create)).to.deep.equal({ createTag: urns.tag(id) });
    await refused(create, undefined, 'BAD_REQUEST', 'already exists');
    const input = { tagUrn: urns.tag(id), resourceUrn: urn };
    const shown = async () =>
      (await graphql(`{ dataset(urn: "${urn}") { tags { tags { tag { properties { name } } } } } }`)).dataset.tags?.tags ?? [];
    expect((await graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', { input })).addTag).to.equal(true);
    expect(await shown()).to.deep.equal([{ tag: { properties: { name: 'A tag' } } }]);
    expect((await graphql('mutation ($input: TagAssociationInput!) { removeTag(input: $input) }', { input })).removeTag).to.equal(true);
    expect(await shown()).to.deep.equal([]);
  });

  it('appConfig and me describe the server and the user', async () => {
    const query = `{
      appConfig {
        appVersion telemetryConfig { enableThirdPartyLogging } viewsConfig { enabled } managedIngestionConfig { enabled }
        homePageConfig { firstInPersonalSidebar } searchBarConfig { apiVariant } visualConfig { hideGlossary theme { themeId } }
        featureFlags { showBrowseV2 lineageGraphV2 readOnlyModeEnabled } chromeExtensionConfig { enabled lineageEnabled }
      }
      me { corpUser { urn username } platformPrivileges { manageTags viewAnalytics } }
    }`;
    const { appVersion, ...config } = (await graphql(query)).appConfig;
    expect(appVersion).to.match(/^\d+\./);
    expect(config).to.deep.equal({
      telemetryConfig: { enableThirdPartyLogging: false },
      viewsConfig: { enabled: true },
      managedIngestionConfig: { enabled: false },
      homePageConfig: { firstInPersonalSidebar: 'YOUR_ASSETS' },
      searchBarConfig: { apiVariant: 'AUTOCOMPLETE_FOR_MULTIPLE' },
      visualConfig: { hideGlossary: false, theme: { themeId: null } },
      featureFlags: { showBrowseV2: true, lineageGraphV2: true, readOnlyModeEnabled: false },
      chromeExtensionConfig: { enabled: true, lineageEnabled: true },
    });
    const data = await graphql(query);
    expect(data.me.platformPrivileges).to.deep.equal({ manageTags: true, viewAnalytics: true });
    expect(data.me.corpUser.urn).to.match(/^urn:svc:corpuser:/);
  });

  it('fields that clients read as never null have a value where an aspect lacks it', async () => {
    const [table, chart, assertion] = [urns.dataset(own()), urns.of('chart', `(looker,${own()})`), urns.of('assertion', own())] as const;
    await write(table, 'ownership', { owners: [{ owner: urns.user('ann'), type: 'DATAOWNER' }] });
    await write(table, 'datasetProperties', { name: 'T' });
    await write(table, 'schemaMetadata', { ...schemaMetadata(['id']), platformSchema: { 'com.svc.schema.Schemaless': {} } });
    await write(table, 'versionProperties', { versionSet: `urn:svc:versionSet:(${own()},dataset)`, version: { versionTag: '1' }, sortId: '1' });
    await write(chart, 'chartInfo', { title: 'C', description: '', lastModified: {} });
    await write(assertion, 'assertionInfo', { type: 'CUSTOM' });
    const data = await graphql(
      `query ($table: String!, $chart: String!, $assertion: String!) {
        dataset(urn: $table) {
          ownership { lastModified { time actor } } properties { created createdActor lastModified { time actor } }
          schemaMetadata { fields { recursive } platformSchema { ... on TableSchema { schema } } } versionProperties { aliases { versionTag } }
        }
        chart(urn: $chart) { tool properties { created { time actor } } }
        assertion(urn: $assertion) { platform { urn } }
      }`,
      { table, chart, assertion },
    );
    const { ownership: owned, properties, ...rest } = data.dataset;
    for (const stamped of [owned.lastModified, properties.lastModified, data.chart.properties.created]) {
      expect(stamped.time).to.be.above(1_600_000_000_000);
      expect(stamped.actor).to.match(/^urn:svc:corpuser:/);
    }
    expect([rest, properties.created, data.chart.tool, data.assertion]).to.deep.equal([
      { schemaMetadata: { fields: [{ recursive: false }], platformSchema: { schema: '' } }, versionProperties: { aliases: [] } },
      null,
      'looker',
      { platform: { urn: urns.platform('unknown') } },
    ]);
  });

  it('settings of propagation are stored', async () => {
    const SET = 'mutation ($input: UpdateDocPropagationSettingsInput!) { updateDocPropagationSettings(input: $input) }';
    for (const docColumnPropagation of [true, false]) {
      expect(await graphql(SET, { input: { docColumnPropagation } })).to.deep.equal({ updateDocPropagationSettings: true });
      expect(await graphql('{ docPropagationSettings { docColumnPropagation } }')).to.deep.equal({
        docPropagationSettings: { docColumnPropagation },
      });
    }
  });

  it('privileges of what is no user are refused', async () => {
    const query = 'query ($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }';
    await refused(query, { input: { actorUrn: urns.dataset(own()) } }, 'BAD_REQUEST', 'corpuser');
  });
});
