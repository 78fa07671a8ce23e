/**
 * A write sees other entities with the eyes of its writer (docs/access.md 6): what is hidden is as if it were not there, neither named nor changed.
 */
import { expect } from 'chai';
import type { Eyes, Rights } from '../../../src/access/index.ts';
import type { UnitOutcome } from '../../../src/catalog/write/plan.ts';
import type { Proposal } from '../../../src/catalog/write/proposal.ts';
import { Refusal } from '../../../src/errors.ts';
import { schemaMetadata, status, urns } from '../../support/make.ts';
import type { Store } from '../support/decided.ts';
import { propose } from '../support/proposals.ts';
import { seededStore } from '../support/seeds.ts';

const OWN = urns.dataset('own.table');
const [SEEN, HIDDEN] = [urns.dataset('seen'), urns.dataset('hidden')];
const [OPEN_STAGE, DARK_STAGE] = ['open', 'dark'].map((id) => urns.of('lifecycleStageType', id)) as [string, string];
const [BOX, ROOM, HOUSE] = ['box', 'room', 'house'].map((id) => urns.container(id)) as [string, string, string];
const INSTANCE = urns.of('dataPlatformInstance', '(urn:svc:dataPlatform:hive,own)');
const [PUBLIC, PRIVATE] = ['public', 'private.x'].map((id) => urns.of('structuredProperty', id)) as [string, string];
const SET = urns.of('versionSet', '(set,mlModel)');
const model = (name: string): string => urns.of('mlModel', `(urn:svc:dataPlatform:mlflow,${name},PROD)`);
const [MINE, THEIRS] = [model('mine'), model('theirs')];

const STAMP = { time: 0, actor: urns.user('etl') };

const define = (urn: string, more: object = {}) =>
  propose(urn, 'propertyDefinition', {
    qualifiedName: urn,
    valueType: urns.of('dataType', 'svc.string'),
    entityTypes: [urns.of('entityType', 'svc.dataset')],
    ...more,
  });
const take = (property: string, value: string) =>
  propose(OWN, 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: value }] }] });
const version = (urn: string, sortId: string) =>
  propose(urn, 'versionProperties', { versionSet: SET, version: { versionTag: sortId }, sortId, versioningScheme: 'LEXICOGRAPHIC_STRING' });
const stage = (urn: string, ...after: string[]) =>
  propose(urn, 'lifecycleStageTypeInfo', {
    qualifiedName: urn,
    name: 'a stage',
    settings: {},
    created: STAMP,
    lastModified: STAMP,
    ...(after.length > 0 && { transitionPolicy: { allowedPreviousStages: after } }),
  });
const enter = (lifecycleStage: string) => propose(OWN, 'status', { removed: false, lifecycleStage });
const columnOf = (table: string, column: string): string => urns.column(table, column);
const lineageFrom = (column: string) =>
  propose(OWN, 'upstreamLineage', {
    upstreams: [],
    fineGrainedLineages: [{ upstreamType: 'FIELD_SET', upstreams: [column], downstreamType: 'FIELD', downstreams: [columnOf(OWN, 'id')] }],
  });
const within = (urn: string, container: string) => propose(urn, 'container', { container });
const there = propose(OWN, 'status', status(false));

/** Writes as somebody who does not see these. What the commit has not looked at is hidden, too. */
async function writeAs(store: Store, hidden: readonly string[], ...proposals: readonly Proposal[]): Promise<UnitOutcome | undefined> {
  const looked = new Set<string>();
  const eyes: Eyes = {
    look: async (urns) => {
      for (const urn of urns) looked.add(urn);
    },
    hides: (urn) => hidden.includes(urn) || !looked.has(urn),
  };
  const refuseUnseen = (what: string): never => {
    throw new Refusal('not-allowed', what);
  };
  const rights = { eyes, judge: () => undefined, judgeUnseen: () => undefined, refuseUnseen } as unknown as Rights;
  const request = { supplied: new Map(), born: new Set<string>(), rights };
  const [outcome] = await store.commit([{ proposals, request, at: 0, actor: urns.user('ann') }]);
  return outcome;
}

/** What the writer is told: values that were written, warnings, or the refusal. */
function told(outcome: UnitOutcome | undefined): unknown {
  if (!outcome) return undefined;
  if ('refusal' in outcome) return { code: outcome.refusal.code, message: outcome.refusal.message, details: outcome.refusal.details };
  return outcome.written.map(({ urn, aspect, outcome: what, now, missingColumns }) => [urn.text, aspect.name, what, now?.value.json, missingColumns]);
}

type Case = readonly [title: string, secret: readonly Proposal[], open: readonly Proposal[], hidden: readonly string[], write: Proposal];

/** Each write is told the same whether what is hidden exists or not. */
const CASES: readonly Case[] = [
  [
    'the allowed values of a hidden property',
    [define(PRIVATE, { allowedValues: [{ value: { string: 'secret' } }] })],
    [there],
    [PRIVATE],
    take(PRIVATE, 'x'),
  ],
  ['a value that a hidden property would take', [define(PRIVATE)], [there], [PRIVATE], take(PRIVATE, 'x')],
  [
    'the columns of a hidden table: one that it lacks',
    [propose(HIDDEN, 'schemaMetadata', schemaMetadata(['id']))],
    [there],
    [HIDDEN],
    lineageFrom(columnOf(HIDDEN, 'no')),
  ],
  [
    'the columns of a hidden table: one that it has',
    [propose(HIDDEN, 'schemaMetadata', schemaMetadata(['id']))],
    [there],
    [HIDDEN],
    lineageFrom(columnOf(HIDDEN, 'id')),
  ],
  ['the containers above a hidden one', [within(BOX, ROOM), within(ROOM, HOUSE)], [], [BOX, ROOM, HOUSE], within(OWN, BOX)],
  ['a hidden container above a seen one', [within(BOX, ROOM)], [propose(BOX, 'containerProperties', { name: 'box' })], [ROOM], within(OWN, BOX)],
  ['a hidden platform instance', [propose(INSTANCE, 'dataPlatformInstanceProperties', { name: 'own' })], [], [INSTANCE], there],
  [
    'the rules of a hidden stage',
    [stage(DARK_STAGE, OPEN_STAGE)],
    [stage(OPEN_STAGE), enter(urns.of('lifecycleStageType', 'other'))],
    [DARK_STAGE],
    enter(DARK_STAGE),
  ],
];

// SECURITY.md R11
describe('What is hidden from a writer is as if it were not there', () => {
  for (const [title, secret, open, hidden, write] of CASES)
    it(title, async () => {
      const answers = await Promise.all(
        [secret, []].map(async (more) => {
          const store = await seededStore();
          for (const each of [...more, ...open]) await store.write(each);
          return told(await writeAs(store, hidden, write));
        }),
      );
      expect(answers[0]).to.deep.equal(answers[1]);
    });

  it('but who sees it is told', async () => {
    const store = await seededStore();
    for (const each of [there, propose(SEEN, 'schemaMetadata', schemaMetadata(['id'])), within(BOX, ROOM)]) await store.write(each);
    expect(JSON.stringify(told(await writeAs(store, [], lineageFrom(columnOf(SEEN, 'no')))))).to.contain(columnOf(SEEN, 'no'));
    const other = urns.dataset('other.table');
    expect(JSON.stringify(told(await writeAs(store, [], within(other, BOX))))).to.contain(ROOM);
  });
});

// SECURITY.md R11
describe('What is hidden from a writer stays as it is', () => {
  it('in a set of versions, whatever the order of the new one is', async () => {
    for (const sortId of ['1', '9']) {
      const store = await seededStore();
      await store.write(version(THEIRS, '5'));
      const outcome = await writeAs(store, [THEIRS], version(MINE, sortId));
      expect(told(outcome)).to.deep.include({ code: 'not-allowed' });
      expect(JSON.stringify(told(outcome))).not.to.contain(THEIRS);
      expect(store.value(THEIRS, 'versionProperties')).to.deep.include({ isLatest: true });
      expect(store.value(SET, 'versionSetProperties')).to.deep.include({ latest: THEIRS });
      expect(store.value(MINE, 'versionProperties')).to.equal(undefined);
    }
    const store = await seededStore();
    await store.write(version(THEIRS, '5'));
    expect(told(await writeAs(store, [], version(MINE, '9')))).to.be.an('array');
    expect(store.value(SET, 'versionSetProperties')).to.deep.include({ latest: MINE });
  });

  it('as a value of a property that stood there before, which others may go on beside', async () => {
    const store = await seededStore();
    for (const each of [there, define(PUBLIC), define(PRIVATE), take(PRIVATE, 'kept')]) await store.write(each);
    const entries = [
      { propertyUrn: PRIVATE, values: [{ string: 'kept' }] },
      { propertyUrn: PUBLIC, values: [{ string: 'new' }] },
    ];
    expect(told(await writeAs(store, [PRIVATE], propose(OWN, 'structuredProperties', { properties: entries })))).to.be.an('array');
    expect(store.value(OWN, 'structuredProperties')).to.deep.equal({ properties: entries });
  });

  it('without its name where it has what only one may have', async () => {
    const store = await seededStore();
    for (const each of [define(PRIVATE), propose(PRIVATE, 'structuredPropertySettings', { showAsAssetBadge: true }), define(PUBLIC)])
      await store.write(each);
    const twin = define(urns.of('structuredProperty', 'private_x'));
    const badge = propose(PUBLIC, 'structuredPropertySettings', { showAsAssetBadge: true });
    for (const each of [twin, badge]) {
      const said = told(await writeAs(store, [PRIVATE], each));
      expect(said).to.include.keys('code', 'message');
      expect(JSON.stringify(said)).to.contain('another property').and.not.to.contain(PRIVATE);
      expect(JSON.stringify(told(await writeAs(store, [], each)))).to.contain(PRIVATE);
    }
  });

  it('and a stage names no hidden one among those that it follows', async () => {
    const store = await seededStore();
    const other = urns.of('lifecycleStageType', 'other');
    for (const each of [stage(OPEN_STAGE, DARK_STAGE), stage(DARK_STAGE), enter(other)]) await store.write(each);
    expect(JSON.stringify(told(await writeAs(store, [DARK_STAGE], enter(OPEN_STAGE)))))
      .to.contain('stage-out-of-order')
      .and.not.to.contain(DARK_STAGE);
    expect(JSON.stringify(told(await writeAs(store, [], enter(OPEN_STAGE))))).to.contain(DARK_STAGE);
  });
});

describe('Who sees a part and replaces lineage', () => {
  const eva = urns.user('eva');
  const drawn = (dataset: string) => ({
    ...{ dataset, type: 'TRANSFORMED', auditStamp: { time: 0, actor: eva } },
    properties: { source: 'UI' },
  });
  const lineage = (...upstreams: readonly object[]) => propose(OWN, 'upstreamLineage', { upstreams });
  const lost = async (hidden: readonly string[]): Promise<unknown> => {
    const store = await seededStore();
    await store.write(lineage(drawn(SEEN), drawn(HIDDEN)));
    const outcome = await writeAs(store, hidden, lineage());
    return outcome && 'written' in outcome ? outcome.written.flatMap(({ lostEdges = [] }) => lostEdges).map(({ other, by }) => [other, by]) : outcome;
  };

  // SECURITY.md R11
  it('is told of edges that people drew and that are lost now, but of no hidden end, and of no hidden person', async () => {
    expect(await lost([])).to.deep.equal([
      [SEEN, eva],
      [HIDDEN, eva],
    ]);
    expect(await lost([HIDDEN])).to.deep.equal([[SEEN, eva]]);
    expect(await lost([HIDDEN, eva])).to.deep.equal([[SEEN, undefined]]);
  });
});
