/** Names in any script are found as they are typed (docs/semantics.md 9.2, 10): by their words, by beginnings of them, and in quotes. */
import { expect } from 'chai';
import { autocomplete, searchBest, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';

const own = ownNames('scripts');

/** Two words each: of the first, search is also asked for the beginning. */
const NAMES = [
  ['Заказы', 'клиентов'],
  ['Ελληνικά', 'Δεδομένα'],
  ['顧客テーブル', '注文履歴'],
  ['재고목록', '매출보고'],
  ['طلبات', 'العملاء'],
  // With points and accents as marks of their own, and without.
  ['שָׁלוֹם', 'עוֹלָם'],
  ['cafe\u0301s', 'cre\u0300me'],
  ['İstanbul', 'ŞEHİR'],
  ['हिन्दी', 'तालिका'],
  ['ตาราง', 'คำสั่งซื้อ'],
  ['данные\\заказов', 'архив'],
  ['🚀старт', '発射🚀'],
] as const;

describe('Names in any script', () => {
  const platform = own();
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const names = NAMES.map((words) => words.join(' '));
  const urnOf = (at: number) => urns.dataset(`scripts.n${at}`, platform);

  before(() => writeAllSearchable(names.map((name, at) => proposal(urnOf(at), 'datasetProperties', { name, customProperties: {} }))));

  for (const [at, words] of NAMES.entries()) {
    const [first] = words;
    const name = words.join(' ');
    // Letters with their marks; two are the shortest text that begins something.
    const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(first)].map(({ segment }) => segment);
    const beginning = letters.slice(0, Math.max(2, letters.length - 2)).join('');

    it(`${name}: is suggested by its words and by beginnings of them`, async () => {
      for (const query of [beginning, first, words[1], name, `${words[1]} ${beginning}`, name.normalize('NFD'), name.toLowerCase()])
        expect((await autocomplete({ query, filter })).suggestions, query).to.include(name);
    });

    it(`${name}: is found in words and in quotes, and lacks none of its words`, async () => {
      for (const input of [first, name, `${words[1]} ${beginning}`, `"${name}"`, `"${first}"`, name.normalize('NFD')]) {
        const { entities, metadata } = await searchBest({ input, filter });
        expect(entities, input).to.include(urnOf(at));
        expect(metadata.matches[entities.indexOf(urnOf(at))]?.unmetWords ?? [], input).to.deep.equal([]);
      }
    });
  }
});
