/** Filters on long lists of texts, whose tokens are one text in the index (docs/data-model.md 3.3), and on parts of any text. */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, SYNC, search, where, writeAllSearchable } from '../support/find.ts';
import { deletion, ownNames, proposal, schemaMetadata, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('listfilters');

type Criterion = Parameters<typeof where>[0];

const PAGE = { entity: 'dataset', start: 0, count: 10 };

describe('Filters on names of columns and on parts of texts (docs/semantics.md 9.4)', () => {
  const platform = own();
  const [orders, people, bare] = ['orders', 'people', 'bare'].map((name) => urns.dataset(name, platform)) as [string, string, string];
  const long = `${'x'.repeat(120)}needle${'y'.repeat(20)}`;
  const mine = { field: 'platform', values: [urns.platform(platform)] };
  const found = async (criterion: Criterion): Promise<string[]> => (await search({ filter: where(mine, criterion) })).entities.sort();
  const typed = async (input: string): Promise<string[]> => (await search({ input, filter: where(mine) })).entities.sort();

  before(() =>
    writeAllSearchable([
      proposal(orders, 'schemaMetadata', schemaMetadata(['order_id', 'Customer_ID', 'shippedAt', 'ΟΔΟΣ'])),
      proposal(orders, 'upstreamLineage', upstreams(people)),
      proposal(people, 'schemaMetadata', schemaMetadata(['customer_id', 'name', long])),
      proposal(people, 'globalTags', tags(urns.tag('burn:a:b'))),
      proposal(bare, 'datasetProperties', { name: 'bare', customProperties: { größe: 'Straße 7' } }),
    ]),
  );

  const columns = (condition: string, value: string, negated = false): Criterion => ({ field: 'fieldPaths', condition, values: [value], negated });
  const cases: readonly [string, Criterion, readonly string[]][] = [
    ['the whole name, exactly', columns('EQUAL', 'customer_id'), [people]],
    ['the whole name, in any case', columns('IEQUAL', 'CUSTOMER_id'), [orders, people]],
    ['not the whole name', columns('EQUAL', 'customer_id', true), [orders, bare]],
    ['not the whole name in any case', columns('IEQUAL', 'customer_id', true), [bare]],
    ['a part of a name', columns('CONTAIN', 'STOMER_i'), [orders, people]],
    ['a part that is all separators', columns('CONTAIN', '_'), [orders, people]],
    ['the beginning', columns('START_WITH', 'order'), [orders]],
    ['the end', columns('END_WITH', 'at'), [orders]],
    ['not the end', columns('END_WITH', 'at', true), [people, bare]],
    ['a part of a word that is too long for a token', columns('CONTAIN', 'needle'), [people]],
    ['a sigma at the end of a word and within it', columns('CONTAIN', 'δοσ'), [orders]],
    ['a part of the head of a URN', { field: 'upstreams', condition: 'CONTAIN', values: ['dataset:(urn'] }, [orders]],
    ['a part that looks like the head of a URN', { field: 'tags', condition: 'CONTAIN', values: ['burn:a'] }, [people]],
    ['a part with letters of other languages', { field: 'customProperties', condition: 'CONTAIN', values: ['GRÖSSE', 'straße'] }, [bare]],
  ];
  for (const [title, criterion, expected] of cases) {
    it(title, async () => expect(await found(criterion)).to.deep.equal([...expected].sort()));
  }

  it('a part of a word that others had, which have changed or are gone', async () => {
    const [changed, gone] = [urns.dataset('changed', platform), urns.dataset('gone', platform)];
    const both = [changed, gone];
    await writeAllSearchable(both.map((urn) => proposal(urn, 'schemaMetadata', schemaMetadata(['Customer_ID', 'name']))));
    await writeAllSearchable(both.map((urn) => proposal(urn, 'upstreamLineage', upstreams(people))));
    expect(await found(columns('CONTAIN', 'STOMER_i'))).to.deep.equal([...both, orders, people].sort());
    await api.send('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(gone)}`, { headers: SYNC });
    await writeAllSearchable([proposal(changed, 'schemaMetadata', schemaMetadata(['other'])), deletion(changed, 'upstreamLineage')]);
    expect(await found(columns('CONTAIN', 'STOMER_i'))).to.deep.equal([orders, people].sort());
    expect(await found({ field: 'upstreams', condition: 'CONTAIN', values: ['dataset:(urn'] })).to.deep.equal([orders]);
    expect(await typed('fieldPaths:*tomer*')).to.deep.equal([orders, people].sort());
    expect(await typed('*ipped*')).to.deep.equal([orders]);
    await api.send('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(changed)}`, { headers: SYNC });
  });

  it('a part of a word beside a filter that is too large is refused, as any other text is', async () => {
    const pairs = Array.from({ length: 20 }, (_, at) => ({
      and: [
        { field: 'platform', values: [urns.platform(`${at}`)] },
        { field: 'origin', values: ['PROD'] },
      ],
    }));
    for (const input of ['*', '*ipped*']) expectRefusal(await action('search', { ...PAGE, input, filter: { or: pairs } }), 400, 'comparisons');
  });

  it('in the query language: a word, a phrase, a pattern, negated ones, a word anywhere', async () => {
    expect(await typed('fieldPaths:customer')).to.deep.equal([orders, people].sort());
    expect(await typed('-fieldPaths:name')).to.deep.equal([orders, bare].sort());
    expect(await typed('-shippedat')).to.deep.equal([people, bare].sort());
    expect(await typed('fieldPaths:"order id"')).to.deep.equal([orders]);
    expect(await typed('fieldPaths:ship*')).to.deep.equal([orders]);
    expect(await typed('"customer id"')).to.deep.equal([orders, people].sort());
    expect(await typed('shippedat OR name')).to.deep.equal([orders, people].sort());
    expect(await typed('shipped')).to.deep.equal([orders]);
  });

  it('names of columns are found by beginnings of three letters, and in camel case by their words', async () => {
    expect(await typed('cust')).to.deep.equal([orders, people].sort());
    expect(await typed('at')).to.deep.equal([orders]);
    expect(await typed('cu')).to.deep.equal([]);
    expect(await typed('ba')).to.deep.equal([bare]);
  });
});
