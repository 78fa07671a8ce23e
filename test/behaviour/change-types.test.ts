import { expect } from 'chai';
import { api } from '../support/client.ts';
import { deletion, description, ownership, ownNames, proposal, schemaMetadata, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, erase, readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('change');
const dataset = () => urns.dataset(own());

describe('Change types (docs/semantics.md 3.3)', () => {
  it('UPSERT creates an absent aspect', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    expect((await values(urn)).status).to.deep.equal({ removed: false });
  });

  it('UPSERT replaces the whole aspect: fields and lists are not merged', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', { name: 'a', description: 'b', customProperties: { x: '1', y: '2' } });
    await write(urn, 'datasetProperties', { description: 'c', customProperties: { z: '3' } });
    await write(urn, 'globalTags', tags(urns.tag(own()), urns.tag(own())));
    const last = urns.tag(own());
    await write(urn, 'globalTags', tags(last));
    const { datasetProperties, globalTags } = await values(urn);
    expect(datasetProperties).to.deep.equal({ description: 'c', customProperties: { z: '3' } });
    expect(globalTags).to.deep.equal({ tags: [{ tag: last }] });
  });

  it('UPDATE does the same as UPSERT', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true), { changeType: 'UPDATE' });
    await write(urn, 'status', status(false), { changeType: 'UPDATE' });
    expect((await values(urn)).status).to.deep.equal({ removed: false });
    expect(await version(urn, 'status', 1)).to.deep.equal({ removed: true });
  });

  it('CREATE writes an aspect that does not exist, also on an existing entity', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    await write(urn, 'datasetProperties', description('new'), { changeType: 'CREATE' });
    expect((await values(urn)).datasetProperties).to.include({ description: 'new' });
  });

  it('CREATE of an aspect that exists is refused and changes nothing', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    const refused = await api.ingestProposal(proposal(urn, 'status', status(true), { changeType: 'CREATE' }));
    expectRefusal(refused, 422, 'Cannot perform CREATE since the aspect already exists.');
    expect((await values(urn)).status).to.deep.equal({ removed: false });
  });

  it('CREATE with If-None-Match: * is skipped silently instead', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    await write(urn, 'status', status(true), { changeType: 'CREATE', headers: { 'If-None-Match': '*' } });
    expect((await readEntity(urn)).aspects.status).to.deep.include({ value: { removed: false } });
    expect(await version(urn, 'status', 1)).to.equal(undefined);
  });

  it('CREATE_ENTITY writes only if the key aspect does not exist', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false), { changeType: 'CREATE_ENTITY' });
    const refused = await api.ingestProposal(proposal(urn, 'datasetProperties', description('no'), { changeType: 'CREATE_ENTITY' }));
    expectRefusal(refused, 422, 'Cannot perform CREATE_ENTITY if not exists since the entity key already exists.');
    await write(urn, 'datasetProperties', description('no'), { changeType: 'CREATE_ENTITY', headers: { 'If-None-Match': '*' } });
    expect(await values(urn)).not.to.have.property('datasetProperties');
  });

  it('RESTATE with the current value makes no version', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true));
    await write(urn, 'status', status(true), { changeType: 'RESTATE' });
    expect((await readEntity(urn)).aspects.status?.systemMetadata?.version).to.equal('1');
  });

  it('RESTATE with another value writes it, also if there is no value yet', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true), { changeType: 'RESTATE' });
    await write(urn, 'status', status(false), { changeType: 'RESTATE' });
    const { aspects } = await readEntity(urn);
    expect(aspects).to.include.keys('datasetKey', 'status');
    expect(aspects.status?.value).to.deep.equal(status(false));
    expect(aspects.status?.systemMetadata?.version).to.equal('2');
  });
});

describe('DELETE of an aspect (docs/semantics.md 3.3)', () => {
  it('the aspect disappears with all its versions', async () => {
    const urn = dataset();
    for (const text of ['a', 'b', 'c']) await write(urn, 'datasetProperties', description(text));
    await erase(urn, 'datasetProperties');
    expect(await values(urn)).not.to.have.property('datasetProperties');
    for (const number of [0, 1, 2, 3]) expect(await version(urn, 'datasetProperties', number)).to.equal(undefined);
  });

  it('the other aspects stay as they are', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'));
    const before = await values(urn);
    await write(urn, 'status', status(true));
    await erase(urn, 'status');
    expect(await values(urn)).to.deep.equal(before);
  });

  it('its edges disappear', async () => {
    const urn = dataset();
    const [owner, tag] = [urns.user(own()), urns.tag(own())];
    await write(urn, 'ownership', ownership(owner));
    await write(urn, 'globalTags', tags(tag));
    await erase(urn, 'ownership');
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([`TaggedWith ${tag}`]);
    expect(await edges(owner, 'INCOMING')).to.deep.equal([]);
  });

  it('the next write starts again at "1"', async () => {
    const urn = dataset();
    for (const text of ['a', 'b']) await write(urn, 'datasetProperties', description(text));
    await erase(urn, 'datasetProperties');
    await write(urn, 'datasetProperties', description('c'));
    const { systemMetadata, value } = (await readEntity(urn)).aspects.datasetProperties ?? {};
    expect(systemMetadata?.version).to.equal('1');
    expect(value).to.include({ description: 'c' });
    expect(await version(urn, 'datasetProperties', 1)).to.equal(undefined);
  });

  it('deleting an absent aspect succeeds and changes nothing', async () => {
    const [never, known] = [dataset(), dataset()];
    await write(known, 'status', status(false));
    const before = await readEntity(known);
    for (const aspect of ['status', 'datasetProperties', 'datasetKey']) await erase(never, aspect);
    await erase(known, 'datasetProperties');
    expect(Object.keys(await values(never))).to.deep.equal(['datasetKey']);
    expect((await api.aspect(never, 'datasetKey')).status).to.equal(404);
    expect(await readEntity(known)).to.deep.equal(before);
  });

  it('DELETE of status makes a soft-deleted entity active again', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true));
    await erase(urn, 'status');
    expect(await values(urn)).not.to.have.property('status');
  });
});

describe('DELETE of the key aspect (docs/semantics.md 3.3, 12.2)', () => {
  it('removes all aspects and versions', async () => {
    const urn = dataset();
    for (const text of ['a', 'b']) await write(urn, 'datasetProperties', description(text));
    await write(urn, 'schemaMetadata', schemaMetadata(['id']));
    await erase(urn, 'datasetKey');
    expect(Object.keys(await values(urn))).to.deep.equal(['datasetKey']);
    for (const aspect of ['datasetKey', 'datasetProperties', 'schemaMetadata', 'browsePathsV2'])
      expect(await version(urn, aspect, 0)).to.equal(undefined);
    expect(await version(urn, 'datasetProperties', 1)).to.equal(undefined);
  });

  it('a delete of the whole entity may omit the aspect name', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    const { aspectName: _, ...whole } = deletion(urn, '');
    expect((await api.ingestProposal(whole)).status).to.equal(200);
    expect(await version(urn, 'status', 0)).to.equal(undefined);
  });

  it('removes timeseries points', async () => {
    const urn = dataset();
    await write(urn, 'datasetProfile', { timestampMillis: 1000, rowCount: 1 });
    await erase(urn, 'datasetKey');
    expect((await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' })).body.value.values).to.deep.equal([]);
  });

  it('removes every edge from and to the node', async () => {
    const [up, middle, down, owner] = [dataset(), dataset(), dataset(), urns.user(own())];
    await write(middle, 'upstreamLineage', upstreams(up));
    await write(middle, 'ownership', ownership(owner));
    await write(down, 'upstreamLineage', upstreams(middle, up));
    await erase(middle, 'datasetKey');
    expect(await edges(middle, 'OUTGOING')).to.deep.equal([]);
    expect(await edges(middle, 'INCOMING')).to.deep.equal([]);
    expect(await edges(owner, 'INCOMING')).to.deep.equal([]);
    expect(await edges(down, 'OUTGOING')).to.deep.equal([`DownstreamOf ${up}`]);
  });

  it('URNs in other aspects stay, and writing such an aspect again recreates the edge', async () => {
    const [gone, other, down] = [dataset(), dataset(), dataset()];
    await write(gone, 'status', status(false));
    await write(down, 'upstreamLineage', upstreams(gone));
    await erase(gone, 'datasetKey');
    expect((await values(down)).upstreamLineage).to.deep.equal(upstreams(gone));
    await write(down, 'upstreamLineage', upstreams(gone, other));
    expect(await edges(down, 'OUTGOING')).to.have.members([`DownstreamOf ${gone}`, `DownstreamOf ${other}`]);
  });

  it('afterwards the URN can be written again, and versions start at 1', async () => {
    const urn = dataset();
    for (const text of ['a', 'b', 'c']) await write(urn, 'datasetProperties', description(text));
    await erase(urn, 'datasetKey');
    await write(urn, 'datasetProperties', description('d'));
    const { aspects } = await readEntity(urn);
    expect(aspects.datasetProperties?.systemMetadata?.version).to.equal('1');
    expect(aspects.datasetKey?.systemMetadata?.version).to.equal('1');
    expect(aspects).to.include.keys('browsePathsV2', 'dataPlatformInstance', 'browsePaths');
    expect(await version(urn, 'datasetProperties', 1)).to.equal(undefined);
  });
});
