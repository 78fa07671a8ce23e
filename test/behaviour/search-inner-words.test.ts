/** Words within Chinese, Japanese and Korean names and texts are found (docs/semantics.md 9.2). */
import { expect } from 'chai';
import { autocomplete, search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';

const own = ownNames('inner');

describe('Words within Chinese, Japanese and Korean names', () => {
  const platform = own();
  const mine = where({ field: 'platform', values: [urns.platform(platform)] });
  const dataset = (name: string) => urns.dataset(`t${name}`, platform);
  const names = { chinese: '证券代码表', japanese: '顧客データベース一覧', korean: '고객주문정보', mixed: 'stock代码20240917', other: '证券公司' };
  const all = Object.keys(names) as (keyof typeof names)[];
  const found = async (input: string): Promise<string[]> => {
    const { entities } = await search({ input, filter: mine, searchFlags: { allWords: true } });
    return entities.map((urn) => all.find((key) => urn === dataset(key)) ?? urn);
  };

  before(() =>
    writeAllSearchable([
      ...all.map((key) => proposal(dataset(key), 'datasetProperties', { name: names[key], customProperties: {} })),
      proposal(dataset('other'), 'editableDatasetProperties', { description: '所有上市公司的基本信息，每日更新' }),
      proposal(dataset('other'), 'schemaMetadata', schemaMetadata(['公司名称', 'listing_date'])),
    ]),
  );

  it('Chinese: at the beginning, in the middle, at the end, one character alone', async () => {
    expect(await found('代码')).to.have.members(['chinese', 'mixed']);
    expect(await found('代码表')).to.deep.equal(['chinese']);
    expect(await found('证券')).to.have.members(['chinese', 'other']);
    expect(await found('表')).to.deep.equal(['chinese']);
    expect((await found('证券代码表'))[0]).to.equal('chinese');
    expect(await found('码代')).to.deep.equal([]);
  });

  it('Japanese: characters and both syllabaries', async () => {
    for (const input of ['データ', '一覧', '顧客', 'ベース一覧', '顧客 一覧']) expect(await found(input), input).to.deep.equal(['japanese']);
  });

  it('Korean: syllables, also while the last one is being typed', async () => {
    for (const input of ['고객', '주문', '정보', '주문정보', '고객 정보', '주무']) expect(await found(input), input).to.deep.equal(['korean']);
  });

  it('mixed with other letters and digits', async () => {
    for (const input of ['stock', 'stock代码', '代码20240917', 'stock 代码', '20240917']) expect(await found(input), input).to.deep.equal(['mixed']);
    expect(await found('stock证券')).to.deep.equal([]);
  });

  it('in descriptions and in columns', async () => {
    for (const input of ['上市公司', '基本信息', '公司名称', '名称', '上市 listing']) expect(await found(input), input).to.deep.equal(['other']);
  });

  it('characters are not typing mistakes of others', async () => {
    for (const input of ['证卷', '代玛', '고갹', '一観']) expect(await found(input), input).to.deep.equal([]);
  });

  it('the matched field has the name', async () => {
    const { metadata } = await search({ input: '代码表', filter: mine });
    expect(metadata.matches[0]?.matchedFields).to.deep.include({ name: 'name', value: names.chinese });
  });

  it('a phrase, a field and a filter mean the whole word', async () => {
    expect(await found('name:代码')).to.deep.equal([]);
    expect(await found('"代码"')).to.deep.equal([]);
    expect(await found('name:证券代码表')).to.deep.equal(['chinese']);
    expect(await found('name:*代码*')).to.have.members(['chinese', 'mixed']);
  });

  it('suggestions know them, too', async () => {
    const suggested = async (query: string) => (await autocomplete({ query, filter: mine })).suggestions;
    expect(await suggested('证')).to.have.members([names.chinese, names.other]);
    expect(await suggested('代码')).to.have.members([names.chinese, names.mixed]);
    expect(await suggested('データ')).to.deep.equal([names.japanese]);
    expect(await suggested('고객주무')).to.deep.equal([names.korean]);
    expect(await suggested('주문')).to.deep.equal([names.korean]);
  });
});
