/**
 * Relationships through OpenAPI (docs/semantics.md 8.4).
 */
import { expect } from 'chai';
import { type Answer, api, encode } from '../support/client.ts';
import { ownership, ownNames, status, tags, upstreams, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('openapi_rel');

interface V1 {
  start: number;
  count: number;
  total: number;
  entities: { relationshipType: string; urn: string }[];
}
interface End {
  urn: string;
  entityType: string;
}
interface Scroll {
  scrollId?: string;
  results: { relationshipType: string; source: End; destination: End }[];
}

const v1 = (query: string): Promise<Answer<V1>> => api.send<V1>('GET', `/openapi/relationships/v1/?${query}`);
const pairs = ({ results }: Scroll): string[] =>
  results.map(({ relationshipType, source, destination }) => `${source.urn} ${relationshipType} ${destination.urn}`);

/** All pages of a scroll; fails when it does not come to an end. */
async function scroll(ask: (more: string) => Promise<Answer<Scroll>>): Promise<string[][]> {
  const pages: string[][] = [];
  let more = '';
  for (let page = 0; page < 50; page++) {
    const { status: code, body, text } = await ask(more);
    expect(code, text).to.equal(200);
    pages.push(pairs(body));
    if (body.scrollId === undefined) return pages;
    more = `&scrollId=${body.scrollId}`;
  }
  throw new Error('the scroll does not end');
}

function expectError(answer: Answer, mention: string): void {
  const body = answer.body as { error: string; message: string };
  expect(answer.status, answer.text).to.equal(400);
  expect(body.error).to.be.a('string');
  expect(`${body.error} ${answer.text}`).to.include(mention);
}

describe('Relationships through OpenAPI', () => {
  const tag = urns.tag(own());
  const tagged = [1, 2, 3, 4, 5].map(() => urns.dataset(own())).sort();
  const [first = '', second = ''] = tagged;
  before(async () => {
    for (const urn of tagged) await write(urn, 'globalTags', tags(tag));
    await write(first, 'ownership', ownership(urns.user('owner_a'), urns.user('owner_b')));
    await write(first, 'upstreamLineage', upstreams(second));
  });

  it('v1 pages by start; clients continue until a page has count 0', async () => {
    const seen: string[] = [];
    for (let start = 0; ; ) {
      const { body, status: code, text } = await v1(`urn=${encode(tag)}&direction=INCOMING&relationshipTypes=TaggedWith&count=2&start=${start}`);
      expect(code, text).to.equal(200);
      expect([body.start, body.total, body.entities.length]).to.deep.equal([start, 5, body.count]);
      if (body.count === 0) break;
      seen.push(...body.entities.map(({ urn }) => urn));
      start += body.count;
    }
    expect(seen).to.deep.equal(tagged);
  });

  it('v1 accepts several relationship types; without any it returns all', async () => {
    const types = async (query: string): Promise<string[]> =>
      (await v1(`urn=${encode(first)}&direction=OUTGOING${query}`)).body.entities.map(({ relationshipType }) => relationshipType);
    expect(await types('&relationshipTypes=OwnedBy&relationshipTypes=TaggedWith')).to.deep.equal(['OwnedBy', 'OwnedBy', 'TaggedWith']);
    expect(await types('')).to.include.members(['OwnedBy', 'TaggedWith', 'DownstreamOf']);
    expect(await types('&relationshipTypes=Nonsense')).to.deep.equal([]);
    expect((await v1(`urn=${encode(urns.dataset(own()))}&direction=OUTGOING`)).body).to.deep.equal({ start: 0, count: 0, total: 0, entities: [] });
  });

  it('v1 refuses invalid parameters in the form of this API', async () => {
    expectError(await v1('direction=INCOMING'), 'urn');
    expectError(await v1(`urn=${encode(tag)}`), 'direction');
    expectError(await v1(`urn=${encode(tag)}&direction=UP`), 'direction');
    expectError(await v1('urn=nonsense&direction=INCOMING'), 'Invalid urn');
    expectError(await v1(`urn=${encode(tag)}&direction=INCOMING&start=-1`), 'start');
    expectError(await v1(`urn=${encode(tag)}&direction=INCOMING&count=x`), 'count');
  });

  it('v3 scrolls through the relationships of an entity, each once', async () => {
    const of = (direction: string, urn: string, type: string) => (more: string) =>
      api.send<Scroll>('GET', `/openapi/v3/relationship/${type}/${encode(urn)}?count=2&direction=${direction}${more}`);
    const pages = await scroll(of('INCOMING', tag, 'tag'));
    expect(pages.map(({ length }) => length)).to.deep.equal([2, 2, 1]);
    expect(pages.flat()).to.deep.equal(tagged.map((urn) => `${urn} TaggedWith ${tag}`));
    const outgoing = (await scroll(of('OUTGOING', first, 'DATASET'))).flat();
    expect(outgoing).to.include.members([
      `${first} OwnedBy urn:svc:corpuser:owner_a`,
      `${first} TaggedWith ${tag}`,
      `${first} DownstreamOf ${second}`,
    ]);
    expect(new Set(outgoing).size).to.equal(outgoing.length);
  });

  it('v3 returns outgoing relationships by default, and only the requested types', async () => {
    const { body } = await api.send<Scroll>('GET', `/openapi/v3/relationship/dataset/${encode(first)}?relationshipType[]=DownstreamOf`);
    expect(body).to.deep.equal({
      results: [
        { relationshipType: 'DownstreamOf', source: { urn: first, entityType: 'dataset' }, destination: { urn: second, entityType: 'dataset' } },
      ],
    });
  });

  it('v3 scrolls through all relationships of a type', async () => {
    const all = (await scroll((more) => api.send<Scroll>('GET', `/openapi/v3/relationship/TaggedWith?count=1000${more}`))).flat();
    expect(all).to.include.members(tagged.map((urn) => `${urn} TaggedWith ${tag}`));
    expect(new Set(all).size).to.equal(all.length);
  });

  it('the scroll by POST filters by types and URNs of both ends, and leaves out soft-deleted ends on request', async () => {
    const near = { and: [{ criteria: [{ field: 'urn', condition: 'EQUAL', values: [tag] }] }] };
    const ask = (query: string, body: unknown) => (more: string) =>
      api.send<Scroll>('POST', `/openapi/v3/relationship/scroll?count=2&relationshipTypes=TaggedWith${query}${more}`, { json: body });
    const all = tagged.map((urn) => `${urn} TaggedWith ${tag}`);
    expect((await scroll(ask('', { destinationFilter: near }))).flat()).to.have.members(all);
    expect((await scroll(ask('&sourceTypes=dataset&destinationTypes=tag', { destinationFilter: near }))).flat()).to.have.members(all);
    expect((await scroll(ask('&sourceTypes=chart', { destinationFilter: near }))).flat()).to.deep.equal([]);
    const both = { destinationFilter: near, sourceFilter: { and: [{ criteria: [{ field: 'urn', condition: 'EQUAL', values: [first, second] }] }] } };
    expect((await scroll(ask('', both))).flat()).to.have.members(all.slice(0, 2));
    await write(second, 'status', status(true));
    expect((await scroll(ask('&includeSoftDelete=false', both))).flat()).to.deep.equal(all.slice(0, 1));
    await write(second, 'status', status(false));
  });

  it('the lineage scroll returns each edge of the given entities once, and says which end is upstream', async () => {
    const [a, b, c, job] = [urns.dataset(own('a')), urns.dataset(own('b')), urns.dataset(own('c')), urns.job(urns.flow(own()), 'load')];
    await write(b, 'upstreamLineage', upstreams(a));
    await write(c, 'upstreamLineage', upstreams(b));
    await write(job, 'dataJobInputOutput', { inputDatasets: [c], outputDatasets: [b] });
    await write(b, 'ownership', ownership(urns.user(own())));
    interface Lineage extends Scroll {
      results: (Scroll['results'][number] & { upstream: string; downstream: string })[];
    }
    const ask = async (query: string, body: unknown): Promise<Lineage> => {
      const answer = await api.send<Lineage>('POST', `/openapi/v3/lineage/scroll?${query}`, { json: body });
      expect(answer.status, answer.text).to.equal(200);
      return answer.body;
    };
    const ways = ({ results }: Lineage) =>
      results.map(({ relationshipType, upstream, downstream }) => `${relationshipType} ${downstream} < ${upstream}`);
    const all = [`DownstreamOf ${b} < ${a}`, `DownstreamOf ${c} < ${b}`, `Produces ${b} < ${job}`];
    expect(ways(await ask('count=100', { urns: [b] }))).to.have.members(all);
    expect(ways(await ask('count=100&direction=UPSTREAM', { urns: [b] }))).to.have.members([all[0], all[2]]);
    expect(ways(await ask('count=100&direction=DOWNSTREAM', { urns: [b] }))).to.deep.equal([all[1]]);
    expect(ways(await ask('count=100&relationshipTypes=Produces', { urns: [b, job] }))).to.deep.equal([all[2]]);
    const pages: string[] = [];
    let scrollId = '';
    do {
      const page = await ask(`count=2${scrollId}`, { urns: [b, c] });
      pages.push(...ways(page));
      scrollId = page.scrollId === undefined ? '' : `&scrollId=${page.scrollId}`;
    } while (scrollId !== '');
    expect(pages)
      .to.have.members([...all, `Consumes ${job} < ${c}`])
      .and.have.length(4);
    expect((await ask('count=3', {})).results).to.have.length(3);
    expectError(await api.send('POST', '/openapi/v3/lineage/scroll?direction=UP', { json: {} }), 'direction');
    expectError(await api.send('POST', '/openapi/v3/lineage/scroll?relationshipTypes=OwnedBy', { json: {} }), 'OwnedBy');
    expectError(await api.send('POST', '/openapi/v3/lineage/scroll', { json: { urns: ['x'] } }), 'Invalid urn');
  });

  it('a scroll can be narrowed to types, and turned round', async () => {
    const [table, tag, user] = [urns.dataset(own()), urns.tag(own()), urns.user(own())];
    await write(table, 'globalTags', { tags: [{ tag }] });
    await write(table, 'ownership', { owners: [{ owner: user, type: 'DATAOWNER' }] });
    const of = (field: string, ...values: string[]) => ({ and: [{ criteria: [{ field, condition: 'EQUAL', values }] }] });
    const post = async (query: string, json: object): Promise<string[]> => {
      const { body } = await api.send<Scroll>('POST', `/openapi/v3/relationship/scroll?${query}`, { json });
      return body.results.map(({ relationshipType, destination }) => `${relationshipType} ${destination.urn}`);
    };
    const sourceFilter = of('urn', table);
    expect(await post('', { sourceFilter, edgeFilter: of('relationshipType', 'TaggedWith') })).to.deep.equal([`TaggedWith ${tag}`]);
    expect(await post('relationshipTypes=TaggedWith', { sourceFilter, edgeFilter: of('relationshipType', 'OwnedBy') })).to.deep.equal([]);
    expect(await post('direction=INCOMING', { sourceFilter: of('urn', tag) })).to.deep.equal([`TaggedWith ${tag}`]);
    expect(await post('direction=INCOMING&destinationTypes=dataset', { sourceFilter: of('urn', user) })).to.deep.equal([`OwnedBy ${user}`]);
    expect(await post('direction=INCOMING&destinationTypes=chart', { sourceFilter: of('urn', user) })).to.deep.equal([]);
  });

  it('scrolls refuse bad parameters', async () => {
    const at = `/openapi/v3/relationship/dataset/${encode(first)}`;
    expectError(await api.send('GET', `${at}?scrollId=nonsense`), 'scrollId');
    expectError(await api.send('GET', `${at}?count=0`), 'count');
    expectError(await api.send('GET', `${at}?direction=UP`), 'direction');
    expectError(await api.send('GET', `/openapi/v3/relationship/chart/${encode(first)}`), 'chart');
    expectError(await api.send('GET', '/openapi/v3/relationship/dataset/nonsense'), 'Invalid urn');
    expectError(await api.send('GET', '/openapi/v3/relationship/Nonsense'), 'Nonsense');
    const post = (query: string, body: unknown): Promise<Answer> => api.send('POST', `/openapi/v3/relationship/scroll?${query}`, { json: body });
    expectError(await post('sourceTypes=nonsense', {}), 'nonsense');
    expectError(await post('', []), '/ ::');
    expectError(await post('', { urns: [first] }), '/urns');
    expectError(await post('', { sourceFilter: { and: [{ criteria: [{ field: 'name', values: ['x'] }] }] } }), 'sourceFilter');
    expectError(await post('', { edgeFilter: { and: [{ criteria: [{ field: 'urn', values: ['x'] }] }] } }), 'edgeFilter');
    expectError(await post('direction=UP', {}), 'direction');
    expectError(await post('scrollId=abc', {}), 'scrollId');
  });
});
