/** Runs with a small program in place of the client of DataHub: stop, time limit, a server that dies, several servers (docs/ingestion.md 2). */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { identityOf } from '../../src/engines/identity.ts';
import { CLIENT_VERSION } from '../../src/executor/environment.ts';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const TEST = 'mutation ($input: CreateTestConnectionRequestInput!) { createTestConnectionRequest(input: $input) }';
const SECRET = 'mutation ($input: CreateSecretInput!) { createSecret(input: $input) }';
const VALUE = 'hunter2 & more';
/** Says what it is, and ends when a file says how. */
const PROGRAM = `
import json, os, sys, time

def main():
    with open(sys.argv[sys.argv.index("-c") + 1]) as file:
        config = json.load(file)["source"]["config"]
    password = os.path.expandvars(config["password"])
    print("pid", os.getpid(), "password", password, flush=True)
    with open(sys.argv[sys.argv.index("--report-to") + 1], "w") as file:
        json.dump({"source": {"report": {"password": password}}}, file)
    while not os.path.exists(config["until"]):
        time.sleep(0.05)
`;

/** An environment of the plugin `slow`, as Cairn would make it with pip. */
function environmentIn(cacheDir: string): void {
  const folder = path.join(cacheDir, `acryl-datahub-${CLIENT_VERSION}-datahub-rest+slow`);
  execFileSync('python3', ['-m', 'venv', '--without-pip', folder]);
  const packages = execFileSync(path.join(folder, 'bin/python'), ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], {
    encoding: 'utf8',
  });
  const client = path.join(packages.trim(), 'datahub');
  mkdirSync(client, { recursive: true });
  writeFileSync(path.join(client, '__init__.py'), '');
  writeFileSync(path.join(client, 'entrypoints.py'), PROGRAM);
  writeFileSync(path.join(folder, 'packages.txt'), 'acryl-datahub\n');
}

describe('Runs', function () {
  this.timeout(300_000);
  const folder = throwAwayFolder();
  let settings: Record<string, string>;
  let cairn: RunningCairn;
  const client = makeClient(() => cairn.url, SVC);
  const ask = async (query: string, input: object): Promise<Data> => {
    const { body, text } = await client.send<Data>('POST', '/api/graphql', { json: { query, variables: { input } } });
    expect(body.errors, text).to.equal(undefined);
    return body.data;
  };
  const begin = async (until = path.join(folder, 'never')): Promise<string> => {
    const recipe = { source: { type: 'slow', config: { until, password: '$'.concat('{SLOW}') } } };
    return (await ask(TEST, { recipe: JSON.stringify(recipe) })).createTestConnectionRequest;
  };
  const resultOf = async (urn: string): Promise<Data> => {
    const { body } = await client.send<Data>('GET', `/openapi/v3/entity/datahubexecutionrequest/${encodeURIComponent(urn)}`);
    return body.dataHubExecutionRequestResult?.value;
  };
  const reaches = (urn: string, status: string, ms?: number): Promise<Data> =>
    eventually(async () => {
      const result = await resultOf(urn);
      expect(result?.status, JSON.stringify(result)).to.equal(status);
      return result;
    }, ms);
  const pidOf = (urn: string): Promise<number> =>
    eventually(async () => {
      const [, pid] = /^pid (\d+)/m.exec((await resultOf(urn))?.report ?? '') ?? [];
      expect(pid).to.be.a('string');
      return Number(pid);
    });
  const stopRun = (urn: string) =>
    client.ingestProposal({
      ...{ entityType: 'dataHubExecutionRequest', entityUrn: urn, changeType: 'UPSERT', aspectName: 'dataHubExecutionRequestSignal' },
      aspect: { contentType: 'application/json', value: JSON.stringify({ signal: 'KILL', createdAt: { time: 1, actor: 'urn:svc:corpuser:ann' } }) },
    });

  before(async () => {
    environmentIn(folder);
    settings = { ...(await emptyEngines()), INGESTION: 'true', SECRETS_KEY: randomBytes(32).toString('base64'), CACHE_DIR: folder };
    cairn = await startCairn(settings);
    await ask(SECRET, { name: 'SLOW', value: VALUE });
  });
  after(endAll);

  // SECURITY.md I4
  it('end with what the client says, without the values of secrets', async () => {
    const until = path.join(folder, 'now');
    writeFileSync(until, '');
    const result = await reaches(await begin(until), 'SUCCESS');
    expect(result.report).to.match(/^pid \d+ password \*{8}$/m);
    expect(JSON.parse(result.structuredReport.serializedValue)).to.deep.equal({ source: { report: { password: '********' } } });
    expect(JSON.stringify([result, cairn.log])).not.to.include(VALUE);
  });

  // SECURITY.md I3
  it('end with all that they have started when somebody stops them, also while they wait', async () => {
    const first = await begin();
    const pid = await pidOf(first);
    const second = await begin();
    await stopRun(second);
    expect((await reaches(second, 'CANCELLED')).report).to.include('before it began');
    await stopRun(first);
    expect((await reaches(first, 'CANCELLED')).report).to.include('Somebody stopped the run');
    await eventually(async () => expect(identityOf(pid)).to.equal(undefined));
  });

  it('of another server are left alone, and told as ABORTED when it dies', async () => {
    const run = await begin();
    const pid = await pidOf(run);
    const killed = cairn;
    cairn = await startCairn(settings);
    const other = path.join(folder, 'other');
    const own = await begin(other);
    // The other server runs this one, and so has seen that one.
    await pidOf(own);
    expect(await resultOf(run)).to.include({ status: 'RUNNING' });
    await killed.stop('SIGKILL');
    expect((await reaches(run, 'ABORTED')).report).to.include('The server that ran this has ended');
    await eventually(async () => expect(identityOf(pid)).to.equal(undefined));
    writeFileSync(other, '');
    await reaches(own, 'SUCCESS');
    expect(await resultOf(run)).to.include({ status: 'ABORTED' });
  });

  it('end as ABORTED when their server stops, and as TIMEOUT after INGESTION_MINUTES [long]', async () => {
    const stopped = await begin();
    const pid = await pidOf(stopped);
    await cairn.stop();
    expect(identityOf(pid)).to.equal(undefined);
    cairn = await startCairn({ ...settings, INGESTION_MINUTES: '1' });
    expect((await reaches(stopped, 'ABORTED')).report).to.include('Cairn stopped, and the run with it');
    const slow = await begin();
    const slowPid = await pidOf(slow);
    const result = await reaches(slow, 'TIMEOUT', 120_000);
    expect(result.report).to.include('The run took too long (INGESTION_MINUTES), so Cairn stopped it');
    expect(result.durationMs).to.be.within(60_000, 80_000);
    expect(identityOf(slowPid)).to.equal(undefined);
  });
});
