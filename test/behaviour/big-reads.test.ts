/**
 * Big but legal reads: each list, text and nesting grows until its limit refuses it, at a cost that grows as the size does.
 * Tests whose titles end with ` [long]` try large sizes, or what grows like something else.
 */
import { encode } from '../support/client.ts';
import type { Asked } from '../support/cost.ts';
import { dataset, describeGrowths, fresh, type Growth, post, upTo } from '../support/growth.ts';
import { SVC } from '../support/names.ts';

const search = (more: object): Asked =>
  post('/entities?action=searchAcrossEntities', { input: '*', entities: ['dataset'], start: 0, count: 1, ...more });
const graphql = (query: string, variables: object = {}): Asked => post('/api/graphql', { query, variables });

const READS: Record<string, Growth> = {
  'URNs of batchGet': {
    ask: (size) =>
      post(
        '/openapi/v3/entity/dataset/batchGet',
        upTo(size, (index) => ({ urn: dataset(index), status: {}, datasetKey: {} })),
      ),
    sizes: [10, 100, 1_000, 10_000],
    over: [10_001, '10000'],
  },
  'URNs of a batch in v2': {
    ask: (size) => post('/openapi/v2/entity/batch/dataset', { urns: upTo(size, dataset), aspectNames: ['status'] }),
    sizes: [10, 100, 1_000, 10_000],
    over: [10_001, '10000'],
    like: 'URNs of batchGet',
  },
  'aspects of a batch in v2': {
    ask: (size) => post('/openapi/v2/entity/batch/dataset', { urns: [dataset(0)], aspectNames: upTo(size, () => 'status') }),
    sizes: [10, 100, 1_000],
    over: [1_001, '1000'],
  },
  'URNs of filterExistingUrns': {
    ask: (size) => post('/entities?action=filterExistingUrns', { urns: upTo(size, dataset) }),
    sizes: [10, 100, 1_000, 10_000],
    over: [10_001, '10000'],
    like: 'URNs of batchGet',
  },
  'ids of a GET': {
    ask: (size) => ({
      method: 'GET',
      path: `/entitiesV2?ids=List(${upTo(size, (index) => encode(dataset(index))).join(',')})`,
      sent: { headers: { [SVC.methodHeader]: 'batch_get' } },
    }),
    sizes: [10, 100],
    over: [1_000, ''],
  },
  'values of a criterion': {
    ask: (size) => search({ filter: { or: [{ and: [{ field: 'urn', condition: 'EQUAL', values: upTo(size, dataset) }] }] } }),
    sizes: [10, 100, 1_000, 10_000],
    over: [10_001, '10000'],
  },
  'patterns of a criterion': {
    ask: (size) => search({ filter: { or: [{ and: [{ field: 'name', condition: 'CONTAIN', values: upTo(size, (index) => `abc${index}`) }] }] } }),
    sizes: [1, 10],
    over: [10_001, '10000'],
  },
  'criteria that are to hold at once': {
    ask: (size) => search({ filter: { or: [{ and: upTo(size, (index) => ({ field: 'name', value: `v${index}` })) }] } }),
    sizes: [1, 10],
    over: [1_001, /1000|than/],
  },
  'criteria of which one is to hold': {
    ask: (size) => search({ filter: { or: upTo(size, (index) => ({ and: [{ field: 'name', value: `v${index}` }] })) } }),
    sizes: [1, 10],
    over: [1_001, /1000|than/],
  },
  'levels of a filter': {
    ask: (size) => {
      let filter: object = { field: 'name', value: 'x' };
      for (let level = 0; level < size; level++) filter = { or: [filter] };
      return search({ filter });
    },
    sizes: [1, 10],
    over: [100, 'nested'],
  },
  'words of a search': {
    ask: (size) => search({ input: upTo(size, (index) => `w${index}`).join(' ') }),
    sizes: [1, 10, 100],
    long: [1_000, 10_000],
    like: 'values of a criterion',
  },
  'parentheses of a search': {
    ask: (size) => search({ input: `/q ${'('.repeat(size)}name:a${')'.repeat(size)}` }),
    sizes: [1, 10],
    over: [100, /nested|parenthes|deep/],
  },
  'hits of a page': { ask: (size) => search({ count: size }), sizes: [10, 100, 1_000], long: [10_000, 100_000] },
  'sort fields': {
    ask: (size) => search({ sortCriteria: upTo(size, (index) => ({ field: index % 2 === 0 ? 'name' : 'urn', order: 'ASCENDING' })) }),
    sizes: [1, 2],
    over: [1_001, '1000'],
  },
  'entity types of a search': {
    ask: (size) => search({ entities: upTo(size, () => 'dataset') }),
    sizes: [1, 10, 100, 1_000],
    over: [1_001, '1000'],
  },
  'characters of an autocompletion': {
    ask: (size) => post('/entities?action=autocomplete', { entity: 'dataset', query: 'a'.repeat(size), limit: 10 }),
    sizes: [1, 10, 100, 1_000],
    long: [10_000, 100_000],
    like: 'levels of a browse path',
  },
  'levels of a browse path': {
    ask: (size) => post('/entities?action=browse', { path: '/a'.repeat(size), entity: 'dataset', start: 0, limit: 10 }),
    sizes: [1, 10, 100, 1_000],
    over: [100_000, '10000'],
  },
  'points that are read': {
    ask: (size) =>
      post('/aspects?action=getTimeseriesAspectValues', { urn: fresh('ts', 1_000), entity: 'dataset', aspect: 'datasetProfile', limit: size }),
    sizes: [10, 100, 1_000],
    like: 'hits of a page',
  },
  'hops of lineage': {
    ask: (size) => ({ method: 'GET', path: `/lineage?urn=${encode(fresh('u', 10))}&direction=UPSTREAM&hops=${size}` }),
    sizes: [1, 10, 100, 1_000],
    over: [10_000_000, '1000000'],
    // A test of lineage has the limit.
    like: 'levels of a filter',
  },
  'relationship types': {
    ask: (size) => ({
      method: 'GET',
      path: `/relationships?urn=${encode(dataset(0))}&direction=INCOMING&types=List(${upTo(size, () => 'OwnedBy').join(',')})`,
    }),
    sizes: [1, 10, 100],
    like: 'ids of a GET',
  },
  'URNs of lineage': {
    ask: (size) => post('/openapi/v3/lineage/scroll', { urns: upTo(size, dataset) }),
    sizes: [10, 100, 1_000],
    over: [1_001, '1000'],
    like: 'entities of a query',
  },
  'URNs of a filter of relationships': {
    ask: (size) =>
      post('/openapi/v3/relationship/scroll', {
        sourceFilter: { or: [{ and: [{ field: 'urn', condition: 'EQUAL', values: upTo(size, dataset) }] }] },
      }),
    sizes: [10, 100, 1_000],
    over: [10_001, '10000'],
    like: 'values of a criterion',
  },
  'entities of a query': {
    ask: (size) => graphql('query ($urns: [String!]!) { entities(urns: $urns) { urn } }', { urns: upTo(size, dataset) }),
    sizes: [10, 100, 1_000],
    over: [1_001, '1000'],
  },
  'fields of a query': {
    ask: (size) => graphql(`{${upTo(size, (index) => `a${index}: entity(urn: "${dataset(index)}") {urn}`).join(' ')}}`),
    sizes: [10, 100, 1_000],
    over: [5_000, /words|costs/],
  },
  'parentheses of a query': { ask: (size) => graphql('{a'.repeat(size) + '}'.repeat(size)), sizes: [], over: [100_000, 'parentheses'] },
  'fragments of a query': {
    ask: (size) =>
      graphql(`{__typename ${upTo(size, (at) => `...f${at}`).join(' ')}} ${upTo(size, (at) => `fragment f${at} on Query {__typename}`).join(' ')}`),
    sizes: [10, 100],
    over: [1_000, 'fragments'],
  },
  'facets of an aggregation': {
    ask: (size) =>
      graphql('query ($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field } } }', {
        input: { query: '*', facets: upTo(size, (index) => (index % 2 === 0 ? 'platform' : 'origin')) },
      }),
    sizes: [1, 10, 100],
    over: [1_000, '100'],
  },
  'hits of a query': {
    ask: (size) =>
      graphql('query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }', {
        input: { query: '*', types: ['DATASET'], start: 0, count: size },
      }),
    sizes: [10, 100, 1_000],
    like: 'hits of a page',
  },
};

describeGrowths('What is asked for may be large, and costs as much as it is large', READS);
