/** Conditions as HTTP has them (RFC 9110, 13.1), on every API: ETag, If-Match, If-None-Match, and what a header may be about. */
import { expect } from 'chai';
import { type Answer, api, encode } from '../support/client.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('tags');
const ASPECT = 'datasetProperties';
const item = (urn: string, text: string) => proposal(urn, ASPECT, description(text));

/** The same write on each API: `headers` are of the request. */
const WRITES: Record<string, (urn: string, text: string, headers: Record<string, string>) => Promise<Answer>> = {
  ingestProposal: (urn, text, headers) => api.ingestProposal(item(urn, text), headers),
  ingestProposalBatch: (urn, text, headers) =>
    api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals: [item(urn, text)] }, headers }),
  'v3 POST of an aspect': (urn, text, headers) =>
    api.send('POST', `/openapi/v3/entity/dataset/${encode(urn)}/${ASPECT}`, { json: { value: description(text) }, headers }),
  'v2 POST of an aspect': (urn, text, headers) =>
    api.send('POST', `/openapi/v2/entity/dataset/${encode(urn)}/${ASPECT}`, { json: description(text), headers }),
  'v3 batch POST': (urn, text, headers) =>
    api.send('POST', '/openapi/v3/entity/dataset?async=false', { json: [{ urn, [ASPECT]: { value: description(text) } }], headers }),
  'v3 PATCH': (urn, text, headers) =>
    api.send('PATCH', `/openapi/v3/entity/dataset/${encode(urn)}/${ASPECT}`, {
      json: { patch: [{ op: 'add', path: '/description', value: text }] },
      headers,
    }),
  'v3 batch PATCH': (urn, text, headers) =>
    api.send('PATCH', '/openapi/v3/entity/dataset?async=false', {
      json: [{ urn, [ASPECT]: { value: { patch: [{ op: 'add', path: '/description', value: text }] } } }],
      headers,
    }),
};
const REFUSED = [412, 422];
const current = async (urn: string): Promise<unknown> => (await values(urn))[ASPECT]?.description;
const tagOf = async (address: string): Promise<string> => (await api.send('GET', address)).headers.get('etag') ?? 'none';

describe('Conditions in the headers of a request', () => {
  for (const [api, send] of Object.entries(WRITES)) {
    it(`work on ${api}: If-Version-Match, If-Match and the times`, async () => {
      const urn = urns.dataset(own());
      await write(urn, ASPECT, description('a'));
      await write(urn, ASPECT, description('b'));
      const past = new Date(0).toISOString();
      const broken: Record<string, string>[] = [
        { 'If-Version-Match': '1' },
        { 'If-Match': '"1"' },
        { 'If-Match': '"2-elsewhen"' },
        { 'If-Unmodified-Since': past },
      ];
      for (const headers of broken) {
        const answer = await send(urn, 'c', headers);
        expect(answer.status, JSON.stringify(headers)).to.be.oneOf(REFUSED);
        expect(answer.text).to.include('actual version 2');
      }
      expect(await current(urn)).to.equal('b');
      const tag = await tagOf(`/openapi/v3/entity/dataset/${encode(urn)}/${ASPECT}`);
      expect(tag).to.match(/^"2-/);
      expect((await send(urn, 'c', { 'If-Match': tag })).status).to.be.oneOf([200, 202]);
      expect((await send(urn, 'd', { 'If-Match': tag })).status, 'the tag of the version before').to.be.oneOf(REFUSED);
      expect((await send(urn, 'd', { 'If-Version-Match': '3' })).status).to.be.oneOf([200, 202]);
      expect(await current(urn)).to.equal('d');
    });
  }

  it('on one aspect are refused if the request writes several; those on all apply to each', async () => {
    const urn = urns.dataset(own());
    const json = [{ urn, [ASPECT]: { value: description('a') }, status: { value: status(false) } }];
    for (const headers of [{ 'If-Version-Match': '-1' }, { 'If-Match': '"1"' }] as Record<string, string>[]) {
      const answer = await api.send('POST', '/openapi/v3/entity/dataset', { json, headers });
      expect(answer.status).to.equal(400);
      expect(answer.text).to.include(Object.keys(headers)[0]).and.to.include('several');
    }
    const absent = { 'If-None-Match': '*' };
    expect((await api.send('POST', '/openapi/v3/entity/dataset', { json, headers: absent })).status).to.equal(202);
    expect((await api.send('POST', '/openapi/v3/entity/dataset', { json, headers: absent })).status).to.equal(412);
  });

  it('that do not exist are refused in headers of an item', async () => {
    const urn = urns.dataset(own());
    for (const name of ['If-Version-Mach', 'IfMatch', 'version']) {
      const answer = await api.ingestProposal(proposal(urn, ASPECT, description('a'), { headers: { [name]: '1' } }));
      expect(answer.status, name).to.equal(400);
      expect(answer.text).to.include(name);
    }
    expect(await current(urn)).to.equal(undefined);
  });

  it('are refused if nothing has a version', async () => {
    const answer = await api.send('POST', '/operations?action=restoreIndices', {
      json: { urn: urns.dataset(own()) },
      headers: { 'If-Match': '"1"' },
    });
    expect(answer.status).to.equal(400);
  });
});

describe('ETag', () => {
  it('that the reader already has is answered with 304, until the entity changes', async () => {
    const urn = urns.dataset(own());
    await write(urn, ASPECT, description('a'));
    const addresses = [
      `/openapi/v3/entity/dataset/${encode(urn)}`,
      `/openapi/v3/entity/dataset/${encode(urn)}/${ASPECT}`,
      `/openapi/v2/entity/dataset/${encode(urn)}/${ASPECT}`,
      `/entitiesV2/${encode(urn)}`,
      `/aspects/${encode(urn)}?aspect=${ASPECT}`,
    ];
    const had = new Map<string, string>();
    for (const address of addresses) {
      const tag = await tagOf(address);
      had.set(address, tag);
      const again = await api.send('GET', address, { headers: { 'If-None-Match': tag } });
      expect([again.status, again.text, again.headers.get('etag')], address).to.deep.equal([304, '', tag]);
    }
    await write(urn, ASPECT, description('b'));
    for (const [address, tag] of had) {
      const changed = await api.send('GET', address, { headers: { 'If-None-Match': tag } });
      expect(changed.status, address).to.equal(200);
      expect(changed.headers.get('etag')).to.not.equal(tag);
      expect((await api.send('GET', address, { headers: { 'If-Match': tag } })).status, address).to.be.oneOf(REFUSED);
    }
  });

  it('of an entity protects it from deletion after any aspect has changed', async () => {
    const urn = urns.dataset(own());
    const address = `/openapi/v3/entity/dataset/${encode(urn)}`;
    await write(urn, ASPECT, description('a'));
    const before = await tagOf(address);
    await write(urn, 'status', status(false));
    const refused = await api.send('DELETE', address, { headers: { 'If-Match': before } });
    expect(refused.status, refused.text).to.equal(412);
    const now = await tagOf(address);
    expect(refused.text).to.include(now.slice(1, 10));
    expect((await api.send('DELETE', address, { headers: { 'If-Match': now } })).status).to.equal(200);
    expect((await api.send('GET', address)).status).to.equal(404);
  });
});
