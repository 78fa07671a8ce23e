/**
 * Long texts are parsed in parts, with the result that `JSON.parse` has. The parts are made small here, so that every text is a long one.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { Refusal } from '../../src/errors.ts';
import { parseSteps } from '../../src/model/parse-json.ts';
import { readLongJson } from '../../src/model/read-json.ts';
import { MOST_NAMES, MOST_VALUES } from '../../src/model/weigh-json.ts';
import { atOnce } from '../../src/slices.ts';

const parsed = (text: string, part: number, inexact: 'refuse' | 'mark' = 'refuse'): unknown => atOnce(parseSteps(text, 'The body', inexact, part));

const space = fc.constantFrom('', ' ', '\n', '\t \r');
/**
 * Names that are special in JavaScript, come twice, or move to the front. No name is a single sign that JSON escapes: after such a name the
 * `JSON.parse` of Node 24.21 takes another one for the same.
 */
const name = fc.oneof(
  fc.string().map((each) => (/^["\\]$/.test(each) ? '' : each)),
  fc.constantFrom('a', 'b', '1', '0', '__proto__', 'constructor', 'toString', '"b"', 'ab\\', '{', ']', ','),
);
const text = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.string().map((each) => JSON.stringify(each)),
    fc.constantFrom('1', '-2.50', '1e3', 'true', 'null', '""', '{}', '[]', '[ ]', '{\n}', '"\\u0041\\\\"'),
    fc.array(fc.tuple(space, tie('value'), space)).map((items) => `[${items.map((each) => each.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, name, space, tie('value')))
      .map(
        (fields) => `{${fields.map(([before, key, between, value]) => `${before}${JSON.stringify(key)}${between}:${between}${value}`).join(',')}}`,
      ),
  ),
})).value;

/** By the end of the title. */
const RUNS = { '': 100, ' [long]': 500 };

function orError(parse: () => unknown): { value: unknown; order: string } | 'refused' {
  try {
    const value = parse();
    return { value, order: JSON.stringify(value) };
  } catch (error) {
    expect(error).to.be.instanceOf(SyntaxError);
    return 'refused';
  }
}

describe('JSON in parts', () => {
  for (const [more, times] of Object.entries(RUNS))
    it(`gives the result of JSON.parse, with the same order of names${more}`, () => {
      fc.assert(
        fc.property(text, space, fc.integer({ min: 1, max: 60 }), (json, around, part) => {
          const sent = `${around}${json}${around}`;
          expect(orError(() => parsed(sent, part))).to.deep.equal(orError(() => JSON.parse(sent)));
        }),
        { numRuns: times },
      );
    });

  for (const [more, times] of Object.entries(RUNS))
    it(`is refused if JSON.parse refuses it: an additional, missing or wrong character${more}`, () => {
      const damage = fc.tuple(fc.nat(), fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', '1', 'x', ' '), fc.boolean());
      fc.assert(
        fc.property(text, damage, fc.integer({ min: 1, max: 30 }), (json, [where, what, instead], part) => {
          const at = where % (json.length + 1);
          const sent = json.slice(0, at) + what + json.slice(instead ? at + 1 : at);
          expect(
            orError(() => parsed(sent, part)),
            sent,
          ).to.deep.equal(orError(() => JSON.parse(sent)));
        }),
        { numRuns: 3 * times },
      );
    });

  it('names the place of an integer that would be rounded, in any part', () => {
    const items = Array.from({ length: 20 }, (_, at) => `{"n":${at === 13 ? '12345678901234567891' : at}}`);
    for (const part of [1, 30, 10_000]) {
      expect(() => parsed(`{"a":{"b":[${items.join(',')}]}}`, part), String(part))
        .to.throw(Refusal)
        .with.nested.property('details[0].pointer', '/a/b/13/n');
      expect(parsed(`[${items.join(',')}]`, part, 'mark')).to.deep.include({ n: { integer: '12345678901234567891' } });
    }
  });

  it('keeps a long text without null as sent, and otherwise drops the nulls', async () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => ({ path: `c${at}`, type: { string: {} }, note: at % 1_000 === 0 ? null : 'a "note"' }));
    const { json, text: kept } = await readLongJson(JSON.stringify({ fields, none: null }), 'The body');
    const clean = { fields: fields.map(({ note, ...rest }) => (note === null ? rest : { ...rest, note })) };
    expect(kept).to.equal(JSON.stringify(clean));
    expect(JSON.stringify(json)).to.equal(kept);
    const whole = JSON.stringify({ fields: clean.fields }, null, 1);
    expect((await readLongJson(whole, 'The body')).text).to.equal(whole);
  });

  it('with too many values or keys is refused before it is parsed, wherever they are', async () => {
    const keys = (count: number, from = 0): string => `{${Array.from({ length: count }, (_, at) => `"${from + at}":1`).join(',')}}`;
    const heavy = {
      [`more than ${MOST_VALUES} values`]: [`[${'{},'.repeat(MOST_VALUES / 2)}{}]`, `{"a":[{"b":[${'1,'.repeat(MOST_VALUES)}1]}]}`],
      [`more than ${MOST_NAMES} different keys`]: [
        keys(500_000),
        `[[{"a":${keys(500_000)}}]]`,
        `[${Array.from({ length: MOST_NAMES }, (_, at) => keys(2, at * 2)).join(',')}]`,
      ],
    };
    for (const [said, texts] of Object.entries(heavy)) {
      for (const sent of texts) {
        expect(() => parsed(sent, 100_000)).to.throw(Refusal, said);
        const refused: unknown = await readLongJson(sent, 'The body').catch((error: unknown) => error);
        expect(refused).to.be.instanceOf(Refusal).with.property('status', 413);
      }
    }
    expect(Object.keys(parsed(keys(100_000), 100_000) as object)).to.have.length(100_000);
  });
});
