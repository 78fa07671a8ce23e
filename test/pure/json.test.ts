import { expect } from 'chai';
import fc from 'fast-check';
import { Refusal } from '../../src/errors.ts';
import { sameJson, valueOf } from '../../src/model/json.ts';
import { parseLong, readJson } from '../../src/model/read-json.ts';

/** JSON text with whole numbers of any length in it, and the numbers. */
const digits = fc.tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 25n })).map(([minus, number]) => `${minus ? '-' : ''}${number}`);
const text = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    digits,
    fc
      .oneof(
        fc.string(),
        digits,
        digits.map((number) => `:${number},`),
        digits.map((number) => `"[${number}]\\`),
      )
      .map((each) => JSON.stringify(each)),
    fc.constantFrom('true', 'false', '0.5', '-1.25e-7', '123456789012345678.5', '0.12345678901234567890'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 })
      .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(',')}}`),
  ),
})).value;

/** Whole numbers of a text outside of its strings. */
function wholeNumbers(json: string): string[] {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)].map(([token]) => token).filter((token) => /^-?\d+$/.test(token));
}
const isExact = (number: string): boolean => BigInt(Number(number)) === BigInt(number);
/** Doubles beyond 2^53 print digits that they do not have. */
const exactJson = fc.jsonValue().filter((json) => wholeNumbers(JSON.stringify(json)).every(isExact));

describe('JSON of clients (docs/semantics.md 1.3)', () => {
  it('an integer that a double cannot hold is refused with its pointer; everything else is accepted unchanged', () => {
    fc.assert(
      fc.property(text, (json) => {
        const inexact = wholeNumbers(json).filter((number) => !isExact(number));
        if (inexact.length === 0) {
          expect(readJson(json, 'value').json).to.deep.equal(JSON.parse(json));
          return;
        }
        try {
          readJson(json, 'value');
        } catch (error) {
          expect(error).to.be.instanceOf(Refusal);
          expect((error as Refusal).message).to.include(inexact[0]);
          return;
        }
        expect.fail(`${inexact[0]} was taken`);
      }),
      { numRuns: 1_000 },
    );
  });

  // SECURITY.md L6
  it('a number of millions of digits is refused before it is parsed, with what stands before it', async () => {
    for (const number of ['9'.repeat(8_000_000), `-0.${'9'.repeat(8_000_000)}`, `1e${'9'.repeat(8_000_000)}`]) {
      const long = `{"a": 1, "count": [${number}]}`;
      const refused = { code: 'long-number', status: 400 };
      expect(() => readJson(long, 'value'))
        .to.throw(Refusal, 'after "count"')
        .with.include(refused);
      const error: unknown = await parseLong(long, 'value').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Refusal).with.include(refused);
    }
    expect(readJson(`[0.${'1'.repeat(1_000)}]`, 'value').json).to.deep.equal([1 / 9]);
    expect(readJson(`["${'9'.repeat(8_000_000)}"]`, 'value').text).to.have.length(8_000_004);
  });

  it('a text without null is kept as sent', () => {
    const sent = '{ "a" : 60.0, "b":[1e2] }';
    expect(readJson(sent, 'value').text).to.equal(sent);
  });

  it('null fields are dropped at every depth, texts that contain null are not', () => {
    expect(readJson('{"a":null,"b":{"c": null ,"d":"null"},"e":[{"f":null}],"g":":null,"}', 'value').json).to.deep.equal({
      b: { d: 'null' },
      e: [{}],
      g: ':null,',
    });
  });

  it('the result has no null field, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(exactJson, (json) => {
        const { text: kept, json: read } = readJson(JSON.stringify(json), 'value');
        expect(JSON.parse(kept)).to.deep.equal(read);
        expect(readJson(kept, 'value').json).to.deep.equal(read);
        expect(JSON.parse(valueOf(json).text)).to.deep.equal(read);
        expect(sameJson(valueOf(json).json, read)).to.equal(true);
      }),
    );
  });

  it('equality ignores the order of fields', () => {
    const shuffled = fc
      .dictionary(fc.string(), fc.jsonValue())
      .chain((object) => fc.tuple(fc.constant(object), fc.shuffledSubarray(Object.entries(object), { minLength: Object.keys(object).length })));
    fc.assert(
      fc.property(shuffled, ([object, entries]) => {
        expect(sameJson(object, Object.fromEntries(entries))).to.equal(true);
      }),
    );
  });

  it('equality compares the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        let same = true;
        try {
          expect(JSON.parse(JSON.stringify(a))).to.deep.equal(JSON.parse(JSON.stringify(b)));
        } catch {
          same = false;
        }
        expect(sameJson(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))).to.equal(same);
      }),
    );
  });

  it('long texts are read in one pass: spaces, escapes, and long numbers', () => {
    const spaces = ' '.repeat(2_000_000);
    expect(readJson(`{"a":${spaces}1${spaces}}`, 'value').json).to.deep.equal({ a: 1 });
    const escapes = `{"a":"${'\\n'.repeat(5_000_000)}","b":"1234567890123456789"}`;
    expect(readJson(escapes, 'value').text).to.equal(escapes);
    for (const digits of [309, 400, 1_200]) {
      const read = (): unknown => readJson(`{"a":${'9'.repeat(digits)}}`, 'value');
      expect(read).to.throw(Refusal, '/a: expected an integer between -2^53 and 2^53');
      expect(read).to.throw().with.property('message').with.length.below(500);
    }
  });
});
