import { expect } from 'chai';
import { api, type Proposal } from '../support/client.ts';
import { deletion, description, ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('conditions');
const dataset = () => urns.dataset(own());
const conditional = (urn: string, text: string, headers: Record<string, string>): Proposal =>
  proposal(urn, 'datasetProperties', description(text), { headers });
const current = async (urn: string): Promise<unknown> => (await values(urn)).datasetProperties?.description;
const DAY_MS = 86_400_000;

async function modifiedAt(urn: string): Promise<number> {
  return (await readEntity(urn)).aspects.datasetProperties?.created.time ?? 0;
}

describe('Conditional writes (docs/semantics.md 4.4)', () => {
  it('If-Version-Match: the current version must be n', async () => {
    const urn = dataset();
    for (const [index, text] of ['a', 'b', 'c'].entries()) {
      const answer = await api.ingestProposal(conditional(urn, text, { 'If-Version-Match': index === 0 ? '-1' : String(index) }));
      expect(answer.status, answer.text).to.equal(200);
    }
    expect(await current(urn)).to.equal('c');
  });

  it('another version is refused with 422 and both numbers, and nothing changes', async () => {
    const urn = dataset();
    for (const text of ['a', 'b']) await write(urn, 'datasetProperties', description(text));
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Version-Match': '1' })), 422, 'Expected version 1, actual version 2');
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Version-Match': '3' })), 422, 'Expected version 3, actual version 2');
    expectRefusal(
      await api.ingestProposal(conditional(urn, 'x', { 'If-Version-Match': '-10000' })),
      422,
      'Expected version -10000, actual version 2',
    );
    expect(await current(urn)).to.equal('b');
    expect(await version(urn, 'datasetProperties', 2)).to.equal(undefined);
  });

  it('If-Version-Match -1: the aspect must not exist yet', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Version-Match': '-1' })), 422, 'Expected version -1, actual version 1');
  });

  it('an absent aspect matches no version', async () => {
    const urn = dataset();
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Version-Match': '1' })), 422, 'Expected version 1');
    expect(await values(urn)).not.to.have.property('datasetProperties');
    expect(await version(urn, 'datasetKey', 0), 'a refused write leaves no key behind').to.equal(undefined);
  });

  it('a condition is checked even if the value stays the same', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    expectRefusal(await api.ingestProposal(conditional(urn, 'a', { 'If-Version-Match': '7' })), 422, 'Expected version 7');
  });

  it('If-Unmodified-Since: writes only what has not changed since then', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    const at = await modifiedAt(urn);
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Unmodified-Since': new Date(at - DAY_MS).toISOString() })), 422, 'modified');
    expect((await api.ingestProposal(conditional(urn, 'b', { 'If-Unmodified-Since': new Date(at).toISOString() }))).status).to.equal(200);
    expect(await current(urn)).to.equal('b');
  });

  it('If-Modified-Since: writes only what has changed since then', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    const at = await modifiedAt(urn);
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'If-Modified-Since': new Date(at).toISOString() })), 422, 'modified');
    expect((await api.ingestProposal(conditional(urn, 'b', { 'If-Modified-Since': new Date(at - 1).toISOString() }))).status).to.equal(200);
    expect(await current(urn)).to.equal('b');
  });

  it('the case of header names does not matter', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    expectRefusal(await api.ingestProposal(conditional(urn, 'x', { 'if-version-match': '5' })), 422, 'Expected version 5');
  });

  it('a DELETE can have conditions too', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    const { aspect: _, ...withoutValue } = conditional(urn, 'a', { 'If-Version-Match': '2' });
    expectRefusal(await api.ingestProposal({ ...withoutValue, changeType: 'DELETE' }), 422, 'Expected version 2, actual version 1');
    expect(await current(urn)).to.equal('a');
  });

  it('points have no conditions: each API refuses them with 400', async () => {
    const urn = urns.dataset(own());
    const point = { timestampMillis: 1, rowCount: 1 };
    await write(urn, 'datasetProfile', point);
    const headers = { 'If-Version-Match': '1' };
    const path = `entity/dataset/${encodeURIComponent(urn)}/datasetProfile`;
    const answers = [
      await api.ingestProposal({ ...deletion(urn, 'datasetProfile'), headers }),
      await api.ingestProposal(deletion(urn, 'datasetProfile'), headers),
      await api.ingestProposal({ ...proposal(urn, 'datasetProfile', point), headers }),
      await api.send('DELETE', `/openapi/v2/${path}`, { headers }),
      await api.send('DELETE', `/openapi/v3/${path}`, { headers }),
      await api.send('POST', `/openapi/v3/${path}`, { headers, json: { value: point } }),
    ];
    for (const { status, text } of answers)
      expect([status, text]).to.satisfy(() => status === 400 && text.includes('/headers/If-Version-Match'), text);
    for (const free of ['If-Entity-Match', 'If-None-Match'])
      await api.ingestProposal({ ...proposal(urn, 'datasetProfile', point), headers: { [free]: '*' } });
  });

  it('nothing of a batch is written when a condition fails', async () => {
    const [first, second] = [dataset(), dataset()];
    const answer = await api.ingestProposalBatch([
      proposal(first, 'datasetProperties', description('a')),
      conditional(second, 'b', { 'If-Version-Match': '4' }),
    ]);
    expectRefusal(answer, 422, 'Expected version 4');
    expect(await current(first)).to.equal(undefined);
  });

  it('one of many writers that expect the same version wins', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => api.ingestProposal(conditional(urn, `w${index}`, { 'If-Version-Match': '1' }))),
    );
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(won).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 422, 'Expected version 1, actual version 2');
    expect(await current(urn)).to.equal(`w${won[0]}`);
  });

  for (const [header, value] of [
    ['If-Version-Match', 'two'],
    ['If-Version-Match', '1.5'],
    ['If-Version-Match', '1.5'],
    ['If-Version-Match', ''],
    ['If-Modified-Since', 'yesterday'],
    ['If-Unmodified-Since', ''],
  ] as const) {
    it(`${header}: ${value || '(empty)'} is refused, and the error names it`, async () => {
      expectRefusal(await api.ingestProposal(conditional(dataset(), 'x', { [header]: value })), 400, header);
    });
  }
});
