/**
 * Hard deletes of entities with more edges than one transaction takes: the order of commits decides, not the clocks of servers.
 */
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import { eventually } from '../support/eventually.ts';
import { hardDelete } from '../support/legacy.ts';
import { ownership, ownNames, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { edges, write } from '../support/writes.ts';

const own = ownNames('large');
const EDGES = 5_200;

describe('Hard delete of an entity with very many edges', () => {
  let driver: Driver;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  });
  after(() => driver.close());

  it('removes all of them, also those written by a server whose clock is ahead [long]', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'ownership', ownership(...Array.from({ length: EDGES }, (_, at) => urns.user(`${own()}_${at}`))));
    const hour = 3_600_000;
    await driver.executeQuery('MATCH (:Entity {urn: $urn})-[r:OwnedBy]->() SET r.since = toInteger($at)', { urn, at: Date.now() + hour });
    await hardDelete(urn);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([]);
  });

  it('keeps those that are made after it [long]', async () => {
    const [urn, before, after] = [urns.dataset(own()), urns.user(own()), urns.user(own())];
    await write(urn, 'ownership', ownership(before));
    await hardDelete(urn);
    // As a crash leaves it: edges are still to go.
    await driver.executeQuery(
      `MATCH (e:Entity {urn: $urn}) MATCH (u:Entity {urn: $before}) SET e:Doomed, e.doomed = e.forgotten + 3600000
       CREATE (e)-[:OwnedBy {aspect: 'ownership', holder: $urn, since: e.forgotten + 7200000}]->(u)`,
      { urn, before },
    );
    await write(urn, 'ownership', ownership(after));
    await eventually(async () => {
      const { records } = await driver.executeQuery('MATCH (e:Entity {urn: $urn}) RETURN e:Doomed AS doomed', { urn });
      expect(records[0]?.get('doomed')).to.equal(false);
    });
    expect(await edges(urn, 'OUTGOING', 'OwnedBy')).to.deep.equal([`OwnedBy ${after}`]);
  });
});
