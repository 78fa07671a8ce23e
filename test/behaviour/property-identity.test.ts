/**
 * Values belong to the definition that they were written under, and to no other one that has its URN, whatever the clocks say.
 */
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { deletion, description, ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { readEntity, values, write } from '../support/writes.ts';

const own = ownNames('identity');
const DEFINITION = {
  valueType: urns.of('dataType', 'svc.string'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
};

const property = () => urns.of('structuredProperty', own('p'));
const definitionOf = (urn: string, more: object = {}) => ({ ...DEFINITION, qualifiedName: urn.split(':').at(-1), ...more });
const define = (urn: string, more: object = {}) => write(urn, 'propertyDefinition', definitionOf(urn, more));
const carrying = (urn: string, text = 'a') => ({ properties: [{ propertyUrn: urn, values: [{ string: text }] }] });

async function dataset(): Promise<string> {
  const urn = urns.dataset(own());
  await write(urn, 'datasetProperties', description('carries values'));
  return urn;
}

async function batch(...proposals: object[]): Promise<void> {
  const answer = await api.ingestProposalBatch(proposals);
  expect(answer.status, answer.text).to.equal(200);
}

const shown = async (holder: string): Promise<unknown> => (await values(holder)).structuredProperties?.properties;

describe('The identity of a definition (step 6, "Wrong data")', () => {
  let driver: Driver;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  });
  after(() => driver.close());

  it('defining, setting, deleting and defining again in one batch does not restore the values', async () => {
    const [holder, urn] = [await dataset(), property()];
    await batch(
      proposal(urn, 'propertyDefinition', definitionOf(urn)),
      proposal(holder, 'structuredProperties', carrying(urn)),
      deletion(urn, 'structuredPropertyKey'),
      proposal(urn, 'propertyDefinition', definitionOf(urn)),
    );
    expect(await shown(holder)).to.deep.equal([]);
    // Nor do they stay behind where nobody sees them.
    await eventually(async () => {
      const { records } = await driver.executeQuery(
        "MATCH (:Entity {urn: $holder})-[:LATEST]->(a:Aspect {name: 'structuredProperties'}) RETURN a.value AS value",
        { holder },
      );
      expect(JSON.parse(records[0]?.get('value') as string)).to.deep.equal({ properties: [] });
    });
  });

  it('a definition from a server whose clock is ahead can be deleted and created again by one whose clock is behind', async () => {
    const [holder, urn] = [await dataset(), property()];
    await define(urn);
    const ahead = Date.now() + 5_000;
    await driver.executeQuery(
      'MATCH (:Entity {urn: $urn})-[:LATEST]->(a:Aspect {name: "propertyDefinition"}) SET a.at = toInteger($ahead), a.firstAt = toInteger($ahead)',
      { urn, ahead },
    );
    await write(holder, 'structuredProperties', carrying(urn));
    expect(await shown(holder)).to.have.length(1);
    await batch(deletion(urn, 'propertyDefinition'), proposal(urn, 'propertyDefinition', definitionOf(urn)));
    expect(await shown(holder)).to.deep.equal([]);
  });

  it('an update keeps the values, a new version hides them', async () => {
    const [holder, urn] = [await dataset(), property()];
    await define(urn);
    await write(holder, 'structuredProperties', carrying(urn));
    await define(urn, { displayName: 'Named' });
    expect(await shown(holder)).to.have.length(1);
    await define(urn, { version: '20240101000000' });
    expect(await shown(holder)).to.deep.equal([]);
    expect((await readEntity(urn)).aspects.propertyDefinition?.systemMetadata).not.to.have.property('identity');
  });

  it('values of a definition that an older Cairn has written stay valid', async () => {
    const [holder, urn] = [await dataset(), property()];
    await define(urn);
    await write(holder, 'structuredProperties', carrying(urn));
    const { records } = await driver.executeQuery(
      `MATCH (:Entity {urn: $urn})-[:LATEST]->(d:Aspect {name: 'propertyDefinition'})
       MATCH (:Entity {urn: $holder})-[:LATEST]->(v:Aspect {name: 'structuredProperties'})
       RETURN d.meta AS definition, v.meta AS values, coalesce(d.firstAt, d.at) AS firstAt`,
      { urn, holder },
    );
    const [row] = records;
    const { identity, ...definition } = JSON.parse(row?.get('definition') as string) as { identity: string };
    expect(identity).to.be.a('string');
    await driver.executeQuery(
      `MATCH (:Entity {urn: $urn})-[:LATEST]->(d:Aspect {name: 'propertyDefinition'})
       MATCH (:Entity {urn: $holder})-[:LATEST]->(v:Aspect {name: 'structuredProperties'})
       SET d.meta = $definition, v.meta = $values`,
      {
        urn,
        holder,
        definition: JSON.stringify(definition),
        values: JSON.stringify({ ...JSON.parse(row?.get('values') as string), definitions: { [urn]: `${row?.get('firstAt')}.` } }),
      },
    );
    await define(urn, { displayName: 'Named' });
    expect(await shown(holder)).to.have.length(1);
    await write(holder, 'structuredProperties', carrying(urn, 'b'));
    expect(await shown(holder)).to.have.length(1);
    await batch(deletion(urn, 'structuredPropertyKey'), proposal(urn, 'propertyDefinition', definitionOf(urn)));
    expect(await shown(holder)).to.deep.equal([]);
  });
});
