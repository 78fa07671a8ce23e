/**
 * Big but legal writes: each list, map, text and nesting grows until its limit refuses it, at a cost that grows as the size does.
 * Tests whose titles end with ` [long]` try large sizes, or what grows like something else.
 */
import { encode, type Proposal } from '../support/client.ts';
import type { Asked } from '../support/cost.ts';
import { describeGrowths, fresh, type Growth, post, run, upTo } from '../support/growth.ts';
import { deletion, description, ownership, proposal, schemaMetadata, status, tags, upstreams, urns } from '../support/make.ts';

const propertyDefinition = (name: string): object => ({
  qualifiedName: name,
  valueType: urns.of('dataType', 'svc.string'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
});

const ingest = (proposals: readonly Proposal[], more: object = {}): Asked => post('/aspects?action=ingestProposalBatch', { proposals, ...more });
const aspect = (urn: string, name: string, value: unknown): Asked => post(`/openapi/v3/entity/dataset/${encode(urn)}/${name}`, { value });
const patch = (urn: string, name: string, operations: readonly object[]): Asked => ({
  method: 'PATCH',
  path: `/openapi/v3/entity/dataset/${encode(urn)}/${name}`,
  sent: { json: { patch: operations } },
});
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
    like: 'proposals of a batch',
  },
  'versions of one aspect': {
    ask: (size) => ingest(upTo(size, (index) => proposal(fresh('v', size), 'datasetProperties', description(`no ${index}`)))),
    sizes: [10, 100],
    long: [1_000, 10_000],
    like: 'proposals of a batch',
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
    like: 'proposals of a batch',
  },
  'entities of a batch across types': {
    ask: (size) =>
      post('/openapi/v3/entity/generic', {
        dataset: upTo(size, (index) => ({ urn: fresh('g', size, index), status: { value: status(false) } })),
        tag: upTo(size, (index) => ({ urn: urns.tag(`${run}g${size}.${index}`), status: { value: status(false) } })),
      }),
    sizes: [10, 100],
    over: [50_001, '50000'],
    like: 'proposals of a batch',
  },
  'deletes of a batch': {
    ask: (size) =>
      ingest(
        upTo(size, (index) => deletion(fresh('p', size, index), 'status')),
        { perItem: true },
      ),
    sizes: [10, 100],
    long: [1_000],
    like: 'proposals of a batch',
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
    like: 'operations of a patch',
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
    like: 'upstreams of an entity',
  },
  'owners of an entity': {
    ask: (size) => aspect(fresh('w', size), 'ownership', ownership(...upTo(size, (index) => urns.user(`many${index}`)))),
    sizes: [10, 100, 1_000],
    over: [50_001, '50000'],
    like: 'upstreams of an entity',
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
    like: 'upstreams of an entity',
  },
  'columns of a schema': {
    ask: (size) => aspect(fresh('s', size), 'schemaMetadata', schemaMetadata(upTo(size, (index) => `column_${index}`))),
    sizes: [10, 100, 1_000],
    long: [10_000],
    like: 'entries of a map',
  },
  'points of a timeseries': {
    ask: (size) =>
      ingest(upTo(size, (at) => proposal(fresh('ts', size), 'datasetProfile', { timestampMillis: 1_700_000_000_000 + at, rowCount: at }))),
    sizes: [10, 100, 1_000],
    long: [10_000],
    like: 'proposals of a batch',
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
    like: 'allowed values of a property',
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
    like: 'allowed values of a property',
  },
  'a text': {
    ask: (size) => aspect(fresh('x', size), 'datasetProperties', description('word '.repeat(size / 5))),
    sizes: [100, 1_000, 10_000, 100_000],
    long: [1_000_000, 10_000_000],
    over: [35_000_000, '33554432'],
    // The limit of a body is that of bad-input.test.ts, too.
    like: 'entries of a map',
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

describeGrowths('What is written may be large, and costs as much as it is large', WRITES);
