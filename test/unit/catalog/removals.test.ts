/** What deletions and rollbacks take, and what they leave. */
import { expect } from 'chai';
import type { RawProposal } from '../../../src/catalog/write/proposal.ts';
import { description, ownership, urns } from '../../support/make.ts';
import { makeStore, type Store } from '../support/decided.ts';
import { ACTOR, hardDelete, propose } from '../support/proposals.ts';

const urn = urns.dataset('a.b');
const ASPECT = 'datasetProperties';
const run = (runId: string): Partial<RawProposal> => ({ systemMetadata: { runId, lastObserved: 5 } });
const upsert = (text: string, more: Partial<RawProposal> = {}) => propose(urn, ASPECT, description(text), more);
const deletion = () => propose(urn, ASPECT, undefined, { changeType: 'DELETE' });

/** A store with the aspect, as run r1 wrote it. */
async function written(): Promise<Store> {
  const store = makeStore();
  await store.write(upsert('first', run('r1')));
  return store;
}

describe('Deletions', () => {
  it('of an aspect remove its versions and count them; the next one is version 1', async () => {
    const store = await written();
    await store.write(upsert('second'));
    const [deleted] = await store.write(deletion());
    expect(deleted).to.deep.include({ outcome: 'deleted', took: { versions: 2, points: 0 } });
    expect(store.nodes.get(urn)?.type).to.equal('dataset');
    await store.write(upsert('third'));
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
  });

  it('of the entity remove everything', async () => {
    const store = await written();
    await store.write(propose(urn, 'ownership', ownership(ACTOR)));
    const [deleted] = await store.write(hardDelete(urn));
    expect(deleted).to.deep.include({ outcome: 'deleted', took: { versions: 6, points: 0 } });
    expect(store.nodes.get(urn)).to.deep.include({ type: undefined, aspects: new Map() });
    expect(store.edges.size).to.equal(0);
  });

  it('of an absent aspect change nothing', async () => {
    const store = makeStore();
    const [deleted] = await store.write(hardDelete(urn));
    expect(deleted).to.include({ outcome: 'unchanged' });
    expect(store.last().hardDeleted).to.deep.equal([]);
  });

  it('may be followed by a write in the same unit, from version 1, with defaults', async () => {
    const store = await written();
    await store.write(hardDelete(urn), upsert('reborn'));
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'a' }] });
    expect(store.nodes.get(urn)?.type).to.equal('dataset');
  });

  it('of points remove those of the window', async () => {
    const point = (timestampMillis: number) => propose(urn, 'datasetProfile', { timestampMillis, rowCount: 1 });
    const store = makeStore();
    await store.write(point(1), point(2), point(3));
    const window = propose(urn, 'datasetProfile', undefined, { changeType: 'DELETE', window: { from: 2, to: 3 } });
    expect((await store.write(window))[0]).to.deep.include({ took: { versions: 0, points: 2 } });
    expect([...store.points.values()].map(({ time }) => time)).to.deep.equal([1]);
  });
});

describe('REVERT (docs/semantics.md 12.4)', () => {
  const revert = (run: string, safe = false, aspect = ASPECT) => propose(urn, aspect, undefined, { changeType: 'REVERT', undo: { run, safe } });

  it('restores the newest version that is not of the run, with its own number', async () => {
    const store = await written();
    await store.write(upsert('second', run('r2')), upsert('third', run('r2')));
    const [reverted] = await store.write(revert('r2'));
    expect(reverted).to.include({ outcome: 'changed' });
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
    expect(store.value(urn, ASPECT)).to.deep.equal(description('first'));
  });

  it('keeps what somebody has written since', async () => {
    const store = await written();
    await store.write(upsert('second', run('r2')));
    expect((await store.write(revert('r1')))[0]).to.include({ outcome: 'unchanged' });
  });

  it('of the key deletes the entity, unless others have written aspects and the rollback is safe', async () => {
    for (const [safe, outcome] of [
      [true, 'dropped'],
      [false, 'deleted'],
    ] as const) {
      const store = await written();
      await store.write(propose(urn, 'ownership', ownership(ACTOR), run('r2')));
      expect((await store.write(revert('r1', safe, 'datasetKey')))[0]).to.include({ outcome });
    }
    const alone = await written();
    expect((await alone.write(revert('r1', true, 'datasetKey')))[0]).to.include({ outcome: 'deleted' });
  });

  it('is refused if the version before is no longer stored', async () => {
    const store = makeStore({ retention: 1 });
    for (const [text, runId] of [
      ['first', 'r1'],
      ['second', 'r2'],
      ['third', 'r2'],
      ['fourth', 'r2'],
    ] as const)
      await store.write(upsert(text, run(runId)));
    expect((await store.refusal(revert('r2'))).message).to.include('RETENTION_VERSIONS');
  });
});
