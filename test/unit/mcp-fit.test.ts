/** How an answer for an agent is made to fit (docs/agents.md). */
import { expect } from 'chai';
import fc from 'fast-check';
import { type AnswerPart, clip, fitted, tokensOf } from '../../src/http/mcp/fit.ts';

const list = (count: number): { n: string }[] => Array.from({ length: count }, (_, index) => ({ n: `item ${index}` }));

describe('An answer for an agent', () => {
  it('is whole if it fits', () => {
    const answer = fitted({ head: { a: 1 }, parts: [{ name: 'list', value: list(3) }], none: ['tags'] }, 500);
    expect(answer).to.deep.equal({ a: 1, list: list(3), none: ['tags'] });
  });

  it('cuts lists between items and says how many there were', () => {
    const answer = fitted({ head: {}, parts: [{ name: 'list', value: list(1_000), of: 5_000, how: 'ask' }] }, 500);
    const shown = (answer.list as unknown[]).length;
    expect(shown).to.be.within(10, 999);
    expect(answer.cut).to.deep.equal([{ part: 'list', shown, of: 5_000, how: 'ask' }]);
  });

  it('gives every part a turn before a long one takes what is left', () => {
    const parts: AnswerPart[] = [
      { name: 'long', value: list(1_000), share: 0.5 },
      { name: 'short', value: list(5) },
    ];
    const answer = fitted({ head: {}, parts }, 600);
    expect(answer.short).to.have.length(5);
    expect(tokensOf(answer)).to.be.within(450, 600);
  });

  it('says what did not fit at all', () => {
    const answer = fitted({ head: {}, parts: [{ name: 'text', value: { text: 'x'.repeat(9_000) } }] }, 500);
    expect(answer).to.deep.equal({ cut: [{ part: 'text', shown: 0, of: 1 }] });
  });

  it('never takes more tokens than allowed, and never loses a part without a word', () => {
    const value = fc.oneof(fc.array(fc.record({ a: fc.string(), b: fc.nat() }), { maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 5_000 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), fc.integer({ min: 500, max: 5_000 }), (values, most) => {
        const parts = values.map((each, index): AnswerPart => ({ name: `part${index}`, value: each, share: 0.4 }));
        const answer = fitted({ head: { asset: 'x' }, parts }, most);
        expect(tokensOf(answer)).to.be.at.most(most);
        for (const [index, whole] of values.entries()) {
          const name = `part${index}`;
          if (whole.length === 0) continue;
          const cut = (answer.cut as { part: string; shown: number }[] | undefined)?.find(({ part }) => part === name);
          expect(((answer[name] as unknown[] | string | undefined) ?? []).length).to.equal(cut?.shown ?? whole.length);
        }
      }),
    );
  });

  it('shortens a text between words, with the number of characters that are missing', () => {
    expect(clip('short', 10)).to.equal('short');
    expect(clip('one two three four', 9)).to.equal('one two… (+11 characters)');
  });
});
