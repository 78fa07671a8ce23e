/**
 * Names of the other namespace (docs/semantics.md 18.2): every API refuses them, in a sentence that says which names this catalog has and what
 * the client needs.
 */
import { expect } from 'chai';
import { type Answer, api, encode, type Sent } from '../support/client.ts';
import { description, ownNames, proposal, urns, urnsOf } from '../support/make.ts';
import { DATAHUB } from '../support/names.ts';
import { write } from '../support/writes.ts';

const own = ownNames('foreign');
const theirs = urnsOf(DATAHUB);
const HELPS = /the names of this catalog are urn:svc:….*DataHub's clients need a catalog that was first started with API_NAMESPACE=datahub/;

describe('A name of the other namespace', () => {
  const [foreign, tag] = [theirs.dataset(own()), theirs.tag(own())];
  const mine = urns.dataset(own());
  const event = {
    eventTime: '2026-01-31T12:00:00.000Z',
    producer: 'p',
    run: { runId: own('run') },
    job: { namespace: 'n', name: own(), facets: { ownership: { owners: [{ name: theirs.user('ada') }] } } },
  };
  const graph = (query: string): Sent => ({ json: { query } });
  const snapshot = { urn: foreign, aspects: [{ 'com.linkedin.common.Status': { removed: false } }] };
  const search = { entity: 'dataset', input: '*', filter: { or: [{ and: [{ field: 'tags', value: tag, condition: 'EQUAL' }] }] } };
  const schema = {
    schemaName: 's',
    platform: urns.platform('hive'),
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [],
  };
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'describe_asset', arguments: { asset: foreign } } };
  const DOORS: readonly [what: string, method: string, path: string, sent?: Sent][] = [
    ['of a proposal', 'POST', '/aspects?action=ingestProposal', { json: { proposal: proposal(foreign, 'datasetProperties', description('x')) } }],
    ['in a value', 'POST', '/aspects?action=ingestProposal', { json: { proposal: proposal(mine, 'globalTags', { tags: [{ tag }] }) } }],
    ['of a record in a union', 'POST', '/aspects?action=ingestProposal', { json: { proposal: proposal(mine, 'schemaMetadata', schema) } }],
    [
      'of a snapshot',
      'POST',
      '/entities?action=ingest',
      { json: { entity: { value: { 'com.linkedin.metadata.snapshot.DatasetSnapshot': snapshot } } } },
    ],
    ['of an entity to read', 'GET', `/entitiesV2/${encode(foreign)}`],
    ['in relationships', 'GET', `/relationships?direction=OUTGOING&urn=${encode(foreign)}&types=OwnedBy`],
    ['in a filter of the RPC API', 'POST', '/entities?action=search', { json: search }],
    ['in v2', 'GET', `/openapi/v2/entity/dataset/${encode(foreign)}`],
    ['in v3', 'POST', '/openapi/v3/entity/dataset?async=false', { json: [{ urn: foreign, status: { value: { removed: false } } }] }],
    ['in GraphQL', 'POST', '/api/graphql', graph(`{ dataset(urn: "${foreign}") { urn } }`)],
    [
      'in a filter of GraphQL',
      'POST',
      '/api/graphql',
      graph(
        `{ searchAcrossEntities(input: { query: "*", orFilters: [{ and: [{ field: "owners", values: ["${theirs.user('ada')}"] }] }] }) { total } }`,
      ),
    ],
    ['in an edit', 'POST', '/api/graphql', graph(`mutation { addTag(input: { tagUrn: "${tag}", resourceUrn: "${mine}" }) }`)],
    ['in a change of many', 'POST', '/bulk', { json: { urns: [foreign], changes: { tags: { add: [urns.tag('a')] } } } }],
    ['in an event of OpenLineage', 'POST', '/api/v1/lineage', { json: event }],
    ['of an agent', 'POST', '/mcp', { json: tool, headers: { Accept: 'application/json, text/event-stream' } }],
    ['in the changes that somebody wants', 'GET', `/changes?after=0&urns=${encode(foreign)}`],
  ];

  before(() => write(mine, 'datasetProperties', description('mine')));

  const said = async (method: string, path: string, sent?: Sent): Promise<Answer> => {
    const answer = await api.send(method, path, sent);
    expect(answer.text).to.match(HELPS);
    return answer;
  };

  for (const [what, ...door] of DOORS) it(`${what} is refused in a sentence that helps`, () => said(...door).then(() => undefined));

  it('is refused as a header, except where a client only asks who the server is', async () => {
    for (const name of [DATAHUB.protocolHeader, DATAHUB.actorHeader]) {
      expect((await said('GET', `/entitiesV2/${encode(mine)}`, { headers: { [name]: '2.0.0' } })).status).to.equal(400);
      for (const path of ['/config', '/health']) expect((await api.send('GET', path, { headers: { [name]: '2.0.0' } })).status, path).to.equal(200);
    }
  });

  it('is told to who searches for it', async () => {
    const answer = await api.send('POST', '/entities?action=search', { json: { entity: 'dataset', input: foreign } });
    expect([answer.status, answer.headers.get('X-Svc-Warning')]).to.satisfy(
      ([status, warning]: [number, string]) => status === 200 && HELPS.test(decodeURIComponent(warning)),
    );
  });

  it('may stand in a text', async () => {
    const answer = await api.ingestProposal(proposal(mine, 'datasetProperties', { description: foreign, customProperties: { from: foreign } }));
    expect(answer.status, answer.text).to.equal(200);
  });
});
