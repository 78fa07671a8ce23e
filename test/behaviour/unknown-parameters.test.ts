/** Parameters that an operation does not know: named in the warning header, or refused where the answer would be another one. */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { ownNames, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('unknown');

const WARNING = 'x-svc-warning';

describe('A parameter that the operation does not know', () => {
  const urn = urns.dataset(own());
  before(async () => {
    await write(urn, 'status', { removed: false });
  });

  const READS = {
    [`/lineage?urn=${encode(urn)}&direction=UPSTREAM&maxHops=1`]: ['maxHops', 'hops'],
    [`/relationships?urn=${encode(urn)}&direction=OUTGOING&type=OwnedBy`]: ['type', 'types'],
    [`/openapi/v3/entity/dataset/${encode(urn)}?withSystemMetadata=true`]: ['withSystemMetadata', 'systemMetadata'],
    [`/entitiesV2/${encode(urn)}?aspect=status`]: ['aspect', 'aspects'],
    '/openapi/v3/entity/dataset?limit=1': ['limit', 'count'],
  };
  for (const [address, [sent, meant]] of Object.entries(READS)) {
    it(`is named in the warning header, with those that are known: ${address.replace(encode(urn), '…')}`, async () => {
      const answer = await api.send('GET', address);
      expect(answer.status, answer.text).to.equal(200);
      const [, unknown, known] = /^Unknown parameters have no effect: (\w+) \(known are (.*)\)$/.exec(answer.headers.get(WARNING) ?? '') ?? [];
      expect(unknown).to.equal(sent);
      expect(known?.split(', ')).to.include(meant);
    });
  }

  it('is named beside an action too, whose parameters stand in its body', async () => {
    const answer = await api.send('POST', '/entities?action=exists&includeSoftDelete=false', { json: { urn } });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get(WARNING)).to.match(/includeSoftDelete/);
  });

  it('is told beside other warnings of the same answer', async () => {
    const answer = await api.send('POST', '/entities?action=search&fuzzy=true', {
      json: { input: '*', entity: 'dataset', count: 0, filter: { or: [{ and: [{ field: 'plattform', values: ['x'] }] }] } },
    });
    expect(answer.headers.get(WARNING)).to.match(/fuzzy.*; .*plattform/);
  });

  it('says nothing where clients ask for what is done anyway', async () => {
    const answer = await api.send('GET', '/openapi/v3/entity/dataset?count=1&skipCache=true&pitKeepAlive=5m');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get(WARNING)).to.equal(null);
  });
});

describe('A time that an operation cannot go back to', () => {
  const urn = urns.dataset(own());

  it('is refused where asOf is misspelt, with the right spelling', async () => {
    for (const name of ['asof', 'as_of', 'AsOf']) {
      for (const address of [`/entitiesV2/${encode(urn)}?`, `/lineage?urn=${encode(urn)}&direction=UPSTREAM&`]) {
        const answer = await api.send<{ message: string }>('GET', `${address}${name}=1000`);
        expect(answer.status, name).to.equal(400);
        expect(answer.body.message).to.equal(`${name}: expected asOf`);
      }
    }
  });

  it('is refused where only the present is told: lists, searches, writes', async () => {
    const asked: [method: string, address: string, json?: unknown][] = [
      ['GET', '/openapi/v3/entity/dataset?asOf=1000'],
      ['GET', '/openapi/v2/entity/dataset?asOf=1000'],
      ['POST', '/openapi/v3/entity/scroll?asOf=1000', {}],
      ['POST', '/entities?action=search&asOf=1000', { input: '*' }],
      ['POST', '/entities?action=listUrns&asOf=1000', { entity: 'dataset' }],
      ['POST', `/openapi/v3/entity/dataset/${encode(urn)}/status?asOf=1000`, { value: { removed: false } }],
      ['POST', '/api/graphql?asOf=1000', { query: '{ me { corpUser { urn } } }' }],
    ];
    for (const [method, address, json] of asked) {
      const answer = await api.send<{ message: string; details: { pointer: string }[] }>(method, address, json === undefined ? {} : { json });
      expect(answer.status, address).to.equal(400);
      expect(answer.body.message).to.match(/^asOf: .*the present only/);
      expect(answer.body.details[0]?.pointer).to.equal('/asOf');
    }
  });
});
