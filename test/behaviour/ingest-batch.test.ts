import { expect } from 'chai';
import { api, type Proposal } from '../support/client.ts';
import { deletion, description, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, readEntity, values, version } from '../support/writes.ts';

const own = ownNames('batch');
const dataset = () => urns.dataset(own());
const properties = (urn: string, text: string, more = {}) => proposal(urn, 'datasetProperties', description(text), more);

async function writeAll(proposals: unknown[]): Promise<void> {
  const answer = await api.ingestProposalBatch(proposals);
  expect(answer.status, answer.text).to.equal(200);
}

describe('POST /aspects?action=ingestProposalBatch (docs/semantics.md 3.2)', () => {
  it('writes proposals for several entities and answers {"value": "success"}', async () => {
    const list = Array.from({ length: 25 }, dataset);
    const answer = await api.ingestProposalBatch(list.map((urn) => properties(urn, `of ${urn}`)));
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.deep.equal({ value: 'success' });
    for (const urn of list) expect((await values(urn)).datasetProperties?.description).to.equal(`of ${urn}`);
  });

  it('several proposals for the same aspect are applied in order', async () => {
    const urn = dataset();
    await writeAll(['a', 'b', 'b', 'c'].map((text) => properties(urn, text)));
    expect((await readEntity(urn)).aspects.datasetProperties).to.deep.include({ value: description('c') });
    expect(await version(urn, 'datasetProperties', 1)).to.deep.equal(description('a'));
    expect(await version(urn, 'datasetProperties', 2)).to.deep.equal(description('b'));
    expect(await version(urn, 'datasetProperties', 3)).to.equal(undefined);
    await writeAll(['d', 'e'].map((text) => properties(urn, text)));
    expect(await version(urn, 'datasetProperties', 3)).to.deep.equal(description('c'));
    expect(await version(urn, 'datasetProperties', 4)).to.deep.equal(description('d'));
  });

  it('each proposal sees the effects of those before it', async () => {
    const urn = dataset();
    await writeAll([
      properties(urn, 'a', { changeType: 'CREATE' }),
      properties(urn, 'b', { headers: { 'If-Version-Match': '1' } }),
      deletion(urn, 'datasetProperties'),
      properties(urn, 'c', { changeType: 'CREATE' }),
    ]);
    expect((await readEntity(urn)).aspects.datasetProperties?.systemMetadata?.version).to.equal('1');
    expect((await values(urn)).datasetProperties?.description).to.equal('c');
  });

  it('a batch may write, delete and again write an entity', async () => {
    const [urn, first, second] = [dataset(), dataset(), dataset()];
    await writeAll([proposal(urn, 'upstreamLineage', upstreams(first)), properties(urn, 'a')]);
    await writeAll([properties(urn, 'b'), deletion(urn, 'datasetKey'), proposal(urn, 'upstreamLineage', upstreams(second))]);
    expect(await values(urn)).not.to.have.property('datasetProperties');
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([`DownstreamOf ${second}`]);
    expect(await edges(first, 'INCOMING')).to.deep.equal([]);
    await writeAll([proposal(urn, 'status', status(true)), deletion(urn, 'datasetKey')]);
    expect(await version(urn, 'datasetKey', 0)).to.equal(undefined);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([]);
  });

  it('one invalid item refuses the batch, and the message says which item', async () => {
    const [good, other] = [dataset(), dataset()];
    const bad = proposal(other, 'datasetProperties', { description: 7 });
    const refused = expectRefusal(await api.ingestProposalBatch([properties(good, 'a'), bad]), 422, '/description');
    expect(refused.message).to.match(/\b1\b/);
    for (const urn of [good, other]) expect(await version(urn, 'datasetKey', 0)).to.equal(undefined);
  });

  it('the message also names an item that cannot be parsed', async () => {
    const good = dataset();
    for (const bad of [
      null,
      'x',
      { entityUrn: good },
      { ...proposal(good, 'status', {}), aspect: { value: '{', contentType: 'application/json' } },
    ]) {
      const refused = expectRefusal(await api.ingestProposalBatch([properties(good, 'a'), bad as Proposal]), 400, 'Item 1');
      expect(refused.details?.[0]?.pointer).to.match(/^\/1\//);
    }
    expect(await version(good, 'datasetKey', 0)).to.equal(undefined);
  });

  it('the message names each refused item, with all their numbers first, and the details have the place of each', async () => {
    const good = dataset();
    const bad = (text: unknown) => proposal(dataset(), 'datasetProperties', { description: text });
    const refused = expectRefusal(await api.ingestProposalBatch([bad(7), properties(good, 'a'), bad(8), bad(9)]), 422, '/0/description');
    expect(refused.message).to.match(/^3 of 4 items are refused: 0, 2, 3\nItem 0: .*datasetProperties/);
    expect(refused.details?.map(({ pointer, got }) => [pointer, got])).to.deep.equal([
      ['/0/description', 7],
      ['/2/description', 8],
      ['/3/description', 9],
    ]);
    const unreadable = expectRefusal(await api.ingestProposalBatch([null, properties(good, 'a'), 'x']), 400, '/0/');
    expect(unreadable.message).to.match(/^2 of 3 items are refused: 0, 2\n/);
    expect(await version(good, 'datasetKey', 0)).to.equal(undefined);
  });

  it('it also names each item that does not fit what is stored, and has the numbers of all of a large batch', async () => {
    const known = Array.from({ length: 200 }, dataset);
    const fresh = dataset();
    await writeAll(known.map((urn) => properties(urn, 'a')));
    const again = known.map((urn) => properties(urn, 'b', { changeType: 'CREATE' }));
    const refused = expectRefusal(await api.ingestProposalBatch([properties(fresh, 'x'), ...again]), 422, 'already exists');
    const numbers = known.map((_, index) => index + 1);
    expect(refused.message.split('\n')[0]).to.equal(`200 of 201 items are refused: ${numbers.join(', ')}`);
    expect(await version(fresh, 'datasetKey', 0)).to.equal(undefined);
    expect((await values(known[0] as string)).datasetProperties?.description).to.equal('a');
  });

  it('a rule that depends on stored data refuses the whole batch too', async () => {
    const [known, fresh] = [dataset(), dataset()];
    await writeAll([properties(known, 'a')]);
    expectRefusal(await api.ingestProposalBatch([properties(fresh, 'x'), properties(known, 'b', { changeType: 'CREATE' })]), 422, 'already exists');
    expect(await version(fresh, 'datasetKey', 0)).to.equal(undefined);
    expect((await values(known)).datasetProperties?.description).to.equal('a');
  });

  it('the defaults of an entity are written once', async () => {
    const urn = dataset();
    await writeAll([properties(urn, 'a'), proposal(urn, 'status', status(false))]);
    for (const aspect of ['datasetKey', 'browsePathsV2', 'dataPlatformInstance'])
      expect((await readEntity(urn)).aspects[aspect]?.systemMetadata?.version).to.equal('1');
  });
});

describe('ingestProposalBatch with perItem', () => {
  it('each proposal is independent, and the answer has the outcome of each', async () => {
    const [a, b, c, there] = [dataset(), dataset(), dataset(), dataset()];
    expect((await api.ingestProposal(proposal(there, 'status', status(false)))).status).to.equal(200);
    const answer = await api.ingestEach([
      properties(a, 'x'),
      proposal(b, 'datasetProperties', { description: 7 }),
      proposal(c, 'status', status(true)),
      proposal(c, 'status', status(true)),
      deletion(a, 'datasetProperties'),
      properties(there, 'y', { changeType: 'CREATE_ENTITY' }),
      proposal(urns.of('sofa', 'x'), 'status', status(true)),
      { entityUrn: a },
    ]);
    expect(answer.status, answer.text).to.equal(200);
    const { written, refused, items } = answer.body.value;
    expect({ written, refused }).to.deep.equal({ written: 4, refused: 4 });
    expect(items.map(({ outcome }) => outcome)).to.deep.equal([
      'changed',
      'refused',
      'changed',
      'unchanged',
      'deleted',
      'refused',
      'refused',
      'refused',
    ]);
    expect(items[0]).to.deep.include({ urn: a, aspectName: 'datasetProperties' });
    expect(items[1]).to.deep.include({ urn: b, aspectName: 'datasetProperties', status: 422 });
    expect(items[1]?.details?.[0]).to.deep.include({ pointer: '/description' });
    expect(items[5]?.message).to.include('CREATE_ENTITY');
    expect(items[6]?.message).to.include('sofa');
    expect(items[7]).to.include({ status: 400 });
    expect(await values(b)).not.to.have.property('datasetProperties');
    expect((await values(c)).status).to.deep.equal(status(true));
  });

  it('an item that is not an object is refused alone', async () => {
    const [a, b] = [dataset(), dataset()];
    const answer = await api.ingestEach([null, properties(a, 'x'), 'text', [], 7, properties(b, 'y')]);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body.value.items.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'changed', 'refused', 'refused', 'refused', 'changed']);
  });

  it('if all are refused, the answer is still 200 with each reason', async () => {
    const answer = await api.ingestEach([{ entityUrn: 'x' }, proposal(dataset(), 'nope', {})]);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body.value).to.include({ written: 0, refused: 2 });
  });
});
