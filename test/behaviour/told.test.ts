/**
 * What others tell of an entity (docs/data-model.md 1.2): whether a check of it fails, and whether something is wrong with it, as search knows it.
 */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { action, SYNC, search, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { act } from '../support/legacy.ts';
import { deletion, ownNames, proposal, stamp, status, urns } from '../support/make.ts';

const own = ownNames('told');

describe('What others tell of an entity', () => {
  const word = own().replaceAll('_', '');
  const [orders, sales] = ['orders', 'sales'].map((name) => urns.dataset(`${word}.${name}`)) as [string, string];
  const [check, other] = [urns.of('assertion', own()), urns.of('assertion', own())];
  const incident = urns.of('incident', own());

  const found = async (field: string, value = 'true'): Promise<string[]> => {
    const { entities } = await search({ input: word, filter: where({ field, values: [value] }) });
    return entities.sort();
  };
  const run = (assertion: string, time: number, type: string, more = {}) =>
    proposal(assertion, 'assertionRunEvent', {
      ...{ timestampMillis: time, runId: own(), asserteeUrn: orders, assertionUrn: assertion, status: 'COMPLETE', result: { type } },
      ...more,
    });
  const about = (assertion: string, entityUrn: string) => proposal(assertion, 'assertionInfo', { type: 'CUSTOM', entityUrn });
  const wrong = (state: string, ...entities: string[]) => ({
    ...{ type: 'OPERATIONAL', title: 'Late', entities, created: stamp() },
    status: { state, lastUpdated: stamp() },
  });
  const sync = (json: object) => api.send('POST', '/aspects?action=ingestProposal', { json: { proposal: json }, headers: SYNC });

  before(() => writeAllSearchable([orders, sales].map((urn) => proposal(urn, 'datasetProperties', { name: `${word} ${urn}` }))));

  it('a check fails by its newest run, whatever order runs come in', async () => {
    expect(await found('hasFailingAssertions', 'false')).to.deep.equal([orders, sales]);
    await writeAllSearchable([about(check, orders), run(check, 20, 'FAILURE')]);
    expect(await found('hasFailingAssertions')).to.deep.equal([orders]);
    await writeAllSearchable([run(check, 30, 'SUCCESS')]);
    expect(await found('hasFailingAssertions')).to.deep.equal([]);
    await writeAllSearchable([run(check, 10, 'FAILURE')]);
    expect(await found('hasFailingAssertions')).to.deep.equal([]);
    await writeAllSearchable([run(check, 40, 'ERROR')]);
    expect(await found('hasFailingAssertions', 'false')).to.deep.equal([sales]);
  });

  it('one of several is enough, also of one that is about another table now, is soft-deleted or deleted', async () => {
    await writeAllSearchable([about(other, orders), run(other, 10, 'FAILURE')]);
    await writeSearchable(check, 'status', status(true));
    expect(await found('hasFailingAssertions')).to.deep.equal([orders]);
    await writeAllSearchable([about(other, sales)]);
    expect(await found('hasFailingAssertions')).to.deep.equal([sales]);
    await writeSearchable(check, 'status', status(false));
    expect(await found('hasFailingAssertions')).to.deep.equal([orders, sales]);
    expect((await sync(deletion(other, 'assertionKey'))).status).to.equal(200);
    expect(await found('hasFailingAssertions')).to.deep.equal([orders]);
    const mutation = 'mutation ($urn: String!) { deleteAssertion(urn: $urn) }';
    await graphql(mutation, { urn: check });
    await writeSearchable(sales, 'status', status(false));
    expect(await found('hasFailingAssertions')).to.deep.equal([]);
  });

  it('an incident is open until it is resolved, on each of its assets', async () => {
    await writeSearchable(incident, 'incidentInfo', wrong('ACTIVE', orders, sales));
    expect(await found('hasActiveIncidents')).to.deep.equal([orders, sales]);
    await writeSearchable(incident, 'incidentInfo', wrong('ACTIVE', sales));
    expect(await found('hasActiveIncidents')).to.deep.equal([sales]);
    expect((await api.send('DELETE', `/relationships?urn=${encode(incident)}`)).status).to.equal(200);
    await writeSearchable(orders, 'status', status(false));
    expect(await found('hasActiveIncidents')).to.deep.equal([]);
    await writeSearchable(incident, 'incidentInfo', wrong('ACTIVE', sales), { changeType: 'RESTATE' });
    expect(await found('hasActiveIncidents')).to.deep.equal([sales]);
    await writeSearchable(incident, 'incidentInfo', wrong('RESOLVED', sales));
    expect(await found('hasActiveIncidents')).to.deep.equal([]);
  });

  it('is told of what is made later, in every API, and as before by an index that is built again', async () => {
    const late = urns.dataset(`${word}.late`);
    const failing = urns.of('assertion', own());
    await writeAllSearchable([about(failing, late), run(failing, 10, 'FAILURE')]);
    await writeSearchable(late, 'datasetProperties', { name: `${word} late` });
    expect(await found('hasFailingAssertions')).to.deep.equal([late]);
    const input = { types: ['DATASET'], query: word, orFilters: [{ and: [{ field: 'hasFailingAssertions', values: ['true'] }] }] };
    const query = 'query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }';
    expect((await graphql(query, { input })).searchAcrossEntities.searchResults).to.deep.equal([{ entity: { urn: late } }]);
    const written = await action<{ entities: string[] }>('search', {
      input: `/q ${word} AND hasFailingAssertions:true`,
      entity: 'dataset',
      start: 0,
      count: 9,
    });
    expect(written.body.value.entities).to.deep.equal([late]);
    expect((await act('operations', 'restoreIndices', { urn: late })).status).to.equal(200);
    await writeSearchable(late, 'status', status(false));
    expect(await found('hasFailingAssertions')).to.deep.equal([late]);
  });
});
