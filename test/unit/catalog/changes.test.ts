/**
 * From drafts to rows: commits at random on a graph in memory, which takes only rows that fit what it holds (`support/decided.ts`). After
 * each of them versions have no gaps, and edges are those that the latest versions say.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { edgeKey, edgesOf } from '../../../src/model/edges.ts';
import { description, ownership, status, tags, upstreams, urns } from '../../support/make.ts';
import { makeStore, type Store } from '../support/decided.ts';
import { aspectOf, model } from '../support/model.ts';
import { ACTOR, hardDelete, propose, requestOf, type Said, type SaidRequest } from '../support/proposals.ts';

const [A, B] = ['a', 'b'].map((name) => urns.dataset(`changes.${name}`)) as [string, string];
const [T, U] = ['t', 'u'].map(urns.tag) as [string, string];
const column = (of: string, name: string) => urns.column(of, name);
const fine = (upstream: string, downstream: string) => ({
  upstreamType: 'FIELD_SET',
  downstreamType: 'FIELD',
  upstreams: [upstream],
  downstreams: [downstream],
});

const entity = fc.constantFrom(A, B);
const run = fc.constantFrom('r1', 'r2', undefined).map((runId) => ({ systemMetadata: runId === undefined ? {} : { runId } }));
const lineage = fc
  .tuple(fc.subarray([A, B]), fc.array(fc.tuple(entity, fc.constantFrom('x', 'y')), { maxLength: 2 }), fc.nat(2))
  .map(([list, columns, time]) => ({
    upstreams: list.map((dataset) => ({ dataset, type: 'COPY', auditStamp: { time, actor: ACTOR } })),
    ...(columns.length > 0 && { fineGrainedLineages: columns.map(([of, name]) => fine(column(of, name), column(A, 'z'))) }),
  }));
const value = fc.oneof(
  fc.constantFrom('p', 'q').map((text) => ['datasetProperties', description(text)] as const),
  fc.subarray([T, U]).map((list) => ['globalTags', tags(...list)] as const),
  fc.subarray([ACTOR, urns.user('o')]).map((list) => ['ownership', ownership(...list)] as const),
  fc.boolean().map((removed) => ['status', status(removed)] as const),
  lineage.map((json) => ['upstreamLineage', json] as const),
  fc.constantFrom(1, 2, 3).map((timestampMillis) => ['datasetProfile', { timestampMillis, rowCount: 1 }] as const),
);
const change: fc.Arbitrary<Said> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(entity, value, run).map(([urn, [aspect, json], more]): Said => [urn, aspect, json, more]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(entity, fc.constantFrom('datasetProperties', 'globalTags', 'upstreamLineage', 'status', 'datasetProfile'))
      .map(([urn, aspect]): Said => [urn, aspect, undefined, { changeType: 'DELETE' }]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(entity, fc.constantFrom('datasetProperties', 'globalTags', 'upstreamLineage', 'datasetKey'), fc.constantFrom('r1', 'r2'), fc.boolean())
      .map(([urn, aspect, of, safe]): Said => [urn, aspect, undefined, { changeType: 'REVERT', undo: { run: of, safe } }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(entity, fc.constantFrom('globalTags', 'upstreamLineage'))
      .map(([urn, aspect]): Said => [urn, aspect, undefined, { changeType: 'RESTATE' }]),
  },
);
const deletion = entity.map((urn): Said => [urn]);
const changes = fc.array(change, { minLength: 1, maxLength: 5 });
const withDeletions = fc.array(fc.oneof({ weight: 5, arbitrary: change }, { weight: 1, arbitrary: deletion }), { minLength: 1, maxLength: 5 });
/** Hard deletes stand in units of several proposals, or alone in their commit, as the committer sees to. */
const request: fc.Arbitrary<SaidRequest> = fc.oneof(
  { weight: 3, arbitrary: changes.map((list) => ({ together: false, list })) },
  { weight: 3, arbitrary: withDeletions.map((list) => ({ together: true, list })) },
  { weight: 1, arbitrary: deletion.map((each) => ({ together: true, list: [each] })) },
);

function checkVersions(store: Store): void {
  for (const { urn, type, removed, aspects } of store.nodes.values()) {
    expect(aspects.has('datasetKey'), `${urn} has a type when it has its key`).to.equal(type === 'dataset');
    if (aspects.size > 0) expect(type, urn).not.to.equal(undefined);
    expect(removed, `${urn} is removed as its status says`).to.equal(
      (store.value(urn, 'status') as { removed?: boolean } | undefined)?.removed === true,
    );
    for (const [name, rows] of aspects) {
      const [first] = rows;
      expect(
        rows.map(({ seq }) => seq),
        `${urn} ${name}`,
      ).to.deep.equal(rows.map((_, index) => (first?.seq ?? 0) + index));
      for (const [index, row] of rows.entries()) {
        expect([row.firstAt, row.firstBy], name).to.deep.equal([first?.firstAt, first?.firstBy]);
        expect(row.at, name).to.be.at.least(rows[index - 1]?.at ?? 0);
        if (index > 0) expect(row.value, `${name}: no version says what the one before it says`).not.to.equal(rows[index - 1]?.value);
      }
    }
  }
}

function checkEdges(store: Store): void {
  const expected = new Map<string, unknown>();
  for (const { urn, aspects, lost } of store.nodes.values()) {
    for (const [name, rows] of aspects) {
      const missing = new Set(lost.filter(({ aspect }) => aspect === name).map(edgeKey));
      for (const [key, { stamps, lineage: way }] of edgesOf(model, aspectOf(name), urn, JSON.parse(rows.at(-1)?.value ?? '')))
        if (!missing.has(key)) expected.set(`${name} ${urn} ${key}`, { stamps, lineage: way });
    }
  }
  const held = new Map(
    [...store.edges.values()].map((edge) => [`${edge.aspect} ${edge.holder} ${edgeKey(edge)}`, { stamps: edge.stamps, lineage: edge.lineage }]),
  );
  expect(Object.fromEntries(held)).to.deep.equal(Object.fromEntries(expected));
  // What is lost leads to what was hard-deleted, never to what is there and was not.
  for (const { lost, aspects } of store.nodes.values()) for (const { aspect } of lost) expect(aspects.has(aspect)).to.equal(true);
}

describe('The rows of a commit', () => {
  it('give versions without gaps and the edges of the latest versions, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const store = makeStore();
        for (const each of requests) {
          await store.commit(requestOf(each));
          checkVersions(store);
          checkEdges(store);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep only the newest versions of each aspect, if retention is set', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 6 }), fc.integer({ min: 0, max: 2 }), async (requests, retention) => {
        const store = makeStore({ retention });
        for (const list of requests) {
          const before = new Set([...store.nodes.values()].flatMap(({ aspects }) => [...aspects.values()]).map((rows) => rows.length));
          await store.commit(requestOf({ together: true, list }));
          // What a rollback uncovers was kept; nothing else goes beyond what is asked for.
          for (const { aspects } of store.nodes.values())
            for (const rows of aspects.values()) expect(rows.length <= retention + 1 || before.has(rows.length)).to.equal(true);
          checkEdges(store);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('The edges of a write are the difference to those before it (docs/semantics.md 8.2)', () => {
  const short = ({ type, source, target }: { type: string; source: string; target: string }) => `${type} ${source} ${target}`;

  it('unchanged edges stay, new ones begin, removed ones end', async () => {
    const store = makeStore();
    await store.write(propose(A, 'globalTags', tags(T, U)));
    await store.write(propose(A, 'globalTags', tags(U, urns.tag('v'))));
    expect(store.last().edgesEnd.map(short)).to.deep.equal([`TaggedWith ${A} ${T}`]);
    expect(store.last().edgesBegin.map(short)).to.deep.equal([`TaggedWith ${A} ${urns.tag('v')}`]);
  });

  it('an edge with changed stamps stays the same edge', async () => {
    const store = makeStore();
    await store.write(propose(A, 'upstreamLineage', upstreams(B)));
    const { upstreams: list } = upstreams(B);
    await store.write(propose(A, 'upstreamLineage', { upstreams: list.map((each) => ({ ...each, auditStamp: { time: 9, actor: ACTOR } })) }));
    const { edgesBegin, edgesEnd, edgesStamp } = store.last();
    expect([edgesBegin, edgesEnd, edgesStamp.map(short)]).to.deep.equal([[], [], [`DownstreamOf ${A} ${B}`]]);
  });

  it('several versions in one commit give the difference between the first and the last', async () => {
    const store = makeStore();
    await store.write(propose(A, 'globalTags', tags(T)));
    await store.write(propose(A, 'globalTags', tags(U)), propose(A, 'globalTags', tags(T)));
    expect([store.last().edgesBegin, store.last().edgesEnd]).to.deep.equal([[], []]);
    expect(store.latest(A, 'globalTags')?.seq).to.equal(3);
  });

  it('an edge to a hard-deleted entity is lost until its aspect is written again, even with the same value', async () => {
    const store = makeStore();
    await store.write(propose(B, 'status', status(false)), propose(A, 'upstreamLineage', upstreams(B)));
    await store.write(hardDelete(B));
    expect(store.nodes.get(A)?.lost.map(short)).to.deep.equal([`DownstreamOf ${A} ${B}`]);
    await store.write(propose(A, 'upstreamLineage', upstreams(B)));
    expect(store.nodes.get(A)?.lost).to.deep.equal([]);
    expect([...store.edges.values()].map(short)).to.include(`DownstreamOf ${A} ${B}`);
  });

  it('in one unit, an edge written before the deletion of its end dangles, one written after it does not', async () => {
    const store = makeStore();
    await store.write(propose(B, 'status', status(false)));
    await store.write(propose(A, 'upstreamLineage', upstreams(B)), hardDelete(B));
    expect(store.last().dangling.map(({ end }) => end)).to.deep.equal([B]);
    await store.write(propose(B, 'status', status(false)));
    await store.write(hardDelete(B), propose(A, 'upstreamLineage', upstreams(B)));
    expect(store.last().dangling).to.deep.equal([]);
    expect([...store.edges.values()].map(short)).to.include(`DownstreamOf ${A} ${B}`);
  });
});

describe('An entity that is created and deleted in one commit leaves no edges', () => {
  const brief = [propose(B, 'status', status(false)), hardDelete(B)];

  it('an edge that its aspect no longer makes ends', async () => {
    const store = makeStore();
    await store.write(propose(A, 'upstreamLineage', upstreams(B)));
    await store.write(propose(A, 'upstreamLineage', upstreams()), ...brief);
    checkEdges(store);
  });

  it('an edge that its aspect makes again is lost before the deletion, and stays after it', async () => {
    for (const [list, lost] of [
      [[propose(A, 'upstreamLineage', undefined, { changeType: 'RESTATE' }), ...brief], 1],
      [[...brief, propose(A, 'upstreamLineage', undefined, { changeType: 'RESTATE' })], 0],
    ] as const) {
      const store = makeStore();
      await store.write(propose(A, 'upstreamLineage', upstreams(B)));
      await store.write(...list);
      expect(store.nodes.get(A)?.lost).to.have.length(lost);
      checkEdges(store);
    }
  });
});

describe('What else a commit records', () => {
  it('of several points with the same identity the last one wins', async () => {
    const store = makeStore();
    const point = (rowCount: number, partition?: string) =>
      propose(A, 'datasetProfile', { timestampMillis: 5, rowCount, ...(partition && { partitionSpec: { partition } }) });
    await store.write(point(1), point(2), point(3, 'p'));
    expect(store.last().points.map(({ value: text }) => (JSON.parse(text) as { rowCount: number }).rowCount)).to.deep.equal([2, 3]);
  });

  it('a soft deletion is recorded when it begins and when it ends, and not in between', async () => {
    const store = makeStore();
    const removed = async (is: boolean) => {
      await store.write(propose(A, 'status', status(is)));
      return store.last().entities.map((each) => each.removed);
    };
    expect([await removed(true), await removed(true), await removed(false)]).to.deep.equal([[true], [], [false]]);
  });

  it('an entity that only a refused proposal has locked is removed', async () => {
    const store = makeStore();
    await store.refusal(propose(A, 'status', status(false), { headers: { 'If-Version-Match': '3' } }));
    expect(store.last().neverCreated).to.deep.equal([store.nodes.get(A)?.id]);
  });
});
