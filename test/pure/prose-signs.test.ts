import { expect } from 'chai';
import { withoutProseSigns } from '../../src/search/query/text-box.ts';

describe('The signs of a sentence in a search', () => {
  it('question marks at the end and parentheses are none of the query language', () => {
    expect(withoutProseSigns('how many singers?').trim()).to.equal('how many singers');
    expect(withoutProseSigns('the acid (UA) of men').replace(/\s+/g, ' ')).to.equal('the acid UA of men');
  });

  it('stay where operators, fields, phrases or wildcards make a query', () => {
    for (const query of [
      'a (b OR c)',
      'a (b | c) d',
      'name:(a b) c',
      'a -(b c) d',
      '"a b" (c d)',
      'a (b* c) d',
      '/q a (b c)',
      'a b?c (d e)',
      '(a b)',
    ])
      expect(withoutProseSigns(query), query).to.equal(query);
  });
});
