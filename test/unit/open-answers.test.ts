/** Answers that go on end with the right to hear them (docs/changes.md). */
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { cairnStarts, expiredToken, unknownToken } from '../../src/errors.ts';
import { openAnswers } from '../../src/http/request/open-answers.ts';
import type { Context } from '../../src/http/types.ts';
import { eventually } from '../support/eventually.ts';

const contextOf = (actor: string): { context: Context; res: EventEmitter } => {
  const res = new EventEmitter();
  return { res, context: { res, state: { actor, decided: { user: actor } } } as unknown as Context };
};

describe('An answer that goes on', () => {
  const stopping = new AbortController();
  let refusal: Error | undefined;
  let asked: string | undefined;
  const follow = openAnswers({
    stopping: stopping.signal,
    everyMs: 2,
    authenticate: async ({ state }) => {
      if (refusal) throw refusal;
      if (asked !== undefined) state.actor = asked;
    },
  });
  beforeEach(() => {
    refusal = undefined;
    asked = undefined;
  });

  it('ends for the reason for which its sender may not come in any more, also while nothing happens', async () => {
    const { context } = contextOf('ada');
    const { over, again } = follow(context);
    expect((await again()).actor).to.equal('ada');
    refusal = expiredToken('ada', 0);
    await eventually(async () => expect(over.reason).to.equal(refusal));
  });

  it('ends when its token is somebody else’s now, and changes nothing of the request meanwhile', async () => {
    const { context } = contextOf('ada');
    const { over } = follow(context);
    asked = 'eve';
    await eventually(async () => expect(over.reason).to.include({ code: unknownToken().code }));
    expect(context.state).to.deep.equal({ actor: 'ada', decided: { user: 'ada' } });
  });

  it('goes on while an engine is away, and ends with its client', async () => {
    const { context, res } = contextOf('ada');
    const { over, again } = follow(context);
    refusal = cairnStarts();
    const [outcome] = await Promise.allSettled([again()]);
    expect([outcome.status, over.aborted]).to.deep.equal(['rejected', false]);
    res.emit('close');
    expect(over.aborted).to.equal(true);
  });

  it('ends when Cairn stops', () => {
    const { over } = follow(contextOf('ada').context);
    stopping.abort();
    expect(over.aborted).to.equal(true);
  });
});
