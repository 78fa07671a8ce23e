/**
 * An entity that a request makes is new to the whole request; what the request deletes again it does not bring (docs/semantics.md 3.3, 3.4).
 */
import { expect } from 'chai';
import { api, type Proposal } from '../support/client.ts';
import { deletion, description, ownership, ownNames, proposal, status, tags, urns } from '../support/make.ts';
import { openapi } from '../support/openapi.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('newborn');
const dataset = () => urns.dataset(`a.b.${own()}`);
const v3 = openapi('v3');
const creation = (urn: string, aspect: string, value: unknown, more: Proposal = {}) =>
  proposal(urn, aspect, value, { changeType: 'CREATE_ENTITY', ...more });
const creations = (urn: string, more: Proposal = {}) => [
  creation(urn, 'datasetProperties', description('new'), more),
  creation(urn, 'ownership', ownership(urns.user('ann')), more),
  creation(urn, 'status', status(false), more),
];
const OWN_PATH = { path: [{ id: 'mine' }] };

async function batch(...proposals: object[]): Promise<void> {
  const answer = await api.ingestProposalBatch(proposals);
  expect(answer.status, answer.text).to.equal(200);
}

describe('CREATE_ENTITY of several aspects of one new entity', () => {
  it('are all written in one batch', async () => {
    const urn = dataset();
    await batch(...creations(urn));
    expect(await values(urn)).to.deep.include({ datasetProperties: description('new'), status: status(false) });
    const again = await api.ingestProposalBatch(creations(urn));
    expect(again.status, again.text).to.equal(422);
  });

  it('with If-None-Match: *, all are written for a new entity and none for an existing one', async () => {
    const urn = dataset();
    const headers = { headers: { 'If-None-Match': '*' } };
    await batch(...creations(urn, headers));
    expect(await values(urn)).to.include.keys('datasetProperties', 'ownership', 'status');
    await batch(
      ...[description('x')].map((value) => creation(urn, 'datasetProperties', value, headers)),
      creation(urn, 'globalTags', tags(), headers),
    );
    expect(await values(urn)).to.deep.include({ datasetProperties: description('new') });
    expect(await values(urn)).not.to.have.property('globalTags');
  });

  it('are all written with perItem too, also in several transactions', async () => {
    const made = Array.from({ length: 300 }, dataset);
    const { body } = await api.ingestEach([...made.map((urn) => creations(urn)[0]), ...made.map((urn) => creations(urn)[2])]);
    expect(body.value).to.include({ written: 600, refused: 0 });
    const { body: again } = await api.ingestEach(creations(made[0] as string));
    expect(again.value).to.include({ written: 0, refused: 3 });
  });

  it('an entity that the request deletes and creates again is new', async () => {
    const urn = dataset();
    await write(urn, 'globalTags', tags());
    await batch(deletion(urn, 'datasetKey'), ...creations(urn));
    expect(await values(urn))
      .to.include.keys('datasetProperties', 'ownership', 'status')
      .and.not.have.property('globalTags');
  });

  it('a deletion sees what the request has written before it: If-Version-Match -1 refuses it, and the aspects stay', async () => {
    const urn = dataset();
    const proposals = [creations(urn)[2], deletion(urn, 'datasetKey', { headers: { 'If-Version-Match': '-1' } })];
    const together = await api.ingestProposalBatch(proposals);
    expect(together.status, together.text).to.equal(422);
    const { body } = await api.ingestEach(proposals);
    expect(body.value).to.include({ written: 1, refused: 1 });
    expect(await values(urn)).to.include.keys('status');
  });

  it('v3: createIfEntityNotExists, its aspects in one item or in several', async () => {
    const [one, two] = [dataset(), dataset()];
    const items = [
      { urn: one, status: { value: status(false) }, datasetProperties: { value: description('new') } },
      { urn: two, status: { value: status(false) } },
      { urn: two, datasetProperties: { value: description('new') } },
    ];
    const answer = await v3.batch('dataset', items, { async: false, createIfEntityNotExists: true });
    expect(answer.status, answer.text).to.equal(200);
    for (const urn of [one, two]) expect(await values(urn)).to.include.keys('status', 'datasetProperties');
    const again = await v3.batch('dataset', items, { async: false, createIfEntityNotExists: true });
    expect(again.status, again.text).to.equal(400);
  });

  it('v3: createIfNotExists with the key aspect among them, in any place', async () => {
    const urn = urns.tag(own());
    const item = { urn, tagProperties: { value: { name: 'new' } }, tagKey: { value: { name: urn.split(':').at(-1) } } };
    const answer = await v3.batch('tag', [item], { async: false, createIfNotExists: true });
    expect(answer.status, answer.text).to.equal(200);
    const again = await v3.batch('tag', [item], { async: false, createIfNotExists: true });
    expect(again.status, again.text).to.equal(400);
  });
});

describe('Defaults of an entity that a request deletes and creates again', () => {
  it('aspects written before the deletion do not replace them', async () => {
    const [urn, twin] = [dataset(), dataset()];
    await batch(proposal(urn, 'browsePathsV2', OWN_PATH), deletion(urn, 'datasetKey'), proposal(urn, 'status', status(false)));
    await write(twin, 'status', status(false));
    expect((await values(urn)).browsePathsV2).to.deep.equal((await values(twin)).browsePathsV2);
  });

  it('aspects written after the deletion replace them', async () => {
    const urn = dataset();
    await batch(
      proposal(urn, 'status', status(false)),
      deletion(urn, 'datasetKey'),
      proposal(urn, 'status', status(false)),
      proposal(urn, 'browsePathsV2', OWN_PATH),
    );
    expect((await values(urn)).browsePathsV2).to.deep.equal(OWN_PATH);
  });

  it('a container that was deleted with the entity does not appear in its path', async () => {
    const [urn, container] = [dataset(), urns.container(own())];
    await batch(proposal(urn, 'container', { container }), deletion(urn, 'datasetKey'), proposal(urn, 'status', status(false)));
    expect((await values(urn)).browsePathsV2).to.deep.equal({ path: [{ id: 'a' }, { id: 'b' }] });
  });
});
