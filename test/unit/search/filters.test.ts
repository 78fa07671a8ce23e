/** The three ways to write a filter (docs/semantics.md 9.2, 9.4): legacy, GraphQL's `orFilters`, the query language. They mean the same. */
import { expect } from 'chai';
import fc from 'fast-check';
import { filterOf as ofGraphql } from '../../../src/http/graphql/types/search-inputs.ts';
import { compile } from '../../../src/search/filter/added.ts';
import { expanded } from '../../../src/search/filter/expand.ts';
import { readFilter } from '../../../src/search/filter/legacy.ts';
import { readQuery } from '../../../src/search/filter/query-string.ts';
import { type Criterion, criteriaOf, criterion, EVERYTHING, type Filter } from '../../../src/search/filter/tree.ts';
import { filterOf as ofQuery } from '../../../src/search/query/input.ts';
import { ownership, tags, urns } from '../../support/make.ts';
import { fields, holds, indexed, lookupIn, meets } from '../support/indexed.ts';
import { model } from '../support/model.ts';
import { refused } from '../support/refused.ts';

const [t, u] = ['t', 'u'].map(urns.tag) as [string, string];
const DOCUMENTS = [
  indexed(urns.dataset('a'), {
    datasetProperties: { name: 'a', externalUrl: 'X' },
    globalTags: tags(t, u),
    datasetProfile: { timestampMillis: 1, rowCount: 3 },
  }),
  indexed(urns.dataset('b'), {
    datasetProperties: { name: 'b', externalUrl: 'y' },
    globalTags: tags(t),
    datasetProfile: { timestampMillis: 1, rowCount: 7 },
  }),
  indexed(urns.dataset('c'), { ownership: ownership(urns.user('o')) }),
];

const equal = (field: string, ...values: string[]) => criterion(field, 'EQUAL', ...values);
const READ: readonly [title: string, raw: unknown, filter: Filter][] = [
  ['nothing', undefined, EVERYTHING],
  ['null', null, EVERYTHING],
  ['an empty list', { or: [] }, EVERYTHING],
  ['groups that say nothing', { or: [{ and: [] }, { and: [{ field: 'name', value: '' }] }] }, EVERYTHING],
  ['a criterion', { or: [{ and: [{ field: 'name', value: 'a' }] }] }, equal('name', 'a')],
  [
    'the older list',
    {
      criteria: [
        { field: 'name', value: 'a' },
        { field: 'tags', value: 'b' },
      ],
    },
    { is: 'and', of: [equal('name', 'a'), equal('tags', 'b')] },
  ],
  ['values before a value', { and: [{ field: 'name', value: 'a', values: ['b', 'c'] }] }, equal('name', 'b', 'c')],
  ['numbers and booleans as texts', { and: [{ field: 'n', values: [1, true] }] }, equal('n', '1', 'true')],
  ['a condition', { and: [{ field: 'n', condition: 'GREATER_THAN', value: '1' }] }, criterion('n', 'GREATER_THAN', '1')],
  ['a condition that is null', { and: [{ field: 'n', condition: null, value: '1' }] }, equal('n', '1')],
  ['what needs no value', { and: [{ field: 'n', condition: 'EXISTS', value: 'x' }] }, criterion('n', 'EXISTS')],
  ['negated', { and: [{ field: 'n', value: '1', negated: true }] }, { is: 'not', of: equal('n', '1') }],
  [
    'any nesting',
    {
      and: [
        {
          or: [
            { field: 'a', value: '1' },
            {
              and: [
                { field: 'b', value: '2' },
                { field: 'c', value: '3' },
              ],
            },
          ],
        },
      ],
    },
    { is: 'or', of: [equal('a', '1'), { is: 'and', of: [equal('b', '2'), equal('c', '3')] }] },
  ],
];
const deep = (levels: number): unknown => (levels === 0 ? { field: 'a', value: '1' } : { or: [deep(levels - 1)] });
const REFUSED: readonly [title: string, raw: unknown, pointer: string][] = [
  ['a text', 'name:a', '/filter'],
  ['an unknown word', { any: [] }, '/filter/any'],
  ['no list', { or: {} }, '/filter/or'],
  ['a criterion that is a text', { or: ['a'] }, '/filter/or/0'],
  ['an unknown part of a criterion', { and: [{ field: 'a', valeu: '1' }] }, '/filter/and/0/valeu'],
  ['a field without a name', { and: [{ field: '', value: '1' }] }, '/filter/and/0/field'],
  ['a field that is a number', { and: [{ field: 1 }] }, '/filter/and/0/field'],
  ['a long field', { and: [{ field: 'a'.repeat(1_001) }] }, '/filter/and/0/field'],
  ['an unknown condition', { and: [{ field: 'a', condition: 'LIKE', value: '1' }] }, '/filter/and/0/condition'],
  ['negated by a text', { and: [{ field: 'a', value: '1', negated: 'true' }] }, '/filter/and/0/negated'],
  ['values that are no list', { and: [{ field: 'a', values: 'x' }] }, '/filter/and/0/values'],
  ['a value that is an object', { and: [{ field: 'a', values: ['x', {}] }] }, '/filter/and/0/values/1'],
  ['a long value that is no whole one', { and: [{ field: 'a', condition: 'CONTAIN', value: 'x'.repeat(10_001) }] }, '/filter/and/0/value/0'],
  ['more than 30 levels', deep(31), `/filter${'/or/0'.repeat(31)}`],
  ['more than 1,000 criteria', { or: Array.from({ length: 1_001 }, () => ({ field: 'a', value: '1' })) }, '/filter'],
  ['more than 10,000 values', { and: [{ field: 'a', values: Array.from({ length: 10_001 }, () => 'x') }] }, '/filter'],
];

describe('Legacy filters', () => {
  for (const [title, raw, filter] of READ) {
    it(title, () => {
      expect(readFilter(raw)).to.deep.equal(filter);
    });
  }
  for (const [title, raw, pointer] of REFUSED) {
    it(`${title} is refused`, () => {
      const { status, details } = refused(() => readFilter(raw));
      expect([status, details[0]?.pointer]).to.deep.equal([400, pointer]);
    });
  }
  it('accepts 30 levels', () => {
    expect(readFilter(deep(30))).to.deep.equal(equal('a', '1'));
  });
});

/** A criterion that all three can write. */
interface Said {
  readonly field: string;
  readonly condition: Criterion['condition'];
  readonly value?: string;
  readonly negated: boolean;
}
const said: fc.Arbitrary<Said> = fc
  .oneof(
    fc.constantFrom('tags', 'rowCount', 'name', 'owners').map((field) => ({ field, condition: 'EXISTS' as const })),
    fc.constantFrom('x', 'X', 'y', 'z').map((value) => ({ field: 'externalUrl', condition: 'IEQUAL' as const, value })),
    fc
      .tuple(
        fc.constantFrom('GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN', 'LESS_THAN_OR_EQUAL_TO') as fc.Arbitrary<Criterion['condition']>,
        fc.constantFrom('2', '3', '7', '8'),
      )
      .map(([condition, value]) => ({ field: 'rowCount', condition, value })),
    fc.constantFrom(t, u).map((value) => ({ field: 'tags', condition: 'IEQUAL' as const, value })),
  )
  .chain((each) => fc.boolean().map((negated) => ({ ...each, negated })));
const groups = fc.array(fc.array(said, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

const SIGNS: Partial<Record<Criterion['condition'], string>> = {
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL_TO: '>=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL_TO: '<=',
  IEQUAL: '',
};
const inWords = ({ field, condition, value, negated }: Said): string =>
  `${negated ? 'NOT ' : ''}${condition === 'EXISTS' ? `_exists_:${field}` : `${field}:${SIGNS[condition]}${value}`}`;
const truth = (groupsSaid: readonly (readonly Said[])[]): Filter => ({
  is: 'or',
  of: groupsSaid.map((group) => ({
    is: 'and',
    of: group.map(({ field, condition, value, negated }): Filter => {
      const one = criterion(field, condition, ...(value === undefined ? [] : [value]));
      return negated ? { is: 'not', of: one } : one;
    }),
  })),
});

describe('One filter, written in three ways', () => {
  it('finds the same documents', async () => {
    const lookup = lookupIn(DOCUMENTS);
    await fc.assert(
      fc.asyncProperty(groups, async (each) => {
        const written: Record<string, Filter> = {
          legacy: readFilter({ or: each.map((group) => ({ and: group })) }),
          orFilters: readFilter(ofGraphql(each.map((group) => ({ and: group.map((one) => ({ ...one, values: null })) })) as never)),
          query: ofQuery(fields, readQuery(each.map((group) => `(${group.map(inWords).join(' AND ')})`).join(' OR '))),
        };
        expect(written.orFilters).to.deep.equal(written.legacy);
        for (const [way, filter] of Object.entries(written)) {
          const clause = await compile(lookup, fields, expanded(model, fields, filter).filter);
          for (const document of DOCUMENTS) expect(meets(document, clause), `${way}: ${clause}`).to.equal(holds(document, truth(each)));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('names the same fields, in the same order', () => {
    fc.assert(
      fc.property(groups, (each) => {
        const legacy = readFilter({ or: each.map((group) => ({ and: group })) });
        const query = ofQuery(fields, readQuery(each.map((group) => `(${group.map(inWords).join(' ')})`).join(' || ')));
        const names = (filter: Filter) => [...criteriaOf(filter)].map(({ field }) => field);
        expect(names(query)).to.deep.equal(names(legacy));
      }),
    );
  });
});

describe('Names that stand for several fields', () => {
  const EXPANDED: readonly [title: string, filter: Filter, expected: Filter][] = [
    ['another spelling of the type', equal('entityType', 'DATASET'), equal('_entityType', 'dataset')],
    ['.keyword says nothing more', equal('platform.keyword', 'x'), equal('platform', 'x')],
    ['an entry of a map', equal('customProperties.team', 'core'), equal('customProperties', 'team=core')],
    ['an entry that is there', criterion('customProperties.team', 'EXISTS'), criterion('customProperties', 'START_WITH', 'team=')],
    [
      'an entry that is not there',
      criterion('customProperties.team', 'IS_NULL'),
      { is: 'not', of: criterion('customProperties', 'START_WITH', 'team=') },
    ],
    [
      'type and sub type',
      equal('_entityType\u241ftypeNames', 'DATASET\u241eView'),
      { is: 'or', of: [{ is: 'and', of: [equal('_entityType', 'dataset'), equal('typeNames', 'View')] }] },
    ],
    [
      'tags of the entity and of its columns',
      equal('tags', t),
      { is: 'or', of: ['tags', 'fieldTags', 'editedFieldTags'].map((field) => equal(field, t)) },
    ],
    [
      'none of them',
      criterion('tags', 'IS_NULL'),
      { is: 'and', of: ['tags', 'fieldTags', 'editedFieldTags'].map((field) => criterion(field, 'IS_NULL')) },
    ],
  ];
  for (const [title, filter, expected] of EXPANDED) {
    it(title, () => {
      expect(expanded(model, fields, filter)).to.deep.equal({ filter: expected, unknown: [] });
    });
  }

  it('an unknown field matches nothing, and is reported with similar names', () => {
    const { filter, unknown } = expanded(model, fields, equal('platfrom', 'x'));
    expect(filter).to.deep.equal({ is: 'or', of: [] });
    expect(unknown[0]?.field).to.equal('platfrom');
    expect(unknown[0]?.nearest).to.include('platform');
  });

  it('compares whole fields, not entries of a map', () => {
    expect(refused(() => expanded(model, fields, criterion('customProperties.a', 'GREATER_THAN', '1'))).details[0]?.pointer).to.equal('/filter');
  });
});
