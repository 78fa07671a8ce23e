/**
 * Search by structured property (docs/semantics.md 14.3, 14.6) through the legacy and
 * GraphQL searches; the query language of OpenAPI ends in the same search.
 */
import { expect } from 'chai';
import { action, autocomplete, browse, search, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { graphql, refused } from '../support/graphql.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('property-search');
const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);

type Values = ({ string: string } | { double: number })[];

/** Defines a property with a dotted id; gives its id. */
async function define(type: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = `${own('io.shop')}.my.kept`;
  await write(urns.of('structuredProperty', id), 'propertyDefinition', {
    qualifiedName: id,
    displayName: 'Kept',
    valueType: dataType(type),
    cardinality: 'MULTIPLE',
    entityTypes: [urns.of('entityType', 'svc.dataset')],
    ...more,
  });
  return id;
}

const entry = (id: string, values: Values) => ({ propertyUrn: urns.of('structuredProperty', id), values });

/** Writes a dataset for each list of values; they can be searched when this returns. */
async function datasets(id: string, ...lists: Values[]): Promise<string[]> {
  const made = lists.map(() => urns.dataset(own('d')));
  await writeAllSearchable(made.map((urn) => proposal(urn, 'datasetProperties', { description: 'carries values' })));
  await writeAllSearchable(made.map((urn, at) => proposal(urn, 'structuredProperties', { properties: [entry(id, lists[at] as Values)] })));
  return made;
}

const field = (id: string): string => `structuredProperties.${id}`;
const underscored = (id: string): string => field(id.replaceAll('.', '_'));

async function found(filter: unknown): Promise<string[]> {
  return (await search({ filter })).entities.sort();
}

async function foundByQuery(input: string): Promise<string[]> {
  return (await search({ input })).entities.sort();
}

describe('structured properties in searches', () => {
  it('a filter may write the property with dots or underscores; numbers are compared as numbers', async () => {
    const id = await define('number');
    const [few, many, both] = (await datasets(id, [{ double: 30 }], [{ double: 365.5 }], [{ double: 30 }, { double: 365.5 }])) as [
      string,
      string,
      string,
    ];
    for (const name of [field(id), underscored(id)]) {
      expect(await found(where({ field: name, values: ['30.0'] }))).to.deep.equal([few, both].sort());
      expect(await found(where({ field: name, condition: 'GREATER_THAN', values: ['90'] }))).to.deep.equal([many, both].sort());
      expect(await found(where({ field: name, condition: 'LESS_THAN_OR_EQUAL_TO', values: ['30'] }))).to.deep.equal([few, both].sort());
      expect(await found(where({ field: name, condition: 'EXISTS' }))).to.deep.equal([few, many, both].sort());
      expect(await found(where({ field: name, values: ['30'], negated: true }, { field: name, condition: 'EXISTS' }))).to.deep.equal([many]);
    }
    const wrong = await action('search', {
      input: '*',
      entity: 'dataset',
      start: 0,
      count: 10,
      filter: where({ field: field(id), values: ['much'] }),
    });
    expect(wrong.status).to.equal(400);
    expect(wrong.text).to.contain(`${field(id)}: expected a number, got \\"much\\"`);
  });

  it('filters compare texts exactly, queries ignore case', async () => {
    const id = await define('string');
    const [upper, lower] = (await datasets(id, [{ string: 'Two Words' }], [{ string: 'two words' }])) as [string, string];
    expect(await found(where({ field: field(id), values: ['Two Words'] }))).to.deep.equal([upper]);
    expect(await foundByQuery(`${underscored(id)}:"Two Words"`)).to.deep.equal([upper, lower].sort());
    expect(await foundByQuery(`${underscored(id)}:two\\ w*`)).to.deep.equal([upper, lower].sort());
    expect(await foundByQuery(`${underscored(id)}:two`)).to.deep.equal([]);
  });

  it('dates are ordered by day, URNs are found as a whole, rich text by its words', async () => {
    const [date, urn, rich] = [await define('date'), await define('urn'), await define('rich_text')];
    const [early, late] = (await datasets(date, [{ string: '2024-01-31' }], [{ string: '2024-11-02' }])) as [string, string];
    expect(await foundByQuery(`${underscored(date)}:[2024-01-01 TO 2024-02-01]`)).to.deep.equal([early]);
    expect(await found(where({ field: field(date), condition: 'GREATER_THAN', values: ['2024-06-01'] }))).to.deep.equal([late]);
    const user = urns.of('corpuser', own('ada'));
    const [owned] = await datasets(urn, [{ string: user }]);
    expect(await found(where({ field: field(urn), values: [user] }))).to.deep.equal([owned]);
    const [told] = await datasets(rich, [{ string: 'Kept for *auditors* only' }]);
    expect(await foundByQuery(`${underscored(rich)}:auditors`)).to.deep.equal([told]);
  });

  it('a query has ranges, existence, alternatives, and versioned names', async () => {
    const id = await define('string', { version: '20240614080000' });
    const [one, two] = (await datasets(id, [{ string: 'bar1' }], [{ string: 'bar2' }])) as [string, string];
    const versioned = `structuredProperties._versioned.${id.replaceAll('.', '_')}.20240614080000.string`;
    expect(await foundByQuery(`${versioned}:bar2`)).to.deep.equal([two]);
    expect(await foundByQuery(`_exists_:${versioned}`)).to.deep.equal([one, two].sort());
    for (const any of ['\\*.\\*', '\\*', '20240614080000.\\*', '\\*.string'])
      expect(await foundByQuery(`structuredProperties._versioned.${id.replaceAll('.', '_')}.${any}:(bar1 OR bar2)`)).to.deep.equal([one, two].sort());
    expect(await foundByQuery(`structuredProperties._versioned.${id.replaceAll('.', '_')}.20230101000000.string:bar2`)).to.deep.equal([]);
    const number = await define('number');
    const [large] = await datasets(number, [{ double: 91 }]);
    await datasets(number, [{ double: 90 }]);
    expect(await foundByQuery(`${underscored(number)}:>90`)).to.deep.equal([large]);
    expect(await foundByQuery(`${underscored(number)}:{90 TO *]`)).to.deep.equal([large]);
  });

  it('a range matches one value, not two values that each match one bound', async () => {
    const number = await define('number');
    const [around, within] = (await datasets(number, [{ double: 5 }, { double: 500 }], [{ double: 5 }, { double: 15 }])) as [string, string];
    const name = underscored(number);
    expect(await foundByQuery(`${name}:[10 TO 20]`)).to.deep.equal([within]);
    expect(await foundByQuery(`_exists_:${name} AND NOT ${name}:[10 TO 20]`)).to.deep.equal([around]);
    expect(await foundByQuery(`${name}:{15 TO 500]`)).to.deep.equal([around]);
    expect(await foundByQuery(`${name}:{15 TO 500}`)).to.deep.equal([]);
    const date = await define('date');
    const [spread] = (await datasets(date, [{ string: '1990-01-01' }, { string: '2030-01-01' }])) as [string];
    expect(await foundByQuery(`${underscored(date)}:[2000-01-01 TO 2010-01-01]`)).to.deep.equal([]);
    expect(await foundByQuery(`${underscored(date)}:[1990-01-01 TO 2010-01-01]`)).to.deep.equal([spread]);
  });

  it('a pattern matches the whole value of a string, not a word in it', async () => {
    const id = await define('string');
    const [words] = (await datasets(id, [{ string: 'Foo bar' }])) as [string];
    expect(await foundByQuery(`${underscored(id)}:bar*`)).to.deep.equal([]);
    expect(await foundByQuery(`${underscored(id)}:f?o*`)).to.deep.equal([words]);
  });

  it('a pattern of names searches those properties whose type fits the value', async () => {
    const part = own('mixed');
    const defineIn = async (name: string, type: string): Promise<string> => {
      const id = `${part}.${name}`;
      const urn = urns.of('structuredProperty', id);
      const entityTypes = [urns.of('entityType', 'svc.dataset')];
      await write(urn, 'propertyDefinition', { qualifiedName: id, valueType: dataType(type), cardinality: 'MULTIPLE', entityTypes });
      return id;
    };
    const [text, number] = [await defineIn('text', 'string'), await defineIn('number', 'number')];
    const [told] = (await datasets(text, [{ string: 'many' }])) as [string];
    const [counted] = (await datasets(number, [{ double: 7 }])) as [string];
    expect(await foundByQuery(`structuredProperties.${part}_\\*:many`)).to.deep.equal([told]);
    expect(await foundByQuery(`structuredProperties.${part}_\\*:7`)).to.deep.equal([counted]);
  });

  it('plain words do not search values of properties', async () => {
    const id = await define('string');
    const word = own('zyxword');
    const [dataset] = await datasets(id, [{ string: word }]);
    expect(await found(where({ field: field(id), values: [word] }))).to.deep.equal([dataset]);
    expect(await foundByQuery(word)).to.deep.equal([]);
  });

  it('facets count the whole result; numbers have a fraction', async () => {
    const id = await define('number');
    await datasets(id, [{ double: 30 }], [{ double: 30 }], [{ double: 60.5 }]);
    const { aggregateAcrossEntities } = await graphql(
      'query ($facet: String!) { aggregateAcrossEntities(input: {types: DATASET, facets: [$facet], query: "*"}) { facets { field displayName aggregations { value count } } } }',
      { facet: field(id) },
    );
    expect(aggregateAcrossEntities.facets).to.deep.equal([
      {
        field: field(id),
        displayName: 'Kept',
        aggregations: [
          { value: '30.0', count: 2 },
          { value: '60.5', count: 1 },
        ],
      },
    ]);
  });

  it('facets count an entity once per value; long values are returned as stored', async () => {
    const counted = async (id: string) => {
      const query =
        'query ($facet: String!) { aggregateAcrossEntities(input: {facets: [$facet], query: "*"}) { facets { aggregations { value count } } } }';
      return (await graphql(query, { facet: field(id) })).aggregateAcrossEntities.facets[0].aggregations;
    };
    const [number, text] = [await define('number'), await define('string')];
    await datasets(number, [{ double: 30 }, { double: 30.0 }, { string: '30' }]);
    expect(await counted(number)).to.deep.equal([{ value: '30.0', count: 1 }]);
    const long = `${'A_B '.repeat(1_200)}end`;
    const [holder] = await datasets(text, [{ string: long }, { string: 'x' }, { string: 'x' }]);
    expect(await counted(text)).to.have.deep.members([
      { value: long, count: 1 },
      { value: 'x', count: 1 },
    ]);
    expect(await found(where({ field: field(text), values: [long] }))).to.deep.equal([holder]);
  });

  it('of equally frequent values, the first ones in alphabetical order are returned', async () => {
    const id = await define('string');
    await datasets(
      id,
      [...'zcbad'].map((string) => ({ string })),
      [{ string: 'd' }],
    );
    const query = `query ($facet: String!, $most: Int) {
      aggregateAcrossEntities(input: {facets: [$facet], query: "*", searchFlags: {maxAggValues: $most}}) { facets { aggregations { value } } } }`;
    const first = async (most: number) =>
      (await graphql(query, { facet: field(id), most })).aggregateAcrossEntities.facets.map(
        ({ aggregations }: { aggregations: { value: string }[] }) => aggregations.map(({ value }) => value).join(''),
      );
    expect([await first(0), await first(1), await first(3), await first(9)]).to.deep.equal([[], ['d'], ['dab'], ['dabcz']]);
  });

  it('properties with the filter setting are facets if the search requests them', async () => {
    const id = await define('string');
    await write(urns.of('structuredProperty', id), 'structuredPropertySettings', { showInSearchFilters: true });
    const [dataset] = await datasets(id, [{ string: 'gold' }]);
    const { searchAcrossEntities } = await graphql(
      'query ($urn: String!) { searchAcrossEntities(input: {types: [DATASET], query: "*", searchFlags: {includeStructuredPropertyFacets: true}, orFilters: [{and: [{field: "urn", values: [$urn]}]}]}) { facets { field aggregations { value count } } } }',
      { urn: dataset },
    );
    expect(searchAcrossEntities.facets).to.deep.include({ field: field(id), aggregations: [{ value: 'gold', count: 1 }] });
  });

  it('results can be sorted by a property; entities without a value come last', async () => {
    const id = await define('number', { cardinality: 'SINGLE' });
    const [b, c, a] = (await datasets(id, [{ double: 2 }], [{ double: 11 }], [{ double: -1 }])) as [string, string, string];
    const filter = where({ field: field(id), condition: 'EXISTS' });
    expect((await search({ filter, sort: { field: field(id), order: 'ASCENDING' } })).entities).to.deep.equal([a, b, c]);
    expect((await search({ filter, sort: { field: field(id), order: 'DESCENDING' } })).entities).to.deep.equal([c, b, a]);
  });

  it('an undefined property matches nothing, and the answer warns about it', async () => {
    const answer = await action('search', {
      input: '*',
      entity: 'dataset',
      start: 0,
      count: 10,
      filter: where({ field: 'structuredProperties.never.defined', values: ['x'] }),
    });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('X-Svc-Warning')).to.contain('structuredProperties.never.defined');
    expect(await found(where({ field: 'structuredProperties.never.defined', values: ['x'] }))).to.deep.equal([]);
  });
});

describe('a soft-deleted property in searches', () => {
  it('filters, queries, facets and sort orders with it are refused; they work again after it is restored', async () => {
    const id = await define('string');
    const urn = urns.of('structuredProperty', id);
    const [dataset] = await datasets(id, [{ string: 'gold' }]);
    await write(urn, 'status', { removed: true });
    const filter = where({ field: field(id), values: ['gold'] });
    const sentence = `Cannot filter on deleted Structured Property [${urn}]`;
    const requests: [string, Record<string, unknown>][] = [
      ['search', { input: '*', filter }],
      ['search', { input: `${underscored(id)}:gold` }],
      ['search', { input: `_exists_:${underscored(id)}` }],
      ['search', { input: '*', sort: { field: field(id), order: 'ASCENDING' } }],
      ['searchAcrossEntities', { input: '*', filter }],
      ['list', { filter }],
      ['autocomplete', { query: 'd', limit: 10, filter }],
      ['browse', { path: '/', limit: 10, filter }],
    ];
    for (const [name, params] of requests) {
      const answer = await action(name, { ...(name === 'searchAcrossEntities' ? {} : { entity: 'dataset' }), ...params });
      expect(answer.status, `${name} ${JSON.stringify(params)}: ${answer.text}`).to.equal(400);
      expect(answer.text).to.contain(sentence);
      const place = ['filter', 'sort', 'input'].find((each) => each in params && params[each] !== '*');
      expect(answer.text).to.contain(`"pointer":"/${place}"`);
    }
    // Also where nothing is reached.
    for (const params of [{ filter }, { input: `${underscored(id)}:gold` }]) {
      const answer = await action('searchAcrossLineage', { urn: dataset, direction: 'UPSTREAM', ...params });
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.text).to.contain(sentence);
    }
    await refused(
      'query ($field: String!) { scrollAcrossEntities(input: {types: DATASET, query: "*", orFilters: {and: {field: $field, condition: EXISTS}}}) { total } }',
      { field: field(id) },
      'BAD_REQUEST',
      sentence,
    );
    await refused(
      'query ($field: String!) { aggregateAcrossEntities(input: {types: DATASET, query: "*", facets: [$field]}) { facets { field } } }',
      { field: field(id) },
      'BAD_REQUEST',
      sentence,
    );
    await write(urn, 'status', { removed: false });
    expect(await found(filter)).to.deep.equal([dataset]);
    expect((await autocomplete({ query: 'property', filter })).suggestions).to.have.length(1);
    expect((await browse({ path: '/prod/hive', filter })).metadata.totalNumEntities).to.equal(1);
  });
});

describe('a property that is gone', () => {
  it('values of an earlier definition are no longer found, immediately', async () => {
    const id = await define('number');
    await datasets(id, [{ double: 1 }]);
    await write(urns.of('structuredProperty', id), 'propertyDefinition', {
      qualifiedName: id,
      valueType: dataType('string'),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
      version: '20250101000000',
    });
    expect(await found(where({ field: field(id), condition: 'EXISTS' }))).to.deep.equal([]);
    const [dataset] = await datasets(id, [{ string: '1' }]);
    expect(await found(where({ field: field(id), values: ['1'] }))).to.deep.equal([dataset]);
  });

  it('waiting for the index includes values of properties', async () => {
    const id = await define('string');
    const urn = urns.dataset(own('d'));
    await write(urn, 'datasetProperties', { description: 'carries values' });
    await writeSearchable(urn, 'structuredProperties', { properties: [entry(id, [{ string: 'now' }])] });
    expect(await found(where({ field: field(id), values: ['now'] }))).to.deep.equal([urn]);
  });
});
