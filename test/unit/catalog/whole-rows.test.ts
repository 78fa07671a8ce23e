/** Rows of nodes that are deleted while they are read. */
import { expect } from 'chai';
import { wholeRows } from '../../../src/graph/whole-rows.ts';

describe('Rows of bulk changes, webhooks, subscriptions and mailboxes', () => {
  it('are left out when their node was deleted while they were read', () => {
    const there = { id: 'a', version: 0, order: '{}', progress: '' };
    const gone = [
      { id: 'b', version: null, order: null, progress: null },
      { id: 'c', version: 1, order: '{}', progress: null },
    ];
    expect(wholeRows([there, ...gone])).to.deep.equal([there]);
  });
});
