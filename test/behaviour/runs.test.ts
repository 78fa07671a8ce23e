import { expect } from 'chai';
import { api, type Entity, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { act, deleteReferences, exists, hardDelete, valueOf } from '../support/legacy.ts';
import { description, ownership, ownNames, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('runs');
const dataset = () => urns.dataset(own());
const within = (runId: string) => ({ systemMetadata: { runId, lastObserved: 1 } });

interface Row {
  runId: string;
  urn: string;
  aspectName: string;
  timestamp: number;
  version: number;
  keyAspect: boolean;
  metadata: string;
  aspect?: unknown;
}
interface Rollback {
  aspectRowSummaries: Row[];
  entitiesAffected: number;
  entitiesDeleted: number;
  aspectsAffected: number;
  aspectsReverted: number;
  timeseriesRowsDeleted: number;
  unsafeEntities: { urn: string }[];
  unsafeEntitiesCount: number;
}
const describeRun = (runId: string, more: Record<string, unknown> = {}) =>
  valueOf<Row[]>('runs', 'describe', { runId, start: 0, count: 1000, ...more });
const listRuns = (more: Record<string, unknown> = {}) =>
  valueOf<{ runId: string; rows: number; timestamp: number }[]>('runs', 'list', { pageOffset: 0, pageSize: 1000, ...more });
const rollback = (runId: string, more: Record<string, unknown> = {}) => valueOf<Rollback>('runs', 'rollback', { runId, ...more });

describe('Runs (docs/semantics.md 12.4)', () => {
  it('describe returns everything written with one runId, with defaults and key', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'ownership', ownership(urns.user('ann')), within(run));
    const rows = await describeRun(run);
    expect(rows.map(({ aspectName }) => aspectName)).to.have.members(Object.keys((await readEntity(urn)).aspects));
    for (const row of rows) expect(row).to.include({ runId: run, urn, version: 0, keyAspect: row.aspectName === 'datasetKey' });
    for (const { timestamp } of rows) expect(timestamp).to.be.a('number').above(1_600_000_000_000);
    expect(rows[0]).not.to.have.property('aspect');
    const [whole] = (await describeRun(run, { includeAspect: true })).filter(({ aspectName }) => aspectName === 'ownership');
    expect(whole?.aspect).to.have.property('owners');
    expect(await describeRun(run, { start: rows.length })).to.deep.equal([]);
    expect(await describeRun(run, { count: 2 })).to.have.length(2);
  });

  it('list returns runs with rows and time, newest first, in pages', async () => {
    const [first, second, urn] = [own(), own(), dataset()];
    await write(urn, 'status', status(false), within(first));
    await write(urn, 'globalTags', tags(), within(second));
    const runs = await listRuns();
    const at = (run: string) => runs.findIndex(({ runId }) => runId === run);
    expect(at(second)).to.be.at.least(0).and.below(at(first));
    expect(runs[at(second)]?.rows).to.equal(1);
    expect(runs[at(first)]?.rows).to.equal((await describeRun(first)).length);
    expect(runs[at(first)]?.timestamp).to.be.a('number');
    expect((await listRuns({ pageOffset: at(first), pageSize: 1 }))[0]?.runId).to.equal(first);
  });

  it('rows of soft-deleted entities are shown with includeSoft', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'status', status(true), within(run));
    expect(await describeRun(run)).to.deep.equal([]);
    expect(await describeRun(run, { includeSoft: true })).not.to.deep.equal([]);
    expect((await listRuns({ includeSoft: true })).find(({ runId }) => runId === run)?.rows).to.be.above(0);
  });

  it('a run whose aspects were all overwritten, and the unnamed run, are not listed', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'status', status(false));
    await write(urn, 'datasetProperties', description('A'), within(run));
    await write(urn, 'datasetProperties', description('B'));
    const runs = (await listRuns()).map(({ runId }) => runId);
    expect(runs).not.to.include(run);
    expect(runs).not.to.include('no-run-id-provided');
  });
});

describe('Rollback (docs/semantics.md 12.4)', () => {
  it('aspects whose current content comes from the run return to the version before it', async () => {
    const [run, urn] = [own(), dataset()];
    for (const text of ['A', 'B']) await write(urn, 'datasetProperties', description(text));
    const { datasetProperties: before } = (await readEntity(urn)).aspects;
    for (const text of ['C', 'D']) await write(urn, 'datasetProperties', description(text), within(run));
    const done = await rollback(run);
    expect(done).to.include({ aspectsReverted: 1, entitiesDeleted: 0, entitiesAffected: 0, unsafeEntitiesCount: 0 });
    expect(done.aspectRowSummaries.map(({ urn: of, aspectName, runId }) => [of, aspectName, runId])).to.deep.equal([[urn, 'datasetProperties', run]]);
    expect((await readEntity(urn)).aspects.datasetProperties).to.deep.equal(before);
    expect(await version(urn, 'datasetProperties', 1)).to.deep.equal(description('A'));
    expect(await version(urn, 'datasetProperties', 2)).to.equal(undefined);
    await write(urn, 'datasetProperties', description('E'));
    expect((await readEntity(urn)).aspects.datasetProperties?.systemMetadata?.version).to.equal('3');
    expect(await version(urn, 'datasetProperties', 2)).to.deep.equal(description('B'));
  });

  it('what a clean-up has rewritten still belongs to the run: deleted references', async () => {
    const [run, urn, gone] = [own(), dataset(), urns.tag(own())];
    await write(urn, 'globalTags', tags(urns.tag('before')));
    await write(urn, 'globalTags', tags(gone, urns.tag('x')), within(run));
    await deleteReferences(gone);
    expect(await values(urn)).to.deep.include({ globalTags: tags(urns.tag('x')) });
    expect((await readEntity(urn)).aspects.globalTags?.systemMetadata?.runId).to.equal(run);
    expect((await describeRun(run)).map(({ aspectName }) => aspectName)).to.deep.equal(['globalTags']);
    expect((await rollback(run)).aspectsReverted).to.equal(1);
    expect(await values(urn)).to.deep.include({ globalTags: tags(urns.tag('before')) });
  });

  it('what a clean-up has rewritten still belongs to the run: values of a deleted property', async () => {
    const [run, urn] = [own(), dataset()];
    const [gone, kept] = [own('gone'), own('kept')].map((id) => urns.of('structuredProperty', id)) as [string, string];
    const entry = (propertyUrn: string, string: string) => ({ propertyUrn, values: [{ string }] });
    for (const property of [gone, kept])
      await write(property, 'propertyDefinition', {
        qualifiedName: property.split(':').at(-1),
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      });
    await write(urn, 'status', status(false));
    await write(urn, 'structuredProperties', { properties: [entry(kept, 'before')] });
    await write(urn, 'structuredProperties', { properties: [entry(gone, 'a'), entry(kept, 'b')] }, within(run));
    await hardDelete(gone);
    await eventually(async () => expect((await readEntity(urn)).aspects.structuredProperties?.systemMetadata?.version).to.equal('3'));
    expect((await describeRun(run)).map(({ aspectName }) => aspectName)).to.deep.equal(['structuredProperties']);
    expect((await rollback(run)).aspectsReverted).to.equal(1);
    expect((await values(urn)).structuredProperties?.properties).to.deep.equal([entry(kept, 'before')]);
  });

  it('a key aspect that the run only changed returns to its version like others, and the entity stays', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'status', status(false));
    const key = (await values(urn)).datasetKey;
    await write(urn, 'datasetKey', { ...key, note: 'added' }, within(run));
    expect(await rollback(run)).to.include({ entitiesDeleted: 0, aspectsReverted: 1, unsafeEntitiesCount: 0 });
    expect(await values(urn)).to.deep.include({ datasetKey: key, status: status(false) });
  });

  it('edges, soft deletion and the rest of the entity follow', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'ownership', ownership(urns.user('ann')));
    await write(urn, 'ownership', ownership(urns.user('ben')), within(run));
    await write(urn, 'globalTags', tags(urns.tag('x')), within(run));
    await write(urn, 'status', status(true), within(run));
    await rollback(run);
    expect(await edges(urn, 'OUTGOING', 'OwnedBy')).to.deep.equal([`OwnedBy ${urns.user('ann')}`]);
    expect(await edges(urn, 'OUTGOING', 'TaggedWith')).to.deep.equal([]);
    expect(await exists(urn, false)).to.equal(true);
    expect(await values(urn)).not.to.have.any.keys('globalTags', 'status');
  });

  it('entities and edges that the run created disappear; an aspect that references them again keeps the reference', async () => {
    const [run, made, linked, relinked, before] = [own(), dataset(), dataset(), dataset(), dataset()];
    await write(linked, 'upstreamLineage', upstreams(before));
    await write(relinked, 'upstreamLineage', upstreams(made));
    await write(made, 'status', status(false), within(run));
    for (const urn of [linked, relinked]) await write(urn, 'upstreamLineage', upstreams(before, ...(urn === linked ? [made] : [])), within(run));
    expect((await rollback(run)).entitiesDeleted).to.equal(1);
    expect(await edges(linked, 'OUTGOING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${before}`]);
    expect(await edges(relinked, 'OUTGOING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${made}`]);
    expect((await deleteReferences(made, true)).relatedAspects.map(({ entity }) => entity)).to.deep.equal([relinked]);
  });

  it('if the key aspect comes from the run, the entity is deleted', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'datasetProperties', description('A'), within(run));
    await write(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }, within(run));
    const done = await rollback(run);
    expect(done).to.include({ entitiesDeleted: 1, timeseriesRowsDeleted: 1 });
    expect(await exists(urn)).to.equal(false);
    expect(await describeRun(run)).to.deep.equal([]);
    expect((await listRuns()).map(({ runId }) => runId)).not.to.include(run);
  });

  it('a safe rollback keeps and reports an entity that others have written to; an unsafe one deletes it', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'datasetProperties', description('A'), within(run));
    await write(urn, 'globalTags', tags(urns.tag('x')));
    const done = await rollback(run, { safe: true });
    expect(done).to.include({ entitiesDeleted: 0, unsafeEntitiesCount: 1, aspectsAffected: 0 });
    expect(done.unsafeEntities).to.deep.equal([{ urn }]);
    const left = await values(urn);
    expect(left).to.include.keys('globalTags', 'datasetKey');
    expect(left).not.to.have.property('datasetProperties');
    expect(await rollback(run, { safe: false })).to.include({ entitiesDeleted: 1, aspectsAffected: 1 });
    expect(await exists(urn)).to.equal(false);
  });

  it('an entity that stays keeps the defaults of the run, but not the values that the run wrote (docs/semantics.md 3.4)', async () => {
    const [run, urn, other] = [own(), dataset(), dataset()];
    await write(urn, 'status', status(false), within(run));
    const { browsePaths, browsePathsV2, dataPlatformInstance } = await values(urn);
    await write(other, 'browsePaths', { paths: ['/of/the/run'] }, within(run));
    for (const each of [urn, other]) await write(each, 'ownership', ownership(urns.user('ann')));
    const told = await rollback(run, { safe: true, dryRun: true });
    expect(told).to.include({ entitiesDeleted: 0, unsafeEntitiesCount: 2, aspectsReverted: 2 });
    expect(await rollback(run, { safe: true })).to.deep.equal(told);
    expect(await rollback(run, { safe: true })).to.include({ aspectsReverted: 0 });
    await write(urn, 'datasetProperties', description('A'));
    expect(await values(urn)).to.have.all.keys(
      ...['datasetKey', 'datasetProperties', 'ownership', 'browsePaths', 'browsePathsV2', 'dataPlatformInstance'],
    );
    expect(await values(urn)).to.deep.include({ browsePaths, browsePathsV2, dataPlatformInstance });
    expect((await readEntity(urn)).aspects.browsePaths?.systemMetadata).not.to.have.property('added');
    expect((await api.send<{ value: string[] }>('POST', '/entities?action=getBrowsePaths', { json: { urn } })).body.value).to.have.length(1);
    expect(await values(other)).to.have.all.keys('datasetKey', 'ownership', 'browsePathsV2', 'dataPlatformInstance');
    expect((await rollback(run, { safe: false })).entitiesDeleted).to.equal(2);
    for (const each of [urn, other]) expect(await exists(each)).to.equal(false);
  });

  it('points of the run are deleted', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'datasetProfile', { timestampMillis: 1000, rowCount: 1 });
    await write(urn, 'datasetProfile', { timestampMillis: 2000, rowCount: 2 }, within(run));
    expect((await rollback(run)).timeseriesRowsDeleted).to.equal(1);
    const { body } = await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' });
    expect(body.value.values).to.have.length(1);
  });

  it('reads as of an earlier time return the state of that time', async () => {
    const [run, urn] = [own(), dataset()];
    const written: number[] = [];
    for (const [text, more] of [
      ['A', {}],
      ['B', within(run)],
    ] as const) {
      await write(urn, 'datasetProperties', description(text), more);
      written.push((await readEntity(urn)).aspects.datasetProperties?.created.time ?? 0);
    }
    await rollback(run);
    for (const [index, text] of ['A', 'B'].entries()) {
      const { body } = await api.send<Entity>('GET', `/entitiesV2/${encode(urn)}?asOf=${written[index]}`);
      expect(body.aspects.datasetProperties?.value).to.deep.equal(description(text));
    }
    expect((await values(urn)).datasetProperties).to.deep.equal(description('A'));
  });

  it('a dry run returns the same answer and changes nothing', async () => {
    const [run, urn] = [own(), dataset()];
    await write(urn, 'datasetProperties', description('A'), within(run));
    const told = await rollback(run, { dryRun: true });
    expect(await exists(urn)).to.equal(true);
    expect(await rollback(run)).to.deep.equal(told);
    expect(await exists(urn)).to.equal(false);
  });

  it('a write that changed nothing is not undone, and does not hide what an earlier run wrote', async () => {
    const [first, second, urn] = [own(), own(), dataset()];
    await write(urn, 'datasetProperties', description('A'), within(first));
    await write(urn, 'datasetProperties', description('A'), within(second));
    expect(await rollback(second)).to.include({ aspectsReverted: 0, entitiesDeleted: 0 });
    expect((await values(urn)).datasetProperties).to.deep.equal(description('A'));
    expect((await rollback(first)).entitiesDeleted).to.equal(1);
    expect(await exists(urn)).to.equal(false);
  });

  for (const [more, count] of Object.entries({ '': 12, ' [long]': 300 }))
    it(`a run of many entities is rolled back completely${more}`, async () => {
      const run = own();
      const many = Array.from({ length: count }, dataset);
      const answer = await api.ingestProposalBatch(
        many.map((urn) => ({
          entityType: 'dataset',
          entityUrn: urn,
          changeType: 'UPSERT',
          aspectName: 'status',
          aspect: { value: '{"removed":false}', contentType: 'application/json' },
          ...within(run),
        })),
      );
      expect(answer.status, answer.text).to.equal(200);
      expect((await rollback(run)).entitiesDeleted).to.equal(count);
      expect(await valueOf('entities', 'filterExistingUrns', { urns: many })).to.deep.equal([]);
      expect(await describeRun(run, { includeSoft: true })).to.deep.equal([]);
    });

  it('an unknown run is 404, also in a dry run; a request without a run is refused', async () => {
    const unknown = own();
    for (const [action, params] of [
      ['describe', {}],
      ['rollback', {}],
      ['rollback', { dryRun: true }],
    ] as const)
      expectRefusal(await act('runs', action, { runId: unknown, ...params }), 404, unknown);
    expectRefusal(await act('runs', 'rollback', {}), 400, 'runId');
    expectRefusal(await act('runs', 'rollback', { runId: 'x', dryRun: 'no' }), 400, 'dryRun');
    expectRefusal(await act('runs', 'describe', {}), 400, 'runId');
    expectRefusal(await act('runs', 'describe', { runId: 'x', count: -1 }), 400, 'count');
    expectRefusal(await act('runs', 'list', { pageSize: 100_000 }), 400, 'pageSize');
    expectRefusal(await act('runs', 'undo', {}), 400, 'undo');
  });
});
