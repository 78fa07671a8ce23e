import { expect } from 'chai';
import { action, search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, stamp, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('filter');

describe('Filters (docs/semantics.md 9.4)', () => {
  const platform = own();
  const [a, b, c] = ['alpha.One', 'beta.TWO', 'gamma.three'].map((name) => urns.dataset(name, platform)) as [string, string, string];
  const mine = { field: 'platform', values: [urns.platform(platform)] };
  const ownerSpelled = ['corpuser', 'CorpUser'].map((type) => urns.of(type, `${platform}_owner`));
  const found = async (...and: Parameters<typeof where>): Promise<string[]> => (await search({ filter: where(mine, ...and) })).entities;

  before(() =>
    writeAllSearchable([
      proposal(a, 'datasetProperties', { name: 'One', customProperties: { team: 'core', tier: '1' }, created: stamp(urns.user('x'), 1_000) }),
      proposal(a, 'datasetProfile', { timestampMillis: 1, rowCount: 10 }),
      proposal(a, 'globalTags', tags(urns.tag('filters a'))),
      proposal(b, 'datasetProperties', { name: 'TWO', customProperties: { team: 'web' }, created: stamp(urns.user('x'), 2_000) }),
      proposal(b, 'datasetProfile', { timestampMillis: 1, rowCount: 9_007_199_254_740_991 }),
      proposal(b, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: [{ fieldPath: 'f', description: 'Kind of, Order', globalTags: tags(urns.tag('filters a')) }],
      }),
      proposal(c, 'datasetProperties', { name: 'three', customProperties: {} }),
      ...[a, c].map((urn, at) => proposal(urn, 'ownership', { owners: [{ owner: ownerSpelled[at], type: 'DATAOWNER' }] })),
      proposal(c, 'deprecation', { deprecated: true, note: '', actor: urns.user('x') }),
    ]),
  );

  const cases: [string, { field: string; condition?: string; values?: string[]; value?: string; negated?: boolean }, string[]][] = [
    ['EQUAL compares the whole value, case included', { field: 'name', condition: 'EQUAL', values: ['one'] }, []],
    ['a missing condition is EQUAL', { field: 'name', values: ['One'] }, [a]],
    ['the older value is one of values', { field: 'name', value: 'One' }, [a]],
    ['IEQUAL compares the whole value in any case', { field: 'name', condition: 'IEQUAL', values: ['tWo'] }, [b]],
    ['several values are any of them', { field: 'name', condition: 'EQUAL', values: ['One', 'three', 'x'] }, [a, c]],
    ['IN is EQUAL with several values', { field: 'name', condition: 'IN', values: ['One', 'TWO'] }, [a, b]],
    ['negated inverts', { field: 'name', condition: 'IN', values: ['One', 'TWO'], negated: true }, [c]],
    ['CONTAIN finds any part in any case', { field: 'urn', condition: 'CONTAIN', values: ['A.ONE', 'TA.tw'] }, [a, b]],
    ['START_WITH compares the beginning', { field: 'name', condition: 'START_WITH', values: ['t'] }, [b, c]],
    ['END_WITH compares the end', { field: 'name', condition: 'END_WITH', values: ['e'] }, [a, c]],
    ['* and ? are ordinary characters', { field: 'name', condition: 'CONTAIN', values: ['*', '?'] }, []],
    ['GREATER_THAN on numbers', { field: 'rowCount', condition: 'GREATER_THAN', values: ['10'] }, [b]],
    ['GREATER_THAN_OR_EQUAL_TO on numbers', { field: 'rowCount', condition: 'GREATER_THAN_OR_EQUAL_TO', values: ['10'] }, [a, b]],
    ['LESS_THAN on dates', { field: 'createdAt', condition: 'LESS_THAN', values: ['2000'] }, [a]],
    ['LESS_THAN_OR_EQUAL_TO on dates', { field: 'createdAt', condition: 'LESS_THAN_OR_EQUAL_TO', values: ['2000'] }, [a, b]],
    ['numbers are equal whatever their print', { field: 'rowCount', values: ['1e1'] }, [a]],
    ['large numbers are exact', { field: 'rowCount', values: ['9007199254740990'] }, []],
    ['order on text is that of the dictionary', { field: 'name', condition: 'GREATER_THAN', values: ['TWO'] }, [c]],
    ['booleans', { field: 'deprecated', values: ['true'] }, [c]],
    ['a boolean that is not there is not false', { field: 'deprecated', values: ['false'] }, []],
    ['EXISTS asks for any value', { field: 'rowCount', condition: 'EXISTS' }, [a, b]],
    ['EXISTS negated asks for none', { field: 'rowCount', condition: 'EXISTS', negated: true }, [c]],
    ['IS_NULL asks for none', { field: 'rowCount', condition: 'IS_NULL' }, [c]],
    ['tags looks at the tags of fields too', { field: 'tags', values: [urns.tag('filters a')] }, [a, b]],
    ['descriptions of columns are compared as a whole', { field: 'editedFieldDescriptions', values: ['Kind of', 'Kind of, Order'] }, [b]],
    ['with their case and signs', { field: 'editedFieldDescriptions', values: ['kind of, Order', 'Kind of Order'] }, []],
    ['or in any case', { field: 'editedFieldDescriptions', condition: 'IEQUAL', values: ['kind OF, order'], negated: true }, [a, c]],
    ['a URN is found whatever the case of its type', { field: 'owners', values: [ownerSpelled[0] as string] }, [a, c]],
    ['a URN with its type in another case is the same', { field: 'owners', values: [ownerSpelled[1] as string] }, [a, c]],
    ['.keyword is ignored', { field: 'tags.keyword', values: [urns.tag('filters a')] }, [a, b]],
    ['customProperties is key=value', { field: 'customProperties', values: ['team=core'] }, [a]],
    ['a key of customProperties is a field', { field: 'customProperties.team', values: ['web'] }, [b]],
    ['a key of customProperties exists', { field: 'customProperties.team', condition: 'EXISTS' }, [a, b]],
    ['_entityName is the name', { field: '_entityName', values: ['three'] }, [c]],
    ['_entityType as GraphQL writes it', { field: '_entityType', values: ['DATASET'] }, [a, b, c]],
    ['a computed field: has a value', { field: 'hasTags', values: ['true'] }, [a, b]],
    ['a criterion without values is ignored', { field: 'name', values: [] }, [a, b, c]],
  ];
  for (const [title, criterion, expected] of cases) {
    it(title, async () => expect(await found(criterion)).to.have.members(expected));
  }

  it('the type of a URN is compared in any case in a query, and is one in facets', async () => {
    for (const owner of ownerSpelled) expect((await search({ input: `owners:"${owner}"` })).entities).to.have.members([a, c]);
    const { metadata } = await search({ filter: where(mine) });
    const facet = metadata.searchResultMetadatas.find(({ name }) => name === 'owners');
    expect(facet?.aggregations).to.deep.equal({ [ownerSpelled[0] as string]: 2 });
  });

  it('`or` and `and` can be nested to any depth; empty ones filter nothing', async () => {
    const nested = {
      and: [
        mine,
        {
          or: [
            { field: 'name', values: ['One'] },
            { and: [{ field: 'name', condition: 'START_WITH', values: ['t'] }, { or: [{ field: 'deprecated', values: ['true'] }] }] },
          ],
        },
      ],
    };
    expect((await search({ filter: nested })).entities).to.have.members([a, c]);
    expect((await search({ filter: { or: [{ and: [mine] }, { and: [] }] } })).entities).to.have.members([a, b, c]);
    expect((await search({ filter: { criteria: [mine] } })).entities).to.have.members([a, b, c]);
  });

  it('many alternatives of one field become one list, however they are written', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ and: [mine, { field: 'name', values: [`none${index}`] }] }));
    expect(
      (await search({ filter: { and: [mine, { or: many.flatMap(({ and }) => and.slice(1)).concat({ field: 'name', values: ['One'] }) }] } }))
        .entities,
    ).to.deep.equal([a]);
    const none = many.map(({ and: [, each] }) => ({ ...each, negated: true }));
    expect((await search({ filter: { and: [mine, ...none] } })).entities).to.have.members([a, b, c]);
    for (const groups of [10, 20, 40, 300])
      expect((await action('search', { input: '*', entity: 'dataset', count: 1, filter: { or: many.slice(0, groups) } })).status).to.be.oneOf([
        200, 400,
      ]);
  });

  it('a filter with thousands of CONTAIN values works, and does not block other requests', async () => {
    const values = Array.from({ length: 3_000 }, (_, index) => `none${index}`).concat('wo');
    const [long, short] = await Promise.all([found({ field: 'name', condition: 'CONTAIN', values }), found({ field: 'name', values: ['One'] })]);
    expect(long).to.deep.equal([b]);
    expect(short).to.deep.equal([a]);
  });

  it('a field that the model does not know matches nothing, and the warning header names it with the most similar known fields', async () => {
    const answer = await action<{ numEntities: number }>('search', {
      input: '*',
      entity: 'dataset',
      start: 0,
      count: 1,
      filter: where({ field: 'platfrom', values: ['x'] }),
    });
    expect(answer.body.value.numEntities).to.equal(0);
    expect(answer.headers.get('X-Svc-Warning')).to.match(/platfrom.*platform/);
    expect(await found({ field: 'half\ud800', values: ['x'] })).to.deep.equal([]);
  });

  for (const [what, filter, mention] of [
    ['a text on a number', where({ field: 'rowCount', values: ['many'] }), 'rowCount'],
    ['a text on a date', where({ field: 'createdAt', condition: 'LESS_THAN', values: ['yesterday'] }), 'createdAt'],
    ['a text on a boolean', where({ field: 'deprecated', values: ['perhaps'] }), 'deprecated'],
    ['an order on a boolean', where({ field: 'deprecated', condition: 'LESS_THAN', values: ['true'] }), 'deprecated'],
    ['an unknown condition', where({ field: 'name', condition: 'LIKE', values: ['x'] }), 'condition'],
    ['a criterion without a field', { or: [{ and: [{ values: ['x'] }] }] }, 'filter/or/0/and/0'],
    ['values that are no list', { or: [{ and: [{ field: 'name', values: 'x' }] }] }, 'values'],
    ['a filter that is a list', [], 'filter'],
  ] as const) {
    it(`${what} is refused with 400`, async () => {
      expectRefusal(await action('search', { input: '*', entity: 'dataset', start: 0, count: 1, filter }), 400, mention);
    });
  }
});
