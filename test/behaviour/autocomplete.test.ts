import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, autocomplete, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('suggest');

describe('POST /entities?action=autocomplete (docs/semantics.md 10)', () => {
  const platform = own();
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const names = ['customer_orders', 'customer_addresses', 'OrderArchive', 'orders'];
  const suggested = async (query: string, more: object = {}): Promise<string[]> => (await autocomplete({ query, filter, ...more })).suggestions;

  before(() =>
    writeAllSearchable(
      [...names, 'orders'].map((name, at) =>
        proposal(urns.dataset(`db${at}.${name}`, platform), 'datasetProperties', { name, customProperties: {} }),
      ),
    ),
  );

  it('suggests full names with a word that begins with the typed text, best first, without duplicates', async () => {
    expect((await suggested('orde')).slice(0, 2)).to.deep.equal(['orders', 'OrderArchive']);
    expect(await suggested('orde')).to.have.members(['orders', 'OrderArchive', 'customer_orders']);
    expect(await suggested('arch')).to.deep.equal(['OrderArchive']);
  });

  it('every word must begin a word of the name, in any order', async () => {
    expect(await suggested('cust ord')).to.deep.equal(['customer_orders']);
    expect(await suggested('addr customer')).to.deep.equal(['customer_addresses']);
  });

  it('tolerates a typo after the first letters', async () => {
    expect(await suggested('custmer_addr')).to.deep.equal(['customer_addresses']);
  });

  it('requires the correct first letter, and correct short words; long words may have two typos', async () => {
    const urn = urns.dataset('db7.warehouse_shipments', platform);
    await writeSearchable(urn, 'datasetProperties', { name: 'warehouse_shipments', customProperties: {} });
    expect(await suggested('warehuose_shpments')).to.deep.equal(['warehouse_shipments']);
    expect(await suggested('warehouze')).to.deep.equal(['warehouse_shipments']);
    expect(await suggested('xarehouse')).to.deep.equal([]);
    expect(await suggested('wae')).to.deep.equal([]);
  });

  it('exact beginnings come before beginnings with a typo', async () => {
    const add = (name: string) => writeSearchable(urns.dataset(`db6.${name}`, platform), 'datasetProperties', { name, customProperties: {} });
    await add('payment_log');
    await add('paymant');
    expect((await suggested('paymant'))[0]).to.equal('paymant');
    expect((await suggested('payment'))[0]).to.equal('payment_log');
  });

  it('accents and case do not matter; suggestions are spelled as stored', async () => {
    const urn = urns.dataset('db5.cafe', platform);
    await writeSearchable(urn, 'datasetProperties', { name: 'Café Crème', customProperties: {} });
    for (const query of ['cafe', 'CAFÉ', 'creme caf']) expect(await suggested(query), query).to.deep.equal(['Café Crème']);
  });

  it('`field` searches only that field; a name of another entity type is not suggested', async () => {
    expect(await suggested('orde', { field: 'name' })).to.have.members(['orders', 'OrderArchive', 'customer_orders']);
    expect(await suggested('orde', { field: 'description' })).to.deep.equal([]);
    expect(await suggested('orde', { entity: 'chart' })).to.deep.equal([]);
    expect(await suggested('orde', { start: 2, limit: 1 })).to.deep.equal(['orders']);
  });

  it('the answer repeats the query and has at most `limit` suggestions; none for an empty text', async () => {
    expect(await autocomplete({ query: 'orde', filter, limit: 1 })).to.deep.include({ suggestions: ['orders'], query: 'orde' });
    expect(await suggested('')).to.deep.equal([]);
    expect(await suggested('zzzz')).to.deep.equal([]);
  });

  it('says of each suggestion what it is and where, and how a misspelt word was read', async () => {
    const urn = urns.dataset('db4.ledger_entries', platform);
    await writeAllSearchable([
      proposal(urn, 'datasetProperties', { name: 'ledger_entries', customProperties: {} }),
      proposal(urn, 'browsePathsV2', { path: [{ id: 'finance' }, { id: 'books' }] }),
    ]);
    const entities = [{ urn, type: 'dataset', platform: urns.platform(platform), path: ['finance', 'books'] }];
    expect(await autocomplete({ query: 'ledger', filter })).to.deep.equal({ suggestions: ['ledger_entries'], query: 'ledger', entities });
    const corrected = [{ word: 'ledgre', as: 'ledger' }];
    expect(await autocomplete({ query: 'ledgre ent', filter })).to.deep.include({ suggestions: ['ledger_entries'], entities, corrected });
    const fields = 'suggestions corrected { word as } details { entity { urn type } platform { urn } path }';
    const query = `query q($input: AutoCompleteInput!) { found: autoComplete(input: $input) { ${fields} } }`;
    const answer = await api.send<{ data: { found: unknown } }>('POST', '/api/graphql', {
      json: {
        query,
        variables: { input: { type: 'DATASET', query: 'ledgre ent', filters: [{ field: 'platform', values: [urns.platform(platform)] }] } },
      },
    });
    expect(answer.body.data?.found, answer.text).to.deep.equal({
      suggestions: ['ledger_entries'],
      corrected,
      details: [{ entity: { urn, type: 'DATASET' }, platform: { urn: urns.platform(platform) }, path: ['finance', 'books'] }],
    });
  });

  it('accepts many words', async () => {
    expect(await suggested(Array.from({ length: 200 }, (_, index) => `word${index}`).join(' '))).to.deep.equal([]);
    expect(await suggested('orders '.repeat(200))).to.include('orders');
  });

  it('soft-deleted entities are left out', async () => {
    const urn = urns.dataset('db9.zebra', platform);
    await writeSearchable(urn, 'datasetProperties', { name: 'zebra', customProperties: {} });
    expect(await suggested('zeb')).to.deep.equal(['zebra']);
    await writeSearchable(urn, 'status', status(true));
    expect(await suggested('zeb')).to.deep.equal([]);
  });

  for (const [what, params, mention] of [
    ['no query', { query: undefined }, 'query'],
    ['an unknown entity type', { entity: 'tables' }, 'tables'],
    ['no entity type', { entity: undefined }, '/entity'],
    ['any entity type', { entity: ['*'] }, '/entity'],
    ['a limit below zero', { limit: -1 }, 'limit'],
  ] as const) {
    it(`${what} is refused`, async () => {
      expectRefusal(await action('autocomplete', { ...{ query: 'a', entity: 'dataset', limit: 5 }, ...params }), [400, 422], mention);
    });
  }
});
