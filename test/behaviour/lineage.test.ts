/**
 * Lineage (docs/semantics.md 8.3): `GET /lineage`, `getLineage`, `searchAcrossLineage`.
 */
import { expect } from 'chai';
import { type Answer, api } from '../support/client.ts';
import { writeAllSearchable } from '../support/find.ts';
import { askAspects, askLineage, lineage, reached } from '../support/lineage.ts';
import { deletion, ownNames, proposal, stamp, status, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('lineage');
const datasets = (count: number): string[] => Array.from({ length: count }, () => urns.dataset(own()));
const chart = (title: string, ...inputs: string[]) => ({
  title,
  description: '',
  inputs: inputs.map((string) => ({ string })),
  lastModified: { created: stamp(), lastModified: stamp() },
});

interface Found {
  value: {
    numEntities: number;
    metadata: { urns: string[]; searchResultMetadatas: { name: string; aggregations: Record<string, number> }[] };
    entities: { entity: string; degree: number; degrees: number[]; paths: string[][] }[];
  };
}
const act = <Body>(resource: string, action: string, body: unknown): Promise<Answer<Body>> =>
  api.send<Body>('POST', `/${resource}?action=${action}`, { json: body });
const timeBefore = async (urn: string, aspect: string): Promise<number> => {
  const { body } = await askAspects(urn, { aspect, start: 0, count: 1 });
  return Number(body.values[0]?.created.time) - 1;
};
const search = async (body: object): Promise<Found['value']> => {
  const answer = await act<Found>('entities', 'searchAcrossLineage', body);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.value;
};

describe('Lineage finds every entity once, with its shortest path', () => {
  const [a, b, c, d, e] = datasets(5) as [string, string, string, string, string];
  before(async () => {
    // A diamond a -> b, c -> d -> e with a short cut a -> d, and a cycle e -> a.
    await write(a, 'upstreamLineage', upstreams(b, c));
    await write(b, 'upstreamLineage', upstreams(d));
    await write(c, 'upstreamLineage', upstreams(d));
    await write(d, 'upstreamLineage', upstreams(e));
    await write(e, 'upstreamLineage', upstreams(a));
  });
  const sorted = (...urnsOf: string[]): string[] => [...urnsOf].sort();

  it('upstream: sorted by degree, then URN; the start is left out even if a cycle leads back to it', async () => {
    const page = await lineage(a, 'UPSTREAM');
    const [first = '', second = ''] = sorted(b, c);
    expect(page.entities.map(({ urn, degree }) => [urn, degree])).to.deep.equal([
      [first, 1],
      [second, 1],
      [d, 2],
      [e, 3],
    ]);
    expect([page.start, page.count, page.total, page.filtered]).to.deep.equal([0, 4, 4, 0]);
    expect(page.degrees).to.deep.equal({ 1: 2, 2: 1, 3: 1 });
  });

  it('each path consists of edges from the start to the entity; its length is the degree', async () => {
    for (const direction of ['UPSTREAM', 'DOWNSTREAM'] as const) {
      for (const { urn, degree, path, relationships } of (await lineage(a, direction)).entities) {
        expect([path[0], path.at(-1), path.length, relationships.length]).to.deep.equal([a, urn, degree + 1, degree]);
        for (const [index, from] of path.slice(0, -1).entries())
          expect(await reached(from, direction, { hops: 1 })).to.include(`1 ${path[index + 1]}`);
      }
    }
  });

  it('downstream is the reverse of upstream', async () => {
    const [first, second] = sorted(b, c);
    expect(await reached(d, 'DOWNSTREAM')).to.deep.equal([`1 ${first}`, `1 ${second}`, `2 ${a}`, `3 ${e}`]);
  });

  it('hops limits the degree', async () => expect((await lineage(a, 'UPSTREAM', { hops: 1 })).degrees).to.deep.equal({ 1: 2 }));

  it('hops may be two, or very many; so may those of getLineage and of a search [long]', async () => {
    expect((await lineage(a, 'UPSTREAM', { hops: 2 })).total).to.equal(3);
    expect((await lineage(a, 'UPSTREAM', { hops: 1_000_000 })).total).to.equal(4);
    const two = await act<{ value: { total: number } }>('relationships', 'getLineage', { urn: d, direction: 'UPSTREAM', maxHops: 2 });
    expect(two.body.value.total).to.equal(2);
    expect((await search({ urn: a, direction: 'UPSTREAM', maxHops: 2 })).numEntities).to.equal(3);
  });

  it('pages together make up the whole; a page past the end has count 0', async () => {
    const all = await reached(a, 'UPSTREAM');
    const parts = await Promise.all([0, 2, 4].map((start) => lineage(a, 'UPSTREAM', { start, count: 2 })));
    expect(parts.flatMap(({ entities }) => entities.map(({ urn, degree }) => `${degree} ${urn}`))).to.deep.equal(all);
    expect(parts.map(({ count, total }) => [count, total])).to.deep.equal([
      [2, 4],
      [2, 4],
      [0, 4],
    ]);
  });

  it('paths lead through soft-deleted entities, but results leave them out unless requested', async () => {
    const [one, two, three] = datasets(3) as [string, string, string];
    await write(one, 'upstreamLineage', upstreams(two));
    await write(two, 'upstreamLineage', upstreams(three));
    await write(two, 'status', status(true));
    const page = await lineage(one, 'UPSTREAM');
    expect(page.entities.map(({ urn, degree, path }) => [urn, degree, path])).to.deep.equal([[three, 2, [one, two, three]]]);
    expect([page.total, page.filtered, page.degrees]).to.deep.equal([1, 1, { 2: 1 }]);
    expect(await reached(one, 'UPSTREAM', { includeSoftDeleted: true })).to.deep.equal([`1 ${two}`, `2 ${three}`]);
    await write(two, 'status', status(false));
    expect(await reached(one, 'UPSTREAM')).to.deep.equal([`1 ${two}`, `2 ${three}`]);
  });

  it('follows the direction of a relationship in the model: what a job consumes is upstream, what it produces is downstream', async () => {
    const [input, output] = datasets(2) as [string, string];
    const job = urns.job(urns.flow(own()), 'load');
    await write(job, 'dataJobInputOutput', { inputDatasets: [input], outputDatasets: [output] });
    const page = await lineage(output, 'UPSTREAM');
    expect(page.entities.map(({ urn, relationships }) => [urn, relationships])).to.deep.equal([
      [job, ['Produces']],
      [input, ['Produces', 'Consumes']],
    ]);
    expect(await reached(input, 'DOWNSTREAM')).to.deep.equal([`1 ${job}`, `2 ${output}`]);
  });

  it('types limits the relationships; entityTypes limits the results, not the paths', async () => {
    const [table, source] = datasets(2) as [string, string];
    const graph = urns.chart(own());
    await write(table, 'upstreamLineage', upstreams(source));
    await write(graph, 'chartInfo', chart('c', table));
    expect(await reached(graph, 'UPSTREAM', { types: 'Consumes' })).to.deep.equal([`1 ${table}`]);
    expect(await reached(graph, 'UPSTREAM', { types: 'Consumes,DownstreamOf' })).to.deep.equal([`1 ${table}`, `2 ${source}`]);
    expect(await reached(source, 'DOWNSTREAM', { entityTypes: 'chart' })).to.deep.equal([`2 ${graph}`]);
    expect(await reached(source, 'DOWNSTREAM', { entityTypes: 'CHART,Dataset' })).to.deep.equal([`1 ${table}`, `2 ${graph}`]);
  });

  it('columns have lineage of their own', async () => {
    const [table, source] = datasets(2) as [string, string];
    const [to, from] = [urns.column(table, 'total'), urns.column(source, 'amount')];
    const fineGrainedLineages = [{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [from], downstreams: [to] }];
    await write(table, 'upstreamLineage', { ...upstreams(source), fineGrainedLineages });
    expect(await reached(to, 'UPSTREAM')).to.deep.equal([`1 ${from}`]);
    expect(await reached(from, 'DOWNSTREAM')).to.deep.equal([`1 ${to}`]);
    expect(await reached(table, 'UPSTREAM')).to.deep.equal([`1 ${source}`]);
  });

  it('columns of a soft-deleted dataset are left out and walked through', async () => {
    const [top, middle, bottom] = datasets(3) as [string, string, string];
    const columns = [urns.column(top, 'a'), urns.column(middle, '[version=2.0].b.c'), urns.column(bottom, 'd')] as const;
    const step = (from: string, to: string) => [{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [from], downstreams: [to] }];
    await writeAllSearchable([
      proposal(top, 'upstreamLineage', { ...upstreams(middle), fineGrainedLineages: step(columns[1], columns[0]) }),
      proposal(middle, 'upstreamLineage', { ...upstreams(bottom), fineGrainedLineages: step(columns[2], columns[1]) }),
      proposal(bottom, 'status', status(false)),
    ]);
    const both = [`1 ${columns[1]}`, `2 ${columns[2]}`];
    expect(await reached(columns[0], 'UPSTREAM')).to.deep.equal(both);
    await writeAllSearchable([proposal(middle, 'status', status(true))]);
    const before = await timeBefore(middle, 'status');
    const page = await lineage(columns[0], 'UPSTREAM');
    expect(page).to.deep.include({ total: 1, filtered: 1, degrees: { 2: 1 } });
    expect(page.entities.map(({ urn, path }) => ({ urn, path }))).to.deep.equal([{ urn: columns[2], path: [...columns] }]);
    expect(await reached(columns[0], 'UPSTREAM', { includeSoftDeleted: true })).to.deep.equal(both);
    expect(await reached(columns[0], 'UPSTREAM', { asOf: before })).to.deep.equal(both);
    const found = await search({ urn: columns[0], direction: 'UPSTREAM' });
    expect(found.entities.map(({ entity }) => entity)).to.deep.equal([bottom]);
    expect((await lineage(columns[1], 'UPSTREAM')).total, 'it may start at such a column').to.equal(1);
  });

  it('a complete lattice, with many paths of the same length, is answered quickly', async () => {
    const levels = Array.from({ length: 12 }, () => datasets(6));
    await api.ingestProposalBatch(
      levels.slice(0, -1).flatMap((level, index) => level.map((urn) => proposal(urn, 'upstreamLineage', upstreams(...(levels[index + 1] ?? []))))),
    );
    const page = await lineage(levels[0]?.[0] as string, 'UPSTREAM');
    expect(page.total).to.equal(66);
    expect(Object.values(page.degrees)).to.deep.equal(Array(11).fill(6));
  });

  it('an unknown URN has no lineage', async () => {
    expect((await lineage(urns.dataset(own()), 'DOWNSTREAM')).total).to.equal(0);
  });

  it('a page past the end is empty, however far', async () => {
    for (const start of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const answer = await askLineage(a, 'UPSTREAM', { start });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body).to.deep.include({ count: 0, entities: [] });
    }
  });

  it('refuses bad parameters', async () => {
    expectRefusal(await askLineage(a, 'SIDEWAYS'), 400, 'direction');
    expectRefusal(await api.send('GET', `/lineage?urn=${a}`), 400, 'direction');
    expectRefusal(await api.send('GET', '/lineage?direction=UPSTREAM'), 400, 'urn');
    expectRefusal(await askLineage('nonsense', 'UPSTREAM'), 400, 'urn');
    for (const hops of ['0', '-1', 'x', '1.5', '1000001']) expectRefusal(await askLineage(a, 'UPSTREAM', { hops }), 400, 'hops');
    for (const count of ['-1', '1001', 'many']) expectRefusal(await askLineage(a, 'UPSTREAM', { count }), 400, 'count');
    expectRefusal(await askLineage(a, 'UPSTREAM', { start: -1 }), 400, 'start');
    expectRefusal(await askLineage(a, 'UPSTREAM', { types: 'OwnedBy' }), 400, 'types');
    expectRefusal(await askLineage(a, 'UPSTREAM', { types: 'x`]->() DETACH DELETE s //' }), 400, 'types');
    expectRefusal(await askLineage(a, 'UPSTREAM', { entityTypes: 'nonsense' }), 422, 'nonsense');
    expectRefusal(await askLineage(a, 'UPSTREAM', { includeSoftDeleted: 'perhaps' }), 400, 'includeSoftDeleted');
    expectRefusal(await askLineage(a, 'UPSTREAM', { asOf: 'yesterday' }), 400, 'asOf');
  });

  it('getLineage returns one hop by default', async () => {
    const one = await act<{
      value: { total: number; filtered: number; relationships: { type: string; entity: string; degree: number; paths: string[][] }[] };
    }>('relationships', 'getLineage', { urn: d, direction: 'UPSTREAM' });
    expect(one.body.value).to.deep.equal({
      start: 0,
      count: 1,
      total: 1,
      filtered: 0,
      relationships: [{ type: 'DownstreamOf', entity: e, degree: 1, paths: [[d, e]] }],
    });
    expectRefusal(await act('relationships', 'getLineage', { urn: d }), 400, 'direction');
    expectRefusal(await act('relationships', 'getLineage', { urn: d, direction: 'BOTH' }), 400, 'direction');
    expectRefusal(await act('relationships', 'getLineage', { urn: d, direction: 'UPSTREAM', maxHops: 0 }), 400, 'maxHops');
    expectRefusal(await act('relationships', 'getLineage', { urn: 'x', direction: 'UPSTREAM' }), 400, 'urn');
    expectRefusal(await act('relationships', 'nonsense', {}), 400, 'getLineage');
  });

  it('getNeighbours reads one hop around many entities, in their order', async () => {
    interface Side {
      total: number;
      urns: string[];
    }
    const ask = async (body: object, query = '') =>
      (
        await api.send<{ value: { neighbours: { urn: string; upstream: Side; downstream: Side }[] } }>(
          'POST',
          `/relationships?action=getNeighbours${query}`,
          { json: body },
        )
      ).body.value.neighbours;
    const unknown = urns.dataset(own());
    expect(await ask({ urns: [d, unknown, a] })).to.deep.equal([
      { urn: d, upstream: { total: 1, urns: [e] }, downstream: { total: 2, urns: sorted(b, c) } },
      { urn: unknown, upstream: { total: 0, urns: [] }, downstream: { total: 0, urns: [] } },
      { urn: a, upstream: { total: 2, urns: sorted(b, c) }, downstream: { total: 1, urns: [e] } },
    ]);
    expect((await ask({ urns: [a], count: 1 }))[0]?.upstream).to.deep.equal({ total: 2, urns: sorted(b, c).slice(0, 1) });
    expect((await ask({ urns: [a] }, '&asOf=1'))[0]?.upstream.total).to.equal(0);
    expect((await ask({ urns: [a], asOf: 1 }))[0]?.downstream.total).to.equal(0);
    for (const [body, named] of [
      [{}, 'urns'],
      [{ urns: ['x'] }, 'urn'],
      [{ urns: Array.from({ length: 201 }, () => a) }, 'urns'],
      [{ urns: [a], count: 501 }, 'count'],
    ] as const)
      expectRefusal(await act('relationships', 'getNeighbours', body), 400, named);
  });

  it('searchAcrossLineage finds stored entities, filters and counts degrees', async () => {
    const all = await search({ urn: a, direction: 'UPSTREAM', input: '*', entities: [] });
    expect(all.entities.map(({ entity }) => entity)).to.deep.equal([...sorted(b, c), d, e]);
    expect(all.metadata.searchResultMetadatas[0]).to.deep.equal({ name: 'degree', aggregations: { '1': 2, '2': 1, '3+': 1 } });
    expect(all.entities.at(-1)).to.include({ entity: e, degree: 3 });
    expect(all.entities.at(-1)?.paths[0]).to.have.length(4);
    const filtered = (values: string[], negated = false) =>
      search({ urn: a, direction: 'UPSTREAM', filter: { or: [{ and: [{ field: 'degree', condition: 'EQUAL', values, negated }] }] } });
    expect((await filtered(['2', '3+'])).metadata.urns).to.deep.equal([d, e]);
    expect((await filtered(['1'])).numEntities).to.equal(2);
    expect((await filtered(['1'], true)).metadata.urns).to.deep.equal([d, e]);
    expect((await search({ urn: a, direction: 'UPSTREAM', entities: ['chart'] })).numEntities).to.equal(0);
    expect((await search({ urn: a, direction: 'UPSTREAM', maxHops: 1 })).numEntities).to.equal(2);
  });

  it('a time window keeps edges with a stamp in it, and edges without a stamp', async () => {
    const [top, stamped, later] = datasets(3) as [string, string, string];
    const edge = (dataset: string, time: number) => ({ dataset, type: 'COPY', auditStamp: stamp(undefined, time) });
    for (const urn of [stamped, later]) await write(urn, 'status', status(false));
    await write(top, 'upstreamLineage', { upstreams: [edge(stamped, 1000), edge(later, 2000)] });
    const within = async (startTimeMillis: number, endTimeMillis: number) =>
      (await search({ urn: top, direction: 'UPSTREAM', startTimeMillis, endTimeMillis })).metadata.urns;
    expect(await within(500, 1500)).to.deep.equal([stamped]);
    expect(await within(1000, 2000)).to.have.members([stamped, later]);
    expect(await within(2001, 3000)).to.deep.equal([]);
    const consumer = urns.chart(own());
    await write(consumer, 'chartInfo', chart('c', stamped));
    expect((await search({ urn: consumer, direction: 'UPSTREAM', startTimeMillis: 1, endTimeMillis: 2 })).metadata.urns).to.deep.equal([stamped]);
  });

  it('searchAcrossLineage refuses what it does not support', async () => {
    const refused = (more: object): Promise<Answer> => act('entities', 'searchAcrossLineage', { urn: a, direction: 'UPSTREAM', ...more });
    expectRefusal(await refused({ filter: { or: [{ and: [{ field: 'degree', values: ['7'] }] }] } }), 400, 'degree');
    expectRefusal(await refused({ entities: ['nonsense'] }), 422, 'nonsense');
    expectRefusal(await refused({ count: -1 }), 400, 'count');
    expectRefusal(await refused({ direction: 'x' }), 400, 'direction');
  });

  it('deployments of a model lie downstream of it', async () => {
    const [model, deployment] = ['mlModel', 'mlModelDeployment'].map((type) => urns.of(type, `(urn:svc:dataPlatform:sagemaker,${own()},PROD)`));
    await write(model ?? '', 'mlModelProperties', { deployments: [deployment] });
    expect(await reached(model ?? '', 'DOWNSTREAM')).to.deep.equal([`1 ${deployment}`]);
  });

  it('a hard-deleted entity is no longer found, nor are entities only reachable through it', async () => {
    const [top, middle, bottom] = datasets(3) as [string, string, string];
    await write(top, 'upstreamLineage', upstreams(middle));
    await write(middle, 'upstreamLineage', upstreams(bottom));
    await api.ingestProposal(deletion(middle, 'datasetKey'));
    expect(await reached(top, 'UPSTREAM')).to.deep.equal([]);
    expect(await reached(bottom, 'DOWNSTREAM')).to.deep.equal([]);
  });
});
