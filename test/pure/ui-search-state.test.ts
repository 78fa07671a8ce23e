import { expect } from 'chai';
import { noteSearchState, onSearchState } from '../../src/ui/api/search-state.ts';

describe('What the pages know of search', () => {
  it('is what the newest answer with a search says; whole until one says otherwise', () => {
    const said: unknown[] = [];
    const leave = onSearchState((now) => void said.push(now));
    noteSearchState({ indexState: {} });
    noteSearchState({ indexState: { share: 0.42, leftSeconds: 90 } });
    noteSearchState();
    noteSearchState({ indexState: {} });
    leave();
    noteSearchState({ indexState: { share: 0.5 } });
    noteSearchState({ indexState: {} });
    expect(said).to.deep.equal([undefined, { share: 0.42, leftSeconds: 90 }, undefined]);
  });
});
