/**
 * What a question finds (docs/semantics.md 9.3): the best matches, not only what has all words.
 */
import { expect } from 'chai';
import { searchBest, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, upstreams, urns } from '../support/make.ts';

const own = ownNames('question');

interface Answer {
  numEntities: number;
  entities: string[];
  metadata: {
    matches: { unmetWords?: string[]; folded?: number; explanation?: { score: number; met: { word: string; fields: string[] }[] } }[];
    bestOf?: { words: string[]; unmet: string[]; corrected: { word: string; as: string }[]; withAllWords: number };
  };
}
interface Facets {
  metadata: { searchResultMetadatas: { name: string; aggregations: Record<string, number> }[] };
}
const search = async (params: Record<string, unknown>): Promise<Answer> => (await searchBest(params)) as unknown as Answer;

describe('a question is answered by the best, not by all words (docs/semantics.md 9.3)', () => {
  // Words of this test alone, so that other tests' data have no part in it.
  const letters = own()
    .replace(/[^a-z]/g, '')
    .slice(-4);
  const w = (word: string): string => `${word}${letters}q`;
  const platform = own();
  const dataset = (name: string): string => urns.dataset(name, platform);
  const [singers, concerts, unrelated] = [
    dataset(`${w('music')}.${w('singer')}`),
    dataset(`${w('music')}.${w('concert')}`),
    dataset(`${w('sport')}.${w('stadium')}_visits`),
  ];
  const shards = ['20240101', '20240102', '20240103'].map((day) => dataset(`${w('web')}.${w('event')}_${day}`));

  before(() =>
    writeAllSearchable([
      ...[
        [singers, w('singer'), ['id', w('age'), w('country')]],
        [concerts, w('concert'), ['id', w('year'), `${w('stadium')}_id`]],
        [unrelated, `${w('stadium')}_visits`, ['id', w('visitor')]],
        ...shards.map((urn) => [urn, urn.split('.')[1]?.split(',')[0] ?? '', ['id', w('click')]]),
      ].flatMap(([urn, name, columns]) => [
        proposal(urn as string, 'datasetProperties', { name, customProperties: {} }),
        proposal(urn as string, 'schemaMetadata', schemaMetadata(columns as string[])),
      ]),
    ]),
  );

  it('finds the table of a plain question, in any inflection', async () => {
    expect((await search({ input: `How many ${w('singer')}s do we have?` })).entities[0]).to.equal(singers);
    expect((await search({ input: `the ${w('concert')}s` })).entities[0]).to.equal(concerts);
  });

  it('ranks what has most of what matters, and says what each hit lacks', async () => {
    const { entities, metadata } = await search({
      input: `Which ${w('concert')} of ${w('year')} was in the ${w('stadium')} of the ${w('nowhere')}?`,
    });
    expect(entities[0]).to.equal(concerts);
    expect(entities).to.include(unrelated);
    expect(metadata.matches[0]?.unmetWords).to.deep.equal([w('nowhere')]);
    expect(metadata.bestOf).to.deep.include({ words: [w('concert'), w('year'), w('stadium'), w('nowhere')], unmet: [w('nowhere')], withAllWords: 0 });
  });

  it('puts what has all words first, and others behind it', async () => {
    const { entities, metadata, numEntities } = await search({ input: `${w('stadium')} ${w('concert')}` });
    expect(entities[0]).to.equal(concerts);
    expect(entities).to.include(unrelated);
    expect(metadata.bestOf?.withAllWords).to.equal(1);
    expect(numEntities).to.equal(entities.length);
  });

  it('finds only what has all words if the flag allWords asks for that', async () => {
    const { entities, metadata } = await search({ input: `${w('stadium')} ${w('concert')}`, searchFlags: { allWords: true } });
    expect(entities).to.deep.equal([concerts]);
    expect(metadata.bestOf).to.equal(undefined);
    expect((await search({ input: `the ${w('concert')}`, searchFlags: { allWords: true } })).entities).to.deep.equal([]);
  });

  it('counts facets over the list: also long values, and many of them', async () => {
    const [short, long] = [urns.tag(own()), urns.tag(`${own()}${'x'.repeat(300)}`)];
    const [few, many] = ['few', 'many'].map((name) => dataset(`${w('tagged')}.${w('parcel')}_${name}`));
    const tagList = (list: readonly string[]) => ({ tags: list.map((tag) => ({ tag })) });
    const more = Array.from({ length: 150 }, (_, at) => urns.tag(`${own()}${at}`));
    await writeAllSearchable([
      proposal(few as string, 'globalTags', tagList([short, long])),
      proposal(few as string, 'datasetProperties', { name: 'few' }),
    ]);
    const counted = async () => {
      const { metadata, numEntities } = (await searchBest({ input: `which ${w('parcel')}s are in the ${w('cellar')}?` })) as unknown as Answer &
        Facets;
      const counts = new Map(metadata.searchResultMetadatas.map(({ name, aggregations }) => [name, aggregations]));
      return { numEntities, platforms: counts.get('platform'), tags: counts.get('tags') };
    };
    expect(await counted()).to.deep.equal({ numEntities: 1, platforms: { [urns.platform(platform)]: 1 }, tags: { [short]: 1, [long]: 1 } });
    await writeAllSearchable([proposal(many as string, 'globalTags', tagList([short, ...more]))]);
    const both = await counted();
    expect([both.numEntities, both.platforms, both.tags?.[short]]).to.deep.equal([2, { [urns.platform(platform)]: 2 }, 2]);
  });

  it('does not ask for what an apostrophe shortens', async () => {
    const { metadata } = await search({ input: `What's the ${w('singer')}'s ${w('age')}?` });
    expect(metadata.bestOf?.words).to.deep.equal([w('singer'), w('age')]);
  });

  it('takes parentheses in a sentence for prose', async () => {
    const { entities, metadata } = await search({ input: `What is the ${w('age')} (in ${w('nowhere')} years) of a ${w('singer')}?` });
    expect(entities[0]).to.equal(singers);
    expect(metadata.bestOf?.words).to.include(w('nowhere'));
  });

  it('keeps filters', async () => {
    const other = { or: [{ and: [{ field: 'platform', values: [urns.platform(own())] }] }] };
    expect((await search({ input: `how many ${w('singer')}s and ${w('concert')}s`, filter: other })).entities).to.deep.equal([]);
    const mine = { or: [{ and: [{ field: 'name', values: [w('concert')] }] }] };
    expect((await search({ input: `how many ${w('singer')}s and ${w('concert')}s`, filter: mine })).entities).to.deep.equal([concerts]);
  });

  it('finds the one shard that a filter leaves', async () => {
    for (const shard of shards) {
      const filter = { or: [{ and: [{ field: 'urn', values: [shard] }] }] };
      expect((await search({ input: `what are the ${w('click')}s of each ${w('event')}`, filter })).entities).to.deep.equal([shard]);
    }
  });

  it('shows one of the shards of a table, and how many it leaves out', async () => {
    const { entities, metadata } = await search({ input: `what are the ${w('click')}s of each ${w('event')}` });
    expect(entities.filter((urn) => shards.includes(urn))).to.have.length(1);
    expect(metadata.matches[0]?.folded).to.equal(2);
  });

  it('explains a score if it is asked to', async () => {
    const input = `which ${w('singer')} has what ${w('age')}`;
    expect((await search({ input })).metadata.matches[0]).not.to.have.property('explanation');
    const { metadata } = await search({ input, searchFlags: { includeExplain: true } });
    expect(metadata.matches[0]?.explanation?.met.map(({ word, fields }) => [word, fields[0]])).to.deep.equal([
      [w('singer'), 'n'],
      [w('age'), 'c'],
    ]);
    expect(metadata.matches[0]?.explanation?.score).to.be.greaterThan(0);
  });

  it('lifts what a foreign key or lineage joins with an answer that has the words it lacks', async () => {
    const [one, joined, alone] = ['ledger', 'voucher', 'receipt'].map((name) => dataset(`${w(`of${name}`)}.${w(name)}`));
    await writeAllSearchable([
      ...[one, joined, alone].map((urn) =>
        proposal(urn as string, 'schemaMetadata', schemaMetadata(urn === one ? ['id', w('ledger'), w('booking')] : ['id', w('booking')])),
      ),
      proposal(joined as string, 'upstreamLineage', upstreams(one as string)),
    ]);
    const { entities } = await search({ input: `what is the ${w('booking')} in the ${w('ledger')}` });
    expect(entities[0]).to.equal(one);
    expect(entities.indexOf(joined as string)).to.be.lessThan(entities.indexOf(alone as string));
  });

  it('puts what is deprecated behind its equals', async () => {
    const [old, fresh] = ['a', 'b'].map((name) => dataset(`${w('store')}${name}.${w('invoice')}`));
    await writeAllSearchable([
      ...[old, fresh].map((urn) => proposal(urn as string, 'datasetProperties', { name: w('invoice'), customProperties: {} })),
      proposal(old as string, 'deprecation', { deprecated: true, note: '', actor: urns.user('tester') }),
    ]);
    expect((await search({ input: `which ${w('invoice')} of the ${w('nothing')}` })).entities).to.deep.equal([fresh, old]);
  });

  it('reads a synonym of the glossary as the name of its term, and finds what carries the term', async () => {
    const term = urns.term(own());
    const carrier = dataset(`${w('crm')}.${w('party')}`);
    await writeAllSearchable([
      proposal(term, 'glossaryTermInfo', { name: w('patron'), definition: 'Somebody who buys', termSource: 'INTERNAL' }),
      proposal(term, 'glossaryTermSynonyms', { synonyms: [w('shopper')] }),
      proposal(dataset(`${w('shop')}.${w('patron')}`), 'datasetProperties', { name: w('patron'), customProperties: {} }),
      proposal(carrier, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: { time: 1, actor: urns.user('tester') } }),
    ]);
    const ask = () => search({ input: `who is our best ${w('shopper')} of the ${w('decade')}`, entity: ['dataset', 'glossaryTerm'] });
    // The synonyms are read again in the background.
    let { entities } = await ask();
    for (let tries = 0; tries < 200 && !entities.includes(carrier); tries++) ({ entities } = await ask());
    expect(entities).to.include.members([term, carrier, dataset(`${w('shop')}.${w('patron')}`)]);
  });

  it('takes words for types and platforms as what they name', async () => {
    const dashboard = urns.dashboard?.(w('revenue')) ?? `urn:svc:dashboard:(looker,${w('revenue')})`;
    await writeAllSearchable([
      proposal(dashboard, 'dashboardInfo', {
        title: w('revenue'),
        description: '',
        lastModified: { created: { time: 1, actor: urns.user('tester') }, lastModified: { time: 1, actor: urns.user('tester') } },
      }),
      proposal(dataset(`${w('mart')}.${w('revenue')}`), 'datasetProperties', { name: w('revenue'), customProperties: {} }),
    ]);
    expect((await search({ input: `${w('revenue')} dashboard`, entity: ['dataset', 'dashboard'] })).entities[0]).to.equal(dashboard);
    expect((await search({ input: `${w('revenue')} dataset`, entity: ['dataset', 'dashboard'] })).entities[0]).not.to.equal(dashboard);
  });

  it('what has a word by its beginning does not lack it', async () => {
    const [whole, part] = [dataset(`${w('parcel')}_${w('customers')}`), dataset(`${w('parcel')}_other`)];
    await writeAllSearchable([whole, part].map((urn) => proposal(urn, 'status', { removed: false })));
    for (const input of [`${w('parcel')} custom`, `🚀 ${w('parcel')}\\custom`]) {
      const { entities, metadata } = await search({ input });
      expect(entities[0], input).to.equal(whole);
      expect(metadata.matches[0]?.unmetWords ?? [], input).to.deep.equal([]);
      expect(metadata.matches[entities.indexOf(part)]?.unmetWords, input).to.deep.equal(['custom']);
    }
  });
});
