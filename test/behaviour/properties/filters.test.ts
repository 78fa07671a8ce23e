/**
 * Random entities and random filters against a naive evaluation: the same entities, and the same total.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { search, writeAllSearchable } from '../../support/find.ts';
import { ownNames, proposal, tags, urns } from '../../support/make.ts';

const own = ownNames('filters');
const platform = own();

const ODD = [
  'aaa',
  'aaaa',
  '`zzz` || n:>=0',
  'a,b',
  '(a)',
  'a && b',
  'a || b',
  '"quoted"',
  "it's",
  'Ünïcödé',
  '漢字 かな',
  ' leading',
  'trailing ',
  'New York',
  'new york',
  'NEW-YORK',
  'x'.repeat(150),
  `${'x'.repeat(149)}y`,
  'a:b',
  '*',
  '?',
  '\\',
  'a\\`b',
  '[1..2]',
  'word, word',
  '🙂 smile',
  'ΣΑΣ',
  'null',
  '0',
  '-1',
  '1e3',
];
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((each) => each.replace(/[\u0000-\u001f\u007f\u241f\ud800-\udfff]/g, '') || 'x'),
  fc.constantFrom('order_items', 'OrderItems', 'order items', 'orders', 'ITEMS'),
);
const number = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0, 1, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 31, 16_777_217, 16_777_216));
const time = fc.integer({ min: 0, max: 5 }).map((each) => 1_600_000_000_000 + each);
const tag = fc.constantFrom('pii', 'PII', 'a b', 'x`y').map(urns.tag);

interface Thing {
  name: string | undefined;
  description: string | undefined;
  properties: string[];
  tags: string[];
  rows: number | undefined;
  created: number | undefined;
  materialized: boolean | undefined;
}

const thing: fc.Arbitrary<Thing> = fc.record({
  name: fc.option(text, { nil: undefined }),
  description: fc.option(text, { nil: undefined }),
  properties: fc.uniqueArray(text, { maxLength: 3 }),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  rows: fc.option(number, { nil: undefined }),
  created: fc.option(time, { nil: undefined }),
  materialized: fc.option(fc.boolean(), { nil: undefined }),
});

/** Search field → its values in a thing. */
const FIELDS: Record<string, { kind: 'text' | 'number' | 'boolean'; of: (thing: Thing) => (string | number | boolean)[] }> = {
  name: { kind: 'text', of: ({ name }) => list(name) },
  description: { kind: 'text', of: ({ description }) => list(description) },
  customProperties: { kind: 'text', of: ({ properties }) => properties.map((each) => `k${each}=${each}`) },
  tags: { kind: 'text', of: (each) => each.tags },
  rowCount: { kind: 'number', of: ({ rows }) => list(rows) },
  createdAt: { kind: 'number', of: ({ created }) => list(created) },
  materialized: { kind: 'boolean', of: ({ materialized }) => list(materialized) },
};

function list<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

function proposalsOf(urn: string, each: Thing) {
  const { name, description, properties, created, rows, materialized } = each;
  const props = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(created === undefined ? {} : { created: { time: created } }),
    customProperties: Object.fromEntries(properties.map((property) => [`k${property}`, property])),
  };
  return [
    proposal(urn, 'datasetProperties', props),
    proposal(urn, 'globalTags', tags(...each.tags)),
    ...(rows === undefined ? [] : [proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: rows })]),
    ...(materialized === undefined ? [] : [proposal(urn, 'viewProperties', { materialized, viewLogic: '', viewLanguage: '' })]),
  ];
}

interface Criterion {
  field: string;
  condition: string;
  values: string[];
  negated: boolean;
}
type Filter = { and: Filter[] } | { or: Filter[] } | Criterion;

const ORDER = ['GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN', 'LESS_THAN_OR_EQUAL_TO'];
const PART = ['CONTAIN', 'START_WITH', 'END_WITH'];

function criterionOn(field: string, fits: fc.Arbitrary<string>, conditions: string[]): fc.Arbitrary<Criterion> {
  return fc.record({
    field: fc.constant(field),
    condition: fc.constantFrom(...conditions),
    values: fc.array(fits, { minLength: 1, maxLength: 3 }),
    negated: fc.boolean(),
  });
}

const part = fc.tuple(text, fc.nat(3), fc.nat(6)).map(([each, from, length]) => [...each].slice(from, from + length + 1).join('') || 'a');
const aText = fc.oneof(text, part);
const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  criterionOn('name', aText, ['EQUAL', 'IEQUAL', 'IN', 'EXISTS', ...PART, ...ORDER]),
  criterionOn('description', aText, ['EQUAL', 'IEQUAL', ...PART]),
  criterionOn(
    'customProperties',
    fc.oneof(
      part,
      text.map((each) => `k${each}=${each}`),
    ),
    ['EQUAL', 'IEQUAL', 'EXISTS', ...PART],
  ),
  criterionOn('tags', fc.oneof(tag, part), ['EQUAL', 'IEQUAL', 'EXISTS', ...PART, ...ORDER]),
  criterionOn('rowCount', number.map(String), ['EQUAL', 'IN', 'EXISTS', ...ORDER]),
  criterionOn('createdAt', time.map(String), ['EQUAL', 'EXISTS', ...ORDER]),
  criterionOn('materialized', fc.constantFrom('true', 'false'), ['EQUAL', 'IEQUAL', 'EXISTS']),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    criterion,
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  ),
}));

function holds(each: Thing, of: Filter): boolean {
  if ('and' in of) return of.and.every((part) => holds(each, part));
  if ('or' in of) return of.or.some((part) => holds(each, part));
  const { kind, of: valuesOf } = FIELDS[of.field] as (typeof FIELDS)[string];
  const met = valuesOf(each).some((value) => meets(kind, value, of));
  return met !== of.negated;
}

function meets(kind: string, value: string | number | boolean, { condition, values }: Criterion): boolean {
  if (condition === 'EXISTS') return true;
  const convert = (wanted: string): string | number => (kind === 'number' ? Number(wanted) : wanted);
  const mine = kind === 'boolean' ? String(value) : (value as string | number);
  const first = convert(values[0] ?? '');
  if (condition === 'GREATER_THAN') return mine > first;
  if (condition === 'GREATER_THAN_OR_EQUAL_TO') return mine >= first;
  if (condition === 'LESS_THAN') return mine < first;
  if (condition === 'LESS_THAN_OR_EQUAL_TO') return mine <= first;
  if (condition === 'EQUAL' || condition === 'IN') return values.some((wanted) => convert(wanted) === mine);
  const fold = (each: string): string => [...each].map((char) => char.toLowerCase()).join('');
  const folded = fold(String(mine));
  return values.map(fold).some((wanted) => {
    if (condition === 'IEQUAL') return folded === wanted;
    if (condition === 'CONTAIN') return folded.includes(wanted);
    return condition === 'START_WITH' ? folded.startsWith(wanted) : folded.endsWith(wanted);
  });
}

/** By the end of the title. */
const RUNS = { '': 5, ' [long]': 70 };

describe('Filters agree with a naive evaluation (docs/semantics.md 9.4)', () => {
  const things = fc.sample(thing, { numRuns: 60, seed: 20 });
  const urnAt = (index: number): string => urns.dataset(`${platform}.thing${index}`, platform);
  const mine = { field: 'platform', condition: 'EQUAL', values: [urns.platform(platform)] };

  before(async () => {
    await writeAllSearchable(things.flatMap((each, index) => proposalsOf(urnAt(index), each)));
  });

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`random nested filters return exactly the entities that match, and their number${more}`, async function () {
      this.timeout(300_000);
      await fc.assert(
        fc.asyncProperty(filter, async (of) => {
          const expected = things.flatMap((each, index) => (holds(each, of) ? [urnAt(index)] : []));
          const found = await search({ filter: { and: [mine, of] } });
          expect(new Set(found.entities)).to.deep.equal(new Set(expected));
          expect(found.numEntities).to.equal(expected.length);
        }),
        { numRuns, seed: 7 },
      );
    });
});
