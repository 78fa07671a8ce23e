/**
 * How the pages colour SQL.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { mayMean, tokensOf } from '../../src/ui/sql/tokens.ts';

const kinds = (sql: string): string =>
  tokensOf(sql)
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) => `${kind} ${text}`)
    .join('; ');

describe('SQL on the pages', () => {
  it('tells keywords, functions, names, texts, numbers and comments apart', () => {
    expect(kinds("SELECT sum(a.b) FROM t -- why\nWHERE c = 'it''s' AND n > 1.5e3")).to.equal(
      "keyword SELECT; function sum; other (; word a; other .; word b; other ); keyword FROM; word t; comment -- why; keyword WHERE; word c; other =; string 'it''s'; keyword AND; word n; other >; number 1.5e3",
    );
  });

  it('takes quoted names as names, and comments over several lines as one', () => {
    expect(kinds('"Order" `select` [from]')).to.equal('word "Order"; word `select`; word [from]');
    expect(kinds('/* select\n1 */ x')).to.equal('comment /* select\n1 */; word x');
  });

  it('does not fail on texts that end too early', () => {
    expect(kinds("select 'abc")).to.equal("keyword select; string 'abc");
    expect(kinds('/* never closed')).to.equal('comment /* never closed');
  });

  it('keeps every character of every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          tokensOf(text)
            .map((token) => token.text)
            .join(''),
        ).to.equal(text);
      }),
    );
  });

  it('finds a table by the end of its name', () => {
    expect(mayMean('fct_orders', 'hazel.mart.fct_orders')).to.equal(true);
    expect(mayMean('MART.FCT_ORDERS', 'hazel.mart.fct_orders')).to.equal(true);
    expect(mayMean('orders', 'hazel.mart.fct_orders')).to.equal(false);
  });
});
