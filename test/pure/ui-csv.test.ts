/** Lists of the pages as comma-separated values. */
import { expect } from 'chai';
import { csvCell, csvLines } from '../../src/ui/export/csv.ts';

describe('CSV of the pages', () => {
  it('is as RFC 4180 has it: quotes, commas and lines are part of a value', () => {
    expect(csvLines([['a,b', 'say "yes"', 'two\nlines', '']])).to.equal('"a,b","say ""yes""","two\nlines",""\r\n');
  });

  it('makes a text of what a spreadsheet would run as a formula', () => {
    for (const text of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n@x', "=cmd|' /C calc'!A0"]) {
      expect(csvCell(text), text).to.equal(`"'${text}"`);
    }
  });

  it('leaves numbers and other texts as they are', () => {
    for (const text of ['-5', '+3.25', '12', 'a=b', 'mail@example.com', "it's"]) expect(csvCell(text)).to.equal(`"${text}"`);
  });
});
