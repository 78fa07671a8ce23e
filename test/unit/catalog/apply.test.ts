/** One proposal on one entity (docs/semantics.md 3.3, 3.4, 3.5 and 4): what each change type does to what is there, and what it leaves. */
import { expect } from 'chai';
import type { ChangeType, ProposalResult, RawProposal } from '../../../src/catalog/write/proposal.ts';
import { description, status, urns } from '../../support/make.ts';
import { makeStore, type Store } from '../support/decided.ts';
import { ACTOR, propose } from '../support/proposals.ts';

const ASPECT = 'datasetProperties';
const urn = urns.dataset('a.b');
const run = (runId: string): Partial<RawProposal> => ({ systemMetadata: { runId, lastObserved: 5 } });
const upsert = (text: string, more: Partial<RawProposal> = {}) => propose(urn, ASPECT, description(text), more);
const patch = (text: string, more: Partial<RawProposal> = {}) =>
  propose(urn, ASPECT, [{ op: 'add', path: '/description', value: text }], { changeType: 'PATCH', ...more });
const bare = (changeType: ChangeType, more: Partial<RawProposal> = {}) => propose(urn, ASPECT, undefined, { changeType, ...more });
const noneMatch = { headers: { 'If-None-Match': '*' } };

type State = 'no entity' | 'no aspect' | 'aspect';

async function storeIn(state: State): Promise<Store> {
  const store = makeStore();
  if (state === 'no aspect') await store.write(propose(urn, 'status', status(false)));
  if (state === 'aspect') await store.write(upsert('first', run('r1')));
  return store;
}

/** `changed 2` of the aspect itself; `refused 422` where it is. */
async function became(store: Store, proposal: ReturnType<typeof upsert>): Promise<string> {
  const [outcome] = await store.commit([{ proposals: [proposal], request: { supplied: new Map(), born: new Set() }, at: 0, actor: ACTOR }]);
  if (!outcome || 'refusal' in outcome) return `refused ${outcome?.refusal.rpcStatus}`;
  const own = outcome.written.find(({ aspect, added }) => aspect === proposal.aspect && !added) as ProposalResult;
  return `${own.outcome}${own.now ? ` ${own.now.seq}` : ''}`;
}

const CHANGES: readonly [title: string, proposal: () => ReturnType<typeof upsert>, outcomes: Record<State, string>][] = [
  ['UPSERT', () => upsert('new'), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'changed 2' }],
  ['UPSERT of what is there', () => upsert('first'), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'unchanged 1' }],
  ['UPDATE', () => upsert('new', { changeType: 'UPDATE' }), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'changed 2' }],
  ['CREATE', () => upsert('new', { changeType: 'CREATE' }), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'refused 422' }],
  [
    'CREATE, if there is nothing',
    () => upsert('new', { changeType: 'CREATE', ...noneMatch }),
    { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'dropped 1' },
  ],
  [
    'CREATE_ENTITY',
    () => upsert('new', { changeType: 'CREATE_ENTITY' }),
    { 'no entity': 'changed 1', 'no aspect': 'refused 422', aspect: 'refused 422' },
  ],
  [
    'CREATE_ENTITY, if there is nothing',
    () => upsert('new', { changeType: 'CREATE_ENTITY', ...noneMatch }),
    { 'no entity': 'changed 1', 'no aspect': 'dropped', aspect: 'dropped 1' },
  ],
  ['UPSERT, if there is nothing', () => upsert('new', noneMatch), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'dropped 1' }],
  [
    'UPSERT, if the entity exists',
    () => upsert('new', { headers: { 'If-Entity-Match': '*' } }),
    { 'no entity': 'refused 422', 'no aspect': 'changed 1', aspect: 'changed 2' },
  ],
  [
    'UPSERT, only with the entity',
    () => upsert('new', { onlyWith: urn }),
    { 'no entity': 'refused 404', 'no aspect': 'changed 1', aspect: 'changed 2' },
  ],
  [
    'UPSERT, only if present',
    () => upsert('new', { onlyPresent: true }),
    { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'changed 2' },
  ],
  ['PATCH', () => patch('new'), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'changed 2' }],
  ['PATCH that changes nothing', () => patch('first'), { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'unchanged 1' }],
  ['RESTATE', () => bare('RESTATE'), { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'unchanged 1' }],
  [
    'RESTATE with another value',
    () => upsert('new', { changeType: 'RESTATE' }),
    { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'changed 2' },
  ],
  ['DELETE', () => bare('DELETE'), { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'deleted' }],
  [
    'REVERT of its run',
    () => bare('REVERT', { undo: { run: 'r1', safe: false } }),
    { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'deleted' },
  ],
  [
    'REVERT of another run',
    () => bare('REVERT', { undo: { run: 'r2', safe: false } }),
    { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'unchanged 1' },
  ],
  ['PURGE', () => bare('PURGE'), { 'no entity': 'unchanged', 'no aspect': 'unchanged', aspect: 'unchanged 1' }],
  [
    'version 1 is expected',
    () => upsert('new', { headers: { 'If-Version-Match': '1' } }),
    { 'no entity': 'refused 422', 'no aspect': 'refused 422', aspect: 'changed 2' },
  ],
  [
    'no version is expected',
    () => upsert('new', { headers: { 'If-Version-Match': '-1' } }),
    { 'no entity': 'changed 1', 'no aspect': 'changed 1', aspect: 'refused 422' },
  ],
  [
    'DELETE of version 1',
    () => bare('DELETE', { headers: { 'If-Version-Match': '1' } }),
    { 'no entity': 'refused 422', 'no aspect': 'refused 422', aspect: 'deleted' },
  ],
  [
    'any version is expected',
    () => upsert('new', { headers: { 'If-Match': '*' } }),
    { 'no entity': 'refused 422', 'no aspect': 'refused 422', aspect: 'changed 2' },
  ],
];

describe('The effect of a change type on an aspect', () => {
  for (const [title, proposal, outcomes] of CHANGES) {
    for (const [state, outcome] of Object.entries(outcomes) as [State, string][]) {
      it(`${title}, ${state}: ${outcome}`, async () => {
        const store = await storeIn(state);
        const versions = (): string => JSON.stringify([...store.nodes.values()].map(({ urn: each, aspects }) => [each, [...aspects.entries()]]));
        const before = versions();
        expect(await became(store, proposal())).to.equal(outcome);
        if (outcome.startsWith('refused') || outcome.startsWith('dropped')) {
          // An entity that was only looked for leaves an empty node, which goes with the commit.
          if (state !== 'no entity') expect(versions()).to.equal(before);
          else expect(store.last().neverCreated).to.have.length(1);
        }
      });
    }
  }
});

describe('The versions of an aspect', () => {
  it('record time and actor of the first and the current one', async () => {
    const store = await storeIn('aspect');
    const first = store.latest(urn, ASPECT);
    await store.write(upsert('second'));
    const second = store.latest(urn, ASPECT);
    expect(second).to.include({ seq: 2, firstAt: first?.at, firstBy: ACTOR, by: ACTOR });
    expect(second?.at).to.be.greaterThan(first?.at ?? 0);
  });

  it('never go back in time, even if the clock does', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    const node = store.nodes.get(urn);
    const [row] = node?.aspects.get(ASPECT) ?? [];
    node?.aspects.set(ASPECT, [{ ...(row as NonNullable<typeof row>), at: 9e12 }]);
    await store.write(upsert('second'));
    expect(store.latest(urn, ASPECT)?.at).to.equal(9e12);
  });

  it('record their run, and the run before', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')));
    expect(store.latest(urn, ASPECT)?.runId).to.equal('r2');
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.deep.equal({ runId: 'r2', lastRunId: 'r1', lastObserved: 5 });
    expect(store.last().runs.map(({ id }) => id)).to.deep.equal(['r2']);
  });

  it('without a run belong to the unnamed run', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    expect(store.latest(urn, ASPECT)?.runId).to.equal(null);
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.include({ runId: 'no-run-id-provided', lastRunId: 'no-run-id-provided' });
    expect(store.last().runs).to.deep.equal([]);
  });
});

describe('A write that changes nothing (docs/semantics.md 3.5)', () => {
  it('updates the system metadata, and keeps the run that wrote the content', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('first', { systemMetadata: { runId: 'r2', lastObserved: 9 } }));
    expect(store.last()).to.deep.include({ versions: [], firstVersions: [], edgesBegin: [], edgesEnd: [] });
    expect(store.last().metadataUpdates).to.have.length(1);
    expect(store.latest(urn, ASPECT)?.runId).to.equal('r1');
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.deep.include({ runId: 'r2', lastRunId: 'r1', lastObserved: 9 });
  });

  it('includes a value with fields in another order', async () => {
    const store = await storeIn('aspect');
    const { description: text, customProperties } = description('first');
    expect(await became(store, propose(urn, ASPECT, { customProperties, description: text }))).to.equal('unchanged 1');
  });

  it('after another one in the same commit updates the metadata of that one', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')), upsert('second', run('r3')));
    expect(store.last().metadataUpdates).to.deep.equal([]);
    expect(store.latest(urn, ASPECT)).to.include({ seq: 2, runId: 'r2' });
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.include({ runId: 'r3', lastRunId: 'r2' });
  });
});
