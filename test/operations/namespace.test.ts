/**
 * A store keeps the namespace of its first start (docs/operations.md 2; docs/semantics.md 18.2).
 */
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { makeClient } from '../support/client.ts';
import { ownNames, proposal, urnsOf } from '../support/make.ts';
import { DATAHUB } from '../support/names.ts';
import { endAll, type RunningCairn, refusalOf, startCairn, startingCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const own = ownNames('namespace');

describe('A store keeps the namespace of its first start', function () {
  this.timeout(300_000);
  let settings: Record<string, string>;
  let cairn: RunningCairn;

  before(async () => {
    settings = await emptyEngines();
    cairn = await startCairn({ ...settings, API_NAMESPACE: 'datahub' });
  });
  after(endAll);

  const product = async (): Promise<unknown> => Object.keys(((await (await fetch(`${cairn.url}/config`)).json()) as { versions: object }).versions);

  async function cypher(text: string): Promise<void> {
    const { NEO4J_URI = '', NEO4J_USERNAME = '', NEO4J_PASSWORD = '' } = settings;
    const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USERNAME, NEO4J_PASSWORD));
    await driver.executeQuery(text);
    await driver.close();
  }

  it('a second server with another one is refused, in a sentence that says which and what to do', async () => {
    const reason = await refusalOf(await startingCairn({ ...settings, API_NAMESPACE: 'svc' }));
    expect(reason).to.match(/API_NAMESPACE=svc.* first started with datahub.* urn:li:….*leave out API_NAMESPACE/);
  });

  it('a start without API_NAMESPACE uses it; a store of before learns it from its seed entities', async () => {
    await cairn.stop();
    await cypher('MATCH (s:Store) SET s.format = 1 REMOVE s.namespace');
    cairn = await startCairn(settings);
    expect(await cairn.event('store.names')).to.include({ namespace: 'datahub', prefix: 'urn:li:' });
    expect((await cairn.event('store.upgraded')).format).to.equal(2);
    expect(await product()).to.deep.equal(['acryldata/datahub']);
    expect(await cairn.event('server.seeded')).to.include({ written: 0 });
    const client = makeClient(() => cairn.url, DATAHUB);
    const written = await client.ingestProposal(proposal(urnsOf(DATAHUB).dataset(own()), 'status', { removed: false }));
    expect(written.status, written.text).to.equal(200);
    expect(written.headers.get('X-DataHub-Seq')).to.match(/^\d+$/);
  });

  /** As a start without settings left it, before the catalog with these names was used. */
  const usedByBoth = (): Promise<void> =>
    cypher(
      "MERGE (e:Entity {urn: 'urn:svc:corpuser:datahub'}) MERGE (e)-[:LATEST]->(a:Aspect {name: 'corpUserKey'}) SET a.firstAt = 1 WITH * MATCH (s:Store) SET s.format = 1 REMOVE s.namespace",
    );

  it('a store of before that servers of both have used goes on with the names of most entities', async () => {
    await cairn.stop();
    await usedByBoth();
    cairn = await startCairn(settings);
    expect(await cairn.event('store.names')).to.include({ namespace: 'datahub' });
  });

  it('… or with those that the start names [long]', async () => {
    await cairn.stop();
    await usedByBoth();
    cairn = await startCairn({ ...settings, API_NAMESPACE: 'svc' });
    expect(await cairn.event('store.names')).to.include({ namespace: 'svc' });
  });
});
