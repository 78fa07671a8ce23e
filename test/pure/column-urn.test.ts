import { expect } from 'chai';
import fc from 'fast-check';
import { columnPath, columnUrn } from '../../src/model/column-urn.ts';
import { isProblem, parseUrn } from '../../src/model/urn.ts';
import { columnOf } from '../../src/ui/data/merge-fields.ts';
import { urns } from '../support/make.ts';
import { model } from '../unit/support/model.ts';

const table = urns.dataset('columns');

function pathOf(urn: string): string {
  const read = parseUrn(model, urn);
  if (isProblem(read)) throw new Error(`${urn} ${read.problem}`);
  expect(read.parts[0]).to.equal(table);
  return columnPath(read.parts[1] ?? '');
}

/** Texts full of what has a meaning in URNs and codes. */
const sign = fc.constantFrom(
  '%',
  '2',
  '8',
  '5',
  'C',
  'c',
  '0',
  '(',
  ')',
  ',',
  ':',
  '\u241f',
  '\u0001',
  '\u0080',
  '\u00e9',
  'E',
  '9',
  'F',
  'urn:',
  'a',
  ' ',
);
const path = fc.oneof(
  fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);

describe('URNs of columns (docs/semantics.md 2.1)', () => {
  it('any path comes back from its URN', () => {
    fc.assert(
      fc.property(path, (text) => {
        expect(pathOf(columnUrn(model, table, text))).to.equal(text);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are those that clients write', () => {
    const partOf = (text: string) => columnUrn(model, table, text).slice(`urn:svc:schemaField:(${table},`.length, -1);
    expect(partOf('[version=2.0].[type=struct].a')).to.equal('[version=2.0].[type=struct].a');
    expect(partOf('sum(a, b)')).to.equal('sum%28a%2C b%29');
    expect(partOf('growth %')).to.equal('growth %');
    expect(partOf('\u241f')).to.equal('%E2%90%9F');
  });

  it('the pages read the path too', () => {
    const printable = path.filter((text) => !/\p{Cc}|\u241f|^urn:|%(?:3A|[01C-F])/iu.test(text));
    fc.assert(
      fc.property(printable, (text) => {
        expect(columnOf(columnUrn(model, table, text))).to.deep.equal({ parent: table, path: text });
      }),
    );
  });

  it('a path that contains a code is told apart from what the code stands for', () => {
    expect(columnUrn(model, table, 'a%2Cb')).not.to.equal(columnUrn(model, table, 'a,b'));
    expect(columnPath('100%25')).to.equal('100%');
    expect(columnPath('50%de')).to.equal('50%de');
  });
});
