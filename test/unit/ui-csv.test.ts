/** CSV files: what is written is what is read, also by way of a spreadsheet. */
import { expect } from 'chai';
import { titlesIn } from '../../src/ui/bulk/csv-head.ts';
import { csvLines, listCell, parseCsv, plainCell, valuesInCell } from '../../src/ui/export/csv.ts';
import { CARD_TITLES, COLUMN_TITLES, GLOSSARY_TITLES } from '../../src/ui/export/titles.ts';

describe('A CSV file', () => {
  it('is read as it was written', () => {
    const rows = [
      ['Name', 'Text'],
      ['a "b", c; d', 'two\nlines'],
      ['=1+1', '-5'],
      ['', "it's"],
      ['\t=x', '@y'],
    ];
    expect(parseCsv(`\ufeff${csvLines(rows)}`).map((cells) => cells.map(plainCell))).to.deep.equal(rows);
    expect(csvLines([['=1+1']])).to.equal(`"'=1+1"\r\n`);
  });

  it('may come back without quotes, with semicolons or tabs, and with other line ends', () => {
    for (const sign of [',', ';', '\t'])
      for (const end of ['\r\n', '\n', '\r'])
        expect(parseCsv(['Name', 'URN'].join(sign) + end + ['', '"x\r\ny"'].join(sign)).map((cells) => cells.map(plainCell))).to.deep.equal([
          ['Name', 'URN'],
          ['', 'x\ny'],
        ]);
    expect(parseCsv('')).to.deep.equal([]);
    expect(parseCsv('"a,b";c\n')).to.deep.equal([['a,b', 'c']]);
  });

  it('names the line that cannot be read', () => {
    expect(() => parseCsv('a,b\n"x"y,z\n')).to.throw('Line 2 cannot be read');
    expect(() => parseCsv('a,b\n"x,z\n')).to.throw('Line 2 cannot be read');
  });

  it('reads a large value', () => {
    const text = 'x "" y\n'.repeat(300_000);
    expect(parseCsv(csvLines([[text]]))).to.deep.equal([[text]]);
  });

  it('has several values in one cell', () => {
    const values = ['Ann', 'a; b', 'C:\\d'];
    expect(valuesInCell(listCell(values))).to.deep.equal(values);
    const slashes: string[] = ['C:\\', 'a\\;', ';', '\\\\', 'a\\\\;b', 'end'];
    expect(valuesInCell(listCell(slashes))).to.deep.equal(slashes);
    expect(valuesInCell(' Ann ;Bob; ')).to.deep.equal(['Ann', 'Bob']);
  });
});

describe('The first line of a CSV file that comes back', () => {
  const lower = (titles: readonly string[]) => titles.map((title) => ` ${title.toLowerCase()}`);

  it('has the titles of an export in any capitals, and values of properties', () => {
    for (const head of [[...CARD_TITLES, 'Cost'], lower([...CARD_TITLES, 'Cost'])])
      expect(titlesIn(head, ['Cost'])).to.deep.equal({ titles: [...CARD_TITLES, 'Cost'], problems: [] });
    expect(titlesIn(['urn', 'COST', 'cost'], ['Cost', 'cost']).problems).to.deep.equal([
      { title: 'COST', text: 'is no column of the export, and no property' },
    ]);
  });

  it('may be that of the glossary, whose definitions are descriptions', () => {
    for (const head of [GLOSSARY_TITLES, lower(GLOSSARY_TITLES)])
      expect(titlesIn(head, [])).to.deep.equal({ titles: ['Name', 'Type', 'In', 'Description', 'URN'], problems: [] });
    expect(titlesIn(['URN', 'Description', 'Definition'], []).problems).to.deep.equal([{ title: 'Definition', text: 'is there twice' }]);
  });

  it('says of the export of columns what to do instead', () => {
    for (const head of [COLUMN_TITLES, lower(COLUMN_TITLES)]) {
      const { problems } = titlesIn(head, []);
      expect(problems).to.have.length(1);
      expect(problems[0]?.text).to.include('the export of the columns of one table').and.to.include('select tables in a search');
    }
  });
});
