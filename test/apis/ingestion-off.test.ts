/** A Cairn that runs no recipes keeps requests for an executor elsewhere, and says so (docs/ingestion.md). */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import type { Data } from '../support/graphql.ts';
import { ownNames, proposal } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('ingestion-off');

const CREATE_SOURCE = 'mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }';
const RUN = 'mutation ($input: CreateIngestionExecutionRequestInput!) { createIngestionExecutionRequest(input: $input) }';
const RESULT = 'query ($urn: String!) { executionRequest(urn: $urn) { result { status } } }';

describe('A Cairn without INGESTION', () => {
  const ask = (query: string, variables: object) => api.send<Data>('POST', '/api/graphql', { json: { query, variables } });
  const runOf = async (executorId: string) => {
    const config = { recipe: '{"source": {"type": "postgres"}}', executorId };
    const made = await ask(CREATE_SOURCE, { input: { name: 'off', type: 'postgres', config } });
    return ask(RUN, { input: { ingestionSourceUrn: made.body.data.createIngestionSource } });
  };

  // SECURITY.md I1
  it('keeps a request, runs nothing, and names the line that would', async () => {
    const { headers, body } = await runOf('default');
    expect(headers.get('x-svc-warning')).to.include('start Cairn with INGESTION=true');
    const { body: read } = await ask(RESULT, { urn: body.data.createIngestionExecutionRequest });
    expect(read.data.executionRequest.result).to.equal(null);
  });

  it('does not warn where another executor is named', async () => {
    const { headers } = await runOf('remote');
    expect(headers.get('x-svc-warning')).to.equal(null);
  });

  it('refuses a schedule that never comes, at every door', async () => {
    const urn = `urn:svc:dataHubIngestionSource:${own()}`;
    const info = (interval: string, timezone = 'UTC') => ({
      ...{ name: 'off', type: 'postgres', config: { recipe: '{}' } },
      schedule: { interval, timezone },
    });
    const upsert = (value: object, more = {}) => api.ingestProposal(proposal(urn, 'dataHubIngestionSourceInfo', value, more));
    for (const interval of ['now and then', '99 * * * *', '0 0 30 2 *', '2020-01-01T00:00:00'])
      expectRefusal(await upsert(info(interval)), 422, '/schedule/interval');
    expectRefusal(await upsert(info('0 3 * * *', 'Moon/Crater')), 422, '/schedule/timezone');
    const v3 = await api.send('POST', '/openapi/v3/entity/datahubingestionsource', {
      json: [{ urn, dataHubIngestionSourceInfo: { value: info('now and then') } }],
    });
    expect(v3.status).to.equal(400);
    const graphql = await ask(CREATE_SOURCE, { input: info('now and then') });
    expect(graphql.body.errors[0].extensions.code).to.equal(400);
    expect((await upsert(info('0 3 * * *'))).status).to.equal(200);
    const patch = { patch: [{ op: 'add', path: '/schedule/interval', value: 'now and then' }] };
    expectRefusal(await upsert(patch, { changeType: 'PATCH' }), 422, '/schedule/interval');
  });
});
