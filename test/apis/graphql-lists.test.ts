/**
 * Lists of the GraphQL API: who is there, what is set up, what the glossary begins with (docs/graphql.md).
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ask, type Data, graphql, refused } from '../support/graphql.ts';
import { deletion, ownNames, proposal, stamp, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqllists');

/** A page of a list: its URNs in their order, and the total. */
async function page(field: string, input: object): Promise<{ total: number; urns: string[] }> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const into = ITEMS[field];
  const { [field]: found } = await graphql(`query ($input: ${type}!) { ${field}(input: $input) { start count total ${into} { urn } } }`, { input });
  expect(found.count).to.equal(found[into as string].length);
  return { total: found.total, urns: found[into as string].map(({ urn }: Data) => urn) };
}

const ITEMS: Readonly<Record<string, string>> = {
  listOwnershipTypes: 'ownershipTypes',
  listUsers: 'users',
  listGroups: 'groups',
  listRoles: 'roles',
  listTests: 'tests',
  listPosts: 'posts',
  listBusinessAttributes: 'businessAttributes',
  listIngestionSources: 'ingestionSources',
  listExecutionRequests: 'executionRequests',
  listSecrets: 'secrets',
  listGlobalViews: 'views',
  listMyViews: 'views',
};

const post = (title: string, target?: string) => ({
  type: 'HOME_PAGE_ANNOUNCEMENT',
  content: { title, type: 'TEXT', description: 'Read this' },
  created: 1,
  lastModified: 2,
  ...(target && { target }),
});

/** Each list, the type of its entities, and an aspect with a name. */
const LISTS: readonly [list: string, type: string, aspect: string, value: (name: string) => object][] = [
  ['listOwnershipTypes', 'ownershipType', 'ownershipTypeInfo', (name) => ({ name, created: stamp(), lastModified: stamp() })],
  ['listUsers', 'corpuser', 'corpUserInfo', (displayName) => ({ active: true, displayName })],
  ['listGroups', 'corpGroup', 'corpGroupInfo', (displayName) => ({ displayName, admins: [], members: [], groups: [] })],
  ['listRoles', 'dataHubRole', 'dataHubRoleInfo', (name) => ({ name, description: 'May read' })],
  ['listTests', 'test', 'testInfo', (name) => ({ name, category: 'Docs', definition: { type: 'JSON', json: '{}' } })],
  ['listPosts', 'post', 'postInfo', (title) => post(title)],
  ['listBusinessAttributes', 'businessAttribute', 'businessAttributeInfo', (name) => ({ name, fieldPath: name })],
  ['listIngestionSources', 'dataHubIngestionSource', 'dataHubIngestionSourceInfo', (name) => ({ name, type: 'dbt', config: { recipe: '{}' } })],
];

describe('Lists in GraphQL', () => {
  const STORED = LISTS.map(([list, type, aspect, value]) => {
    const word = own('list').replaceAll('_', '');
    return { list, type, aspect, word, value: value(word), all: [1, 2, 3].map((each) => urns.of(type, `${word}${each}`)) };
  });
  before(() => writeAllSearchable(STORED.flatMap(({ aspect, value, all }) => all.map((urn) => proposal(urn, aspect, value)))));

  for (const { list, type, word, all } of STORED)
    it(`${list} has what is stored, narrowed by a query, page by page, and not what is deleted`, async () => {
      expect((await page(list, { query: word })).urns.sort()).to.deep.equal(all);
      const [first, second] = [await page(list, { query: word, start: 0, count: 2 }), await page(list, { query: word, start: 2, count: 2 })];
      expect([first.total, second.total, first.urns.length]).to.deep.equal([3, 3, 2]);
      expect([...first.urns, ...second.urns].sort()).to.deep.equal(all);
      expect((await page(list, { count: 0 })).total).to.be.at.least(3);
      expect(await page(list, { query: `${word}none` })).to.deep.equal({ total: 0, urns: [] });
      await writeAllSearchable([deletion(all[0] as string, `${type}Key`.replace('corpuser', 'corpUser'))]);
      expect((await page(list, { query: word })).urns.sort()).to.deep.equal(all.slice(1));
    });

  it('what they list has its names', async () => {
    const word = own('named').replaceAll('_', '');
    const [user, test] = [urns.user(word), urns.of('test', word)] as const;
    await write(user, 'corpUserInfo', { active: true, displayName: word, email: 'ann@example.com' });
    await write(test, 'testInfo', { name: word, category: 'Docs', definition: { type: 'JSON', json: '{"on": 1}' } });
    await eventually(async () =>
      expect(
        await graphql(
          `query ($word: String) {
            listUsers(input: { query: $word }) { users { urn username properties { displayName email } } }
            listTests(input: { query: $word }) { tests { name category definition { json } } }
          }`,
          { word },
        ),
      ).to.deep.equal({
        listUsers: { users: [{ urn: user, username: word, properties: { displayName: word, email: 'ann@example.com' } }] },
        listTests: { tests: [{ name: word, category: 'Docs', definition: { json: '{"on": 1}' } }] },
      }),
    );
  });

  it('listOwnershipTypes has those of the system', async () => {
    const system = ['technical_owner', 'business_owner', 'data_steward', 'none'].map((id) => urns.of('ownershipType', `__system__${id}`));
    const filters = [{ field: 'urn', values: system }];
    const { listOwnershipTypes } = await graphql(
      `query ($input: ListOwnershipTypesInput!) { listOwnershipTypes(input: $input) { total ownershipTypes { urn info { name } } } }`,
      { input: { filters } },
    );
    expect(listOwnershipTypes.total).to.equal(4);
    const named = new Map(listOwnershipTypes.ownershipTypes.map(({ urn, info }: Data) => [urn, info.name]));
    expect(system.map((urn) => named.get(urn))).to.deep.equal(['Technical Owner', 'Business Owner', 'Data Steward', 'None']);
  });

  it('listPosts has those about one entity', async () => {
    const target = urns.dataset(own());
    const [about, other] = [urns.of('post', own()), urns.of('post', own())] as const;
    await write(about, 'postInfo', post('About it', target));
    await write(other, 'postInfo', post('About another', urns.dataset(own())));
    await eventually(async () => expect(await page('listPosts', { resourceUrn: target })).to.deep.equal({ total: 1, urns: [about] }));
  });

  it('getRootGlossaryTerms and getRootGlossaryNodes have what is under nothing', async () => {
    const [top, below] = [urns.of('glossaryNode', own()), urns.of('glossaryNode', own())] as const;
    const [loose, kept] = [urns.term(own()), urns.term(own())] as const;
    const roots = async (what: 'Terms' | 'Nodes'): Promise<{ total: number; urns: string[] }> => {
      const { [`getRootGlossary${what}`]: found } = await graphql(
        `{ getRootGlossary${what}(input: { start: 0, count: 10000 }) { total ${what.toLowerCase()} { urn } } }`,
      );
      return { total: found.total, urns: found[what.toLowerCase()].map(({ urn }: Data) => urn) };
    };
    await write(top, 'glossaryNodeInfo', { definition: 'top' });
    await write(below, 'glossaryNodeInfo', { definition: 'below', parentNode: top });
    await write(kept, 'glossaryTermInfo', { definition: 'kept', termSource: 'INTERNAL', parentNode: top });
    await write(loose, 'glossaryTermInfo', { definition: 'loose', termSource: 'INTERNAL' });
    await eventually(async () => expect((await roots('Terms')).urns).to.include(loose));
    const [terms, nodes] = [await roots('Terms'), await roots('Nodes')];
    expect(terms.urns).not.to.include(kept);
    expect(nodes.urns).to.include(top).and.not.to.include(below);
    expect([terms.urns.length, nodes.urns.length]).to.deep.equal([terms.total, nodes.total]);
  });

  it('listDataProductAssets searches among the assets of a data product', async () => {
    const word = own('asset').replaceAll('_', '');
    const product = urns.of('dataProduct', own());
    const [orders, other, outside] = [`${word}.orders`, `${word}.other`, `${word}.outside`].map((name) => urns.dataset(name)) as [
      string,
      string,
      string,
    ];
    for (const urn of [orders, other, outside]) await write(urn, 'datasetProperties', { name: urn === orders ? `${word} orders` : word });
    await write(product, 'dataProductProperties', { name: 'Sales', assets: [{ destinationUrn: orders }, { destinationUrn: other }] });
    const assets = async (input: object): Promise<Data> => {
      const { listDataProductAssets } = await graphql(
        `query ($urn: String!, $input: SearchAcrossEntitiesInput!) { listDataProductAssets(urn: $urn, input: $input) { total searchResults { entity { urn } } } }`,
        { urn: product, input: { searchFlags: { allWords: true }, ...input } },
      );
      return { total: listDataProductAssets.total, urns: listDataProductAssets.searchResults.map(({ entity }: Data) => entity.urn).sort() };
    };
    await eventually(async () => expect(await assets({ query: '*' })).to.deep.equal({ total: 2, urns: [orders, other].sort() }));
    expect(await assets({ query: `${word} orders` })).to.deep.equal({ total: 1, urns: [orders] });
    expect(await assets({ types: ['CHART'], query: '*' })).to.deep.equal({ total: 0, urns: [] });
  });

  it('getEntityCounts counts entities of types', async () => {
    const counts = async (): Promise<Record<string, number>> => {
      const { getEntityCounts } = await graphql('{ getEntityCounts(input: { types: [NOTEBOOK, TAG] }) { counts { entityType count } } }');
      return Object.fromEntries(getEntityCounts.counts.map(({ entityType, count }: Data) => [entityType, count]));
    };
    const before = await counts();
    expect(Object.keys(before)).to.have.members(['NOTEBOOK', 'TAG']);
    await write(urns.of('notebook', `(querybook,${own()})`), 'notebookInfo', { title: 'N', changeAuditStamps: {} });
    expect((await counts()).NOTEBOOK).to.be.at.least((before.NOTEBOOK ?? 0) + 1);
    const { getEntityCounts } = await graphql('{ getEntityCounts(input: {}) { counts { entityType } } }');
    expect(getEntityCounts.counts.map(({ entityType }: Data) => entityType)).to.include.members(['DATASET', 'CHART', 'TAG']);
  });

  it('semanticSearchAcrossEntities searches by words, and a warning says so', async () => {
    const word = own('semantic').replaceAll('_', '');
    const urn = urns.dataset(`${word}.orders`);
    await write(urn, 'datasetProperties', { name: word });
    const query =
      'query ($input: SearchAcrossEntitiesInput!) { semanticSearchAcrossEntities(input: $input) { total searchResults { entity { urn } } } }';
    await eventually(async () => {
      const { data, extensions } = (await ask(query, { input: { query: word, searchFlags: { allWords: true } } })) as Data;
      expect(data).to.deep.equal({ semanticSearchAcrossEntities: { total: 1, searchResults: [{ entity: { urn } }] } });
      expect(extensions.warnings.join()).to.include('searched by words');
    });
  });
});

describe('Ingestion in GraphQL', () => {
  const word = own('ingest').replaceAll('_', '');
  const [dbt, system] = [urns.of('dataHubIngestionSource', `${word}a`), urns.of('dataHubIngestionSource', `${word}b`)] as const;
  const [older, newer, inner] = ['a', 'b', 'c'].map((each) => urns.of('dataHubExecutionRequest', `${word}${each}`)) as [string, string, string];
  const asked = (source: string, requestedAt: number) => ({
    task: 'RUN_INGEST',
    args: { recipe: '{}' },
    executorId: word,
    source: { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: source },
    requestedAt,
  });
  const runs = (input: object) => page('listExecutionRequests', { filters: [{ field: 'executorId', values: [word] }], ...input });

  before(async () => {
    const info = { name: word, type: 'dbt', config: { recipe: '{"source": {}}', executorId: 'default' } };
    await write(dbt, 'dataHubIngestionSourceInfo', { ...info, schedule: { interval: '0 5 * * *', timezone: 'UTC' } });
    await write(system, 'dataHubIngestionSourceInfo', { ...info, type: 'files', source: { type: 'SYSTEM' } });
    await write(older, 'dataHubExecutionRequestInput', asked(dbt, 1_000));
    await write(newer, 'dataHubExecutionRequestInput', asked(dbt, 2_000));
    await write(newer, 'dataHubExecutionRequestResult', { status: 'SUCCESS', startTimeMs: 2_500, durationMs: 10 });
    await write(inner, 'dataHubExecutionRequestInput', asked(system, 3_000));
    await eventually(async () => expect((await runs({})).total).to.equal(3));
  });

  it('listIngestionSources filters and sorts', async () => {
    const filters = [{ field: 'urn', values: [dbt, system] }];
    const sort = (sortOrder: string) => ({ filters, sort: { field: 'type', sortOrder } });
    await eventually(async () => expect((await page('listIngestionSources', sort('ASCENDING'))).urns).to.deep.equal([dbt, system]));
    expect((await page('listIngestionSources', sort('DESCENDING'))).urns).to.deep.equal([system, dbt]);
    expect(await page('listIngestionSources', { filters: [...filters, { field: 'sourceType', values: ['SYSTEM'], negated: true }] })).to.deep.equal({
      total: 1,
      urns: [dbt],
    });
  });

  it('listExecutionRequests has the newest first, filters, and tells runs of the system from others', async () => {
    expect(await runs({})).to.deep.equal({ total: 3, urns: [inner, newer, older] });
    expect(await runs({ start: 1, count: 1 })).to.deep.equal({ total: 3, urns: [newer] });
    expect((await runs({ sort: { field: 'requestTimeMs', sortOrder: 'ASCENDING' } })).urns).to.deep.equal([older, newer, inner]);
    expect(await runs({ systemSources: true })).to.deep.equal({ total: 1, urns: [inner] });
    expect(await runs({ systemSources: false })).to.deep.equal({ total: 2, urns: [newer, older] });
    const ended = {
      filters: [
        { field: 'executionResultStatus', values: ['SUCCESS'] },
        { field: 'ingestionSource', values: [dbt] },
      ],
    };
    expect(await runs(ended)).to.deep.equal({ total: 1, urns: [newer] });
  });

  it('ingestionSource and executionRequest have what is stored; of another type they are refused', async () => {
    const { ingestionSource } = await graphql(
      `{ ingestionSource(urn: "${dbt}") { urn name type schedule { interval timezone } config { recipe executorId }
        executions(start: 0, count: 10) { total executionRequests { urn } } latestSuccessfulExecution { urn } } }`,
    );
    expect(ingestionSource.executions).to.deep.equal({ total: 2, executionRequests: [{ urn: newer }, { urn: older }] });
    expect(ingestionSource.latestSuccessfulExecution).to.deep.equal({ urn: newer });
    expect(ingestionSource).to.deep.include({
      urn: dbt,
      name: word,
      type: 'dbt',
      schedule: { interval: '0 5 * * *', timezone: 'UTC' },
      config: { recipe: '{"source": {}}', executorId: 'default' },
    });
    const { executionRequest } = await graphql(
      `{ executionRequest(urn: "${newer}") { urn source { urn } input { task requestedAt arguments { key value } } result { status startTimeMs durationMs } } }`,
    );
    expect(executionRequest).to.deep.equal({
      urn: newer,
      source: { urn: dbt },
      input: { task: 'RUN_INGEST', requestedAt: 2_000, arguments: [{ key: 'recipe', value: '{}' }] },
      result: { status: 'SUCCESS', startTimeMs: 2_500, durationMs: 10 },
    });
    const none = await graphql(
      `{ ingestionSource(urn: "${urns.of('dataHubIngestionSource', own())}") { urn } executionRequest(urn: "${urns.of('dataHubExecutionRequest', own())}") { urn } }`,
    );
    expect(none).to.deep.equal({ ingestionSource: null, executionRequest: null });
    await refused(`{ ingestionSource(urn: "${newer}") { urn } }`, undefined, 'BAD_REQUEST', 'dataHubIngestionSource');
  });
});

describe('Views in GraphQL', () => {
  const word = own('view').replaceAll('_', '');
  const actor = urns.user('ann');
  const [everybodys, mine, hers] = ['a', 'b', 'c'].map((each) => urns.of('dataHubView', `${word}${each}`)) as [string, string, string];
  const condition = (field: string, ...values: string[]) => ({ field, values, condition: 'EQUAL', negated: false });
  const view = (type: string, or: object[], by: string) => ({
    name: word,
    type,
    definition: { entityTypes: ['dataset', 'CHART'], filter: { or } },
    created: stamp(by),
    lastModified: stamp(by),
  });
  let me = '';

  before(async () => {
    me = (await graphql('{ me { corpUser { urn } } }')).me.corpUser.urn;
    await write(everybodys, 'dataHubViewInfo', view('GLOBAL', [{ and: [condition('platform', 'hive'), condition('origin', 'PROD')] }], actor));
    await write(mine, 'dataHubViewInfo', view('PERSONAL', [{ and: [condition('platform', 'hive')] }, { and: [condition('origin', 'DEV')] }], me));
    await write(hers, 'dataHubViewInfo', view('PERSONAL', [], actor));
  });

  it('listGlobalViews has those of everybody, listMyViews those of the sender', async () => {
    await eventually(async () => expect(await page('listGlobalViews', { query: word })).to.deep.equal({ total: 1, urns: [everybodys] }));
    await eventually(async () => expect(await page('listMyViews', { query: word })).to.deep.equal({ total: 1, urns: [mine] }));
    expect((await page('listMyViews', { query: word, viewType: 'GLOBAL' })).total).to.equal(0);
    expect((await page('listMyViews', { query: word, viewType: 'PERSONAL' })).urns).to.deep.equal([mine]);
  });

  it('view shows types and filters, joined by AND or by OR', async () => {
    const read = async (urn: string): Promise<Data> =>
      (
        await graphql(
          `{ view(urn: "${urn}") { name viewType definition { entityTypes filter { operator filters { field condition values negated } } } } }`,
        )
      ).view;
    const filter = (operator: string, ...filters: object[]) => ({ entityTypes: ['DATASET', 'CHART'], filter: { operator, filters } });
    const [hive, prod, dev] = [condition('platform', 'hive'), condition('origin', 'PROD'), condition('origin', 'DEV')];
    expect(await read(everybodys)).to.deep.equal({ name: word, viewType: 'GLOBAL', definition: filter('AND', hive, prod) });
    expect(await read(mine)).to.deep.equal({ name: word, viewType: 'PERSONAL', definition: filter('OR', hive, dev) });
    expect((await read(hers)).definition).to.deep.equal(filter('AND'));
    expect(await read(urns.of('dataHubView', own()))).to.equal(null);
    await refused(`{ view(urn: "${actor}") { urn } }`, undefined, 'BAD_REQUEST', 'dataHubView');
  });
});
