/**
 * Lists by query, filter and other orders (docs/semantics.md 9.2, 13.2).
 */
import { expect } from 'chai';
import { writeAllSearchable, writeSearchable } from '../support/find.ts';
import { description, ownership, ownNames, proposal, status, urns } from '../support/make.ts';
import { body, expectRefused, openapi, type Page } from '../support/openapi.ts';

const own = ownNames('v3find');
const [v2, v3] = [openapi('v2'), openapi('v3')];

describe('Lists of the results of a query (docs/semantics.md 13.2)', () => {
  const word = own('word').replaceAll('_', '');
  const owner = urns.user(own('owner'));
  const datasets = ['a', 'b', 'c', 'd', 'e'].map((name) => urns.dataset(`${word}.${name}`)) as [string, string, string, string, string];
  const [a, b, c, d, e] = datasets;
  const chart = urns.chart(own('chart'));
  const removed = urns.dataset(`${word}.gone`);
  const found = ({ entities }: Page) => entities.map(({ urn }) => urn);
  const list = async (query: string, more: Record<string, string | number | boolean | string[] | undefined> = {}) =>
    found(body(await v3.list('dataset', { query, count: 100, ...more })));

  before(async () => {
    const rows = [30, 7, 12, 100];
    await writeAllSearchable([
      ...datasets.map((urn, at) => proposal(urn, 'datasetProperties', { ...description(`about ${word}`), name: `name ${'edcba'[at]}` })),
      proposal(a, 'ownership', ownership(owner)),
      proposal(b, 'datasetProperties', { name: 'two words', description: `${word}: the (odd) "one"` }),
      proposal(chart, 'chartInfo', { title: word, description: '', lastModified: {} }),
      proposal(removed, 'datasetProperties', description(word)),
      proposal(removed, 'status', status(true)),
      ...rows.map((rowCount, at) => proposal(datasets[at] as string, 'datasetProfile', { timestampMillis: 1_700_000_000_000, rowCount })),
    ]);
  });

  it('words, phrases, AND, OR, NOT and parentheses', async () => {
    expect(await list(word)).to.deep.equal(datasets);
    expect(await list(`${word} AND two`)).to.deep.equal([b]);
    expect(await list(`${word} AND "two words"`)).to.deep.equal([b]);
    expect(await list(`${word} NOT "two words"`)).to.deep.equal([a, c, d, e]);
    expect(await list(`${word} (owners:"${owner}" OR name:"two words")`)).to.deep.equal([a, b]);
    expect(await list(`"words two" ${word}`)).to.deep.equal([]);
  });

  it('field:value, wildcards, ranges and _exists_', async () => {
    expect(await list(`description:${word} AND name:tw*`)).to.deep.equal([b]);
    expect(await list(`${word} rowCount:>12`)).to.deep.equal([a, d]);
    expect(await list(`${word} rowCount:>=12`)).to.deep.equal([a, c, d]);
    expect(await list(`${word} rowCount:[7 TO 12]`)).to.deep.equal([b, c]);
    expect(await list(`${word} rowCount:{7 TO 30}`)).to.deep.equal([c]);
    expect(await list(`${word} _exists_:owners`)).to.deep.equal([a]);
    expect(await list(`${word} -_exists_:rowCount`)).to.deep.equal([e]);
    expect(await list(`${word} AND owners:${owner.replaceAll(':', '\\:')}`)).to.deep.equal([a]);
  });

  it('a syntax error is 400 and shows the position', async () => {
    const refused = expectRefused(await v3.list('dataset', { query: `${word} AND (a` }), 400, 'query: syntax error at column');
    expect(refused.message)
      .to.match(/column \d+/)
      .and.to.include('^');
    expectRefused(await v3.list('dataset', { query: 'rowCount:[1 TO' }), 400, 'column');
    expectRefused(await v3.list('dataset', { query: 'rowCount:>many' }), 400, 'rowCount');
  });

  it('a field that the model does not have matches nothing, and a header names it', async () => {
    const answer = await v3.list('dataset', { query: 'rowCuont:5' });
    expect(found(body(answer))).to.deep.equal([]);
    expect(answer.headers.get('X-Svc-Warning')).to.include('rowCuont').and.to.include('rowCount');
  });

  it('returns entities with their aspects, the total, and a scrollId until the end', async () => {
    const pages: Page[] = [];
    for (let scrollId: string | undefined; pages.length === 0 || scrollId; scrollId = pages.at(-1)?.scrollId)
      pages.push(body(await v3.list('dataset', { query: word, count: 2, aspects: ['datasetProperties'], systemMetadata: true, scrollId })));
    expect(pages.map(found)).to.deep.equal([[a, b], [c, d], [e]]);
    expect(pages.map(({ totalCount }) => totalCount)).to.deep.equal([5, 5, 5]);
    expect(pages[0]?.entities[0])
      .to.have.all.keys('urn', 'datasetProperties')
      .and.to.have.nested.property('datasetProperties.systemMetadata.version');
    const flat = body(await v2.list('dataset', { query: word, count: 1, aspects: 'status,datasetProperties' }));
    expect(flat.results).to.have.length(1);
    expect(flat.results[0]).to.have.nested.property('aspects.datasetProperties.value.description');
  });

  it('a scroll skips nothing and repeats nothing while others write and delete', async () => {
    const room = own('room').replaceAll('_', '');
    const urnAt = (at: string): string => urns.dataset(`${room}.${at}`);
    const mine = Array.from({ length: 8 }, (_, at) => urnAt(`m${at}`));
    await writeAllSearchable(mine.map((urn) => proposal(urn, 'datasetProperties', description(room))));
    const seen: string[] = [];
    let scrollId: string | undefined;
    do {
      const page = body(await v3.list('dataset', { query: room, count: 3, scrollId }));
      seen.push(...found(page));
      scrollId = page.scrollId;
      // One before the place, which would move all that follow; one of those that were given goes.
      await writeSearchable(urnAt(`a${seen.length}`), 'datasetProperties', description(room));
      if (seen.length === 3) await writeSearchable(mine[1] as string, 'status', status(true));
    } while (scrollId);
    expect(seen.filter((urn) => mine.includes(urn))).to.deep.equal(mine);
    expect(new Set(seen).size).to.equal(seen.length);
  });

  it('sort and sortCriteria change the order, and sortOrder reverses it', async () => {
    expect(await list(word, { sortOrder: 'DESCENDING' })).to.deep.equal([...datasets].reverse());
    expect((await list(word, { sortCriteria: 'rowCount' })).slice(0, 4)).to.deep.equal([b, c, a, d]);
    expect((await list(word, { sort: 'rowCount', sortOrder: 'DESCENDING' })).slice(0, 4)).to.deep.equal([d, a, c, b]);
    const all = body(await v3.list('dataset', { sortCriteria: 'rowCount', sortOrder: 'DESCENDING', count: 1 }));
    expect(all.entities).to.have.length(1);
  });

  it('soft-deleted entities are found with includeSoftDelete', async () => {
    expect(await list(word, { includeSoftDelete: true })).to.deep.equal([...datasets, removed]);
  });

  it('slices together make up the whole', async () => {
    const slices = await Promise.all([0, 1, 2].map((sliceId) => list(word, { sliceId, sliceMax: 3 })));
    expect(slices.flat()).to.have.members(datasets).and.have.length(5);
  });

  it('leaves out what was deleted since it was indexed', async () => {
    const urn = urns.dataset(own('short'));
    await writeSearchable(urn, 'datasetProperties', description(own('text')));
    body(await v3.remove('dataset', urn));
    expect(await list(`urn:"${urn}"`)).to.deep.equal([]);
  });

  describe('POST …/entity/scroll', () => {
    const scroll = async (json: unknown, query = {}) => body(await v3.send<Page>('POST', '/scroll', { count: 100, ...query }, { json }));

    it('accepts a query over several types', async () => {
      expect(found(await scroll({ entities: ['dataset', 'chart'] }, { query: word }))).to.have.members([...datasets, chart]);
      const { entities } = await scroll({ entities: ['chart'], aspects: [] }, { query: word });
      expect(entities[0]).to.include.keys('chartKey', 'chartInfo');
    });

    it('accepts filters, whose outer list means OR', async () => {
      const owned = { criteria: [{ field: 'owners', condition: 'EQUAL', values: [owner] }] };
      const large = { criteria: [{ field: 'rowCount', condition: 'GREATER_THAN', values: ['50'] }] };
      expect(found(await scroll({ entities: ['dataset'], filter: { and: [owned] } }))).to.deep.equal([a]);
      expect(found(await scroll({ entities: ['dataset'], filter: { and: [owned, large] } }, { query: word }))).to.deep.equal([a, d]);
      expect(found(await scroll({ entities: ['dataset'], filter: { or: [{ and: [owned.criteria[0], large.criteria[0]] }] } }))).to.deep.equal([]);
      const odd = await v3.send('POST', '/scroll', {}, { json: { filter: { and: [{ criteria: [{ field: 'owners', condition: 'LIKES' }] }] } } });
      expectRefused(odd, 400, 'condition');
    });

    it('accepts sort criteria, each with its order', async () => {
      const sortCriteria = [{ field: 'rowCount', order: 'DESCENDING', missingValue: 'LAST' }];
      expect(found(await scroll({ entities: ['dataset'], sortCriteria }, { query: word }))).to.deep.equal([d, a, c, b, e]);
    });
  });
});
