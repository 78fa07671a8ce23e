/** Facets and their values stay where they are while filters change the counts. */
import { expect } from 'chai';
import { inOrder, keepOrder } from '../../src/ui/search/steady.ts';

describe('The order of facets', () => {
  it('stays when counts change it, and what is new comes behind what it follows', () => {
    const order: string[] = [];
    keepOrder(order, ['a', 'b', 'c']);
    keepOrder(order, ['c', 'x', 'a']);
    expect(order).to.deep.equal(['a', 'b', 'c', 'x']);
    keepOrder(order, ['first', 'b']);
    expect(order).to.deep.equal(['first', 'a', 'b', 'c', 'x']);
    expect(inOrder(['c', 'b', 'first'], order, (each) => each)).to.deep.equal(['first', 'b', 'c']);
  });
});
