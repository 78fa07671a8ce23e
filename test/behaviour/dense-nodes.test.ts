/**
 * A node with thousands of edges: its pages come from an order that Cairn keeps (src/graph/dense/). They must be what a read of all edges
 * gives, whatever was written in between.
 */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { hardDelete } from '../support/legacy.ts';
import { ownership, ownNames, proposal, status, tags, urns } from '../support/make.ts';
import { erase, write } from '../support/writes.ts';

const own = ownNames('dense');
const user = urns.user(own());
const MANY = 2_100;
const AT_ONCE = 500;

interface Scrolled {
  readonly scrollId?: string;
  readonly results: readonly { readonly relationshipType: string; readonly source: { readonly urn?: string } | string }[];
}

type Direction = 'INCOMING' | 'OUTGOING';

/** `<type> <urn>` of every edge, read page by page. */
async function paged(near: string, count: number, types?: string, direction: Direction = 'INCOMING'): Promise<string[]> {
  const seen: string[] = [];
  for (let start = 0; ; start += count) {
    const { status: code, body, text } = await api.relationships(near, direction, { start, count, types });
    expect(code, text).to.equal(200);
    seen.push(...body.relationships.map(({ type, entity }) => `${type} ${entity}`));
    if (body.count < count) {
      expect(body.total).to.equal(seen.length);
      return seen;
    }
  }
}

describe('Relationships of a dense node (docs/semantics.md 8.1, 8.4)', () => {
  it('that one aspect makes are sorted by URN, with their total, on every page, and follow each write of it', async () => {
    const urn = urns.dataset(own());
    const owners = Array.from({ length: MANY }, (_, index) => urns.user(`${own('o')}_${index}`));
    const expected = (): string[] => owners.map((owner) => `OwnedBy ${owner}`).sort();
    await write(urn, 'ownership', ownership(...owners));
    expect(await paged(urn, 1_000, 'OwnedBy', 'OUTGOING')).to.deep.equal(expected());
    owners.splice(100, 40, urns.user('0first'), urns.user('zzz_last'));
    await write(urn, 'ownership', ownership(...owners));
    expect(await paged(urn, 1_000, 'OwnedBy', 'OUTGOING')).to.deep.equal(expected());
    const { body } = await api.relationships(urn, 'OUTGOING', { start: owners.length - 10, count: 100, types: 'OwnedBy' });
    expect(body.relationships.map(({ entity }) => entity)).to.deep.equal(owners.toSorted().slice(-10));
  });
});

describe('Relationships of a dense node that many entities make', () => {
  const table = own('t');
  const named = (index: number): string => urns.dataset(`${table}_${index}`);
  const owned = new Set(Array.from({ length: MANY }, (_, index) => named(index)));
  const groups = new Set<string>();

  /** `<type> <urn>` of every edge, as it should be. */
  const expected = (): string[] => [...[...groups].map((urn) => `IsPartOf ${urn}`), ...[...owned].map((urn) => `OwnedBy ${urn}`)].sort();

  async function page(scrollId?: string): Promise<Scrolled> {
    const query = `direction=INCOMING&count=300${scrollId === undefined ? '' : `&scrollId=${scrollId}`}`;
    const { status: code, body, text } = await api.raw<Scrolled>(`/openapi/v3/relationship/corpuser/${encode(user)}?${query}`);
    expect(code, text).to.equal(200);
    return body;
  }
  const sourcesOf = ({ results }: Scrolled): string[] => results.map(({ source }) => (typeof source === 'string' ? source : (source.urn ?? '')));

  before(async () => {
    const all = [...owned];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const { status: code, text } = await api.ingestProposalBatch(
        all.slice(at, at + AT_ONCE).map((urn) => proposal(urn, 'ownership', ownership(user))),
      );
      expect(code, text).to.equal(200);
    }
  });

  it('are sorted by type, then URN, with their total, on every page [long]', async () => {
    expect(await paged(user, 1_000)).to.deep.equal(expected());
    expect(await paged(user, 700, 'OwnedBy')).to.deep.equal(expected());
    const { body } = await api.relationships(user, 'INCOMING', { start: MANY - 10, count: 100 });
    expect(body.relationships.map(({ entity }) => entity)).to.deep.equal([...owned].sort().slice(-10));
    expect((await api.relationships(user, 'INCOMING', { start: MANY, count: 10 })).body).to.deep.include({ total: MANY, count: 0, entities: [] });
    expect((await api.relationships(user, 'INCOMING', { types: 'TaggedWith' })).body).to.deep.include({ total: 0, entities: [] });
  });

  it('follow what is written: new ends, ends that go, further types, and a write of each of them again [long]', async () => {
    const gone = [...owned].slice(100, 140);
    for (const urn of gone.slice(0, 20)) await erase(urn, 'ownership');
    for (const urn of gone.slice(20)) await write(urn, 'ownership', ownership());
    for (const urn of gone) owned.delete(urn);
    expect(await paged(user, 1_000)).to.deep.equal(expected());
    for (const urn of [...gone.slice(0, 5), named(MANY), urns.dataset('0first'), urns.dataset('zzz_last')]) {
      await write(urn, 'ownership', ownership(user));
      owned.add(urn);
      expect((await api.relationships(user, 'INCOMING', { count: 0 })).body.total).to.equal(owned.size);
    }
    expect(await paged(user, 1_000)).to.deep.equal(expected());
    for (const urn of [named(5), named(6)]) await write(urn, 'ownership', ownership(user, urns.user(own('other'))));
    await write(named(7), 'globalTags', tags(urns.tag(own())));
    expect(await paged(user, 1_000)).to.deep.equal(expected());
    const group = urns.group(own());
    await write(group, 'corpGroupInfo', { admins: [], members: [user], groups: [] });
    groups.add(group);
    expect(await paged(user, 1_000)).to.deep.equal(expected());
    await erase(group, 'corpGroupInfo');
    groups.delete(group);
    expect(await paged(user, 1_000)).to.deep.equal(expected());
  });

  it('follow deletions of entities, soft and hard [long]', async () => {
    await write(named(10), 'status', status(true));
    await hardDelete(named(11));
    owned.delete(named(11));
    expect(await paged(user, 1_000)).to.deep.equal(expected());
  });

  it('a scroll sees each edge once, whatever is written between its pages [long]', async () => {
    const all = [...owned].sort();
    const seen: string[] = [];
    let next: string | undefined;
    for (let at = 0; at === 0 || next !== undefined; at++) {
      const found = await page(next);
      seen.push(...sourcesOf(found));
      next = found.scrollId;
      if (at === 1) {
        await erase(all[0] as string, 'ownership');
        await erase(all.at(-1) as string, 'ownership');
      }
    }
    expect(seen).to.deep.equal(all.slice(0, -1));
    owned.delete(all[0] as string);
    owned.delete(all.at(-1) as string);
  });

  it('an end that two aspects name counts once, and stays until neither names it [long]', async () => {
    const hub = urns.dataset(own('hub'));
    const ends = Array.from({ length: 2_100 }, (_, index) => urns.chart(`${own('c')}_${index}`));
    const info = (inputs: object): object => ({ title: 't', description: 'd', lastModified: {}, ...inputs });
    for (let at = 0; at < ends.length; at += AT_ONCE) {
      const batch = ends.slice(at, at + AT_ONCE).map((urn) => proposal(urn, 'chartInfo', info({ inputs: [{ string: hub }] })));
      const { status: code, text } = await api.ingestProposalBatch(batch);
      expect(code, text).to.equal(200);
    }
    const consumes = (): string[] => ends.map((urn) => `Consumes ${urn}`).sort();
    expect(await paged(hub, 1_000, 'Consumes')).to.deep.equal(consumes());
    await write(ends[0] as string, 'chartInfo', info({}));
    ends.shift();
    expect(await paged(hub, 1_000, 'Consumes')).to.deep.equal(consumes());
  });

  it('removing all edges of a node empties its pages, and the next write of an aspect fills them again [long]', async () => {
    const { status: code, text } = await api.send('DELETE', `/relationships?urn=${encode(user)}`);
    expect(code, text).to.equal(200);
    expect(await paged(user, 1_000)).to.deep.equal([]);
    await write(named(20), 'ownership', ownership(user));
    expect(await paged(user, 1_000)).to.deep.equal([`OwnedBy ${named(20)}`]);
  });
});
