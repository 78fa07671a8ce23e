import { expect } from 'chai';
import { search, where, writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';

const own = ownNames('facets');

describe('Facets (docs/semantics.md 9.5)', () => {
  const platform = own();
  const mine = { field: 'platform', values: [urns.platform(platform)] };
  const [red, blue, ann] = [urns.tag('Facet Red'), urns.tag('facet red'), urns.user(own())];
  const facets = async (params: object) =>
    new Map((await search(params as Record<string, unknown>)).metadata.searchResultMetadatas.map(({ name, aggregations }) => [name, aggregations]));

  before(() =>
    writeAllSearchable(
      [0, 1, 2, 3, 4].flatMap((n) => [
        proposal(
          urns.dataset(`facet${n}`, platform, n < 4 ? 'PROD' : 'DEV'),
          'globalTags',
          tags(...(n < 3 ? [red] : []), ...(n === 0 ? [blue] : [])),
        ),
        proposal(urns.dataset(`facet${n}`, platform, n < 4 ? 'PROD' : 'DEV'), 'ownership', ownership(...(n === 4 ? [ann] : []))),
      ]),
    ),
  );

  it('counts cover the whole result, not the page; values are raw and case-sensitive', async () => {
    const found = await facets({ filter: where(mine), count: 1 });
    expect(found.get('platform')).to.deep.equal({ [urns.platform(platform)]: 5 });
    expect(found.get('tags')).to.deep.equal({ [red]: 3, [blue]: 1 });
    expect(found.get('origin')).to.deep.equal({ PROD: 4, DEV: 1 });
    expect(found.get('owners')).to.deep.equal({ [ann]: 1 });
  });

  it('tags count what the filter finds: columns too, each entity once', async () => {
    const wide = own();
    const all = ['walnut', 'cedar', 'maple', 'birch'].map((name) => urns.dataset(name, wide));
    const [mineOnly = '', column = '', both = '', edited = ''] = all;
    const tagged = {
      ...schemaMetadata(['id', 'x']),
      fields: schemaMetadata(['id', 'x']).fields.map((field) => ({ ...field, globalTags: tags(red) })),
    };
    await writeAllSearchable([
      proposal(mineOnly, 'globalTags', tags(red)),
      proposal(column, 'schemaMetadata', tagged),
      proposal(both, 'schemaMetadata', tagged),
      proposal(both, 'globalTags', tags(red, blue)),
      proposal(edited, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: tags(blue) }] }),
    ]);
    const here = { field: 'platform', values: [urns.platform(wide)] };
    // The answer of a ranked list counts by itself.
    for (const input of ['*', `how many walnut cedar maple birch`]) {
      const counted = (await facets({ input, filter: where(here), searchFlags: { allWords: false } })).get('tags');
      expect(counted, input).to.deep.equal({ [red]: 3, [blue]: 2 });
    }
    for (const [tag, count] of [
      [red, 3],
      [blue, 2],
    ] as const)
      expect((await search({ filter: where(here, { field: 'tags', values: [tag] }) })).numEntities).to.equal(count);
  });

  it('a filter on a facet field also narrows that facet; facets without values are left out', async () => {
    const found = await facets({ filter: where(mine, { field: 'origin', values: ['DEV'] }) });
    expect(found.get('origin')).to.deep.equal({ DEV: 1 });
    expect(found.has('tags')).to.equal(false);
  });

  it('returns the 20 most frequent values, or as many as requested; equally frequent ones in alphabetical order', async () => {
    const [many, word] = [own(), own()];
    const tag = (n: number) => urns.tag(`${word}${String(n).padStart(2, '0')}`);
    await writeAllSearchable(
      Array.from({ length: 90 }, (_, n) => proposal(urns.dataset(`many${n}`, many), 'globalTags', tags(tag(n % 30), ...(n === 0 ? [tag(29)] : [])))),
    );
    const filter = where({ field: 'platform', values: [urns.platform(many)] });
    const byDefault = Object.entries((await facets({ filter, count: 1 })).get('tags') ?? {});
    expect(byDefault).to.have.length(20);
    expect(byDefault[0]).to.deep.equal([tag(29), 4]);
    expect(byDefault.slice(1).every(([, count]) => count === 3)).to.equal(true);
    expect(byDefault.slice(1).map(([value]) => value)).to.deep.equal(
      byDefault
        .slice(1)
        .map(([value]) => value)
        .sort(),
    );
    expect(Object.keys((await facets({ filter, count: 0, searchFlags: { maxAggValues: 60 } })).get('tags') ?? {})).to.have.length(30);
    const totals = async (params: object) => {
      const { metadata } = await search({ filter, count: 0, ...params });
      return metadata.searchResultMetadatas.filter(({ name }) => name === 'tags' || name === 'platform').map(({ totalValues }) => totalValues);
    };
    expect((await totals({})).sort(), 'a facet that shows 20 of 30 says so').to.deep.equal([30, undefined]);
    expect(await totals({ searchFlags: { maxAggValues: 60 } })).to.deep.equal([undefined, undefined]);
    expect((await facets({ filter, count: 0 })).get('platform')).to.deep.equal({ [urns.platform(many)]: 90 });
  });

  it('soft-deleted entities are not counted, and booleans are true and false', async () => {
    const here = own();
    const [live, gone] = [urns.dataset('live', here), urns.dataset('gone', here)];
    await writeAllSearchable([
      ...[live, gone].map((urn) => proposal(urn, 'globalTags', tags(red))),
      ...[live, gone].map((urn) => proposal(urn, 'deprecation', { deprecated: true, note: '', actor: ann })),
      proposal(gone, 'status', { removed: true }),
    ]);
    const found = await facets({ filter: where({ field: 'platform', values: [urns.platform(here)] }) });
    expect([found.get('tags'), found.get('hasTags') ?? { true: 1 }]).to.deep.equal([{ [red]: 1 }, { true: 1 }]);
  });

  it('with text, facets count what the text finds', async () => {
    const word = own().replaceAll('_', '');
    await writeAllSearchable([
      proposal(urns.dataset(word, own()), 'globalTags', tags(blue)),
      proposal(urns.dataset(`${word}.other`, own()), 'globalTags', tags(red)),
    ]);
    expect((await facets({ input: word })).get('tags')).to.deep.equal({ [blue]: 1, [red]: 1 });
    expect((await facets({ input: `${word} other` })).get('tags')).to.deep.equal({ [red]: 1 });
  });

  it('the entity type is a facet when several types are searched', async () => {
    expect((await facets({ filter: where(mine), entity: ['dataset', 'chart'] })).get('_entityType')).to.deep.equal({ dataset: 5 });
    expect((await facets({ filter: where(mine) })).has('_entityType')).to.equal(false);
  });
});
