/** What a caller calls a column, and what was written about it (docs/semantics.md 8.5). */
import { expect } from 'chai';
import { byColumn, columnsIn, columnsLike, nearestColumns, plainPath } from '../../src/column-names.ts';

const LONG = '[version=2.0].[type=struct].[type=array].[type=struct].address.[type=string].zip';
const PATHS = ['id', 'Email', 'EMAIL', 'address', LONG, 'Order Id', '"quoted"', '[version=2.0].[type=int].n', '[version=2.0].[type=string].n', '0'];

describe('The columns that a name means', () => {
  const meant = columnsIn(PATHS);
  for (const [asked, found] of [
    ['id', ['id']],
    ['ID', ['id']],
    ['0', ['0']],
    ['Email', ['Email']],
    ['email', ['Email', 'EMAIL']],
    ['address.zip', [LONG]],
    ['Address.ZIP', [LONG]],
    [LONG, [LONG]],
    ['[version=2.0].[type=struct].address.[type=string].zip', [LONG]],
    ['"address"."zip"', [LONG]],
    ['`address`.zip', [LONG]],
    ['[address].[zip]', [LONG]],
    ['address.[zip]', [LONG]],
    ['"Order Id"', ['Order Id']],
    ['quoted', ['"quoted"']],
    ['n', ['[version=2.0].[type=int].n', '[version=2.0].[type=string].n']],
    ['zip', []],
    ['', []],
  ] as const)
    it(`${asked || 'no name'}: ${found.join(', ') || 'none'}`, () => {
      expect(meant(asked)).to.deep.equal(found);
    });

  it('the plain name lacks only the marks of types', () => {
    const plain = (path: string): string => plainPath(path);
    expect([LONG, '[version=2.0].[key=True].[type=int].id', '[a].[b]', '[type=string]'].map(plain)).to.deep.equal([
      'address.zip',
      'id',
      '[a].[b]',
      '[type=string]',
    ]);
  });

  it('the likest come first', () => {
    expect(nearestColumns(PATHS, 'adress.zip', 2)).to.deep.equal([LONG, 'address']);
    expect(nearestColumns(['customer_id', 'amount', 'order_id'], 'customerid', 1)).to.deep.equal(['customer_id']);
    expect(nearestColumns([], 'x', 1)).to.deep.equal([]);
  });

  for (const [form, found] of [
    ['*mail*', ['Email', 'EMAIL']],
    ['address.*', [LONG]],
    ['*', PATHS],
    ['a*a', []],
    ['i*d', ['id']],
    ['id*id', []],
  ] as const)
    it(`${form} stands for ${found.length} columns`, () => {
      expect(columnsLike(PATHS, form)).to.deep.equal(found);
    });

  it('what was written under other spellings belongs to the column, what is not clear to none', () => {
    const entries = ['address.zip', LONG, 'email', 'gone', 'ID'];
    expect([...byColumn(PATHS, entries, (each) => each)]).to.deep.equal([
      [LONG, [LONG, 'address.zip']],
      ['id', ['ID']],
    ]);
  });
});
