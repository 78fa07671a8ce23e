/**
 * The query language of lists and searches (docs/semantics.md 9.2).
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { Refusal } from '../../src/errors.ts';
import { type FieldPattern, type Pattern, propertyField, type Query } from '../../src/search/filter/query-ast.ts';
import { readQuery } from '../../src/search/filter/query-string.ts';

const ANY = { wild: '*' } as const;
const ONE = { wild: '?' } as const;
const word = (text: string): Query => ({ is: 'word', text });
const inField = (field: string, text: string): Query => ({ is: 'word', field: [field], text });
const range = (field: string, from?: [string, boolean], to?: [string, boolean]): Query => ({
  is: 'range',
  field: [field],
  ...(from && { from: { value: from[0], inclusive: from[1] } }),
  ...(to && { to: { value: to[0], inclusive: to[1] } }),
});

/** What a refused query is told. */
function mistake(text: string): string {
  try {
    readQuery(text);
  } catch (error) {
    expect(error).to.be.instanceOf(Refusal);
    expect((error as Refusal).status).to.equal(400);
    return (error as Refusal).message;
  }
  return expect.fail(`${text} was accepted`);
}

const EXAMPLES: readonly [title: string, rows: readonly (readonly [text: string, means: Query])[]][] = [
  ['nothing and * match all', ['', ' ', '*', '**', '*:*', ':*', '/q *'].map((text) => [text, { is: 'all' }] as const)],
  [
    'words side by side are joined by AND, which binds closer than OR',
    [
      ['a b', { is: 'and', of: [word('a'), word('b')] }],
      ['a AND b', { is: 'and', of: [word('a'), word('b')] }],
      ['a && b', { is: 'and', of: [word('a'), word('b')] }],
      ['a b OR c', { is: 'or', of: [{ is: 'and', of: [word('a'), word('b')] }, word('c')] }],
      ['a (b || c)', { is: 'and', of: [word('a'), { is: 'or', of: [word('b'), word('c')] }] }],
    ],
  ],
  [
    'NOT, - and ! negate, + changes nothing, a dash inside of a word or between blanks is none of them',
    [
      ...['NOT a', '-a', '!a', '-(a)'].map((text) => [text, { is: 'not', of: word('a') }] as const),
      ['+a', word('a')],
      ['web-orders', word('web-orders')],
      ['a - b', { is: 'and', of: [word('a'), word('b')] }],
    ],
  ],
  [
    'a value is looked for in the field before it',
    [
      ['tags:Engineering', inField('tags', 'Engineering')],
      ['name.keyword:x', inField('name', 'x')],
      ['name:"two words"', { is: 'phrase', field: ['name'], text: 'two words' }],
      ['structuredProperties.io_x_retention:60', inField('structuredProperties.io_x_retention', '60')],
      ['t:(a OR u:b)', { is: 'or', of: [inField('t', 'a'), inField('u', 'b')] }],
      ['t:-5', inField('t', '-5')],
    ],
  ],
  [
    '* and ? stand for other characters',
    [
      ['val*', { is: 'like', pattern: ['val', ANY] }],
      ['f:*al*', { is: 'like', field: ['f'], pattern: [ANY, 'al', ANY] }],
      ['f:v?l', { is: 'like', field: ['f'], pattern: ['v', ONE, 'l'] }],
      ['"v?l*"', { is: 'phrase', text: 'v?l*' }],
    ],
  ],
  [
    '<field>:><number> and brackets are ranges; * is an open end',
    [
      ['f:>5', range('f', ['5', false])],
      ['f:>=5', range('f', ['5', true])],
      ['f:<-1.5', range('f', undefined, ['-1.5', false])],
      ['f:<=5', range('f', undefined, ['5', true])],
      ['f:[1 TO 5]', range('f', ['1', true], ['5', true])],
      ['f:{1 TO 5}', range('f', ['1', false], ['5', false])],
      ['f:[1 TO 5}', range('f', ['1', true], ['5', false])],
      ['f:[5 TO *]', range('f', ['5', true])],
      ['f:{* TO "a b"]', range('f', undefined, ['a b', true])],
      ['f:(>=1 AND <5)', { is: 'and', of: [range('f', ['1', true]), range('f', undefined, ['5', false])] }],
    ],
  ],
  [
    '_exists_:<field> asks for any value',
    [
      ...['_exists_:f', 'f:*', 'f:[* TO *]', '_exists_:f.keyword'].map((text) => [text, { is: 'exists', field: ['f'] }] as const),
      ['-_exists_:f', { is: 'not', of: { is: 'exists', field: ['f'] } }],
    ],
  ],
  [
    'a backslash makes any sign literal, except that \\* in the name of a field is a wildcard',
    [
      ['tags:urn\\:svc\\:tag\\:x', inField('tags', 'urn:svc:tag:x')],
      ['\\(a\\)\\ \\"\\*', word('(a) "*')],
      ['\\AND', word('AND')],
      ['a.\\*:x', { is: 'word', field: ['a.', ANY], text: 'x' }],
    ],
  ],
  [
    'before a letter or a digit a backslash is text, and a path of Windows names no field',
    [
      ['a\\b', word('a\\b')],
      ['C:\\data\\orders', word('C:\\data\\orders')],
      ['C:\\data\\', word('C:\\data\\')],
      ['"C:\\data\\orders"', { is: 'phrase', text: 'C:\\data\\orders' }],
      ['\\\\server\\share x', { is: 'and', of: [word('\\server\\share'), word('x')] }],
      ['name:a\\b', inField('name', 'a\\b')],
      ['(C:\\data\\日本 OR x)', { is: 'or', of: [word('C:\\data\\日本'), word('x')] }],
    ],
  ],
  [
    'a URN needs no escapes',
    [
      ['urn:svc:dataset:(urn:svc:dataPlatform:hive,db.t,PROD)', word('urn:svc:dataset:(urn:svc:dataPlatform:hive,db.t,PROD)')],
      ['(owners:urn:svc:corpuser:a)', inField('owners', 'urn:svc:corpuser:a')],
    ],
  ],
];

const MISTAKES: readonly [text: string, says: RegExp][] = [
  ['a AND', /column 6: expected a term; found the end/],
  ['AND a', /column 1: expected .*a term/],
  ['(a', /column 3: this parenthesis is not closed/],
  ['a)', /column 2: .*found "\)"/],
  ['"abc', /column 5: this quote is not closed/],
  ['f:', /column 3: expected a term/],
  ['f:[1 TO', /column 8/],
  ['[1 TO 5]', /column 1 to 8: a range needs a field/],
  ['f:12:30', /column 5: .*found ":"/],
  ['a~2', /column 2: similar words/],
  ['a\\', /column 3: a backslash at the end/],
  ['_exists_:(f)', /column \d+: expected/],
  ['a\nb\n(c OR )', /line 3, column 7/],
  ['a\u0001', /column 2: a control character/],
  ['('.repeat(51) + ')'.repeat(51), /column 51: more than 50 parentheses/],
  ['a'.repeat(10_001), /longer than 10000 characters/],
];

/** A query as text. Everything that could mean something is escaped, or quoted. */
function print(query: Query): string {
  switch (query.is) {
    case 'all':
      return '*';
    case 'and':
    case 'or':
      return query.of.map((each) => `(${print(each)})`).join(query.is === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT (${print(query.of)})`;
    case 'exists':
      return `_exists_:${printPattern(query.field, '\\*')}`;
    case 'range': {
      const { from, to } = query;
      return `${printPattern(query.field, '\\*')}:${from?.inclusive ? '[' : '{'}${from ? quoted(from.value) : '*'} TO ${to ? quoted(to.value) : '*'}${to?.inclusive ? ']' : '}'}`;
    }
    default: {
      const field = query.field ? `${printPattern(query.field, '\\*')}:` : '';
      return field + (query.is === 'phrase' ? quoted(query.text) : printPattern(query.is === 'word' ? [query.text] : query.pattern, '*'));
    }
  }
}
/** What needs no backslash, and after which one is text. */
const LITERAL = /^[\p{L}\p{N}_]|^[^\0-\x7f\u00a0\u3000]/u;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const printPattern = (pattern: Pattern, star: string): string =>
  pattern
    .map((piece) =>
      typeof piece === 'string' ? Array.from(piece, (char) => (LITERAL.test(char) ? char : `\\${char}`)).join('') : piece.wild === '*' ? star : '?',
    )
    .join('');

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
/** No `*` or `?`: in the name of a field both are wildcards, escaped or not. */
const field: fc.Arbitrary<FieldPattern> = fc
  .stringMatching(/^[A-Za-z_:. "()-]{1,12}$/)
  .filter((name) => !name.endsWith('.keyword') && !/^(AND|OR|NOT)$/.test(name))
  .map((name) => [name]);
const pattern: fc.Arbitrary<Pattern> = fc.tuple(text, fc.constantFrom(ANY, ONE), text);
const bound = fc.option(fc.record({ value: text.filter((value) => value !== '*'), inclusive: fc.boolean() }), { nil: undefined });
const term: fc.Arbitrary<Query> = fc.oneof(
  fc.constant<Query>({ is: 'all' }),
  field.map((name): Query => ({ is: 'exists', field: name })),
  fc
    .tuple(fc.option(field), fc.constantFrom('word' as const, 'phrase' as const), text)
    .map(([name, is, value]): Query => ({ is, ...(name && { field: name }), text: value })),
  fc.tuple(fc.option(field), pattern).map(([name, value]): Query => ({ is: 'like', ...(name && { field: name }), pattern: value })),
  fc
    .tuple(field, bound, bound)
    .filter(([, from, to]) => from !== undefined || to !== undefined)
    .map(([name, from, to]): Query => ({ is: 'range', field: name, ...(from && { from }), ...(to && { to }) })),
);
const { query } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    term,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('query'), { minLength: 2, maxLength: 4 }))
      .map(([is, of]): Query => ({ is, of })),
    tie('query').map((of): Query => ({ is: 'not', of })),
  ),
}));

/** By the end of the title. */
const RUNS = { '': 100, ' [long]': 500 };

describe('The query language', () => {
  for (const [title, rows] of EXAMPLES) {
    it(title, () => {
      for (const [example, means] of rows) expect(readQuery(example), example).to.deep.equal(means);
    });
  }

  it('a syntax error is refused with line and column, and a mark below the position', () => {
    for (const [example, says] of MISTAKES) expect(mistake(example)).to.match(says);
    expect(mistake('name:x AND [1 TO 2]').split('\n').slice(1)).to.deep.equal(['name:x AND [1 TO 2]', '           ^^^^^^^^']);
  });

  it('structured properties have names with and without a version', () => {
    expect(propertyField(['tags'])).to.equal(undefined);
    expect(propertyField(['structuredProperties.io_x'])).to.deep.equal({ id: ['io_x'] });
    expect(propertyField(['structuredProperties.io.x'])).to.deep.equal({ id: ['io_x'] });
    expect(propertyField(['structuredProperties._versioned.io_x.20240101000000.string'])).to.deep.equal({
      id: ['io_x'],
      version: ['20240101000000'],
      valueType: ['string'],
    });
    expect(propertyField(['structuredProperties._versioned.io_x.', ANY, '.', ANY])).to.deep.equal({ id: ['io_x'], version: [ANY], valueType: [ANY] });
  });

  for (const [more, times] of Object.entries(RUNS))
    it(`printing and reading a query gives the same query${more}`, () => {
      fc.assert(
        fc.property(query, (each) => {
          expect(readQuery(print(each))).to.deep.equal(each);
        }),
        { numRuns: times },
      );
    });

  it('any text is parsed, or refused with a position', () => {
    const token = fc.constantFrom(
      '(',
      ')',
      '"',
      '[',
      ']',
      '{',
      '}',
      ' TO ',
      ' AND ',
      ' OR ',
      'NOT ',
      ':',
      '-',
      '!',
      '+',
      '*',
      '?',
      '\\',
      '>',
      '<=',
      '~',
      '^',
      'urn:a:b:',
      '_exists_:',
      '/q ',
      ' ',
      'a',
      'f:',
      '\n',
      'ä𝒳',
    );
    const check = (each: string): void => {
      try {
        readQuery(each);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(error.message).to.match(/column \d+/);
      }
    };
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => check(tokens.join(''))),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), (tokens) => check(tokens.join('').repeat(500).slice(0, 10_000))),
      { numRuns: 200 },
    );
  });
});
