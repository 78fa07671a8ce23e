/** The entries of a commit in the log (docs/data-model.md 2.6). */
import { expect } from 'chai';
import fc from 'fast-check';
import { CHANGE_TYPES, type LogEntry, packEntries, unpackEntries } from '../../../src/graph/log-entries.ts';
import { description, status, urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { ACTOR, propose, unitsOf } from '../support/proposals.ts';

const urn = urns.dataset('a.b');
const upsert = (text: string, more = {}) => propose(urn, 'datasetProperties', description(text), more);

describe('The log entries of a commit (docs/data-model.md 2.6)', () => {
  const kept = (store: ReturnType<typeof makeStore>) => store.last().log.map(({ aspect, type, before, version }) => [aspect, type, before, version]);

  it('have first and further versions in order, with the user who wrote them', async () => {
    const store = makeStore();
    await store.commit(unitsOf([upsert('first', { systemMetadata: { runId: 'r1' } }), upsert('second')], true));
    expect(kept(store).slice(-2)).to.deep.equal([
      ['datasetProperties', 'create', undefined, 1],
      ['datasetProperties', 'update', 1, 2],
    ]);
    expect(
      kept(store)
        .slice(0, -2)
        .map(([aspect, type]) => `${type} ${aspect}`),
    ).to.deep.equal(['create datasetKey', 'create dataPlatformInstance', 'create browsePathsV2', 'create browsePaths']);
    expect(store.last().log.at(-2)).to.include({ urn, actor: ACTOR, run: 'r1' });
    expect(store.last().log.at(-1)?.run).to.equal(undefined);
  });

  it('are absent if nothing changes, or if everything is refused', async () => {
    const store = makeStore();
    await store.write(upsert('same'));
    await store.write(upsert('same'));
    expect(kept(store)).to.deep.equal([]);
    await store.refusal(upsert('other', { headers: { 'If-Version-Match': '7' } }));
    expect(kept(store)).to.deep.equal([]);
  });

  it('have deletions of aspects and of whole entities, and restated aspects', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    await store.write(propose(urn, 'datasetProperties', undefined, { changeType: 'RESTATE' }));
    expect(kept(store)).to.deep.equal([['datasetProperties', 'restate', 1, 1]]);
    await store.write(propose(urn, 'datasetProperties', undefined, { changeType: 'DELETE' }));
    expect(kept(store)).to.deep.equal([['datasetProperties', 'delete', 1, undefined]]);
    await store.write(propose(urn, 'datasetKey', undefined, { changeType: 'DELETE' }));
    expect(kept(store)).to.deep.equal([['datasetKey', 'delete', 1, undefined]]);
  });

  it('have the version that a rollback brings back', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    await store.write(upsert('second', { systemMetadata: { runId: 'r2' } }));
    await store.write(propose(urn, 'datasetProperties', undefined, { changeType: 'REVERT', undo: { run: 'r2', safe: false } }));
    expect(kept(store)).to.deep.equal([['datasetProperties', 'revert', 2, 1]]);
  });

  it('have points with their time', async () => {
    const store = makeStore();
    await store.write(propose(urn, 'status', status(false)));
    await store.write(propose(urn, 'datasetProfile', { timestampMillis: 1234, rowCount: 1 }));
    expect(store.last().log).to.deep.equal([{ urn, aspect: 'datasetProfile', actor: ACTOR, type: 'point', time: 1234, run: undefined }]);
  });

  it('are the same after they are stored as text and read again', () => {
    const text = fc.oneof(fc.constantFrom('a', 'b'), fc.string({ unit: 'grapheme' }));
    const version = fc.option(fc.nat(), { nil: undefined });
    const entry = fc.record({
      urn: text,
      aspect: text,
      type: fc.constantFrom(...CHANGE_TYPES),
      before: version,
      now: version,
      actor: text,
      run: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(entry), (made) => {
        const entries = made.map(
          ({ now, before, run, ...rest }): LogEntry => ({
            ...rest,
            ...(before !== undefined && { before }),
            ...(now !== undefined && (rest.type === 'point' ? { time: now } : { version: now })),
            ...(run !== undefined && { run }),
          }),
        );
        expect(unpackEntries(packEntries(entries))).to.deep.equal(entries);
      }),
    );
  });
});
