/** What the first write of an entity brings along. */
import { expect } from 'chai';
import type { ProposalResult, RawProposal } from '../../../src/catalog/write/proposal.ts';
import { description, ownership, status, urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { ACTOR, propose, unitsOf } from '../support/proposals.ts';

const urn = urns.dataset('a.b');
const upsert = (text: string, more: Partial<RawProposal> = {}) => propose(urn, 'datasetProperties', description(text), more);

describe('The first write of an entity (docs/semantics.md 3.4)', () => {
  const names = (written: readonly ProposalResult[]) => written.map(({ aspect, added }) => `${added ? '+' : ''}${aspect.name}`);

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
    expect(store.nodes.get(urn)).to.include({ type: 'dataset', removed: false });
  });

  it('does not write what the request contains itself, at any position', async () => {
    const own = { path: [{ id: 'mine' }] };
    const store = makeStore();
    await store.commit(unitsOf([upsert('first'), propose(urn, 'browsePathsV2', own)], true));
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal(own);
    expect(store.latest(urn, 'browsePathsV2')?.seq).to.equal(1);
  });

  it('writes the default if the aspect in the request is refused', async () => {
    const store = makeStore();
    const refused = propose(urn, 'browsePathsV2', { path: [{ id: 'mine' }] }, { headers: { 'If-Version-Match': '7' } });
    const outcomes = await store.commit(unitsOf([upsert('first'), refused]));
    expect(outcomes.map((each) => ('refusal' in each ? each.refusal.rpcStatus : 'written'))).to.deep.equal(['written', 422]);
    expect(store.value(urn, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'a' }] });
  });

  it('writes the key once, also if the request contains it', async () => {
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

  it('an entity that the request creates is new for the whole request: each aspect may be CREATE_ENTITY', async () => {
    const store = makeStore();
    const more = { changeType: 'CREATE_ENTITY' } as const;
    await store.write(upsert('first', more), propose(urn, 'status', status(false), more), propose(urn, 'ownership', ownership(ACTOR), more));
    expect(store.latest(urn, 'ownership')?.seq).to.equal(1);
    expect((await store.refusal(propose(urn, 'globalTags', { tags: [] }, more))).rpcStatus).to.equal(422);
  });
});
