/**
 * Which parts of a result the search page marks.
 */
import { expect } from 'chai';
import { marksOf, spellingsOf, wordsOf } from '../../src/ui/parts/marks.ts';

const marked = (text: string, ...words: string[]): string[] => marksOf(text, words).map(([start, end]) => text.slice(start, end));

describe('Marks of searched words', () => {
  it('words of names in any writing, and their beginnings', () => {
    expect(marked('sales.orderItems2024', 'order', 'items')).to.deep.equal(['order', 'Items']);
    expect(marked('CUSTOMER_ID', 'customer')).to.deep.equal(['CUSTOMER']);
    expect(marked('customers_archive', 'cust')).to.deep.equal(['cust']);
    expect(marked('the order of orders', 'order')).to.deep.equal(['order', 'orders']);
  });

  it('inflections', () => {
    expect(marked('city of the singers', 'cities', 'singer')).to.deep.equal(['city', 'singers']);
    expect(marked('enrolled students', 'enroll', 'student')).to.deep.equal(['enrolled', 'students']);
    expect(marked('status', 'state')).to.deep.equal([]);
  });

  it('typing mistakes, if nothing is nearer', () => {
    expect(marked('department_store', 'departmnt')).to.deep.equal(['department']);
    expect(marked('customer order', 'cusotmer')).to.deep.equal(['customer']);
    expect(marked('order border', 'order')).to.deep.equal(['order']);
    expect(marked('date', 'rate')).to.deep.equal([]);
  });

  it('inner words of scripts without spaces', () => {
    expect(marked('证券代码表', '代码')).to.deep.equal(['代码']);
  });

  it('whole words of scripts that write marks beside letters', () => {
    for (const [text, ...words] of [
      ['हिन्दी तालिका', 'हिन्दी', 'तालिका'],
      ['שָׁלוֹם', 'שָׁלוֹם'],
      ['cafe\u0301 x', 'cafe\u0301'],
    ] as const) {
      expect(wordsOf(words.join(' '))).to.deep.equal(words);
      expect(marked(text, ...words)).to.deep.equal(words);
    }
  });

  it('no overlaps', () => {
    expect(marked('orders', 'order', 'orders', 'ord')).to.deep.equal(['orders']);
  });

  it('the spelling of a word that no text has as it was typed', () => {
    expect(spellingsOf(['monthly_customers', 'customer'], ['cusotmer'])).to.deep.equal(['customer']);
    expect(spellingsOf(['customer_order', 'cusotmer_order'], ['cusotmer', 'order'])).to.deep.equal([]);
    expect(spellingsOf(['customer'], ['supplier'])).to.deep.equal([]);
    // The second result has the word in a field that is not shown.
    expect(spellingsOf(['prob', 'orders'], ['prod'])).to.deep.equal([]);
  });
});
