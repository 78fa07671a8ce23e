import { expect } from 'chai';
import { api } from '../support/client.ts';
import { act, exists, hardDelete } from '../support/legacy.ts';
import { deletion, description, ownership, ownNames, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, erase, readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('deletion');
const dataset = () => urns.dataset(own());
const profile = (timestampMillis: number, rowCount = 1) => ({ timestampMillis, rowCount });
const points = async (urn: string): Promise<number[]> => {
  const { body } = await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' });
  return body.value.values.map(({ aspect }) => (JSON.parse(aspect.value) as { timestampMillis: number }).timestampMillis);
};

/** Columns of `of` made from columns of `from`. */
const fineGrained = (of: string, from: string) => ({
  ...upstreams(from),
  fineGrainedLineages: [
    { upstreamType: 'FIELD_SET', upstreams: [urns.column(from, 'a')], downstreamType: 'FIELD', downstreams: [urns.column(of, 'b')] },
  ],
});

describe('Hard delete (docs/semantics.md 12.2)', () => {
  it('entities?action=delete removes all aspects and versions and all points, and counts them', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    const before = Object.keys(await values(urn)).length;
    for (const text of ['A', 'B', 'C']) await write(urn, 'datasetProperties', description(text));
    for (const time of [1000, 2000]) await write(urn, 'datasetProfile', profile(time));
    expect(await hardDelete(urn)).to.deep.equal({ urn, rows: before + 3, timeseriesRows: 2 });
    expect(await exists(urn)).to.equal(false);
    expect(Object.keys((await readEntity(urn)).aspects)).to.deep.equal(['datasetKey']);
    expect(await version(urn, 'datasetProperties', 0)).to.equal(undefined);
    expect(await version(urn, 'datasetProperties', 1)).to.equal(undefined);
    expect(await points(urn)).to.deep.equal([]);
  });

  it('a DELETE proposal of the key aspect does the same', async () => {
    const urn = dataset();
    await write(urn, 'ownership', ownership(urns.user('ann')));
    await write(urn, 'datasetProfile', profile(1));
    await erase(urn, 'datasetKey');
    expect(await exists(urn)).to.equal(false);
    expect(await points(urn)).to.deep.equal([]);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([]);
  });

  it('every edge from and to the node disappears, and so does column lineage that the entity stores or is part of', async () => {
    const [up, mid, down] = [dataset(), dataset(), dataset()];
    await write(mid, 'upstreamLineage', fineGrained(mid, up));
    await write(down, 'upstreamLineage', fineGrained(down, mid));
    expect(await edges(urns.column(mid, 'b'), 'OUTGOING', 'DownstreamOf')).to.have.length(1);
    await hardDelete(mid);
    expect(await edges(mid, 'OUTGOING')).to.deep.equal([]);
    expect(await edges(mid, 'INCOMING', 'DownstreamOf')).to.deep.equal([]);
    expect(await edges(up, 'INCOMING', 'DownstreamOf')).to.deep.equal([]);
    expect(await edges(urns.column(mid, 'b'), 'OUTGOING', 'DownstreamOf')).to.deep.equal([]);
    expect(await edges(urns.column(down, 'b'), 'OUTGOING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${urns.column(mid, 'a')}`]);
  });

  it('deleting an absent entity succeeds with zero rows', async () => {
    const urn = dataset();
    expect(await hardDelete(urn)).to.deep.equal({ urn, rows: 0, timeseriesRows: 0 });
    await write(urn, 'status', status(false));
    await hardDelete(urn);
    expect(await hardDelete(urn)).to.deep.equal({ urn, rows: 0, timeseriesRows: 0 });
  });

  it('afterwards the URN can be written again, and versions start at 1', async () => {
    const urn = dataset();
    for (const text of ['A', 'B']) await write(urn, 'datasetProperties', description(text));
    await write(urn, 'status', status(true));
    await hardDelete(urn);
    await write(urn, 'datasetProperties', description('C'));
    const { aspects } = await readEntity(urn);
    expect(aspects.datasetProperties?.systemMetadata?.version).to.equal('1');
    expect(aspects).not.to.have.property('status');
    expect(await exists(urn, false)).to.equal(true);
    expect(await version(urn, 'datasetProperties', 1)).to.equal(undefined);
  });

  it('aspects of other entities keep the URN of data, and writing such an aspect, or the data, again recreates the edge', async () => {
    const [urn, up, other] = [dataset(), dataset(), dataset()];
    await write(up, 'datasetProperties', { name: 'x' });
    await write(urn, 'upstreamLineage', upstreams(up));
    await hardDelete(up);
    expect((await values(urn)).upstreamLineage).to.deep.equal(upstreams(up));
    expect(await edges(urn, 'OUTGOING', 'DownstreamOf')).to.deep.equal([]);
    await write(urn, 'upstreamLineage', upstreams(up));
    expect(await edges(up, 'INCOMING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${urn}`]);
    await hardDelete(up);
    await write(up, 'datasetProperties', { name: 'x again' });
    expect(await edges(up, 'INCOMING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${urn}`]);
    await hardDelete(up);
    await write(urn, 'upstreamLineage', upstreams(up, other));
    expect(await edges(urn, 'OUTGOING', 'DownstreamOf')).to.have.members([`DownstreamOf ${up}`, `DownstreamOf ${other}`]);
    await write(urn, 'upstreamLineage', upstreams(other));
    expect(await edges(urn, 'OUTGOING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${other}`]);
  });

  it('writing an aspect again also recreates column lineage that disappeared with one of its columns', async () => {
    const [up, down] = [dataset(), dataset()];
    const [from, to] = [urns.column(up, 'a'), urns.column(down, 'b')];
    for (const column of [from, to]) await write(column, 'schemafieldInfo', {});
    await write(down, 'upstreamLineage', fineGrained(down, up));
    for (const column of [from, to]) {
      await hardDelete(column);
      expect(await edges(from, 'INCOMING', 'DownstreamOf')).not.to.include(`DownstreamOf ${to}`);
      await write(down, 'upstreamLineage', fineGrained(down, up));
      expect(await edges(from, 'INCOMING', 'DownstreamOf')).to.include(`DownstreamOf ${to}`);
    }
  });

  it('deletes one aspect with all its versions if the request names it', async () => {
    const urn = dataset();
    for (const text of ['A', 'B']) await write(urn, 'datasetProperties', description(text));
    expect(await hardDelete(urn, { aspectName: 'datasetProperties' })).to.include({ rows: 2, timeseriesRows: 0 });
    expect(await exists(urn)).to.equal(true);
    expect(await version(urn, 'datasetProperties', 0)).to.equal(undefined);
  });

  it('deletes a window of a timeseries, both ends included', async () => {
    const urn = dataset();
    for (const time of [1000, 2000, 3000, 4000]) await write(urn, 'datasetProfile', profile(time));
    expect(await hardDelete(urn, { aspectName: 'datasetProfile', startTimeMillis: 2000, endTimeMillis: 3000 })).to.deep.equal({
      urn,
      rows: 0,
      timeseriesRows: 2,
    });
    expect(await points(urn)).to.deep.equal([4000, 1000]);
    expect(await hardDelete(urn, { aspectName: 'datasetProfile', startTimeMillis: 4000 })).to.include({ timeseriesRows: 1 });
    expect(await hardDelete(urn, { aspectName: 'datasetProfile' })).to.include({ timeseriesRows: 1 });
    expect(await exists(urn)).to.equal(true);
  });

  it('refuses an invalid URN, an unknown aspect, and a window without a timeseries', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    expectRefusal(await act('entities', 'delete', {}), 400, 'urn');
    expectRefusal(await act('entities', 'delete', { urn: 'dataset' }), 400, 'dataset');
    expectRefusal(await act('entities', 'delete', { urn, aspectName: 'teapot' }), 422, 'teapot');
    expectRefusal(await act('entities', 'delete', { urn, startTimeMillis: 1 }), 400, 'aspectName');
    expectRefusal(await act('entities', 'delete', { urn, aspectName: 'status', endTimeMillis: 1 }), 400, 'aspectName');
    expectRefusal(await act('entities', 'delete', { urn, aspectName: 'datasetProfile', startTimeMillis: 'now' }), 400, 'startTimeMillis');
    expectRefusal(await api.ingestProposal(deletion(urn, 'teapot')), 422, 'teapot');
    expect(await exists(urn)).to.equal(true);
  });
});

describe('Removing the edges of a node (docs/semantics.md 8.1)', () => {
  it('DELETE /relationships removes all edges of a node; writing an aspect again restores its edges', async () => {
    const [urn, tag] = [dataset(), urns.tag(own())];
    await write(urn, 'globalTags', tags(tag));
    await write(urn, 'ownership', ownership(urns.user('ann')));
    const answer = await api.send('DELETE', `/relationships?urn=${encodeURIComponent(urn)}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([]);
    expect(await edges(tag, 'INCOMING')).to.deep.equal([]);
    await write(urn, 'globalTags', tags(tag));
    expect(await edges(tag, 'INCOMING')).to.deep.equal([`TaggedWith ${urn}`]);
    expectRefusal(await api.send('DELETE', '/relationships'), 400, 'urn');
    expectRefusal(await api.send('DELETE', '/relationships?urn=x'), 400, 'x');
  });
});
