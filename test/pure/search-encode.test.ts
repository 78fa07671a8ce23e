import { expect } from 'chai';
import fc from 'fast-check';
import {
  addGrams,
  code,
  decode,
  digest,
  digestsOfBeginnings,
  documentKey,
  folded,
  gramsWithin,
  orderedBits,
  orderedCode,
  sortCode,
} from '../../src/search/document/encode.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('Values as tokens of the search index (docs/engines.md 5.3)', () => {
  it('a code can be decoded; it has only letters, digits and single spaces, in words of at most 90', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decode(code(value))).to.equal(value);
        expect(code(value)).to.match(/^[a-z0-9]{1,90}( [a-z0-9]{1,90}){0,29}$/);
      }),
    );
  });

  it('different values have different codes, also if only case, blanks or accents differ', () => {
    const values = ['a', 'A', 'á', ' a', 'a ', '', ' ', 'q', 'q20', 'aaa', 'aaaa', 'a,b', 'a.b', '`', '*', 'x'.repeat(90), 'x'.repeat(91)];
    expect(new Set(values.map(code)).size).to.equal(values.length);
    expect(new Set(values.map(digest)).size).to.equal(values.length);
  });

  it('a value that is too long for a code becomes a digest, which cannot be decoded', () => {
    expect(code('x'.repeat(2701))).to.match(/^qz[0-9a-v]{25}$/);
    expect(decode(code('x'.repeat(2701)))).to.equal(undefined);
  });

  it('a long code has no word twice, and shares none with the code of another value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '/'), minLength: 60, maxLength: 400 }), text, (value, more) => {
        const words = [value, value + more, `${value}!`].filter((each, at, all) => all.indexOf(each) === at).flatMap((each) => code(each).split(' '));
        expect(new Set(words).size).to.equal(words.length);
      }),
    );
  });

  it('digests of the prefixes of a path follow from its parts and separators', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (parts) => {
        const expected = Array.from({ length: parts.length + 1 }, (_, length) => digest(parts.slice(0, length).join('/')));
        expect(digestsOfBeginnings(parts, '/')).to.deep.equal(expected);
      }),
    );
  });

  it('a text folds character by character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('Σ', 'σ', 'ς', 'A', ' ', 'İ', 'ß', 'Я', '\u0307') }), (value) => {
        let byCharacter = '';
        for (const char of value) byCharacter += char.toLowerCase();
        expect(folded(value)).to.equal(byCharacter);
      }),
    );
  });

  it('numbers keep their order as integers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(orderedBits(a) < orderedBits(b)).to.equal(a < b);
        expect(orderedBits(a) === orderedBits(b)).to.equal(a === b);
      }),
    );
  });

  it('numbers and texts keep their order as texts of letters and digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), text, text, (a, b, one, other) => {
        expect(orderedCode(a) < orderedCode(b)).to.equal(a < b);
        expect(sortCode(one) < sortCode(other)).to.equal(Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0);
        expect(orderedCode(a) + sortCode(one)).to.match(/^[0-9a-f]*$/);
      }),
    );
  });

  it('the key of a document is a 63-bit number computed from its URN', () => {
    expect(documentKey('a')).to.equal(documentKey('a'));
    expect(documentKey('a')).to.not.equal(documentKey('b'));
    for (const urn of ['', 'a', 'urn:svc:tag:x']) expect(documentKey(urn) >= 0n && documentKey(urn) < 2n ** 63n).to.equal(true);
  });

  it('a value has all n-grams of every text in it, at its start and at its end', () => {
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        const value = new Set<string>();
        addGrams(value, before + part + after);
        const has = (tokens: string[]): boolean => tokens.every((token) => value.has(token));
        expect(has(gramsWithin(part, before === '', after === ''))).to.equal(true);
        expect(folded(before + part + after)).to.include(folded(part));
      }),
    );
  });
});
