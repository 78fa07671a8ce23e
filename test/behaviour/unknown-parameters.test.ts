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
    it(`is named in the warning header, with the known ones: ${address.replace(encode(urn), '…')}`, async () => {
      const answer = await api.send('GET', address);
      expect(answer.status, answer.text).to.equal(200);
      const [, unknown, known] = /^Unknown parameters have no effect: (\w+) \(known are (.*)\)$/.exec(answer.headers.get(WARNING) ?? '') ?? [];
      expect(unknown).to.equal(sent);
      expect(known?.split(', ')).to.include(meant);
    });
  }

  it('is also named on an action, whose known parameters are in its body', async () => {
    const answer = await api.send('POST', '/entities?action=exists&includeSoftDelete=false', { json: { urn } });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get(WARNING)).to.match(/includeSoftDelete/);
  });

  it('is named beside other warnings of the same answer', async () => {
    const answer = await api.send('POST', '/entities?action=search&fuzzy=true', {
      json: { input: '*', entity: 'dataset', count: 0, filter: { or: [{ and: [{ field: 'plattform', values: ['x'] }] }] } },
    });
    expect(answer.headers.get(WARNING)).to.match(/fuzzy.*; .*plattform/);
  });

  it('causes no warning if it asks for what the server does anyway', async () => {
    const answer = await api.send('GET', '/openapi/v3/entity/dataset?count=1&skipCache=true&pitKeepAlive=5m');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get(WARNING)).to.equal(null);
  });
});

describe('A name that the model does not have', () => {
  const urn = urns.dataset(own());
  const warned = async (method: string, address: string, json?: unknown): Promise<string> => {
    const answer = await api.send(method, address, json === undefined ? {} : { json });
    expect(answer.status, answer.text).to.equal(200);
    return answer.headers.get(WARNING) ?? '';
  };

  it('is named in the warning header: a relationship', async () => {
    const asked: [method: string, address: string, json?: unknown][] = [
      ['GET', `/relationships?urn=${encode(urn)}&direction=OUTGOING&types=List(OwnedBy,OwndBy)`],
      ['GET', `/openapi/relationships/v1/?urn=${encode(urn)}&direction=OUTGOING&relationshipTypes=OwndBy`],
      ['GET', `/openapi/v3/relationship/dataset/${encode(urn)}?relationshipType=OwndBy`],
      ['POST', '/openapi/v3/relationship/scroll?relationshipTypes=OwndBy', {}],
    ];
    for (const [method, address, json] of asked)
      expect(await warned(method, address, json), address).to.equal('Unknown relationships match nothing: OwndBy');
  });

  it('is named in the warning header: an aspect', async () => {
    expect(await warned('GET', `/entitiesV2/${encode(urn)}?aspects=List(status,ownrship)`)).to.equal('Unknown aspects hold nothing: ownrship');
  });

  it('is named in the warning header: a field of autocomplete', async () => {
    expect(await warned('POST', '/entities?action=autocomplete', { query: 'a', entity: 'dataset', field: 'nam' })).to.match(
      / hold nothing: nam \(known are /,
    );
  });

  it('is also named in the extensions of a GraphQL answer: a facet, a filter field, a relationship', async () => {
    const query = `{
      aggregateAcrossEntities(input: {types: [DATASET], query: "*", facets: ["plattform"], orFilters: [{and: [{field: "ownrs", values: ["x"]}]}]}) { facets { field } }
      entity(urn: "${urns.of('entityType', 'svc.dataset')}") { relationships(input: {types: ["OwndBy"], direction: OUTGOING}) { total } }
    }`;
    const answer = await api.send<{ extensions: { warnings: string[] } }>('POST', '/api/graphql', { json: { query } });
    const said = answer.body.extensions.warnings.join('; ');
    for (const name of ['plattform', 'ownrs', 'OwndBy']) expect(said).to.include(name);
    expect(answer.headers.get(WARNING)).to.include('plattform').and.to.include('OwndBy');
  });

  it('does not appear in the extensions if all names are known', async () => {
    const query = '{ me { corpUser { urn } } }';
    const { body } = await api.send<{ extensions: object }>('POST', '/api/graphql', { json: { query } });
    expect(body.extensions).to.deep.equal({});
  });

  it('is refused if no known client sends it: a search flag', async () => {
    const answer = await api.send('POST', '/entities?action=search', {
      json: { input: '*', entity: 'dataset', searchFlags: { skipAggregate: true } },
    });
    expect(answer.status).to.equal(400);
    expect(answer.text).to.include('/searchFlags/skipAggregate');
  });
});

describe('An asOf that an operation does not support', () => {
  const urn = urns.dataset(own());

  it('is refused if asOf is misspelt, with the correct spelling', async () => {
    for (const name of ['asof', 'as_of', 'AsOf']) {
      for (const address of [`/entitiesV2/${encode(urn)}?`, `/lineage?urn=${encode(urn)}&direction=UPSTREAM&`]) {
        const answer = await api.send<{ message: string }>('GET', `${address}${name}=1000`);
        expect(answer.status, name).to.equal(400);
        expect(answer.body.message).to.equal(`${name}: expected asOf`);
      }
    }
  });

  it('is refused by operations on the present: lists, searches, writes', async () => {
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
      expect(answer.body.message).to.match(/^asOf: .*only returns the present state/);
      expect(answer.body.details[0]?.pointer).to.equal('/asOf');
    }
  });
});
