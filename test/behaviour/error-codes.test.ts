import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { ask } from '../support/graphql.ts';
import { ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('error-codes');
const dataset = () => urns.dataset(own());
const INGEST = '/aspects?action=ingestProposal';

describe('The code of a refusal (docs/errors.md)', () => {
  const sofa = 'urn:svc:sofa:x';
  const bad = () => proposal(dataset(), 'datasetProperties', { description: 7 });
  const v3 = (urn: string) => api.send<{ code: string }>('GET', `/openapi/v3/entity/dataset/${encode(urn)}`);

  it('is in the body of the legacy API', async () => {
    expect(expectRefusal(await api.ingestProposal(bad()), 422, 'description').code).to.equal('bad-aspect-value');
    expect(expectRefusal(await api.ingestProposal({ ...bad(), entityType: 'sofa' }), 422, 'sofa').code).to.equal('unknown-entity-type');
    const condition = { ...proposal(dataset(), 'status', status(false)), headers: { 'If-Version-Match': '7' } };
    expect(expectRefusal(await api.ingestProposal(condition), 422, 'version').code).to.equal('condition-failed');
    expect(expectRefusal(await api.send('POST', INGEST, { text: '{' }), 400, 'JSON').code).to.equal('not-json');
    expect(expectRefusal(await api.raw('/relationships?direction=OUTGOING'), 400, 'urn').code).to.equal('missing-parameter');
  });

  it('is beside each refused item of a batch', async () => {
    const { body } = await api.ingestEach([bad(), proposal(dataset(), 'nope', {}), proposal(dataset(), 'status', status(false))]);
    expect(body.value.items.map(({ code }) => code)).to.deep.equal(['bad-aspect-value', 'unknown-aspect', undefined]);
  });

  it('is in the body of OpenAPI answers, and of all others', async () => {
    const urn = dataset();
    expect((await v3(sofa)).body.code).to.equal('bad-urn');
    expect((await v3(urns.chart(own()))).body.code).to.equal('wrong-entity-type');
    expect((await v3(urn)).body.code).to.equal('no-such-entity');
    const unknown = await api.send<{ code: string }>('GET', `/openapi/v2/entity/dataset/${encode(urn)}/nope`);
    expect([unknown.status, unknown.body.code]).to.deep.equal([400, 'unknown-aspect']);
    const other = await api.send<{ code: string }>('PUT', '/nowhere');
    expect([other.status, other.body.code]).to.deep.equal([404, 'no-endpoint']);
  });

  it('is in extensions.reason of GraphQL, beside the status that its clients know', async () => {
    const reason = async (query: string) => (await ask(query)).errors?.map(({ extensions }) => [extensions.code, extensions.reason]);
    expect(await reason('{ nothing }')).to.deep.equal([[400, 'bad-graphql']]);
    expect(await reason(`{ dataset(urn: "${sofa}") { urn } }`)).to.deep.equal([[400, 'bad-urn']]);
    expect(await reason(`{ dataset(urn: "${urns.user('x')}") { urn } }`)).to.deep.equal([[400, 'wrong-entity-type']]);
  });
});
