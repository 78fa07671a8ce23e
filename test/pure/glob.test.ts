/** Wildcards of the query language (docs/semantics.md 9.2). */
import { expect } from 'chai';
import fc from 'fast-check';
import { ANY, matchesGlob, ONE } from '../../src/search/filter/glob.ts';

const shown = (pattern: string): string => pattern.replaceAll('*', ANY).replaceAll('?', ONE);

describe('wildcard patterns', () => {
  it('match whole values: * for any characters, ? for one', () => {
    const matching: [string, string][] = [
      ['ord*', 'orders'],
      ['*ders', 'orders'],
      ['o*r*s', 'orders'],
      ['o?ders', 'orders'],
      ['*', ''],
      ['a**b', 'ab'],
    ];
    for (const [pattern, value] of matching) expect(matchesGlob(shown(pattern), value), `${pattern} ${value}`).to.equal(true);
    const others: [string, string][] = [
      ['ord', 'orders'],
      ['o?', 'o'],
      ['?', ''],
      ['*x*', 'orders'],
      ['a.c', 'abc'],
    ];
    for (const [pattern, value] of others) expect(matchesGlob(shown(pattern), value), `${pattern} ${value}`).to.equal(false);
  });

  it('agree with a regular expression on short patterns', () => {
    const letters = (list: string[], maxLength: number) => fc.array(fc.constantFrom(...list), { maxLength }).map((all) => all.join(''));
    fc.assert(
      fc.property(letters(['a', 'b', '*', '?'], 5), letters(['a', 'b'], 8), (pattern, value) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        return matchesGlob(shown(pattern), value) === new RegExp(`^${source}$`).test(value);
      }),
    );
  });

  it('match hostile patterns quickly', () => {
    const hostile = `${ANY}a`.repeat(500) + ANY;
    expect(matchesGlob(`${hostile}b`, 'a'.repeat(5000))).to.equal(false);
  });
});
