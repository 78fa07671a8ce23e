/**
 * Filters as Typesense takes them: tables of what is made of a filter, and of any filter that what is made of it lets through just those
 * documents of which the filter is true.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { code, digest, orderedBits } from '../../../src/search/document/encode.ts';
import { wordToken } from '../../../src/search/document/words.ts';
import { compile } from '../../../src/search/filter/added.ts';
import { type Clause, joined, MOST_OPERATIONS, operationsOf } from '../../../src/search/filter/clause.ts';
import type { Lookup } from '../../../src/search/filter/compile.ts';
import { both, type Condition, type Criterion, criterion, EVERYTHING, type Filter } from '../../../src/search/filter/tree.ts';
import { ownership, tags, urns } from '../../support/make.ts';
import { type Document, fields, holds, indexed, lookupIn, meets } from '../support/indexed.ts';
import { refusedLater } from '../support/refused.ts';

const [t, u] = ['t', 'u'].map(urns.tag) as [string, string];
const time = (at: number) => ({ time: at, actor: urns.user('o') });
const DOCUMENTS: readonly Document[] = [
  indexed(urns.dataset('web.orders'), {
    datasetProperties: {
      name: 'Web Orders',
      description: 'all orders of the web',
      externalUrl: 'web orders',
      customProperties: { team: 'core', tier: '1' },
      created: { time: 10 },
    },
    globalTags: tags(t, u),
  }),
  indexed(urns.dataset('web.customers'), {
    datasetProperties: { name: 'customers', created: { time: 20 } },
    globalTags: tags(t),
    ownership: ownership(urns.user('o')),
    editableSchemaMetadata: { editableSchemaFieldInfo: ['Web Orders', 'x', ''].map((description) => ({ fieldPath: 'x', description })) },
  }),
  indexed(urns.dataset('raw', 's3'), { datasetProperties: { name: 'ORDERS' }, datasetProfile: { timestampMillis: 1, rowCount: 5 } }),
  indexed(urns.chart('c'), { chartInfo: { title: 'Orders by day', description: 'x', lastModified: { created: time(1), lastModified: time(2) } } }),
  indexed(urns.tag('t'), { tagProperties: { name: 't', description: '' } }),
  indexed(urns.dataset('empty'), { datasetProfile: { timestampMillis: 1, rowCount: 0 } }, true),
];
const lookup = lookupIn(DOCUMENTS);
const compiled = (filter: Filter): Promise<Clause> => compile(lookup, fields, filter);
const not = (of: Filter): Filter => ({ is: 'not', of });
const or = (...of: Filter[]): Filter => ({ is: 'or', of });
const range = (field: string, from: string, to: string, bounds?: Criterion['bounds']): Criterion => ({
  ...criterion(field, 'RANGE', from, to),
  ...(bounds && { bounds }),
});
const bits = (value: number): bigint => orderedBits(value);

const CASES: readonly [title: string, filter: Filter, clause: Clause][] = [
  ['everything', EVERYTHING, true],
  ['nothing', or(), false],
  ['equal to a facet', criterion('tags', 'EQUAL', t), `k_tags:=${code(t)}`],
  ['unlike it', not(criterion('tags', 'EQUAL', t)), `k_tags:!=${code(t)}`],
  ['one of several', criterion('tags', 'IN', t, u), `k_tags:=[${code(t)},${code(u)}]`],
  ['the same value twice', criterion('tags', 'IN', t, t), `k_tags:=${code(t)}`],
  ['in any case', criterion('name', 'IEQUAL', 'WEB ORDERS'), `h_name:=${digest('web orders')} || l_name:=${digest('web orders')}`],
  ['in any case, where no value has capitals', criterion('description', 'IEQUAL', 'X'), `h_description:=${digest('x')}`],
  ['a word', criterion('name', 'WORD', 'orders'), `w_name:=${wordToken('orders')}`],
  ['there', criterion('tags', 'EXISTS'), 'exists:=tags'],
  ['not there', criterion('tags', 'IS_NULL'), 'exists:!=tags'],
  ['not not there', not(criterion('tags', 'IS_NULL')), 'exists:=tags'],
  ['a number', criterion('rowCount', 'EQUAL', '5'), `h_rowCount:=${code('5')}`],
  ['the same number, written otherwise', criterion('rowCount', 'EQUAL', '5.0e0'), `h_rowCount:=${code('5')}`],
  ['a greater number', criterion('rowCount', 'GREATER_THAN', '4'), `hi_rowCount:>${bits(4)}`],
  ['not a greater number', not(criterion('rowCount', 'GREATER_THAN', '4')), `hi_rowCount:<=${bits(4)} || exists:!=${code('rowCount')}`],
  ['a number in between', range('rowCount', '1', '9'), `hi_rowCount:>=${bits(1)} && lo_rowCount:<=${bits(9)}`],
  ['a number strictly in between', range('rowCount', '1', '9', ['GREATER_THAN', 'LESS_THAN']), `hi_rowCount:>${bits(1)} && lo_rowCount:<${bits(9)}`],
  ['true', criterion('removed', 'EQUAL', 'TRUE'), 'k_removed:=true'],
  ['a part of a text', criterion('platform', 'CONTAIN', 'HIVE'), `k_platform:=${code(urns.platform('hive'))}`],
  ['a part that no value has', criterion('platform', 'CONTAIN', 'nowhere'), false],
  ['not a part that no value has', not(criterion('platform', 'CONTAIN', 'nowhere')), true],
  ['a field that no document has', criterion('lastOperationTime', 'GREATER_THAN', '1'), false],
  ['an unknown field', criterion('nonsense', 'EQUAL', 'x'), false],
  ['not an unknown field', not(criterion('nonsense', 'EQUAL', 'x')), true],
  ['of two fields both', both(criterion('tags', 'EXISTS'), criterion('owners', 'EXISTS')), 'exists:=tags && exists:=owners'],
  ['values of one field in one list', or(criterion('tags', 'EQUAL', t), criterion('tags', 'EQUAL', u)), `k_tags:=[${code(t)},${code(u)}]`],
  ['none of two values in one list', not(or(criterion('tags', 'EQUAL', t), criterion('tags', 'EQUAL', u))), `k_tags:!=[${code(t)},${code(u)}]`],
  ['not both', not(both(criterion('tags', 'EXISTS'), criterion('removed', 'EQUAL', 'true'))), 'exists:!=tags || k_removed:!=true'],
  [
    'a pattern of one word',
    criterion('', 'LIKE', 'Custom\u0001'),
    `w_:=${wordToken('customers')} || w_editedFieldDescriptions:${wordToken('customers')}`,
  ],
  ['a word anywhere', criterion('', 'WORD', 'orders'), `w_:=${wordToken('orders')} || w_editedFieldDescriptions:${wordToken('orders')}`],
];

const REFUSED: readonly [title: string, filter: Filter][] = [
  ['a text for a number', criterion('rowCount', 'EQUAL', 'many')],
  ['a text for a time', criterion('createdAt', 'GREATER_THAN', '2024-01-01')],
  ['a text for true or false', criterion('removed', 'EQUAL', 'yes')],
  ['an order of true and false', criterion('removed', 'GREATER_THAN', 'false')],
  ['more than Typesense takes', or(...Array.from({ length: 50 }, (_, n) => both(criterion('name', 'IEQUAL', `a${n}`), criterion('tags', 'EXISTS'))))],
];

describe('The clause for a filter', () => {
  for (const [title, filter, clause] of CASES) {
    it(`${title}: ${String(clause).slice(0, 60)}`, async () => {
      expect(await compiled(filter)).to.equal(clause);
    });
  }
  for (const [title, filter] of REFUSED) {
    it(`${title} is refused`, async () => {
      const { status, details } = await refusedLater(() => compiled(filter));
      expect([status, details[0]?.pointer]).to.deep.equal([400, '/filter']);
    });
  }

  it('what Cairn adds is refused if it stands for more documents than a search can name', async () => {
    const ids = Array.from({ length: 200_001 }, (_, at) => String(at));
    const full: Lookup = { ...lookup, idsOf: async () => ids, within: () => full, kept: (_, make) => make(full) };
    const policies = Array.from({ length: 60 }, (_, n) => both(criterion('platform', 'EQUAL', `p${n}`), criterion('tags', 'EQUAL', `t${n}`)));
    const { status, details } = await refusedLater(() => compile(full, fields, { is: 'and', of: [or(...policies)], added: true }));
    expect([status, details[0]?.got]).to.deep.equal([400, 200_001]);
  });
});

const TEXTS = ['orders', 'Orders', 'web', 'Web Orders', 'WEB', 'o', '', 'customers', 'x', 'core', t, urns.user('o'), urns.platform('hive')];
const text = fc.constantFrom(...TEXTS);
const pattern = fc.tuple(fc.constantFrom('', '\u0001'), text, fc.constantFrom('', '\u0001', '\u0002')).map((parts) => parts.join(''));
const CONDITIONS: readonly Condition[] = [
  'EQUAL',
  'IN',
  'IEQUAL',
  'CONTAIN',
  'START_WITH',
  'END_WITH',
  'WORD',
  'PHRASE',
  'GREATER_THAN',
  'LESS_THAN_OR_EQUAL_TO',
];
const ofText = fc
  .tuple(
    fc.constantFrom('name', 'tags', 'description', 'platform', 'title', 'urn', '_entityType', 'owners', 'externalUrl', 'editedFieldDescriptions'),
    fc.constantFrom(...CONDITIONS),
    fc.array(text, { minLength: 1, maxLength: 2 }),
  )
  .map(([field, condition, values]): Filter => criterion(field, condition, ...values));
const ofPolicy = fc
  .tuple(
    fc.constantFrom('tags', 'platform', 'owners', 'urn', '_entityType'),
    fc.constantFrom<Condition>('IN', 'PREFIX'),
    fc.array(text, { minLength: 1, maxLength: 2 }),
  )
  .map(([field, condition, values]): Filter => criterion(field, condition, ...values));
const number = fc.constantFrom('-1', '0', '4', '5', '10', '15', '20', '1e3');
const ofNumber = fc
  .tuple(
    fc.constantFrom('rowCount', 'createdAt'),
    fc.constantFrom<Condition>('EQUAL', 'IN', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN', 'LESS_THAN_OR_EQUAL_TO'),
    number,
  )
  .map(([field, condition, value]): Filter => criterion(field, condition, value));
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: ofText },
  { weight: 2, arbitrary: ofNumber },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('', 'name', 'urn', 'externalUrl'), pattern).map(([field, each]) => criterion(field, 'LIKE', each)),
  },
  { weight: 1, arbitrary: fc.tuple(number, number).map(([from, to]) => range('createdAt', from, to)) },
  { weight: 1, arbitrary: fc.tuple(text, text).map(([from, to]) => range('name', from, to, ['GREATER_THAN', 'LESS_THAN'])) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('tags', 'rowCount', 'nonsense'), fc.constantFrom<Condition>('EXISTS', 'IS_NULL'))
      .map(([field, condition]) => criterion(field, condition)),
  },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false').map((value) => criterion('removed', 'EQUAL', value)) },
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filter'), { maxLength: 3 })).map(([is, of]): Filter => ({ is, of })),
    tie('filter').map(not),
  ),
}));

describe('A filter for Typesense', () => {
  it('finds the documents that match the filter, also if it is negated', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (each) => {
        const [clause, opposite] = [await compiled(each), await compiled(not(each))];
        for (const document of DOCUMENTS) {
          expect(meets(document, clause), `${String(document.urn)}: ${clause}`).to.equal(holds(document, each));
          expect(meets(document, opposite), `${String(document.urn)}, negated: ${opposite}`).to.equal(!holds(document, each));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of any size finds the documents that match it, if Cairn has added the most of it', async () => {
    const criteria = fc.array(fc.oneof(ofPolicy, ofPolicy.map(not)), { minLength: 1, maxLength: 3 }).map((of) => both(...of));
    const policies = fc.array(criteria, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(policies, filter, fc.boolean(), async (shown, sent, nested) => {
        const few = or(...shown.slice(0, 2));
        const seen = nested ? both(few, or(...shown)) : or(...shown);
        const whole: Filter = both({ is: 'and', of: [seen, not(criterion('_entityType', 'EQUAL', 'tag'))], added: true }, sent);
        const clause = await compiled(whole);
        expect(operationsOf(clause)).to.be.at.most(MOST_OPERATIONS);
        for (const document of DOCUMENTS) expect(meets(document, clause), `${String(document.urn)}: ${clause}`).to.equal(holds(document, whole));
      }),
      { numRuns: 100 },
    );
  });

  const comparison = fc
    .tuple(fc.constantFrom('k_a', 'k_b'), fc.constantFrom('=', '!='), fc.constantFrom('x', 'y', 'z'))
    .map(([field, sign, token]): Clause => `${field}:${sign}${token}`);
  const { clause } = fc.letrec<{ clause: Clause }>((tie) => ({
    clause: fc.oneof(
      { maxDepth: 4 },
      comparison,
      fc.boolean(),
      fc.tuple(fc.constantFrom('&&' as const, '||' as const), fc.array(tie('clause'), { maxLength: 3 })).map(([by, parts]) => joined(by, parts)),
    ),
  }));

  it('joined from others means the same, and is no larger than all of them', () => {
    const documents = ['', 'x', 'y', 'xy', 'z'].flatMap((a) => ['x', 'z'].map((b) => ({ k_a: [...a], k_b: [b] })));
    fc.assert(
      fc.property(fc.constantFrom('&&' as const, '||' as const), fc.array(clause, { maxLength: 4 }), (by, parts) => {
        const whole = joined(by, parts);
        for (const document of documents) {
          const each = parts.map((part) => meets(document, part));
          expect(meets(document, whole), String(whole)).to.equal(by === '&&' ? !each.includes(false) : each.includes(true));
        }
        // An operator between any two, and parentheses around each.
        expect(operationsOf(whole)).to.be.at.most(parts.reduce((sum, part) => sum + operationsOf(part) + 3, 0));
      }),
      { numRuns: 250 },
    );
  });
});
