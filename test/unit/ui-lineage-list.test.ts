import { expect } from 'chai';
import { sorted } from '../../src/ui/entity/lineage/sorted.ts';

describe('the list of lineage', () => {
  const rows = ['table 10', 'Table 2', 'table 1'].map((name, at) => ({ urn: `urn:svc:dataset:${at}`, name, degree: 3 - at }));
  const names = (by: 'name' | 'degree', falling = false): string[] => sorted(rows, by, falling).map(({ name }) => name);

  it('sorts names as people count', () => {
    expect(names('name')).to.deep.equal(['table 1', 'Table 2', 'table 10']);
    expect(names('name', true)).to.deep.equal(['table 10', 'Table 2', 'table 1']);
    expect(names('degree')).to.deep.equal(['table 1', 'Table 2', 'table 10']);
  });
});
