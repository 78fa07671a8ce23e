/** One proposal on one entity (semantics 3.3 to 3.5, 4): what each change type does to what is there, and what it leaves. */
import { expect } from 'chai';
import type { ChangeType, RawProposal, Written } from '../../../src/catalog/write/proposal.ts';
import { description, ownership, status, urns } from '../../support/make.ts';
import { ACTOR, hardDelete, propose, unitsOf } from '../support/proposals.ts';
import { makeStore, type Store } from '../support/store.ts';

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
  const own = outcome.written.find(({ aspect, added }) => aspect === proposal.aspect && !added) as Written;
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

describe('What a change type makes of an aspect', () => {
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
  it('tell when and by whom: the first and the present one', async () => {
    const store = await storeIn('aspect');
    const first = store.latest(urn, ASPECT);
    await store.write(upsert('second'));
    const second = store.latest(urn, ASPECT);
    expect(second).to.include({ seq: 2, firstAt: first?.at, firstBy: ACTOR, by: ACTOR });
    expect(second?.at).to.be.greaterThan(first?.at ?? 0);
  });

  it('never go back in time, where the clock does', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    const node = store.nodes.get(urn);
    const [row] = node?.aspects.get(ASPECT) ?? [];
    node?.aspects.set(ASPECT, [{ ...(row as NonNullable<typeof row>), at: 9e12 }]);
    await store.write(upsert('second'));
    expect(store.latest(urn, ASPECT)?.at).to.equal(9e12);
  });

  it('name their run, and the run before', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')));
    expect(store.latest(urn, ASPECT)?.runId).to.equal('r2');
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.deep.equal({ runId: 'r2', lastRunId: 'r1', lastObserved: 5 });
    expect(store.last().runs.map(({ id }) => id)).to.deep.equal(['r2']);
  });

  it('of no run are of the unnamed one', async () => {
    const store = makeStore();
    await store.write(upsert('first'));
    expect(store.latest(urn, ASPECT)?.runId).to.equal(null);
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.include({ runId: 'no-run-id-provided', lastRunId: 'no-run-id-provided' });
    expect(store.last().runs).to.deep.equal([]);
  });
});

describe('A write that changes nothing (semantics 3.5)', () => {
  it('moves the system metadata, and leaves the run whose content it is', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('first', { systemMetadata: { runId: 'r2', lastObserved: 9 } }));
    expect(store.last()).to.deep.include({ versions: [], firstVersions: [], edgesBegin: [], edgesEnd: [] });
    expect(store.last().metadataUpdates).to.have.length(1);
    expect(store.latest(urn, ASPECT)?.runId).to.equal('r1');
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.deep.include({ runId: 'r2', lastRunId: 'r1', lastObserved: 9 });
  });

  it('is one also with fields in another order', async () => {
    const store = await storeIn('aspect');
    const { description: text, customProperties } = description('first');
    expect(await became(store, propose(urn, ASPECT, { customProperties, description: text }))).to.equal('unchanged 1');
  });

  it('after another one of the same commit moves the metadata of that', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')), upsert('second', run('r3')));
    expect(store.last().metadataUpdates).to.deep.equal([]);
    expect(store.latest(urn, ASPECT)).to.include({ seq: 2, runId: 'r2' });
    expect(JSON.parse(store.latest(urn, ASPECT)?.meta ?? '')).to.include({ runId: 'r3', lastRunId: 'r2' });
  });
});

describe('The first write of an entity (semantics 3.4)', () => {
  const names = (written: readonly Written[]) => written.map(({ aspect, added }) => `${added ? '+' : ''}${aspect.name}`);

  it('writes its key and its defaults first', async () => {
    const store = makeStore();
    expect(names(await store.write(upsert('first')))).to.deep.equal([
      '+datasetKey',
      '+dataPlatformInstance',
      '+browsePathsV2',
      '+browsePaths',
      'datasetProperties',
    ]);
    expect(store.value(urn, 'datasetKey')).to.deep.equal({ platform: urns.platform('hive'), name: 'a.b', origin: 'PROD' });
    expect(store.value(urn, 'dataPlatformInstance')).to.deep.equal({ platform: urns.platform('hive') });
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'a' }] });
    expect(store.value(urn, 'browsePaths')).to.deep.equal({ paths: ['/prod/hive/a/b'] });
    expect(store.nodes.get(urn)).to.include({ type: 'dataset', removed: false, marked: true });
  });

  it('does not write what the request brings itself, wherever in it', async () => {
    const own = { path: [{ id: 'mine' }] };
    const store = makeStore();
    await store.commit(unitsOf([upsert('first'), propose(urn, 'browsePathsV2', own)], true));
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal(own);
    expect(store.latest(urn, 'browsePathsV2')?.seq).to.equal(1);
  });

  it('writes the default all the same when what brings it is refused', async () => {
    const store = makeStore();
    const refused = propose(urn, 'browsePathsV2', { path: [{ id: 'mine' }] }, { headers: { 'If-Version-Match': '7' } });
    const outcomes = await store.commit(unitsOf([upsert('first'), refused]));
    expect(outcomes.map((each) => ('refusal' in each ? each.refusal.rpcStatus : 'written'))).to.deep.equal(['written', 422]);
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'a' }] });
  });

  it('of the key itself writes it once', async () => {
    const store = makeStore();
    const key = { platform: urns.platform('hive'), name: 'a.b', origin: 'PROD' };
    const written = await store.write(propose(urn, 'datasetKey', key));
    expect(names(written).filter((name) => name.includes('Key'))).to.deep.equal(['datasetKey']);
    expect(store.latest(urn, 'datasetKey')?.seq).to.equal(1);
  });

  const PATHS: readonly [
    title: string,
    urn: string,
    before: readonly ReturnType<typeof upsert>[],
    own: ReturnType<typeof upsert> | undefined,
    path: unknown,
  ][] = [
    ['folders of its name', urns.dataset('x.y.z'), [], undefined, [{ id: 'x' }, { id: 'y' }]],
    ['Default for a name without folders', urns.dataset('x'), [], undefined, [{ id: 'Default' }]],
    [
      'folders by the delimiter of the platform',
      urns.dataset('x/y.z', 's3'),
      [
        propose(urns.platform('s3'), 'dataPlatformInfo', {
          name: 's3',
          type: 'OBJECT_STORE',
          datasetNameDelimiter: '/',
        }),
      ],
      undefined,
      [{ id: 'x' }],
    ],
    [
      'the platform instance that its first folder names, where there is one',
      urns.dataset('prod1.x.y'),
      [propose(urns.of('dataPlatformInstance', `(${urns.platform('hive')},prod1)`), 'status', status(false))],
      undefined,
      [
        {
          id: urns.of('dataPlatformInstance', `(${urns.platform('hive')},prod1)`),
          urn: urns.of('dataPlatformInstance', `(${urns.platform('hive')},prod1)`),
        },
        { id: 'x' },
      ],
    ],
    [
      'its containers, outermost first',
      urns.dataset('in.box'),
      [propose(urns.container('inner'), 'container', { container: urns.container('outer') })],
      propose(urns.dataset('in.box'), 'container', { container: urns.container('inner') }),
      [
        { id: urns.container('outer'), urn: urns.container('outer') },
        { id: urns.container('inner'), urn: urns.container('inner') },
      ],
    ],
    ['the flow of a job', urns.job(urns.flow('f'), 'j'), [], undefined, [{ id: urns.flow('f'), urn: urns.flow('f') }]],
  ];
  for (const [title, of, before, own, path] of PATHS) {
    it(`its browse path is ${title}`, async () => {
      const store = makeStore();
      for (const each of before) await store.write(each);
      await store.write(own ?? propose(of, 'status', status(false)));
      expect(store.value(of, 'browsePathsV2')).to.deep.equal({ path });
    });
  }

  it('containers in a circle end it', async () => {
    const [a, b] = ['a', 'b'].map(urns.container) as [string, string];
    const store = makeStore();
    await store.write(propose(a, 'container', { container: b }), propose(b, 'container', { container: a }));
    expect(store.value(a, 'browsePathsV2')).to.deep.equal({
      path: [
        { id: a, urn: a },
        { id: b, urn: b },
      ],
    });
  });

  it('an entity that the request makes is new to all of it: each aspect may be CREATE_ENTITY', async () => {
    const store = makeStore();
    const more = { changeType: 'CREATE_ENTITY' } as const;
    await store.write(upsert('first', more), propose(urn, 'status', status(false), more), propose(urn, 'ownership', ownership(ACTOR), more));
    expect(store.latest(urn, 'ownership')?.seq).to.equal(1);
    expect((await store.refusal(propose(urn, 'globalTags', { tags: [] }, more))).rpcStatus).to.equal(422);
  });
});

describe('Deletions', () => {
  it('of an aspect take its versions and say how many; it begins anew with version 1', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second'));
    const [deleted] = await store.write(bare('DELETE'));
    expect(deleted).to.deep.include({ outcome: 'deleted', took: { versions: 2, points: 0 } });
    expect(store.nodes.get(urn)?.type).to.equal('dataset');
    await store.write(upsert('third'));
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
  });

  it('of the entity take everything', async () => {
    const store = await storeIn('aspect');
    await store.write(propose(urn, 'ownership', ownership(ACTOR)));
    const [deleted] = await store.write(hardDelete(urn));
    expect(deleted).to.deep.include({ outcome: 'deleted', took: { versions: 6, points: 0 } });
    expect(store.nodes.get(urn)).to.deep.include({ type: undefined, aspects: new Map() });
    expect(store.edges.size).to.equal(0);
  });

  it('of what is not there leave nothing changed', async () => {
    const store = makeStore();
    const [deleted] = await store.write(hardDelete(urn));
    expect(deleted).to.include({ outcome: 'unchanged' });
    expect(store.last().hardDeleted).to.deep.equal([]);
  });

  it('the same unit may write it anew, from version 1, with its defaults', async () => {
    const store = await storeIn('aspect');
    await store.write(hardDelete(urn), upsert('reborn'));
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'a' }] });
    expect(store.nodes.get(urn)?.type).to.equal('dataset');
  });

  it('of points take those of the window', async () => {
    const point = (timestampMillis: number) => propose(urn, 'datasetProfile', { timestampMillis, rowCount: 1 });
    const store = makeStore();
    await store.write(point(1), point(2), point(3));
    const window = propose(urn, 'datasetProfile', undefined, { changeType: 'DELETE', window: { from: 2, to: 3 } });
    expect((await store.write(window))[0]).to.deep.include({ took: { versions: 0, points: 2 } });
    expect([...store.points.values()].map(({ time }) => time)).to.deep.equal([1]);
  });
});

describe('REVERT (semantics 12.4)', () => {
  const revert = (run: string, safe = false, aspect = ASPECT) => propose(urn, aspect, undefined, { changeType: 'REVERT', undo: { run, safe } });

  it('goes back to the newest version that is not of the run, under its own number', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')), upsert('third', run('r2')));
    const [reverted] = await store.write(revert('r2'));
    expect(reverted).to.include({ outcome: 'changed' });
    expect(store.latest(urn, ASPECT)?.seq).to.equal(1);
    expect(store.value(urn, ASPECT)).to.deep.equal(description('first'));
  });

  it('leaves what somebody has written since', async () => {
    const store = await storeIn('aspect');
    await store.write(upsert('second', run('r2')));
    expect((await store.write(revert('r1')))[0]).to.include({ outcome: 'unchanged' });
  });

  it('with the key takes the entity, unless it has aspects of other origin and the rollback is safe', async () => {
    for (const [safe, outcome] of [
      [true, 'dropped'],
      [false, 'deleted'],
    ] as const) {
      const store = await storeIn('aspect');
      await store.write(propose(urn, 'ownership', ownership(ACTOR), run('r2')));
      expect((await store.write(revert('r1', safe, 'datasetKey')))[0]).to.include({ outcome });
    }
    const alone = await storeIn('aspect');
    expect((await alone.write(revert('r1', true, 'datasetKey')))[0]).to.include({ outcome: 'deleted' });
  });

  it('is refused where the version before is no longer kept', async () => {
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
