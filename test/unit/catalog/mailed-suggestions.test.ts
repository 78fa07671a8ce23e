/** Which suggestions mails tell of. */
import { expect } from 'chai';
import type { ShownSuggestion } from '../../../src/catalog/suggestions/suggestions.ts';
import { allSuggestions } from '../../../src/jobs/mail/decisions.ts';

const waiting = Array.from({ length: 120 }, (_, at): ShownSuggestion => {
  const [times, what] = [
    { createdAt: at, expiresAt: at + 1 },
    { user: 'jane', resource: 'table', changes: {}, basis: '', asked: [] },
  ];
  return { urn: String(at), state: 'OPEN', ...times, ...what };
});
const listOf =
  (there: readonly ShownSuggestion[]) =>
  async (_: string, __?: string, start = 0) => ({ mine: [], toDecide: there.slice(start, start + 50), toDecideTotal: waiting.length, parts: [] });

describe('Mails about suggestions', () => {
  it('tell of all that wait, not only of those on the first page', async () => {
    expect((await allSuggestions(listOf(waiting), 'joe')).toDecide).to.deep.equal(waiting);
  });

  it('end where some were decided meanwhile', async () => {
    expect((await allSuggestions(listOf(waiting.slice(0, 70)), 'joe')).toDecide).to.have.length(70);
  });
});
