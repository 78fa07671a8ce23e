/**
 * The order that a request asks for, as Typesense takes it.
 */
import { expect } from 'chai';
import { orderOf } from '../../../src/search/query/prepare.ts';
import { fields } from '../support/indexed.ts';

describe('An order', () => {
  const by = (field: string) => ({ field, order: 'DESCENDING' }) as const;
  const stored = async (physical: string) => !physical.includes('rowCount');

  it('is by URN where no entity has the field, and absent where there is no such field', async () => {
    expect(await orderOf([by('rowCount')], fields, stored)).to.equal('s_urn:asc');
    expect(await orderOf([by('rowCount'), by('urn')], fields, stored)).to.equal('s_urn:desc');
    expect(await orderOf([by('noSuchField')], fields, stored)).to.equal(undefined);
  });
});
