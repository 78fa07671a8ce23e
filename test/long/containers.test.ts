/** Cairn on the engines' own images, as docker-compose.yml names them; where no container engine answers this is skipped. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { parse } from 'yaml';
import { makeClient } from '../support/client.ts';
import type { Compose } from '../support/compose-schema.ts';
import { ownNames, proposal, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';

const PASSWORD = 'a-password-for-one-test';
const { services } = parse(readFileSync(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')) as Compose;
const own = ownNames('containers');

function image(service: string): GenericContainer {
  return new GenericContainer(services[service]?.image ?? '').withStartupTimeout(120_000);
}

describe('With the images of docker-compose.yml', function () {
  this.timeout(600_000);
  const containers: StartedTestContainer[] = [];
  let cairn: RunningCairn;

  before(async function () {
    const engine = await getContainerRuntimeClient().catch(() => undefined);
    if (engine === undefined) {
      process.stdout.write('    No container engine answers here: Cairn on the official images is not tested.\n');
      return this.skip();
    }
    const neo4j = image('neo4j')
      .withEnvironment({ NEO4J_AUTH: `neo4j/${PASSWORD}` })
      .withExposedPorts(7687);
    const typesense = image('typesense').withEnvironment({ TYPESENSE_API_KEY: PASSWORD, TYPESENSE_DATA_DIR: '/tmp' }).withExposedPorts(8108);
    const [graph, search] = await Promise.all([
      neo4j.withWaitStrategy(Wait.forLogMessage('Started.')).start(),
      typesense.withWaitStrategy(Wait.forHttp('/health', 8108)).start(),
    ]);
    containers.push(graph, search);
    cairn = await startCairn({
      NEO4J_URI: `bolt://${graph.getHost()}:${graph.getMappedPort(7687)}`,
      NEO4J_PASSWORD: PASSWORD,
      TYPESENSE_URL: `http://${search.getHost()}:${search.getMappedPort(8108)}`,
      TYPESENSE_API_KEY: PASSWORD,
    });
  });

  after(async () => {
    await endAll();
    await Promise.all(containers.map((container) => container.stop()));
  });

  it('Cairn starts no local engines and is healthy', async () => {
    const detailed = (await (await fetch(`${cairn.url}/health/detailed`)).json()) as object;
    expect(detailed).to.deep.include({
      ready: true,
      engines: [
        { name: 'neo4j', managed: false, state: 'up' },
        { name: 'typesense', managed: false, state: 'up' },
      ],
    });
  });

  it('reads return what was written, with its edges', async () => {
    const client = makeClient(() => cairn.url, SVC);
    const [from, to] = [urns.dataset(own()), urns.dataset(own())];
    expect((await client.ingestProposal(proposal(to, 'upstreamLineage', upstreams(from)))).status).to.equal(200);
    expect((await client.entity(to, 'List(upstreamLineage)')).body.aspects.upstreamLineage?.value).to.deep.equal(upstreams(from));
    expect((await client.relationships(from, 'INCOMING')).body.entities).to.deep.equal([to]);
  });
});
