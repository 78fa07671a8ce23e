/** The text of the filter builder, and the reading of it. */
import { expect } from 'chai';
import { type BuiltQuery, builtOf, queryText } from '../../src/ui/search/built.ts';

const one = (field: string, operator: BuiltQuery['groups'][number][number]['operator'], value = '', not = false) => ({ not, field, operator, value });

describe('The query of the filter builder', () => {
  it('is read as what made it', () => {
    const all: BuiltQuery[] = [
      { words: 'two words', groups: [[one('tags', 'is', 'urn:x:tag:a "b" \\ c')]] },
      { words: '', groups: [[one('rowCount', 'least', '5'), one('owners', 'some', '', true)], [one('sizeInBytes', 'most', '7', true)]] },
      { words: 'orders', groups: [] },
    ];
    for (const built of all) expect(builtOf(queryText(built))).to.deep.equal(built);
  });

  it('leaves out conditions that say nothing, and is no query without any', () => {
    expect(queryText({ words: ' orders ', groups: [[one('', 'is', 'x'), one('tags', 'is', ' ')]] })).to.equal('orders');
  });

  it('does not pretend to show what somebody wrote by hand', () => {
    for (const text of ['/q a OR b', '/q (tags:a AND b)', '/q name:"a" name:"b"', '/q a AND b', '/q tags:a*'])
      expect(builtOf(text)).to.equal(undefined);
  });
});
