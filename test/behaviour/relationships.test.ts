import { expect } from 'chai';
import { api, encode, type Related } from '../support/client.ts';
import { ownership, ownNames, status, tags, upstreams, urns } from '../support/make.ts';
import { edges, erase, write } from '../support/writes.ts';

const own = ownNames('related');
const dataset = () => urns.dataset(own());

describe('GET /relationships (docs/semantics.md 8.1, 19)', () => {
  const [urn, other] = [dataset(), dataset()];
  const [alice, bob] = [urns.user(own('a')), urns.user(own('b'))];
  const [tagA, tagB] = [urns.tag(own('a')), urns.tag(own('b'))];
  const outgoing = [
    { type: 'DownstreamOf', entity: other },
    { type: 'OwnedBy', entity: alice },
    { type: 'OwnedBy', entity: bob },
    { type: 'TaggedWith', entity: tagA },
    { type: 'TaggedWith', entity: tagB },
  ];
  const hive = urns.platform('hive');
  const all = [...outgoing, { type: 'OnPlatform', entity: hive }, { type: 'SourcePlatform', entity: hive }].sort((a, b) =>
    a.type < b.type ? -1 : Number(a.type > b.type),
  );
  before(async () => {
    await write(urn, 'globalTags', tags(tagB, tagA));
    await write(urn, 'ownership', ownership(bob, alice, alice));
    await write(urn, 'upstreamLineage', upstreams(other));
    await write(other, 'ownership', ownership(alice));
  });

  it('returns start, count, total, relationships and entities; OUTGOING is what the entity references', async () => {
    const { status: code, body } = await api.relationships(urn, 'OUTGOING', { types: 'OwnedBy' });
    expect(code).to.equal(200);
    expect(body).to.deep.equal({ start: 0, count: 2, total: 2, relationships: outgoing.slice(1, 3), entities: [alice, bob] });
  });

  it('INCOMING is what references the entity, such as what a user owns', async () => {
    const { body } = await api.relationships(alice, 'INCOMING', { types: 'OwnedBy' });
    expect(body).to.deep.equal({
      start: 0,
      count: 2,
      total: 2,
      relationships: [urn, other].sort().map((entity) => ({ type: 'OwnedBy', entity })),
      entities: [urn, other].sort(),
    });
  });

  it('the two directions are separate', async () => {
    expect((await api.relationships(urn, 'INCOMING')).body).to.deep.include({ total: 0, entities: [] });
    expect(await edges(other, 'INCOMING')).to.deep.equal([`DownstreamOf ${urn}`]);
    expect(await edges(other, 'OUTGOING')).to.deep.equal([`OwnedBy ${alice}`]);
  });

  for (const types of [
    'OwnedBy&types=TaggedWith',
    'List(OwnedBy,TaggedWith)',
    'List%28OwnedBy%2CTaggedWith%29',
    'List(OwnedBy)&types=List(TaggedWith)',
    'List(OwnedBy,NoSuchEdge,TaggedWith)',
  ]) {
    it(`types=${types} names two types`, async () => {
      expect((await api.relationships(urn, 'OUTGOING', { types })).body.relationships).to.deep.equal(outgoing.slice(1));
    });
  }

  it('returns all types by default', async () => {
    for (const types of [undefined, 'List()']) expect((await api.relationships(urn, 'OUTGOING', { types })).body.relationships).to.deep.equal(all);
  });

  it('an unused type gives empty lists', async () => {
    for (const types of ['Consumes', 'NoSuchEdge', 'LATEST', 'UPSTREAM', 'PAST']) {
      expect((await api.relationships(urn, 'OUTGOING', { types })).body).to.deep.equal({
        start: 0,
        count: 0,
        total: 0,
        relationships: [],
        entities: [],
      });
    }
  });

  it('start and count page through the result, sorted by type, then URN; total stays the same', async () => {
    const seen = [];
    const types = 'List(TaggedWith,OwnedBy,DownstreamOf)';
    for (let start = 0; start < 6; start += 2) {
      const { body } = await api.relationships(urn, 'OUTGOING', { types, start, count: 2 });
      expect(body).to.include({ start, total: 5, count: Math.min(2, 5 - start) });
      expect(body.entities).to.deep.equal(body.relationships.map(({ entity }) => entity));
      seen.push(...body.relationships);
    }
    expect(seen).to.deep.equal(outgoing);
    expect((await api.relationships(urn, 'OUTGOING', { types, start: 50, count: 2 })).body).to.deep.equal({
      start: 50,
      count: 0,
      total: 5,
      relationships: [],
      entities: [],
    });
  });

  it('a page past the end is empty, however far', async () => {
    for (const start of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      for (const asOf of ['', `&asOf=${Date.now() + 60_000}`]) {
        const answer = await api.raw<Related>(`/relationships?urn=${encode(urn)}&direction=OUTGOING&start=${start}${asOf}`);
        expect(answer.body, answer.text).to.deep.include({ count: 0, entities: [] });
        expect(answer.body.total).to.be.above(0);
      }
    }
  });

  it('start is 0 and count 100 by default', async () => {
    const crowd = dataset();
    const owners = Array.from({ length: 130 }, () => urns.user(own()));
    await write(crowd, 'ownership', ownership(...owners));
    const { body } = await api.relationships(crowd, 'OUTGOING', { types: 'OwnedBy' });
    expect(body).to.include({ start: 0, count: 100, total: 130 });
    expect(body.entities).to.deep.equal([...owners].sort().slice(0, 100));
    expect((await api.relationships(crowd, 'OUTGOING', { types: 'OwnedBy', start: 100 })).body.entities).to.deep.equal([...owners].sort().slice(100));
  });

  it('each pair of type and URN appears once even if two fields make the same edge', async () => {
    const chart = urns.chart(own());
    const lastModified = {};
    await write(chart, 'chartInfo', {
      title: 't',
      description: 'd',
      lastModified,
      inputs: [{ string: urn }, { string: urn }],
      inputEdges: [{ destinationUrn: urn }],
    });
    expect(await edges(chart, 'OUTGOING')).to.deep.equal([`Consumes ${urn}`]);
    expect(await edges(urn, 'INCOMING', 'Consumes')).to.deep.equal([`Consumes ${chart}`]);
  });

  it('an entity with two types appears once in entities and twice in relationships', async () => {
    const group = urns.group(own());
    await write(group, 'corpGroupInfo', { admins: [alice], members: [alice], groups: [] });
    const { body } = await api.relationships(group, 'OUTGOING');
    expect(body.relationships.map(({ type }) => type)).to.deep.equal(['IsPartOf', 'OwnedBy']);
    expect(body.entities).to.deep.equal([alice]);
    expect(body).to.include({ count: 2, total: 2 });
  });

  it('an unknown URN, or one without edges, gives empty lists with 200', async () => {
    const lonely = urns.user(own('lonely'));
    await write(lonely, 'corpUserInfo', { active: true });
    for (const each of [dataset(), lonely]) {
      for (const direction of ['INCOMING', 'OUTGOING']) {
        const answer = await api.relationships(each, direction);
        expect(answer.status).to.equal(200);
        expect(answer.body).to.deep.equal({ start: 0, count: 0, total: 0, relationships: [], entities: [] });
      }
    }
  });

  it('the other end need not exist, and soft-deleted other ends are returned', async () => {
    const [source, removed, never] = [dataset(), dataset(), dataset()];
    await write(removed, 'status', status(true));
    await write(source, 'upstreamLineage', upstreams(removed, never));
    expect(await edges(source, 'OUTGOING', 'DownstreamOf')).to.have.members([`DownstreamOf ${removed}`, `DownstreamOf ${never}`]);
    await write(source, 'status', status(true));
    expect(await edges(never, 'INCOMING')).to.deep.equal([`DownstreamOf ${source}`]);
  });

  it('an entity may reference itself', async () => {
    const self = dataset();
    await write(self, 'upstreamLineage', upstreams(self));
    for (const direction of ['INCOMING', 'OUTGOING'] as const) expect(await edges(self, direction)).to.deep.equal([`DownstreamOf ${self}`]);
    await erase(self, 'upstreamLineage');
    for (const direction of ['INCOMING', 'OUTGOING'] as const) expect(await edges(self, direction)).to.deep.equal([]);
  });

  it('the URN may be encoded or not, and parameters come in any order', async () => {
    const paths = [
      `urn=${urn}&direction=OUTGOING&types=OwnedBy`,
      `types=OwnedBy&urn=${encode(urn)}&direction=OUTGOING`,
      `direction=OUTGOING&types=List(OwnedBy)&urn=${encodeURI(urn)}`,
    ];
    for (const query of paths) {
      for (const slash of ['', '/']) {
        const answer = await api.raw<{ entities: string[] }>(`/relationships${slash}?${query}`);
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.body.entities).to.deep.equal([alice, bob]);
      }
    }
  });
});
