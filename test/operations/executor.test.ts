/** What Cairn does with requests to run recipes, as far as it needs no packages of PyPI (docs/ingestion.md). */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const CREATE_SOURCE = 'mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }';
const RUN = 'mutation ($input: CreateIngestionExecutionRequestInput!) { createIngestionExecutionRequest(input: $input) }';
const RUNS =
  '{ listExecutionRequests(input: {start: 0, count: 50}) { executionRequests { urn input { source { type } } result { status report } } } }';

describe('The executor', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  const client = makeClient(() => cairn.url, SVC);
  const ask = async (query: string, variables: object = {}): Promise<Data> => {
    const { body, text } = await client.send<Data>('POST', '/api/graphql', { json: { query, variables } });
    expect(body.errors, text).to.equal(undefined);
    return body;
  };
  const sourceOf = async (recipe: object, more: object = {}): Promise<string> => {
    const input = { name: 'n', type: 'postgres', config: { recipe: JSON.stringify(recipe), executorId: 'default' }, ...more };
    return (await ask(CREATE_SOURCE, { input })).data.createIngestionSource;
  };
  const run = async (source: string): Promise<string> =>
    (await ask(RUN, { input: { ingestionSourceUrn: source } })).data.createIngestionExecutionRequest;
  const resultOf = async (urn: string): Promise<Data> => {
    const { body } = await client.send<Data>('GET', `/openapi/v3/entity/datahubexecutionrequest/${encodeURIComponent(urn)}`);
    return body.dataHubExecutionRequestResult?.value;
  };
  const ended = (urn: string): Promise<Data> =>
    eventually(async () => {
      const result = await resultOf(urn);
      expect(result?.status, JSON.stringify(result)).to.match(/^(SUCCESS|FAILURE|CANCELLED|ABORTED)$/);
      return result;
    });

  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), INGESTION: 'true', SECRETS_KEY: randomBytes(32).toString('base64') });
  });
  after(endAll);

  it('is offered to clients', async () => {
    const { data } = await ask('{ appConfig { managedIngestionConfig { enabled } } }');
    expect(data.appConfig.managedIngestionConfig.enabled).to.equal(true);
    const { body } = await client.send<Data>('GET', '/config');
    expect(body.managedIngestion.enabled).to.equal(true);
  });

  it('tells what is wrong with a recipe, and removes what it has written', async () => {
    const result = await ended(await run(await sourceOf({ source: { config: {} } })));
    expect(result).to.include({ status: 'FAILURE', report: 'The recipe has no source.type, such as postgres: add it\n' });
    expect(result.startTimeMs).to.be.greaterThan(1_700_000_000_000);
    expect(result.durationMs).to.be.a('number');
    expect(readdirSync(cairn.dataDir)).not.to.include('ingestion');
  });

  it('names the secrets that a recipe needs and nobody has made', async () => {
    const result = await ended(await run(await sourceOf({ source: { type: 'postgres', config: { password: '$'.concat('{NO_SUCH}') } } })));
    expect(result).to.include({ status: 'FAILURE' });
    expect(result.report).to.equal('The recipe names secrets that do not exist: NO_SUCH. Create them, or correct the names\n');
  });

  it('runs a source when its schedule is due, once each time, also beside one whose recipe is refused', async () => {
    const bad = 'urn:svc:dataHubIngestionSource:a-bad';
    const recipe = JSON.stringify({ source: { type: 'x', config: Array(50_001).fill(0) } });
    const info = { name: 'bad', type: 'x', config: { recipe, executorId: 'default' }, schedule: { interval: '* * * * * *', timezone: 'UTC' } };
    await client.send('POST', '/openapi/v3/entity/datahubingestionsource', { json: [{ urn: bad, dataHubIngestionSourceInfo: { value: info } }] });
    await cairn.event('ingestion.not-asked');
    const source = await sourceOf({ source: {} }, { schedule: { interval: '*/2 * * * * *', timezone: 'Europe/Berlin' } });
    const found = await eventually(async () => {
      const { data } = await ask(RUNS);
      const own = data.listExecutionRequests.executionRequests.filter(({ input }: Data) => input.source.type === 'SCHEDULED_INGESTION_SOURCE');
      expect(own.length).to.be.greaterThan(0);
      return own;
    });
    expect(found[0].urn).to.match(/^urn:svc:dataHubExecutionRequest:/);
    const { status } = await client.send('DELETE', `/openapi/v3/entity/datahubingestionsource/${encodeURIComponent(source)}`);
    expect(status).to.equal(200);
  });

  // SECURITY.md I5
  it('gives a run a token of an account that may change metadata only', async () => {
    const account = urns.user('service_ingestion');
    const { body } = await client.send<Data>('GET', '/openapi/v3/entity/datahubpolicy?count=50');
    const own = body.entities.filter(({ dataHubPolicyInfo }: Data) => dataHubPolicyInfo?.value.actors.users.includes(account));
    const privileges: string[] = own.flatMap(({ dataHubPolicyInfo }: Data) => dataHubPolicyInfo.value.privileges);
    expect(privileges).to.include('EDIT_ENTITY');
    for (const each of [
      'MANAGE_POLICIES',
      'MANAGE_INGESTION',
      'MANAGE_SECRETS',
      'MANAGE_ACCESS_TOKENS',
      'MANAGE_USERS_AND_GROUPS',
      'MANAGE_SYSTEM_OPERATIONS',
    ])
      expect(privileges).not.to.include(each);
    await eventually(async () => {
      const { body: tokens } = await client.send<Data>('GET', '/openapi/v3/entity/datahubaccesstoken?count=50');
      expect(tokens.entities).to.deep.equal([]);
    });
  });
});
