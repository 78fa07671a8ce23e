import { expect } from 'chai';
import fc from 'fast-check';
import {
  code,
  decode,
  digest,
  digestsOfBeginnings,
  documentKey,
  folded,
  orderedBits,
  orderedCode,
  sortCode,
} from '../../src/search/document/encode.ts';
import { headTokens, isLong, tokenWord, withoutHeads, wordsOf, wordToken } from '../../src/search/document/words.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const mixed = fc.string({ unit: fc.constantFrom('a', 'B', 'q', 'x', '_', 'é', 'Σ', 'ς', 'ß', '数', '한', '\u0301', '9', '𝒳', '𐍈'), maxLength: 12 });

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
    expect([documentKey('a', true) - documentKey('a'), documentKey('a') % 2n]).to.deep.equal([1n, 0n]);
  });

  it('the words of a part of a text are parts of the words of the text, as tokens too', () => {
    fc.assert(
      fc.property(mixed, mixed, mixed, (before, part, after) => {
        const tokens = wordsOf(before + part + after).map(wordToken);
        if (tokens.some(isLong)) return;
        for (const word of wordsOf(part)) expect(tokens.some((token) => token.includes(wordToken(word)))).to.equal(true);
      }),
    );
  });

  it('different words have different tokens, which can be read back', () => {
    fc.assert(
      fc.property(fc.array(mixed), (texts) => {
        const words = [...new Set(texts.flatMap(wordsOf))];
        const tokens = words.map(wordToken);
        expect(new Set(tokens).size).to.equal(words.length);
        for (const [at, token] of tokens.entries()) if (!isLong(token)) expect(tokenWord(token)).to.equal(words[at]);
      }),
    );
    expect(['q', 'qx', 'qx00u9', 'стол'].map(wordToken).map(tokenWord)).to.deep.equal(['q', 'qx', 'qx00u9', 'стол']);
  });

  it('words of the head of a URN are no words, but parts of texts', () => {
    expect(wordsOf(withoutHeads('urn:svc:tag:burn:a:b'))).to.deep.equal(['burn', 'a', 'b']);
    expect(headTokens('urn:svc:tag:x')).to.deep.equal(['urn', 'svc', 'tag'].map((word) => `qxzzzz${word}`));
  });
});
