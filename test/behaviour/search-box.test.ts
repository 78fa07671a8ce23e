/** What people type in a search box is never a mistake (docs/semantics.md 9.2). */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, autocomplete, type Found, search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('box');

describe('Any text is a search', () => {
  const platform = own();
  const word = own().replaceAll('_', '');
  const mine = where({ field: 'platform', values: [urns.platform(platform)] });
  const dataset = (name: string) => urns.dataset(`box.${name}`, platform);
  const names = { quoted: `the "${word}" list`, colons: 'a:b:c', tagged: 'pii:email', launch: '🎉 launch', bracket: 'totals (net', plain: 'orders' };
  const all = Object.keys(names) as (keyof typeof names)[];

  before(() => writeAllSearchable(all.map((key) => proposal(dataset(key), 'datasetProperties', { name: names[key], customProperties: {} }))));

  /** The names that a search finds, and what it says of the text. */
  async function asked(input: string, filter: object = mine): Promise<{ found: string[]; warning: string }> {
    const params = { input, entity: 'dataset', start: 0, count: 100, filter, searchFlags: { allWords: true } };
    const answer = await action<Found>('search', params);
    expect(answer.status, answer.text).to.equal(200);
    const found = answer.body.value.entities.map((urn) => all.find((key) => urn === dataset(key)) ?? urn);
    return { found, warning: decodeURIComponent(answer.headers.get('X-Svc-Warning') ?? '') };
  }

  it('signs find the names with these signs', async () => {
    expect((await asked('"')).found).to.deep.equal(['quoted']);
    expect((await asked('🎉')).found).to.deep.equal(['launch']);
    expect((await asked('(')).found).to.deep.equal(['bracket']);
    expect((await asked(':')).found).to.have.members(['colons', 'tagged']);
    for (const input of ['-', '~', '🦖', '[', ']]', '\\', '- -', ': "']) expect((await asked(input)).found, input).to.deep.equal([]);
  });

  it('a sign before a sign is no negation, and signs beside words are no wildcards', async () => {
    for (const input of ['!=', '-_-', '!?', '?', '???', '-*', '""', '!==', '`', '``', '//', '<=', '>>'])
      expect((await asked(input)).found, input).to.deep.equal(input.includes('"') ? ['quoted'] : []);
    for (const input of ['!=orders', '!==orders', '-_orders', '!`orders`', '"" "!" "?" orders', '-"" orders', '!=orders -""'])
      expect((await asked(input)).found, input).to.deep.equal(['plain']);
  });

  it('a path of Windows is text, and so is a backslash before a letter', async () => {
    const elsewhere = own();
    const path = urns.dataset('box.path', elsewhere);
    const there = where({ field: 'platform', values: [urns.platform(elsewhere)] });
    await writeAllSearchable([proposal(path, 'datasetProperties', { name: `C:\\${word}x\\ledgers`, customProperties: {} })]);
    for (const input of [`C:\\${word}x\\ledgers`, `${word}x\\ledgers`, `"C:\\${word}x\\ledgers"`])
      expect(await asked(input, there), input).to.deep.equal({ found: [path], warning: '' });
  });

  it('an emoji alone finds names, also in quotes, and completes them', async () => {
    expect((await asked('"🎉"')).found).to.deep.equal(['launch']);
    for (const query of ['🎉', '"🎉"']) expect((await autocomplete({ query, filter: mine })).suggestions, query).to.deep.equal([names.launch]);
  });

  it('an emoji beside words is not searched for, and the answer says so', async () => {
    expect((await asked('🦖 launch')).found).to.deep.equal(['launch']);
    expect((await asked('🦖 launch')).warning).to.equal('Signs such as 🦖 are searched for only in a text without letters and digits');
  });

  it('many phrases and wildcards are words, and the answer says so', async () => {
    const { found, warning } = await asked(`orders ${'"a" '.repeat(20)}`);
    expect(found).to.deep.equal([]);
    expect(warning).to.include('at most 12 phrases, wildcards and ranges, got 20');
  });

  it('of a long text without blanks the beginning counts', async () => {
    expect((await asked('証'.repeat(10_000))).warning).to.match(/^Only the beginning/);
    expect((await asked(Array.from({ length: 9_000 }, (_, at) => String.fromCodePoint(0x2600 + at)).join(''))).found).to.be.an('array');
  });

  it('signs that no name has find nothing, and the answer says why', async () => {
    expect(await asked('🦖')).to.deep.equal({ found: [], warning: 'The text has no letters and digits: only names have its signs' });
  });

  it('a text that looks like a query is taken as text if it is none, and the answer says so', async () => {
    expect(await asked('a:b:c')).to.deep.include({ found: ['colons'] });
    expect((await asked('a:b:c')).warning).to.match(/^Searched for as text, not as a query: input: syntax error at column 4/);
    expect((await asked('totals (net')).found).to.deep.equal(['bracket']);
    expect((await asked(`"${word} list`)).found).to.deep.equal(['quoted']);
    for (const input of ['[1 TO 2]', 'orders AND', 'NOT', '((', 'hasTags:>true', 'created:soon', '^orders~'])
      expect((await asked(input)).warning, input).to.include('Searched for as text');
  });

  it('a field that the model does not know is text', async () => {
    const { found, warning } = await asked('pii:email');
    expect(found).to.deep.equal(['tagged']);
    expect(warning).to.match(/^Searched for as text, because there is no such search field: pii:email/);
    expect((await asked('nosuch:thing')).found).to.deep.equal([]);
    expect((await asked('-nosuch:thing pii:email')).found).to.deep.equal(['tagged']);
  });

  it('control characters separate words', async () => {
    expect((await asked('orders\u0000\u0007')).found).to.deep.equal(['plain']);
    expect((await asked('pii\u0001email')).found).to.deep.equal(['tagged']);
  });

  it('of a long text the beginning counts, and the answer says so', async () => {
    expect(await asked('x'.repeat(3_000))).to.deep.equal({ found: [], warning: '' });
    const { found, warning } = await asked(`${'orders '.repeat(99)} orders ${own()}`);
    expect(found).to.deep.equal(['plain']);
    expect(warning).to.match(/^Only the beginning of the text was searched for: at most 100 words/);
    expect((await asked('orders '.repeat(20_000))).found).to.deep.equal(['plain']);
    expect((await asked(`${'(('.repeat(2_000)} orders`)).found).to.deep.equal(['plain']);
  });

  it('what is a query keeps its meaning', async () => {
    expect((await asked('name:orders')).found).to.deep.equal(['plain']);
    expect((await asked('orders OR launch')).found).to.have.members(['plain', 'launch']);
    expect((await asked('-orders')).found).to.have.members(all.filter((key) => key !== 'plain'));
    expect((await asked('*')).found).to.have.members(all);
    expect((await asked('')).found).to.have.members(all);
  });

  it('a text that says that it is a query is refused for a mistake', async () => {
    for (const input of ['/q name:(a', '/q "', '/q [1 TO 2]'])
      expectRefusal(await action('search', { input, entity: 'dataset', start: 0, count: 1 }), 400, 'syntax error');
    expectRefusal(await action('search', { input: `/q ${'x'.repeat(500)}`, entity: 'dataset', start: 0, count: 1 }), 400, '500');
    const list = await api.send('GET', `/openapi/v3/entity/dataset?query=${encodeURIComponent('name:(a')}`);
    expect(list.status, list.text).to.equal(400);
  });

  it('a filter with a mistake is refused as ever, whatever the text', async () => {
    const filter = where({ field: 'created', values: ['soon'] });
    for (const input of ['orders', 'a:b:c'])
      expectRefusal(await action('search', { input, entity: 'dataset', start: 0, count: 1, filter }), 400, 'created');
  });

  it('so it is in searchAcrossEntities, scrolls and suggestions', async () => {
    for (const input of ['"', '-', 'a:b:c', ':', '🎉', '(', 'x'.repeat(3_000), '\u0000']) {
      for (const name of ['searchAcrossEntities', 'scrollAcrossEntities'])
        expect((await action(name, { input, entities: ['dataset'], start: 0, count: 5 })).status, `${name} ${input}`).to.equal(200);
      expect((await autocomplete({ query: input, filter: mine })).query).to.equal(input);
      const query = '{ found: searchAcrossEntities(input: $input) { total } }';
      const graphql = await api.send<{ errors?: unknown }>('POST', '/api/graphql', {
        json: { query: `query q($input: SearchAcrossEntitiesInput!) ${query}`, variables: { input: { query: input } } },
      });
      expect(graphql.body.errors, input).to.equal(undefined);
    }
    expect((await autocomplete({ query: 'a:b', filter: mine })).suggestions).to.deep.equal(['a:b:c']);
    expect((await search({ input: '"', filter: mine })).entities).to.deep.equal([dataset('quoted')]);
  });
});
