/** A Cairn that runs no recipes keeps requests for an executor elsewhere, and says so (docs/ingestion.md). */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import type { Data } from '../support/graphql.ts';

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
});
