import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, search, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { description, ownNames, proposal, schemaMetadata, status, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('search');

describe('POST /entities?action=search (docs/semantics.md 9)', () => {
  const word = own().replaceAll('_', '');
  const platform = own();
  const tag = urns.tag(own());
  const dataset = (name: string) => urns.dataset(name, platform);
  const [orders, items, camel] = [dataset(`shop.${word}_orders`), dataset(`shop.${word}_order_items`), dataset(`shop.${word}Invoices`)];
  const mine = where({ field: 'platform', values: [urns.platform(platform)] });
  const found = async (input: string): Promise<string[]> => (await search({ input, filter: mine })).entities;

  before(() =>
    writeAllSearchable([
      proposal(orders, 'datasetProperties', {
        name: `${word}_orders`,
        description: 'Everything that was bought',
        customProperties: { team: 'core' },
      }),
      proposal(orders, 'globalTags', tags(tag)),
      proposal(items, 'datasetProperties', { name: `${word}_order_items`, description: 'Lines of an order, daily', customProperties: {} }),
      proposal(camel, 'datasetProperties', { name: `${word}Invoices`, customProperties: {} }),
    ]),
  );

  it('returns numEntities, pageSize, from, metadata with urns, matches and facets, and entities', async () => {
    const answer = await search({ input: `${word}_orders`, count: 10, filter: mine });
    expect(answer).to.have.keys('numEntities', 'pageSize', 'from', 'metadata', 'entities');
    expect(answer).to.include({ pageSize: 10, from: 0 });
    expect(answer.entities[0]).to.equal(orders);
    expect(answer.metadata.urns).to.deep.equal(answer.entities);
    expect(answer.metadata.matches).to.have.length(answer.entities.length);
    expect(answer.metadata.matches[0]?.matchedFields).to.deep.include({ name: 'name', value: `${word}_orders` });
  });

  it('identifiers are found by their parts, also in camel case; all words must occur, in any field', async () => {
    expect(await found(`${word} order`)).to.include.members([orders, items]);
    expect(await found('invoices')).to.deep.equal([camel]);
    expect(await found('bought core')).to.deep.equal([orders]);
    expect(await found(`${word} nowhere${own()}`)).to.deep.equal([]);
  });

  it('an exact name comes first; beginnings of words and words with a typo are found', async () => {
    expect((await found(`${word}_order_items`))[0]).to.equal(items);
    expect(await found('invoi')).to.deep.equal([camel]);
    expect(await found('invoicse')).to.deep.equal([camel]);
  });

  it('typos are tolerated only if nothing matches exactly, and facets count what is found', async () => {
    const name = `${word}orderss`;
    const other = dataset(`shop.${name}`);
    await writeSearchable(other, 'datasetProperties', { name, customProperties: {} });
    const answer = await search({ input: `${word}orders`, filter: mine });
    expect(answer.entities).to.have.members([orders, other]);
    const exact = await search({ input: name, filter: mine });
    expect(exact.entities).to.deep.equal([other]);
    const platforms = exact.metadata.searchResultMetadatas.find(({ name: facet }) => facet === 'platform');
    expect(platforms?.aggregations).to.deep.equal({ [urns.platform(platform)]: exact.numEntities });
    await api.send('POST', '/entities?action=delete', { json: { urn: other }, headers: { 'X-Svc-Sync-Index-Update': 'true' } });
  });

  it('words written as one are found, but scattered parts of an identifier are not a match', async () => {
    expect(await found('orderitems')).to.deep.equal([items]);
    const [numbered, elsewhere] = [dataset('shop.kiln_4_x1'), dataset('x4')];
    await writeSearchable(numbered, 'datasetProperties', { name: 'kiln_4_x1', customProperties: {} });
    await writeSearchable(elsewhere, 'datasetProperties', { name: 'x4', customProperties: {} });
    expect(await found('kiln_4_x1')).to.deep.equal([numbered]);
    expect(await found('kiln_x4')).to.deep.equal([]);
    for (const urn of [numbered, elsewhere])
      await api.send('POST', '/entities?action=delete', { json: { urn }, headers: { 'X-Svc-Sync-Index-Update': 'true' } });
  });

  it('no typo is tolerated in a word with digits, so table_12 does not find table_13', async () => {
    const [first, second] = ['001', '002'].map((number) => dataset(`shop.${word}_parcel_${number}`)) as [string, string];
    await writeAllSearchable([first, second].map((urn) => proposal(urn, 'status', { removed: false })));
    expect(await found(`${word}_parcel_001`)).to.deep.equal([first]);
    // Not the beginning of the number in the word: that would be found.
    const missing = word.includes('009') ? '008' : '009';
    const none = await search({ input: `${word}_parcel_${missing}`, filter: mine });
    expect([none.entities, none.metadata.searchResultMetadatas], 'nor in facets').to.deep.equal([[], []]);
    expect(await found('parcle 002')).to.deep.equal([second]);
    await writeAllSearchable([first, second].map((urn) => proposal(urn, 'status', { removed: true })));
    expect(await found(`${word}_parcel_001`)).to.deep.equal([]);
    const removed = where({ field: 'platform', values: [urns.platform(platform)] }, { field: 'removed.keyword', values: ['true'] });
    expect((await search({ input: 'parcel', filter: removed })).entities).to.have.members([first, second]);
    for (const urn of [first, second])
      await api.send('POST', '/entities?action=delete', { json: { urn }, headers: { 'X-Svc-Sync-Index-Update': 'true' } });
  });

  it('half of a surrogate pair is not a word, at any position', async () => {
    for (const input of ['\ud800', `${word} \udc00`, '"\ud800"', 'name:\ud800', '\ud800:x', '_exists_:\ud800', 'x OR \ud800'])
      expect((await action('search', { input, entity: 'dataset', start: 0, count: 1 })).status, JSON.stringify(input)).to.equal(200);
    expect(await found(`${word}_orders \ud800`)).to.include(orders);
  });

  it('accepts as many alternatives as fit into a query text', async () => {
    const words = Array.from({ length: 65 }, (_, index) => `w${index}`).join(' OR ');
    expect(await found(`bought OR ${words}`)).to.deep.equal([orders]);
  });

  it('a long filter leaves room for words with digits, also where columns are looked up', async () => {
    await writeSearchable(orders, 'schemaMetadata', schemaMetadata(['wrod']));
    const filter = where(...Array.from({ length: 40 }, (_, at) => ({ field: 'name', values: [`n${at}`] })));
    const input = Array.from({ length: 8 }, (_, at) => `wrod${at}`).join(' ');
    expect((await action('search', { input, entity: 'dataset', start: 0, count: 1, filter })).status).to.equal(200);
  });

  it('field:value searches that field: a tag by its name, by its URN quoted or escaped; several fields; alternatives', async () => {
    const name = tag.split(':').at(-1);
    expect(await found(`tags:${name}`)).to.deep.equal([orders]);
    expect(await found(`tags:"${tag}"`)).to.deep.equal([orders]);
    expect(await found(`tags:${tag.replaceAll(':', '\\:')}`)).to.deep.equal([orders]);
    expect(await found(`tags:${name} name:${word}_order_items`)).to.deep.equal([]);
    expect(await found(`tags:${name} OR name:"${word}_order_items"`)).to.have.members([orders, items]);
    expect(await found(`-tags:${name}`)).to.have.members([items, camel]);
    expect(await found('description:daily')).to.deep.equal([items]);
    expect(await found('description:"was bought"')).to.deep.equal([orders]);
    expect(await found('name:*invo*')).to.deep.equal([camel]);
    expect(await found('_exists_:description')).to.have.members([orders, items]);
  });

  it('matchedFields contain the requested field and its original value', async () => {
    const answer = await search({ input: `tags:${tag.split(':').at(-1)}`, filter: mine });
    expect(answer.metadata.matches).to.deep.equal([{ matchedFields: [{ name: 'tags', value: tag }] }]);
    const begun = await search({ input: word.slice(0, 1), filter: mine });
    for (const { matchedFields } of begun.metadata.matches) expect(matchedFields.map(({ name }) => name)).to.include('name');
  });

  it('* and an empty text find everything, and match no fields', async () => {
    for (const input of ['*', '']) {
      const answer = await search({ input, filter: mine });
      expect(answer.entities).to.deep.equal([orders, items, camel].sort());
      expect(answer.metadata.matches.flatMap(({ matchedFields }) => matchedFields)).to.deep.equal([]);
    }
  });

  it('a whole URN finds its entity, and those that reference it', async () => {
    expect(await found(orders)).to.deep.equal([orders]);
    expect(await found(tag)).to.deep.equal([orders]);
  });

  it('pages together give all results; count 0 returns only the total', async () => {
    const all = (await search({ input: word, filter: mine })).entities;
    const one = async (start: number) => (await search({ input: word, filter: mine, start, count: 1 })).entities;
    expect((await Promise.all(all.map((_, start) => one(start)))).flat()).to.deep.equal(all);
    expect(await search({ filter: mine, count: 0 })).to.deep.include({ numEntities: 3, entities: [] });
    expect(await search({ filter: mine, start: 20_000, count: 10 })).to.deep.include({ numEntities: 3, entities: [] });
  });

  it('entity may be one type or several; case does not matter', async () => {
    const chart = urns.chart(own(), platform);
    await writeSearchable(chart, 'chartInfo', {
      title: `${word} chart`,
      description: '',
      lastModified: { created: { time: 0, actor: urns.user('a') }, lastModified: { time: 0, actor: urns.user('a') } },
    });
    const total = async (entity: unknown) => (await search({ input: word, entity })).numEntities;
    expect([await total('chart'), await total('CHART'), await total('dataset'), await total(['dataset', 'chart'])]).to.deep.equal([1, 1, 3, 4]);
  });

  it('sort orders results by a field; those without it come last', async () => {
    const sorted = (order: string) => search({ filter: mine, sort: { field: 'description', order } });
    expect((await search({ filter: mine, sort: { field: 'name', order: 'DESCENDING' } })).entities).to.deep.equal([camel, orders, items]);
    expect((await sorted('ASCENDING')).numEntities).to.equal(3);
  });

  it('soft-deleted entities are not found, restored ones are; a filter with `removed` finds both', async () => {
    const urn = dataset(own());
    await writeSearchable(urn, 'datasetProperties', description('gone'));
    expect(await found('gone')).to.deep.equal([urn]);
    await writeSearchable(urn, 'status', status(true));
    expect(await found('gone')).to.deep.equal([]);
    const removed = where({ field: 'platform', values: [urns.platform(platform)] }, { field: 'removed', values: ['true'] });
    expect((await search({ filter: removed })).entities).to.deep.equal([urn]);
    await writeSearchable(urn, 'status', status(false));
    expect(await found('gone')).to.deep.equal([urn]);
    await api.send('POST', '/entities?action=delete', { json: { urn }, headers: { 'X-Svc-Sync-Index-Update': 'true' } });
    expect(await found('gone')).to.deep.equal([]);
  });

  it('searchAcrossEntities, scrollAcrossEntities, list and filter return the same entities', async () => {
    const across = await search({ filter: mine });
    const same = await action<{ entities: string[] }>('searchAcrossEntities', { input: '*', entities: ['dataset'], filter: mine, count: 1000 });
    expect(same.body.value.entities).to.deep.equal(across.entities);
    expect((await action<{ entities: string[] }>('filter', { entity: 'dataset', filter: mine })).body.value.entities).to.deep.equal(across.entities);
    const listed = await action<object>('list', { entity: 'dataset', filter: mine, start: 0, count: 2 });
    expect(listed.body.value).to.deep.equal({ start: 0, count: 2, total: across.numEntities, entities: across.entities.slice(0, 2) });
    const scrolled: string[] = [];
    let scrollId: string | undefined;
    do {
      const page = await action<{ entities: string[]; scrollId?: string }>('scrollAcrossEntities', {
        input: '*',
        entities: ['dataset'],
        filter: mine,
        count: 2,
        ...(scrollId ? { scrollId } : {}),
      });
      scrolled.push(...page.body.value.entities);
      scrollId = page.body.value.scrollId;
    } while (scrollId !== undefined);
    expect(scrolled).to.deep.equal(across.entities);
  });

  for (const [what, params, mention] of [
    ['no input', { input: undefined }, 'input'],
    ['an unknown entity type', { entity: 'datasets' }, 'datasets'],
    ['no entity type', { entity: undefined }, '/entity'],
    ['a list of no entity types', { entity: [] }, '/entity'],
    ['an empty entity type', { entity: '' }, '/entity'],
    ['any entity type', { entity: '*' }, '/entity'],
    ['a start below zero', { start: -1 }, 'start'],
    ['a count that is no number', { count: 'ten' }, 'count'],
    ['an unknown parameter', { query: 'x' }, 'query'],
    ['a syntax error in a declared query', { input: '/q name:(a' }, 'parenthesis'],
    ['a declared query that is too long', { input: `/q ${'x'.repeat(501)}` }, '500'],
    ['a declared range without a field', { input: '/q [1 TO 2]' }, 'range'],
  ] as const) {
    it(`${what} is refused`, async () => {
      expectRefusal(await action('search', { ...{ input: '*', entity: 'dataset', start: 0, count: 1 }, ...params }), [400, 422], mention);
    });
  }
});
