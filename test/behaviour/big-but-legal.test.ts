/**
 * Big but legal: each list, map, text and nesting of requests is grown by decades until its limit refuses it. What is accepted costs about
 * ten times as much when it is ten times as large, never the square of it; what is refused is refused before the work; and the server
 * lives meanwhile. `BIG_BUT_LEGAL=long` goes on to the largest sizes, for some minutes.
 */
import { expect } from 'chai';
import { type Answer, encode, type Proposal } from '../support/client.ts';
import { type Asked, COUNTED, type Cost, type Counter, costOf } from '../support/cost.ts';
import { deletion, description, ownership, ownNames, proposal, schemaMetadata, status, tags, upstreams, urns } from '../support/make.ts';

const LONG = process.env.BIG_BUT_LEGAL === 'long';
const own = ownNames('big');
const run = own();

/** What ten times as much may cost, and what goes on beside it: jobs that look for work, each at its own time. */
const TIMES = 12;
const BESIDE: Cost = { statements: 150, rows: 400, requests: 60, bytes: 100_000, steps: 4_000 };

const propertyDefinition = (name: string): object => ({
  qualifiedName: name,
  valueType: urns.of('dataType', 'svc.string'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
});

interface Growth {
  /** What is asked for, of this size. */
  readonly ask: (size: number) => Asked;
  /** Decades, each accepted. */
  readonly sizes: readonly number[];
  /** Accepted too, in the long run. */
  readonly long?: readonly number[];
  /** Refused: the size, and what the refusal says. Absent where the list ends by itself. */
  readonly over?: readonly [size: number, mention: string | RegExp];
}

const post = (path: string, json: unknown): Asked => ({ method: 'POST', path, sent: { json } });
const upTo = <Item>(size: number, make: (index: number) => Item): Item[] => Array.from({ length: size }, (_, index) => make(index));
const dataset = (index: number | string): string => urns.dataset(`${run}.${index}`);
/** New ones at each size, so that each writes as if it were alone. */
const fresh = (room: string, size: number, index: number | string = ''): string => urns.dataset(`${run}.${room}${size}.${index}`);
const ingest = (proposals: readonly Proposal[], more: object = {}): Asked => post('/aspects?action=ingestProposalBatch', { proposals, ...more });
const aspect = (urn: string, name: string, value: unknown): Asked => post(`/openapi/v3/entity/dataset/${encode(urn)}/${name}`, { value });
const patch = (urn: string, name: string, operations: readonly object[]): Asked => ({
  method: 'PATCH',
  path: `/openapi/v3/entity/dataset/${encode(urn)}/${name}`,
  sent: { json: { patch: operations } },
});
const search = (more: object): Asked =>
  post('/entities?action=searchAcrossEntities', { input: '*', entities: ['dataset'], start: 0, count: 1, ...more });
const graphql = (query: string, variables: object = {}): Asked => post('/api/graphql', { query, variables });
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const WRITES: Record<string, Growth> = {
  'proposals of a batch': {
    ask: (size) => ingest(upTo(size, (index) => proposal(fresh('b', size, index), 'datasetProperties', description(`no ${index}`)))),
    sizes: [10, 100, 1_000],
    long: [10_000],
    over: [10_001, '10000'],
  },
  'proposals that each stand for themselves': {
    ask: (size) =>
      ingest(
        upTo(size, (index) => proposal(fresh('p', size, index), 'status', status(false))),
        { perItem: true },
      ),
    sizes: [10, 100],
    long: [1_000, 10_000],
    over: [50_001, '50000'],
  },
  'versions of one aspect': {
    ask: (size) => ingest(upTo(size, (index) => proposal(fresh('v', size), 'datasetProperties', description(`no ${index}`)))),
    sizes: [10, 100],
    long: [1_000, 10_000],
  },
  'entities of a batch in v3': {
    ask: (size) =>
      post(
        '/openapi/v3/entity/dataset',
        upTo(size, (index) => ({ urn: fresh('e', size, index), status: { value: status(false) } })),
      ),
    sizes: [10, 100],
    long: [1_000, 10_000],
    over: [10_001, '10000'],
  },
  'entities of a batch across types': {
    ask: (size) =>
      post('/openapi/v3/entity/generic', {
        dataset: upTo(size, (index) => ({ urn: fresh('g', size, index), status: { value: status(false) } })),
        tag: upTo(size, (index) => ({ urn: urns.tag(`${run}g${size}.${index}`), status: { value: status(false) } })),
      }),
    sizes: [10, 100],
    over: [50_001, '50000'],
  },
  'deletes of a batch': {
    ask: (size) =>
      ingest(
        upTo(size, (index) => deletion(fresh('p', size, index), 'status')),
        { perItem: true },
      ),
    sizes: [10, 100],
    long: [1_000],
  },
  'operations of a patch': {
    ask: (size) =>
      patch(
        fresh('o', size),
        'datasetProperties',
        upTo(size, (index) => ({ op: 'add', path: `/customProperties/c${index}`, value: 'x' })),
      ),
    sizes: [10, 100, 1_000],
    long: [10_000],
    over: [10_001, '10000'],
  },
  'keyed additions of a patch': {
    ask: (size) =>
      patch(
        fresh('k', size),
        'globalTags',
        upTo(size, (index) => ({ op: 'add', path: `/tags/${urns.tag(`t${index}`)}`, value: { tag: urns.tag(`t${index}`) } })),
      ),
    sizes: [10, 100, 1_000],
    long: [10_000],
  },
  'entries of a map': {
    ask: (size) => aspect(fresh('m', size), 'datasetProperties', { customProperties: Object.fromEntries(upTo(size, (at) => [`key${at}`, 'x'])) }),
    sizes: [10, 100, 1_000, 10_000],
    long: [100_000],
  },
  'tags of an entity': {
    ask: (size) => aspect(fresh('t', size), 'globalTags', tags(...upTo(size, (index) => urns.tag(`many${index}`)))),
    sizes: [10, 100, 1_000],
    long: [10_000],
    over: [50_001, '50000'],
  },
  'owners of an entity': {
    ask: (size) => aspect(fresh('w', size), 'ownership', ownership(...upTo(size, (index) => urns.user(`many${index}`)))),
    sizes: [10, 100, 1_000],
    over: [50_001, '50000'],
  },
  'upstreams of an entity': {
    ask: (size) => aspect(fresh('u', size), 'upstreamLineage', upstreams(...upTo(size, (index) => urns.dataset(`${run}.up${index}`)))),
    sizes: [10, 100, 1_000],
    over: [50_001, '50000'],
  },
  'pairs of columns': {
    ask: (size) => {
      const columns = (name: string, count: number): string[] => upTo(count, (index) => urns.column(fresh(name, size), `c${index}`));
      const entry = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD_SET', upstreams: columns('cu', 10), downstreams: columns('c', size / 10) };
      return aspect(fresh('c', size), 'upstreamLineage', { upstreams: [], fineGrainedLineages: [entry] });
    },
    sizes: [10, 100, 1_000],
    over: [50_010, '50000'],
  },
  'columns of a schema': {
    ask: (size) => aspect(fresh('s', size), 'schemaMetadata', schemaMetadata(upTo(size, (index) => `column_${index}`))),
    sizes: [10, 100, 1_000],
    long: [10_000],
  },
  'points of a timeseries': {
    ask: (size) =>
      ingest(upTo(size, (at) => proposal(fresh('ts', size), 'datasetProfile', { timestampMillis: 1_700_000_000_000 + at, rowCount: at }))),
    sizes: [10, 100, 1_000],
    long: [10_000],
  },
  'buckets of usage': {
    ask: (size) =>
      post('/usageStats?action=batchIngest', {
        buckets: upTo(size, (at) => ({
          bucket: 86_400_000 * (at + 1),
          duration: 'DAY',
          resource: fresh('us', size),
          metrics: { totalSqlQueries: at },
        })),
      }),
    sizes: [10, 100, 1_000],
    over: [10_001, '10000'],
  },
  'allowed values of a property': {
    ask: (size) =>
      ingest([
        proposal(urns.of('structuredProperty', `${run}.a${size}`), 'propertyDefinition', {
          ...propertyDefinition(`${run}.a${size}`),
          allowedValues: upTo(size, (index) => ({ value: { string: `value ${index}` } })),
        }),
      ]),
    sizes: [10, 100, 1_000],
  },
  'values of a property': {
    ask: (size) =>
      ingest([
        proposal(urns.of('structuredProperty', `${run}.values`), 'propertyDefinition', {
          ...propertyDefinition(`${run}.values`),
          cardinality: 'MULTIPLE',
        }),
        proposal(fresh('pv', size), 'status', status(false)),
        proposal(fresh('pv', size), 'structuredProperties', {
          properties: [
            { propertyUrn: urns.of('structuredProperty', `${run}.values`), values: upTo(size, (index) => ({ string: `value ${index}` })) },
          ],
        }),
      ]),
    sizes: [10, 100, 1_000],
  },
  'properties of an entity': {
    ask: (size) => {
      const of = (index: number): string => urns.of('structuredProperty', `${run}.many.${index}`);
      return ingest([
        ...upTo(size, (index) => proposal(of(index), 'propertyDefinition', propertyDefinition(`${run}.many.${index}`))),
        proposal(fresh('mp', size), 'status', status(false)),
        proposal(fresh('mp', size), 'structuredProperties', {
          properties: upTo(size, (index) => ({ propertyUrn: of(index), values: [{ string: 'x' }] })),
        }),
      ]);
    },
    sizes: [10, 100],
  },
  'a text': {
    ask: (size) => aspect(fresh('x', size), 'datasetProperties', description('word '.repeat(size / 5))),
    sizes: [100, 1_000, 10_000, 100_000],
    long: [1_000_000, 10_000_000],
    over: [35_000_000, '33554432'],
  },
  'levels of a value': {
    ask: (size) => ({
      method: 'POST',
      path: `/openapi/v3/entity/dataset/${encode(fresh('n', size))}/datasetProperties`,
      sent: { text: `{"value":{"description":"d","odd":${nested(size)}}}` },
    }),
    sizes: [10, 100],
    over: [1_000_000, 'nested'],
  },
  'values of a body': {
    ask: (size) => ({ method: 'POST', path: '/openapi/v3/entity/dataset', sent: { text: `[${'0,'.repeat(size)}0]` } }),
    sizes: [],
    over: [10_000_000, 'values'],
  },
};

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
  },
  'ids of a GET': {
    ask: (size) => ({
      method: 'GET',
      path: `/entitiesV2?ids=List(${upTo(size, (index) => encode(dataset(index))).join(',')})`,
      sent: { headers: { 'X-RestLi-Method': 'batch_get' } },
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
    over: [1_000, '500'],
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
    over: [100_000, /10000|5000/],
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
  },
  'hops of lineage': {
    ask: (size) => ({ method: 'GET', path: `/lineage?urn=${encode(fresh('u', 10))}&direction=UPSTREAM&hops=${size}` }),
    sizes: [1, 10, 100, 1_000],
    over: [10_000_000, '1000000'],
  },
  'relationship types': {
    ask: (size) => ({
      method: 'GET',
      path: `/relationships?urn=${encode(dataset(0))}&direction=INCOMING&types=List(${upTo(size, () => 'OwnedBy').join(',')})`,
    }),
    sizes: [1, 10, 100],
  },
  'URNs of lineage': {
    ask: (size) => post('/openapi/v3/lineage/scroll', { urns: upTo(size, dataset) }),
    sizes: [10, 100, 1_000],
    over: [1_001, '1000'],
  },
  'URNs of a filter of relationships': {
    ask: (size) =>
      post('/openapi/v3/relationship/scroll', {
        sourceFilter: { or: [{ and: [{ field: 'urn', condition: 'EQUAL', values: upTo(size, dataset) }] }] },
      }),
    sizes: [10, 100, 1_000],
    over: [10_001, '10000'],
  },
  'entities of a query': {
    ask: (size) => graphql('query ($urns: [String!]!) { entities(urns: $urns) { urn } }', { urns: upTo(size, dataset) }),
    sizes: [10, 100, 1_000],
    over: [1_001, '1000'],
  },
  'fields of a query': {
    ask: (size) => graphql(`{${upTo(size, (index) => `a${index}: entity(urn: "${dataset(index)}") {urn}`).join(' ')}}`),
    sizes: [10, 100, 1_000],
    over: [5_000, /words|fields|times/],
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
  },
};

/** GraphQL refuses within an answer of 200. */
function refusalIn({ status: code, text, body }: Answer): string | undefined {
  expect(code, text.slice(0, 500)).to.be.below(500);
  const { errors } = (body ?? {}) as { errors?: unknown };
  if (code < 400 && !(Array.isArray(errors) && errors.length > 0)) return undefined;
  expect(text).not.to.match(/SERVER_ERROR|INTERNAL/);
  return text;
}

function expectLinear(what: string, less: Cost, more: Cost, times: number): void {
  for (const counter of COUNTED) {
    const most = less[counter] * times * (TIMES / 10) + BESIDE[counter];
    expect(more[counter], `${counter} of ${what}: ${JSON.stringify([less, more])}`).to.be.at.most(most);
  }
}

for (const [kind, growths] of Object.entries({ 'What is written': WRITES, 'What is asked for': READS })) {
  describe(`${kind} may be large, and costs as much as it is large`, function () {
    this.timeout(LONG ? 1_200_000 : 300_000);
    for (const [what, { ask, sizes, long = [], over }] of Object.entries(growths)) {
      it(`${what}${over ? `, up to a limit` : ''}`, async () => {
        let before: { readonly size: number; readonly cost: Cost } | undefined;
        for (const size of [...sizes, ...(LONG ? long : [])]) {
          const { answer, cost } = await costOf(ask(size));
          const refusal = refusalIn(answer);
          if (refusal !== undefined) expect.fail(`${size} ${what}: ${refusal.slice(0, 500)}`);
          if (LONG) console.log(`      ${size}: ${COUNTED.map((counter: Counter) => `${cost[counter]} ${counter}`).join(', ')}`);
          if (before) expectLinear(`${size} ${what}`, before.cost, cost, size / before.size);
          before = { size, cost };
        }
        if (!over) return;
        const [size, mention] = over;
        const { answer, cost } = await costOf(ask(size));
        const refusal = refusalIn(answer);
        expect(refusal, `${what}: ${size} was taken`).to.be.a('string');
        expect(answer.headers.get('content-type')).to.match(/^application\/json/);
        expect((refusal as string).length).to.be.below(20_000);
        if (typeof mention === 'string') expect(refusal).to.include(mention);
        else expect(refusal).to.match(mention);
        for (const counter of ['statements', 'rows', 'requests', 'bytes'] as const) expect(cost[counter], counter).to.be.at.most(BESIDE[counter]);
      });
    }
  });
}
