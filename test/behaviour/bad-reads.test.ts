import { type Answer, api, encode } from '../support/client.ts';
import { act } from '../support/legacy.ts';
import { description, ownNames, proposal, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('bad-reads');
const dataset = () => urns.dataset(own());

/** What is wrong, the status, what the refusal names. */
type Row<Input> = [what: string, input: Input, status: number | number[], mention: string | RegExp];

describe('Bad reads (docs/semantics.md 1.1)', () => {
  const urn = dataset();
  const related = (query: string) => () => api.send('GET', `/relationships?${query}`);
  const series = (more: object) => () => api.series({ urn, entity: 'dataset', aspect: 'datasetProfile', ...more });
  const aspect = (query: string) => () => api.send('GET', `/aspects/${encode(urn)}?${query}`);
  const filter = (criterion: unknown) => series({ filter: { or: [{ and: [criterion] }] } });

  before(async () => {
    await api.ingestProposalBatch([
      proposal(urn, 'globalTags', tags()),
      proposal(urn, 'datasetProperties', description('x')),
      proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }),
    ]);
  });

  const ROWS: Row<() => Promise<Answer>>[] = [
    ['aspects without aspect', aspect('version=0'), 400, 'aspect'],
    ['aspects with an empty aspect', aspect('aspect=&version=0'), 400, 'aspect'],
    ['aspects with a version that is no number', aspect('aspect=status&version=latest'), 400, 'version'],
    ['aspects with a version with a fraction', aspect('aspect=status&version=1.5'), 400, 'version'],
    ['aspects with a version beyond every number', aspect(`aspect=status&version=${'9'.repeat(40)}`), [400, 404], 'version'],
    ['entitiesV2 without a URN or ids', () => api.send('GET', '/entitiesV2'), 400, 'ids'],
    ['entitiesV2 with an empty list', () => api.send('GET', '/entitiesV2?ids=List()'), 400, 'ids'],
    ['entitiesV2 with too many ids', () => api.entities(`List(${Array.from({ length: 1_001 }, (_, index) => `u${index}`).join(',')})`), 400, 'ids'],
    ['entitiesV2 with an id that is no URN', () => api.entities('List(orders)'), 400, '/ids'],
    ['URNs to find that are none', () => act('entities', 'filterExistingUrns', { urns: [urn, 'orders'] }), 400, '/urns/1'],
    ['an unknown type among others', () => act('entities', 'searchAcrossEntities', { input: '', entities: ['sofa'] }), 422, '/entities'],
    ['usage of what is no URN', () => act('usageStats', 'queryRange', { resource: 'orders', duration: 'DAY' }), 400, '/resource'],
    ['relationships without urn', related('direction=OUTGOING'), 400, 'urn'],
    ['relationships with an empty urn', related('urn=&direction=OUTGOING'), 400, 'urn'],
    ['relationships without direction', related(`urn=${encode(urn)}`), 400, 'direction'],
    ['relationships with a bad direction', related(`urn=${encode(urn)}&direction=SIDEWAYS`), 400, 'direction'],
    ['relationships with an empty direction', related(`urn=${encode(urn)}&direction=`), 400, 'direction'],
    ['relationships with a start that is no number', related(`urn=${encode(urn)}&direction=OUTGOING&start=x`), 400, 'start'],
    ['relationships with a negative start', related(`urn=${encode(urn)}&direction=OUTGOING&start=-1`), 400, 'start'],
    ['relationships with a negative count', related(`urn=${encode(urn)}&direction=OUTGOING&count=-1`), 400, 'count'],
    ['relationships with a count above the maximum', related(`urn=${encode(urn)}&direction=OUTGOING&count=1000000`), 400, 'count'],
    ['relationships with bad percent-encoding', () => api.raw('/relationships?urn=%zz&direction=OUTGOING'), 400, 'urn'],
    ['relationships whose types are no text', () => api.raw(`/relationships?urn=${encode(urn)}&direction=OUTGOING&types=%E0%A4%A`), 400, 'types'],
    ['series without urn', () => api.series({ entity: 'dataset', aspect: 'datasetProfile' }), 400, '/urn'],
    ['series without entity', () => api.series({ urn, aspect: 'datasetProfile' }), 400, '/entity'],
    ['series without aspect', () => api.series({ urn, entity: 'dataset' }), 400, '/aspect'],
    ['series of an unknown entity type', series({ entity: 'sofa' }), [400, 422], 'Failed to find entity with name sofa'],
    ['series of another entity type than the URN', series({ entity: 'chart' }), [400, 422], 'urn'],
    ['series of an unknown aspect', series({ aspect: 'nope' }), [400, 404, 422], 'nope'],
    ['series of a versioned aspect', series({ aspect: 'status' }), [400, 422], 'status'],
    ['series of an aspect that the type does not have', series({ aspect: 'dashboardUsageStatistics' }), [400, 404, 422], 'dashboardUsageStatistics'],
    ['series from a text', series({ startTimeMillis: 'yesterday' }), 400, '/startTimeMillis'],
    ['series to a fraction', series({ endTimeMillis: 1.5 }), 400, '/endTimeMillis'],
    ['series from beyond 2^53', series({ startTimeMillis: 2 ** 53 }), 400, '/startTimeMillis'],
    ['series with a limit that is a text', series({ limit: 'all' }), 400, '/limit'],
    ['series with latestValue a number', series({ latestValue: 7 }), 400, '/latestValue'],
    ['series with a filter that is a text', series({ filter: 'rowCount' }), 400, '/filter'],
    ['series with a filter of another shape', series({ filter: { nope: [] } }), 400, '/filter'],
    ['series with a criterion without field', filter({ values: ['1'] }), 400, 'field'],
    ['series with an unknown condition', filter({ field: 'rowCount', values: ['1'], condition: 'LIKE' }), 400, 'condition'],
    ['series with a condition that JavaScript knows', filter({ field: 'rowCount', values: ['1'], condition: '__proto__' }), 400, 'condition'],
    ['series with another condition that JavaScript knows', filter({ field: 'rowCount', values: ['1'], condition: 'constructor' }), 400, 'condition'],
    ['series with a number compared with a text', filter({ field: 'rowCount', values: ['many'], condition: 'GREATER_THAN' }), 400, 'number'],
    ['series with values that are no list', filter({ field: 'rowCount', values: '1' }), 400, 'values'],
    ['series sorted by a field that the aspect does not have', series({ sort: { field: 'nope' } }), 400, '/sort/field'],
    ['series in an order that there is not', series({ sort: { field: 'timestampMillis', order: 'UP' } }), 400, '/sort/order'],
  ];
  for (const [what, call, code, mention] of ROWS) {
    it(what, async () => {
      expectRefusal(await call(), code, mention);
    });
  }
});
