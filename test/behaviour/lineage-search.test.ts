/**
 * Searching across lineage by text and filter (docs/semantics.md 8.3, 9.7).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, type Matched, SYNC, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('lineagesearch');

interface Found {
  numEntities: number;
  scrollId?: string;
  metadata: { urns: string[]; matches: Matched[]; searchResultMetadatas: { name: string; aggregations: Record<string, number> }[] };
  entities: { entity: string; degree: number; paths: string[][]; matchedFields: { name: string; value: string }[] }[];
}

describe('Searching across lineage by text and filter', () => {
  const word = own().replaceAll('_', '');
  const platform = own();
  const tag = urns.tag(own());
  const dataset = (name: string) => urns.dataset(`${word}.${name}`, platform);
  // top <- a, b (1) <- c (2) <- d, e (3); far is on no way from top, gone is soft-deleted. Each depth of hits is a statement of its own.
  const [top, a, b, c, d, e, far, gone] = ['top', 'a', 'b', 'c', 'd', 'e', 'far', 'gone'].map(dataset) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const named = (urn: string, name: string, description: string) => proposal(urn, 'datasetProperties', { name, description, customProperties: {} });
  const ask = async (params: object, name = 'searchAcrossLineage'): Promise<Found> => {
    const answer = await action<Found>(name, { urn: top, direction: 'UPSTREAM', ...params });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value;
  };
  const facet = ({ metadata }: Found, name: string) => metadata.searchResultMetadatas.find((each) => each.name === name)?.aggregations;
  const degrees = (...values: string[]) => ({ field: 'degree', values });

  before(() =>
    writeAllSearchable([
      named(top, 'top', `${word} sales`),
      named(a, 'a', `${word} sales of shops`),
      named(b, 'b', `${word} customers`),
      named(c, 'sales', `${word} raw`),
      named(d, 'd', `${word} sales archive`),
      named(e, 'e', `${word} nothing else`),
      named(far, 'far', `${word} sales elsewhere`),
      named(gone, 'gone', `${word} sales gone`),
      proposal(top, 'upstreamLineage', upstreams(a, b, gone)),
      proposal(a, 'upstreamLineage', upstreams(c)),
      proposal(c, 'upstreamLineage', upstreams(d, e)),
      proposal(b, 'globalTags', tags(tag)),
      proposal(d, 'globalTags', tags(tag)),
      proposal(gone, 'status', status(true)),
    ]),
  );

  it('a text searches the reached entities: best first, with degree, a path and the matched fields', async () => {
    const found = await ask({ input: 'sales' });
    expect(found.metadata.urns[0]).to.equal(c);
    expect(found.metadata.urns).to.have.members([a, c, d]);
    expect(found.numEntities).to.equal(3);
    const archive = found.entities.find(({ entity }) => entity === d);
    expect(archive).to.deep.include({ degree: 3, paths: [[top, a, c, d]], matchedFields: [{ name: 'description', value: `${word} sales archive` }] });
    expect(facet(found, 'degree')).to.deep.equal({ '1': 1, '2': 1, '3+': 1 });
  });

  it('a typo is tolerated if nothing matches exactly, in all degrees alike', async () => {
    const found = await ask({ input: 'archve' });
    expect([found.metadata.urns, found.numEntities, facet(found, 'degree')]).to.deep.equal([[d], 1, { '3+': 1 }]);
    expect((await ask({ input: 'customersales' })).numEntities).to.equal(0);
  });

  it('a filter narrows the reached entities, also by degree and URN; facets count the whole result', async () => {
    const found = await ask({ filter: where({ field: 'tags', values: [tag] }), count: 1 });
    expect([found.metadata.urns, found.numEntities]).to.deep.equal([[b], 2]);
    expect(facet(found, 'degree')).to.deep.equal({ '1': 1, '3+': 1 });
    expect(facet(found, 'tags')).to.deep.equal({ [tag]: 2 });
    expect((await ask({ filter: where({ field: 'tags', values: [tag] }), start: 1 })).metadata.urns).to.deep.equal([d]);
    expect((await ask({ filter: where({ field: 'tags', values: [tag], negated: true }) })).metadata.urns).to.deep.equal([a, c, e]);
  });

  it('degree may be anywhere in the filter', async () => {
    const tagged = { field: 'tags', values: [tag] };
    expect((await ask({ filter: where(tagged, degrees('3+')) })).metadata.urns).to.deep.equal([d]);
    expect((await ask({ filter: { or: [{ and: [tagged] }, { and: [degrees('2')] }] } })).metadata.urns).to.deep.equal([b, c, d]);
    expect(
      (await ask({ filter: { or: [{ and: [tagged, degrees('1')] }, { and: [{ ...tagged, negated: true }, degrees('3+')] }] } })).metadata.urns,
    ).to.deep.equal([b, e]);
    expect((await ask({ input: 'sales', filter: where(degrees('1', '2')) })).numEntities).to.equal(2);
    expect((await ask({ filter: where({ ...degrees('1'), negated: true }) })).metadata.urns).to.deep.equal([c, d, e]);
  });

  it('the query language works as in every search; entity types and hops limit the reached entities', async () => {
    expect((await ask({ input: 'description:raw OR name:b' })).metadata.urns).to.have.members([b, c]);
    expect((await ask({ input: 'sales', maxHops: 1 })).numEntities).to.equal(1);
    expect((await ask({ input: 'sales', entities: ['chart'] })).numEntities).to.equal(0);
    const down = await ask({ urn: e, direction: 'DOWNSTREAM', input: 'sales', count: 0 });
    expect([down.numEntities, facet(down, 'degree')]).to.deep.equal([3, { '1': 1, '2': 1, '3+': 1 }]);
  });

  it('of two hops, and downstream, has the hits [long]', async () => {
    expect((await ask({ input: 'sales', maxHops: 2 })).metadata.urns).to.deep.equal([c, a]);
    expect((await ask({ urn: e, direction: 'DOWNSTREAM', input: 'sales' })).metadata.urns).to.have.members([c, a, top]);
  });

  it('results can be sorted by degree, in both directions, and by a field', async () => {
    expect((await ask({ sort: { field: 'degree', order: 'DESCENDING' } })).metadata.urns).to.deep.equal([d, e, c, a, b]);
    expect((await ask({ input: 'sales', sort: { field: 'degree' } })).metadata.urns).to.deep.equal([a, c, d]);
    expect((await ask({ input: 'sales', sort: { field: 'degree', order: 'DESCENDING' } })).metadata.urns).to.deep.equal([d, c, a]);
    expect((await ask({ sort: { field: 'name', order: 'DESCENDING' } })).metadata.urns).to.deep.equal([c, e, d, b, a]);
  });

  it('soft-deleted entities are found if the filter contains `removed`', async () => {
    expect((await ask({ input: 'sales', filter: where({ field: 'removed', values: ['true'] }) })).metadata.urns).to.deep.equal([gone]);
  });

  it('a field that the model does not know matches nothing, and the warning header names it', async () => {
    const answer = await action<Found>('searchAcrossLineage', { urn: top, direction: 'UPSTREAM', filter: where({ field: 'tagz', values: ['x'] }) });
    expect(answer.body.value.numEntities).to.equal(0);
    expect(answer.headers.get('X-Svc-Warning')).to.match(/tagz.*tags/);
  });

  it('scrollAcrossLineage returns every entity once, while others are added and deleted', async () => {
    const seen: string[] = [];
    let scrollId: string | undefined;
    let page = 0;
    do {
      const found = await ask({ input: word, count: 2, ...(scrollId ? { scrollId } : {}) }, 'scrollAcrossLineage');
      seen.push(...found.entities.map(({ entity }) => entity));
      scrollId = found.scrollId;
      if (page++ === 0) {
        const more = dataset('more');
        await writeAllSearchable([named(more, 'more', word), proposal(top, 'upstreamLineage', upstreams(b, gone, more))]);
        await api.send('POST', '/entities?action=delete', { json: { urn: a }, headers: SYNC });
      }
    } while (scrollId);
    // a was given before it went; from c on the lineage is that of the first page.
    expect(seen).to.deep.equal([a, b, c, d, e]);
    await write(top, 'upstreamLineage', upstreams(a, b, gone));
    await writeAllSearchable([named(a, 'a', `${word} sales of shops`), proposal(a, 'upstreamLineage', upstreams(c))]);
  });

  it('a path leads through what is soft-deleted only if no other one is as short, also through a lattice of ways', async () => {
    const layers = Array.from({ length: 8 }, (_, layer) => Array.from({ length: 4 }, (__, at) => dataset(`layer${layer}_${at}`)));
    const [from, to] = [dataset('first'), dataset('last')];
    const rows = [[from], ...layers, [to]];
    await writeAllSearchable([
      ...rows.slice(1).flatMap((row, at) => row.map((urn) => proposal(urn, 'upstreamLineage', upstreams(...(rows[at] ?? []))))),
      proposal(from, 'status', status(false)),
    ]);
    const path = async (): Promise<string[]> => {
      const { entities } = await ask({ urn: from, direction: 'DOWNSTREAM', input: '*', filter: where({ field: 'urn', values: [to] }) });
      return entities.find(({ entity }) => entity === to)?.paths[0] ?? [];
    };
    const removed = await path();
    expect(removed).to.have.length(rows.length);
    await writeAllSearchable(removed.slice(1, -1).map((urn) => proposal(urn, 'status', status(true))));
    const other = await path();
    expect(other).to.have.length(rows.length);
    expect(other.slice(1, -1).filter((urn) => removed.includes(urn))).to.deep.equal([]);
    const row = layers[3] ?? [];
    await writeAllSearchable(row.map((urn) => proposal(urn, 'status', status(true))));
    expect(await path()).to.have.length(rows.length);
  });

  for (const [what, params, mention] of [
    ['degree of another kind', { filter: where(degrees('7')) }, 'degree'],
    ['an order on degree', { filter: where({ ...degrees('1'), condition: 'GREATER_THAN' }) }, 'degree'],
    ['degree among other sort fields', { sortCriteria: [{ field: 'degree' }, { field: 'name' }] }, 'degree'],
    ['a text on a number', { filter: where({ field: 'rowCount', values: ['many'] }) }, 'rowCount'],
    ['a mistake in a declared query', { input: '/q name:(a' }, 'parenthesis'],
  ] as const) {
    it(`${what} is refused with 400`, async () => {
      expectRefusal(await action('searchAcrossLineage', { urn: top, direction: 'UPSTREAM', ...params }), 400, mention);
    });
  }

  it('a scroll refuses a scrollId of another kind, and an order other than by degree', async () => {
    expectRefusal(await action('scrollAcrossLineage', { urn: top, direction: 'UPSTREAM', scrollId: 'x' }), 400, 'scrollId');
    expectRefusal(await action('scrollAcrossLineage', { urn: top, direction: 'UPSTREAM', sort: { field: 'name' } }), 400, 'sort');
  });
});
