/**
 * Search in GraphQL (docs/semantics.md 9, 10, 11, 15.3).
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeSearchable } from '../support/find.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { description, ownership, ownNames, status, tags, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqls');

const SEARCH = `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { start count total
  searchResults { entity { urn type ... on Dataset { name properties { description } } } matchedFields { name value } } facets { field displayName aggregations { value count entity { urn } } } } }`;
const SCROLL =
  'query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { nextScrollId count total searchResults { entity { urn type } } } }';
const AGGREGATE =
  'query ($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }';

/** Filters and counts are about exact results: without the flag, a plain search also lists what has only some of the words. */
const exactly = (input: object): object => ({
  ...input,
  searchFlags: { allWords: true, ...('searchFlags' in input ? (input.searchFlags as object) : {}) },
});
const search = async (input: object): Promise<Data> => (await graphql(SEARCH, { input: exactly(input) })).searchAcrossEntities;
const found = async (input: object): Promise<string[]> => (await search(input)).searchResults.map(({ entity }: Data) => entity.urn).sort();

describe('Recommendations', () => {
  const QUERY = `query ($input: ListRecommendationsInput!) { listRecommendations(input: $input) { modules { title moduleId renderType
    content { value entity { urn } params { searchParams { query filters { field values } } contentParams { count } } } } } }`;
  const recommended = async (more: object): Promise<Data[]> =>
    (await graphql(QUERY, { input: { userUrn: urns.user('ann'), ...more } })).listRecommendations.modules;

  it('lead the home page to the most common platforms, domains, tags and terms; each as a search', async () => {
    await writeSearchable(urns.dataset(own()), 'globalTags', tags(urns.tag(own())));
    const modules = await recommended({ requestContext: { scenario: 'HOME' }, limit: 2 });
    expect(modules.map(({ moduleId }) => moduleId)).to.include.members(['Platforms', 'TopTags']);
    const platforms = modules.find(({ moduleId }) => moduleId === 'Platforms');
    expect(platforms).to.include({ title: 'Platforms', renderType: 'PLATFORM_SEARCH_LIST' });
    expect(platforms.content).to.have.length.within(1, 2);
    for (const { value, entity, params } of platforms.content) {
      expect(entity).to.deep.equal({ urn: value });
      const { query, filters } = params.searchParams;
      expect((await search({ query, orFilters: [{ and: filters }] })).total).to.equal(params.contentParams.count);
    }
  });

  it('are none elsewhere', async () => {
    expect(await recommended({ requestContext: { scenario: 'ENTITY_PROFILE' } })).to.deep.equal([]);
  });
});

describe('Instances of a platform', () => {
  it('are found by dataPlatform, as the command line lists warehouses', async () => {
    const platform = own('platform').replaceAll('_', '');
    const instance = urns.of('dataPlatformInstance', `(${urns.platform(platform)},store)`);
    await write(instance, 'dataPlatformInstanceProperties', { name: 'Store' });
    await write(urns.of('dataPlatformInstance', `(${urns.platform(own('other'))},store)`), 'dataPlatformInstanceProperties', { name: 'Store' });
    const query =
      'query ($query: String!) { search(input: {type: DATA_PLATFORM_INSTANCE, query: $query, start: 0, count: 10}) { total searchResults { entity { urn } } } }';
    await eventually(async () =>
      expect(await graphql(query, { query: `dataPlatform:${platform}` })).to.deep.equal({
        search: { total: 1, searchResults: [{ entity: { urn: instance } }] },
      }),
    );
  });
});

describe('Search in GraphQL', () => {
  const word = own('word').replaceAll('_', '');
  const owner = urns.user(own('owner'));
  const datasets = ['a', 'b', 'c'].map((name) => urns.dataset(`${word}.${name}`)) as [string, string, string];
  const chart = urns.chart(own('chart'));
  const removed = urns.dataset(`${word}.gone`);
  const all = [...datasets, chart].sort();

  before(async () => {
    for (const urn of datasets) await write(urn, 'datasetProperties', description(`about ${word}`));
    await write(datasets[0], 'ownership', ownership(owner));
    await write(chart, 'chartInfo', { title: word, description: '', lastModified: {} });
    await write(removed, 'datasetProperties', description(word));
    await write(removed, 'status', status(true));
    await eventually(async () => expect(await found({ query: word })).to.deep.equal(all));
  });

  it('searchAcrossEntities searches all types; without a query it finds everything', async () => {
    const result = await search({ query: word, count: 2 });
    expect(result).to.deep.include({ start: 0, count: 2, total: 4 });
    expect(result.searchResults).to.have.length(2);
    expect((await search({ count: 1 })).total).to.be.greaterThan(3);
    expect((await search({ query: '*', count: 0 })).searchResults).to.deep.equal([]);
  });

  it('types and filters narrow the result; a single type is accepted as a list', async () => {
    expect(await found({ query: word, types: 'CHART' })).to.deep.equal([chart]);
    expect(await found({ query: word, orFilters: { and: { field: 'owners', values: owner } } })).to.deep.equal([datasets[0]]);
    expect(
      await found({ query: word, types: ['DATASET'], orFilters: [{ and: [{ field: 'owners', condition: 'EXISTS', negated: true }] }] }),
    ).to.deep.equal(datasets.slice(1));
    expect(
      await found({ query: word, orFilters: [{ and: [{ field: 'urn', value: chart }] }, { and: [{ field: 'urn', values: [datasets[1]] }] }] }),
    ).to.deep.equal([datasets[1], chart].sort());
    expect(await found({ query: `/q ${word} AND owners:"${owner}"` })).to.deep.equal([datasets[0]]);
  });

  it('filters and orFilters together must both match', async () => {
    const filters = [{ field: 'urn', values: [datasets[0], chart] }];
    const orFilters = [{ and: [{ field: 'urn', values: datasets }] }];
    expect(await found({ query: word, filters })).to.deep.equal([datasets[0], chart].sort());
    expect(await found({ query: word, filters, orFilters })).to.deep.equal([datasets[0]]);
    const input = { type: 'DATASET', query: word, filters, orFilters };
    const { autoComplete } = await graphql('query ($input: AutoCompleteInput!) { autoComplete(input: $input) { entities { urn } } }', { input });
    expect(autoComplete.entities).to.deep.equal([{ urn: datasets[0] }]);
  });

  it('a view narrows searches, scrolls and suggestions to its types and its filter', async () => {
    const view = urns.of('dataHubView', own('view'));
    const stamp = { time: 1, actor: owner };
    const filter = { or: [{ and: [{ field: 'urn', values: [datasets[0], datasets[1], chart], condition: 'EQUAL' }] }] };
    const definition = { entityTypes: ['DATASET'], filter };
    await write(view, 'dataHubViewInfo', { name: 'Two tables', type: 'GLOBAL', definition, created: stamp, lastModified: stamp });
    expect(await found({ query: word, viewUrn: view })).to.deep.equal(datasets.slice(0, 2));
    expect(await found({ query: word, viewUrn: view, filters: [{ field: 'urn', values: datasets.slice(1) }] })).to.deep.equal([datasets[1]]);
    expect(await found({ query: word, viewUrn: view, types: ['CHART'] })).to.deep.equal([]);
    const { scrollAcrossEntities } = await graphql(SCROLL, { input: exactly({ query: word, viewUrn: view }) });
    expect(scrollAcrossEntities.total).to.equal(2);
    const input = { types: ['DATASET', 'CHART'], query: word, viewUrn: view };
    const { autoCompleteForMultiple } = await graphql(
      'query ($input: AutoCompleteMultipleInput!) { autoCompleteForMultiple(input: $input) { suggestions { type entities { urn } } } }',
      { input },
    );
    expect(autoCompleteForMultiple.suggestions.map(({ type }: Data) => type)).to.deep.equal(['DATASET']);
    const missing = urns.of('dataHubView', own('missing'));
    await refused(SEARCH, { input: { query: word, viewUrn: missing } }, 'BAD_REQUEST', 'viewUrn');
  });

  it('a negative count or start falls back to the default', async () => {
    const result = await search({ query: word, start: -1, count: -1 });
    expect(result).to.include({ start: 0, count: 10, total: 4 });
    expect(result.searchResults).to.have.length(4);
  });

  it('soft-deleted entities are found with includeSoftDeleted or a filter on removed', async () => {
    expect(await found({ query: word, types: 'DATASET', searchFlags: { includeSoftDeleted: true } })).to.include(removed);
    expect(await found({ query: word, orFilters: { and: { field: 'removed', values: 'true' } } })).to.deep.equal([removed]);
  });

  it('facets count the whole result, and contain the entities of URN values', async () => {
    const { facets } = await search({ query: word, types: 'DATASET', count: 1 });
    const platform = facets.find(({ field }: Data) => field === 'platform');
    expect(platform).to.deep.equal({
      field: 'platform',
      displayName: 'Platform',
      aggregations: [{ value: urns.platform('hive'), count: 3, entity: { urn: urns.platform('hive') } }],
    });
    expect((await search({ query: word, searchFlags: { skipAggregates: true } })).facets).to.deep.equal([]);
  });

  it('search(type) searches one type', async () => {
    const { search: result } = await graphql(
      'query ($input: SearchInput!) { search(input: $input) { total searchResults { entity { urn } matchedFields { name value } } } }',
      { input: exactly({ type: 'CHART', query: word }) },
    );
    expect(result.total).to.equal(1);
    expect(result.searchResults[0].matchedFields.map(({ name }: Data) => name)).to.include('title');
  });

  it('scrollAcrossEntities returns every entity once; nextScrollId is null at the end', async () => {
    const urnsSeen: string[] = [];
    let scrollId: string | null = null;
    do {
      const { scrollAcrossEntities: page }: Data = await graphql(SCROLL, {
        input: exactly({ query: word, count: 3, scrollId, sortInput: { sortCriteria: { field: 'urn', sortOrder: 'ASCENDING' } } }),
      });
      urnsSeen.push(...page.searchResults.map(({ entity }: Data) => entity.urn));
      scrollId = page.nextScrollId;
    } while (scrollId);
    expect(urnsSeen).to.deep.equal(all);
    await refused(SCROLL, { input: { scrollId: 'nonsense' } }, 'BAD_REQUEST', 'scrollId');
  });

  it('aggregateAcrossEntities counts the requested facets, at most maxAggValues values', async () => {
    const { aggregateAcrossEntities } = await graphql(AGGREGATE, { input: exactly({ query: word, facets: '_entityType' }) });
    expect(aggregateAcrossEntities.facets).to.deep.equal([
      {
        field: '_entityType',
        aggregations: [
          { value: 'DATASET', count: 3 },
          { value: 'CHART', count: 1 },
        ],
      },
    ]);
    const capped = await graphql(AGGREGATE, { input: exactly({ query: word, facets: ['_entityType'], searchFlags: { maxAggValues: 1 } }) });
    expect(capped.aggregateAcrossEntities.facets[0].aggregations).to.have.length(1);
    const byDefault = await graphql(AGGREGATE, { input: exactly({ query: word }) });
    expect(byDefault.aggregateAcrossEntities.facets.map(({ field }: Data) => field)).to.include.members(['platform', 'origin', 'owners']);
  });

  it('a syntax error in a declared query is reported with its position', async () => {
    await refused(SEARCH, { input: { query: '/q (a' } }, 'BAD_REQUEST', /column 6/);
  });

  it('autoComplete and autoCompleteForMultiple suggest names', async () => {
    const { autoComplete } = await graphql(
      'query ($input: AutoCompleteInput!) { autoComplete(input: $input) { query suggestions entities { urn } } }',
      { input: { type: 'CHART', query: word.slice(0, -1) } },
    );
    expect(autoComplete).to.deep.equal({ query: word.slice(0, -1), suggestions: [word], entities: [{ urn: chart }] });
    const { autoCompleteForMultiple } = await graphql(
      'query ($input: AutoCompleteMultipleInput!) { autoCompleteForMultiple(input: $input) { suggestions { type suggestions } } }',
      { input: { types: ['CHART', 'TAG'], query: word } },
    );
    expect(autoCompleteForMultiple.suggestions).to.deep.equal([{ type: 'CHART', suggestions: [word] }]);
    await refused('{ autoComplete(input: {query: " "}) { query } }', undefined, 'BAD_REQUEST', 'query');
  });

  it('browse returns folders and entities', async () => {
    const { browsePaths, dataset } = await graphql(
      `{ browsePaths(input: {urn: "${datasets[0]}"}) { path } dataset(urn: "${datasets[0]}") { browsePaths { path name } } }`,
    );
    expect(browsePaths).to.deep.equal([{ path: ['prod', 'hive', word, 'a'] }]);
    expect(dataset.browsePaths).to.deep.equal([{ path: ['prod', 'hive', word, 'a'], name: 'a' }]);
    const { browse } = await graphql(
      'query ($input: BrowseInput!) { browse(input: $input) { total entities { urn } groups { name count } metadata { path totalNumEntities } } }',
      { input: { type: 'DATASET', path: ['prod', 'hive', word], count: 10 } },
    );
    expect(browse).to.deep.include({ total: 3, groups: [], metadata: { path: ['prod', 'hive', word], totalNumEntities: 3 } });
    expect(browse.entities.map(({ urn }: Data) => urn).sort()).to.deep.equal(datasets);
  });
});
