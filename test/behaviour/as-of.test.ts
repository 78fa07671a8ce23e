/**
 * Reads as of a time: what a reader would have seen then, or a clear refusal.
 */
import { expect } from 'chai';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { api, encode, makeClient } from '../support/client.ts';
import { askAspects, askLineage, entityAsOf, lineage, moment, reached, relationsAsOf } from '../support/lineage.ts';
import { deletion, ownership, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedCairn } from '../support/shared.ts';
import { erase, write } from '../support/writes.ts';

const own = ownNames('as_of');
const owner = (name: string) => urns.user(`as_of_${name}`);

async function ownersAsOf(urn: string, asOf: number): Promise<string[] | undefined> {
  const { status: code, body, text } = await entityAsOf(urn, asOf);
  expect(code, text).to.equal(200);
  return (body.aspects.ownership?.value.owners as { owner: string }[] | undefined)?.map((each) => each.owner);
}

describe('asOf reads the state at an earlier time', () => {
  it('aspects: each version while it was the latest; nothing before the first version or after a deletion', async () => {
    const urn = urns.dataset(own());
    const before = await moment();
    await write(urn, 'ownership', ownership(owner('a')));
    const first = await moment();
    await write(urn, 'ownership', ownership(owner('b')));
    const second = await moment();
    await erase(urn, 'ownership');
    const deleted = await moment();
    await write(urn, 'ownership', ownership(owner('c')));
    const again = await moment();
    expect((await entityAsOf(urn, before)).body.aspects).to.have.keys('datasetKey');
    expect(await ownersAsOf(urn, first)).to.deep.equal([owner('a')]);
    expect(await ownersAsOf(urn, second)).to.deep.equal([owner('b')]);
    expect(await ownersAsOf(urn, deleted)).to.equal(undefined);
    expect(await ownersAsOf(urn, again)).to.deep.equal([owner('c')]);
  });

  it('works on every read by URN: snapshots, batches of v2 and v3', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'ownership', ownership(owner('a')));
    const asOf = await moment();
    await write(urn, 'ownership', ownership(owner('b')));
    const asked: [method: string, address: string, json?: unknown][] = [
      ['GET', `/entities/${encode(urn)}?asOf=${asOf}`],
      ['GET', `/openapi/v3/entity/dataset/${encode(urn)}?asOf=${asOf}`],
      ['POST', `/openapi/v3/entity/dataset/batchGet?asOf=${asOf}`, [{ urn, ownership: {} }]],
      ['POST', `/openapi/v2/entity/batch/dataset?asOf=${asOf}`, { urns: [urn], aspectNames: ['ownership'] }],
    ];
    for (const [method, address, json] of asked) {
      const { text } = await api.send(method, address, json === undefined ? {} : { json });
      expect(text, address).to.include(owner('a')).and.to.not.include(owner('b'));
      const { text: now } = await api.send(method, address.replace(/\?asOf=\d+/, ''), json === undefined ? {} : { json });
      expect(now, address).to.include(owner('b')).and.to.not.include(owner('a'));
    }
  });

  it('works on one hop of lineage, named in the body or in the query [long]', async () => {
    const [urn, source] = [urns.dataset(own()), urns.dataset(own())];
    await write(urn, 'upstreamLineage', upstreams(source));
    const asOf = await moment();
    await erase(urn, 'upstreamLineage');
    const hop = async (params: object, query = '') =>
      (await api.send('POST', `/relationships?action=getLineage${query}`, { json: { urn, direction: 'UPSTREAM', ...params } })).text;
    expect(await hop({ asOf })).to.include(source);
    expect(await hop({}, `&asOf=${asOf}`)).to.include(source);
    expect(await hop({})).to.not.include(source);
  });

  it('a version is visible from the millisecond of its stamp', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'ownership', ownership(owner('a')));
    await moment();
    await write(urn, 'ownership', ownership(owner('b')));
    const time = (await api.entity(urn)).body.aspects.ownership?.created.time as number;
    expect(await ownersAsOf(urn, time)).to.deep.equal([owner('b')]);
    expect(await ownersAsOf(urn, time - 1)).to.deep.equal([owner('a')]);
  });

  it('the versions of an aspect have the numbers that they had then', async () => {
    const urn = urns.dataset(own());
    for (const name of ['a', 'b', 'c']) await write(urn, 'ownership', ownership(owner(name)));
    const asOf = await moment();
    await write(urn, 'ownership', ownership(owner('d')));
    const range = (await askAspects(urn, { aspect: 'ownership', count: 10, asOf })).body;
    expect([range.total, range.values.map(({ version }) => version)]).to.deep.equal([3, [0, 2, 1]]);
    const at = async (version: number) =>
      (await askAspects<{ aspect: Record<string, { owners: { owner: string }[] }> }>(urn, { aspect: 'ownership', version, asOf })).body.aspect[
        'com.svc.common.Ownership'
      ]?.owners[0]?.owner;
    expect([await at(0), await at(1), await at(2)]).to.deep.equal([owner('c'), owner('a'), owner('b')]);
    expectRefusal(await askAspects(urn, { aspect: 'ownership', version: 3, asOf }), 404, 'version 3');
    expectRefusal(await askAspects(urn, { aspect: 'ownership', asOf: 1000 }), 404, 'ownership');
    const { body } = await askAspects<{ patch: unknown[] }>(urn, { aspect: 'ownership', version: 1, against: 0, asOf });
    expect(body.patch).not.to.deep.equal([]);
  });

  it('in a batch, all entities are read as of that time', async () => {
    const [one, two] = [urns.dataset(own()), urns.dataset(own())];
    await write(one, 'ownership', ownership(owner('a')));
    const asOf = await moment();
    await write(one, 'ownership', ownership(owner('b')));
    await write(two, 'ownership', ownership(owner('b')));
    const { body } = await api.send<{ results: Record<string, { aspects: Record<string, unknown> }> }>(
      'GET',
      `/entitiesV2?ids=List(${encode(one)},${encode(two)})&asOf=${asOf}`,
    );
    expect(JSON.stringify(body.results[one]?.aspects.ownership)).to.include(owner('a'));
    expect(body.results[two]?.aspects).to.have.keys('datasetKey');
  });

  it('relationships and lineage: edges that existed then, also those that ended earlier and began again', async () => {
    const [a, b, c] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
    const times: number[] = [await moment()];
    for (const ups of [[b], [b, c], [c], [b]]) {
      await write(a, 'upstreamLineage', upstreams(...ups));
      times.push(await moment());
    }
    const expected = [[], [b], [b, c], [c], [b]];
    for (const [index, asOf] of times.entries()) {
      const want = [...(expected[index] ?? [])].sort();
      expect(
        (await relationsAsOf(a, 'OUTGOING', asOf)).body.relationships.filter(({ type }) => type === 'DownstreamOf').map(({ entity }) => entity),
      ).to.deep.equal(want);
      expect(await reached(a, 'UPSTREAM', { asOf })).to.deep.equal(want.map((urn) => `1 ${urn}`));
      expect((await relationsAsOf(b, 'INCOMING', asOf)).body.total).to.equal(want.includes(b) ? 1 : 0);
    }
  });

  it('lineage leaves out what was soft-deleted then, also if it is active now', async () => {
    const [a, b] = [urns.dataset(own()), urns.dataset(own())];
    await write(a, 'upstreamLineage', upstreams(b));
    await write(b, 'status', status(true));
    const removed = await moment();
    await write(b, 'status', status(false));
    const back = await moment();
    await write(b, 'status', status(true));
    expect((await lineage(a, 'UPSTREAM', { asOf: removed })).filtered).to.equal(1);
    expect(await reached(a, 'UPSTREAM', { asOf: back })).to.deep.equal([`1 ${b}`]);
    expect(await reached(a, 'UPSTREAM')).to.deep.equal([]);
    expect((await relationsAsOf(a, 'OUTGOING', removed)).body.entities).to.include(b);
  });

  it('a time in the future reads the present; an invalid time is refused', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'ownership', ownership(owner('a')));
    expect(await ownersAsOf(urn, Date.now() + 1_000_000)).to.deep.equal([owner('a')]);
    for (const asOf of ['x', '-1', '1.5', '1e99', '99999999999999999']) {
      expectRefusal(await entityAsOf(urn, asOf), 400, 'asOf');
      expectRefusal(await relationsAsOf(urn, 'OUTGOING', asOf), 400, 'asOf');
      expectRefusal(await askLineage(urn, 'UPSTREAM', { asOf }), 400, 'asOf');
      expectRefusal(await askAspects(urn, { aspect: 'ownership', asOf }), 400, 'asOf');
    }
  });

  it('the writes of a run that was rolled back are visible for the time before the rollback', async () => {
    const urn = urns.dataset(own());
    const run = own('run');
    await write(urn, 'ownership', ownership(owner('a')));
    const before = await moment();
    for (const name of ['b', 'c']) await write(urn, 'ownership', ownership(owner(name)), { systemMetadata: { runId: run } });
    const meanwhile = await moment();
    const answer = await api.send('POST', '/runs?action=rollback', { json: { runId: run, dryRun: false, safe: true } });
    expect(answer.status, answer.text).to.equal(200);
    const after = await moment();
    await write(urn, 'ownership', ownership(owner('d')));
    expect(await ownersAsOf(urn, before)).to.deep.equal([owner('a')]);
    expect(await ownersAsOf(urn, meanwhile)).to.deep.equal([owner('c')]);
    expect(await ownersAsOf(urn, after)).to.deep.equal([owner('a')]);
    expect((await askAspects(urn, { aspect: 'ownership', count: 10, asOf: meanwhile })).body.total).to.equal(3);
    expect((await relationsAsOf(urn, 'OUTGOING', meanwhile)).body.entities).to.include(owner('c'));
    expect((await relationsAsOf(urn, 'OUTGOING', after)).body.entities)
      .to.include(owner('a'))
      .and.not.include(owner('c'));
  });

  it('after a hard delete the entity has no history; others keep their history of edges to it', async () => {
    const [a, b, c] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
    await write(a, 'upstreamLineage', upstreams(b));
    await write(b, 'upstreamLineage', upstreams(c));
    const before = await moment();
    await api.ingestProposal(deletion(b, 'datasetKey'));
    const after = await moment();
    await write(b, 'ownership', ownership(owner('a')));
    for (const answer of [
      await entityAsOf(b, before),
      await askAspects(b, { aspect: 'upstreamLineage', asOf: before }),
      await relationsAsOf(b, 'OUTGOING', before),
      await askLineage(b, 'UPSTREAM', { asOf: before }),
    ]) {
      expectRefusal(answer, 400, /time since \d+ \(\d{4}-/);
    }
    expect((await entityAsOf(b, after)).body.aspects).to.have.keys('datasetKey');
    expect(await reached(a, 'UPSTREAM', { asOf: before })).to.deep.equal([`1 ${b}`, `2 ${c}`]);
    expect(await reached(a, 'UPSTREAM', { asOf: after })).to.deep.equal([]);
  });

  it('after a hard delete the lineage of before is there downstream, too [long]', async () => {
    const [a, b, c] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
    await write(a, 'upstreamLineage', upstreams(b));
    await write(b, 'upstreamLineage', upstreams(c));
    const before = await moment();
    await api.ingestProposal(deletion(b, 'datasetKey'));
    expect(await reached(c, 'DOWNSTREAM', { asOf: before })).to.deep.equal([`1 ${b}`, `2 ${a}`]);
    expect(await reached(c, 'DOWNSTREAM')).to.deep.equal([]);
  });
});

describe('With RETENTION_VERSIONS', () => {
  let cairn: Cairn;
  before(async () => {
    const { neo4j, typesense } = sharedCairn();
    const engines = { NEO4J_URI: neo4j.uri, NEO4J_PASSWORD: neo4j.password, TYPESENSE_URL: typesense.url, TYPESENSE_API_KEY: typesense.apiKey };
    cairn = await startCairn({ ...engines, RETENTION_VERSIONS: '2' });
  });
  after(() => cairn.stop());

  it('a time before the oldest kept version is refused; the error names the earliest time [long]', async () => {
    const kept = makeClient(() => cairn.url, SVC);
    const urn = urns.dataset(own());
    const times: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await kept.ingestProposal(proposal(urn, 'ownership', ownership(owner(name))));
      times.push(await moment());
    }
    const read = (asOf: number, more = '') => kept.send('GET', `/entitiesV2/${encode(urn)}?asOf=${asOf}${more}`);
    for (const [index, asOf] of times.entries()) {
      const answer = await read(asOf);
      if (index < 2) {
        expectRefusal(answer, 400, 'time since');
        expectRefusal(await kept.send('GET', `/aspects/${encode(urn)}?aspect=ownership&asOf=${asOf}`), 400, 'time since');
      } else expect(answer.text).to.include(owner('abcde'[index] as string));
    }
    // What is whole is told: another aspect, and edges, which are all kept.
    expect((await read(times[0] as number, '&aspects=List(datasetKey)')).status).to.equal(200);
    const related = await kept.relationships(urn, 'OUTGOING', { types: 'OwnedBy', asOf: times[0] });
    expect(related.body.entities).to.deep.equal([owner('a')]);
  });

  it('if the version before a run is gone, a rollback keeps what others have written, and says so [long]', async () => {
    const kept = makeClient(() => cairn.url, SVC);
    const [run, urn] = [own(), urns.dataset(own())];
    await kept.ingestProposal(proposal(urn, 'ownership', ownership(owner('others'))));
    for (const name of ['a', 'b', 'c', 'd'])
      await kept.ingestProposal(proposal(urn, 'ownership', ownership(owner(name)), { systemMetadata: { runId: run, lastObserved: 1 } }));
    for (const dryRun of [true, false]) {
      const answer = await kept.send<{ value: Record<string, unknown> }>('POST', '/runs?action=rollback', { json: { runId: run, dryRun } });
      expect(answer.body.value, answer.text).to.include({ aspectsReverted: 0, entitiesDeleted: 0, unsafeEntitiesCount: 1 });
      expect(answer.body.value.unsafeEntities).to.deep.equal([{ urn }]);
    }
    const { aspects } = (await kept.entity(urn)).body;
    expect(((aspects.ownership?.value.owners ?? []) as { owner: string }[]).map((each) => each.owner)).to.deep.equal([owner('d')]);
  });
});
