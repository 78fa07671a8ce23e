/** What search shows, and whether it is whole (docs/semantics.md 9.8). */
import { expect } from 'chai';
import { type Incomplete, incompleteText } from '../../src/catalog/find/incomplete.ts';
import type { LogHead } from '../../src/graph/commit-log.ts';
import { makePace, stateOf } from '../../src/jobs/index/state.ts';
import type { IndexCursor } from '../../src/search/index.ts';

const NOW = 1_000_000;
const head: LogHead = { name: 'log', epoch: 'e1', seq: 500, at: NOW, changed: 9_000, refused: 0 };
const PLACE = { log: 'log/e1', seq: 500, at: NOW, changed: 9_000, from: 400 };
const whole: IndexCursor = { collection: 'cairn_14-a_800000', next: false, ...PLACE };
const filled: IndexCursor = { ...whole, sweptTo: 'urn:b', entities: 1_000, unswept: 877 };
const beside: IndexCursor = { ...filled, collection: 'cairn_14-a_900000', next: true };

const of = (cursors: readonly IndexCursor[]) =>
  stateOf(
    head,
    cursors,
    makePace(() => NOW),
    NOW,
  );

describe('The state of the search index', () => {
  const cases: [what: string, cursors: IndexCursor[], incomplete: Partial<Incomplete> | undefined][] = [
    ['a whole index', [whole], undefined],
    ['a whole index beside which another one is filled', [whole, beside], undefined],
    ['a lost index that is filled', [filled], { why: 'filling', missing: 877, share: 0.12 }],
    ['a lost index of which an earlier Cairn has not told the number of entities', [{ ...whole, sweptTo: '', unswept: 5 }], { share: 0 }],
    ['an index that cannot be followed, with another one being filled', [beside], { why: 'filling', missing: 877, share: 0.12 }],
    ['the same when it is filled but not in use', [{ ...whole, next: true }], { why: 'filling', missing: 0, share: 0.99 }],
    ['an index that differs from the graph', [whole, { ...beside, doubted: true }], { why: 'filling', share: 0.12 }],
    ['an index of another life of the store', [{ ...whole, log: 'log/e0' }], { why: 'filling', missing: 9_000, share: 0 }],
    ['no index', [], { why: 'filling', share: 0 }],
    ['an index that misses more than the indexer takes at once', [{ ...whole, seq: 100, changed: 1_000 }], { why: 'catching-up', share: 0.11 }],
    ['an index that lags', [{ ...whole, seq: 499, changed: 8_990 }], undefined],
  ];
  for (const [what, cursors, incomplete] of cases) {
    it(`${what}: ${incomplete ? `not whole, ${incomplete.why ?? 'filling'}, ${incomplete.share}` : 'whole'}`, () => {
      const state = of(cursors);
      if (incomplete) expect(state.incomplete).to.include(incomplete);
      else expect(state).not.to.have.property('incomplete');
    });

    if (incomplete) it(`${what} is never "behind=0"`, () => expect(of(cursors).behind).to.be.above(0));
  }

  it('while entities are missing, no commit is shown for certain', () => expect(of([filled])).to.include({ seq: 0, at: 0, behind: 500, lag: 877 }));

  it('the time left follows from what was done since the first look; before that, from the age of the index', () => {
    let now = NOW;
    const pace = makePace(() => now);
    const left = (unswept: number) => stateOf(head, [{ ...filled, unswept }], pace, now).incomplete?.leftMs;
    expect(left(1_000)).to.equal(undefined);
    now += 1_000;
    expect(left(750)).to.equal(3_000);
    now += 500;
    expect(left(750)).to.equal(2_500);
    now += 500;
    expect(left(250)).to.equal(1_000);
    expect(of([filled]).incomplete?.leftMs).to.equal(Math.round((200_000 * 877) / 123));
  });

  it('a sentence says it', () => {
    expect(incompleteText({ why: 'filling', missing: 5, share: 0.42, leftMs: 89_100 })).to.equal(
      'Search is not complete: it shows about 42 percent of the entities, and needs about 90 s more',
    );
    expect(incompleteText({ why: 'catching-up', missing: 5, share: 0.42, leftMs: undefined })).to.equal(
      'Search is catching up: it does not show 5 writes of entities yet',
    );
  });
});
