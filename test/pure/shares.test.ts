/**
 * Shares of the server, by caller: who waits, who begins next, and what is refused.
 */
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { clientHungUp, Refusal, tooMuchAtOnce, unknownToken } from '../../src/errors.ts';
import { holdRefusals } from '../../src/http/answer/hold-refusals.ts';
import { callerOf } from '../../src/http/request/caller.ts';
import { shareFairly } from '../../src/http/request/share.ts';
import { makePlaces, makeShares } from '../../src/http/shares.ts';
import type { Context } from '../../src/http/types.ts';

const LIMITS = { all: 100, beside: 20, waiting: 3, waitingOfAll: 5, callers: 3, presentMs: 1_000, unread: 100, unreadOfAll: 150 };

/** Shares whose clock the test moves, and the order in which requests have begun. */
function started(limits = LIMITS) {
  let now = 0;
  const begun: string[] = [];
  const running: { readonly caller: string; readonly weight: number; readonly end: Awaited<ReturnType<ReturnType<typeof makeShares>['begin']>> }[] =
    [];
  const shares = makeShares(limits, () => now);
  return {
    begun,
    begin: (caller: string, weight: number, name = caller) =>
      void shares.begin(caller, weight).then((end) => {
        begun.push(name);
        running.push({ caller, weight, end });
      }),
    end: (caller: string, weight: number, bytes?: number, unread = true): (() => void) => {
      const at = running.findIndex((each) => each.caller === caller && each.weight === weight);
      const answer = bytes === undefined ? undefined : { bytes, unread, cut: () => undefined };
      return running.splice(at, 1)[0]?.end(answer) ?? expect.fail('nothing to end');
    },
    disturbed: () => shares.disturbed(),
    settle: async (ms = 0) => {
      now += ms;
      await new Promise(setImmediate);
      return begun.splice(0).join(' ');
    },
  };
}

describe('Shares of the server', () => {
  it('give a caller who is alone the whole, and what is more waits for its own requests', async () => {
    const { begin, end, settle } = started();
    for (const name of ['1', '2', '3']) begin('a', 50, name);
    expect(await settle()).to.equal('1 2');
    end('a', 50);
    expect(await settle()).to.equal('3');
  });

  it('let a caller beside others begin at once, and keep those who have much to a small share', async () => {
    const { begin, end, settle } = started();
    for (const name of ['1', '2']) begin('a', 50, name);
    begin('b', 1);
    expect(await settle()).to.equal('1 2 b');
    begin('a', 10, '3');
    end('a', 50);
    expect(await settle(), 'a still has more than its share').to.equal('');
    end('a', 50);
    expect(await settle()).to.equal('3');
    for (const name of ['4', '5']) begin('a', 10, name);
    expect(await settle()).to.equal('4');
    end('b', 1);
    expect(await settle(), 'b is present for a while').to.equal('');
  });

  it('are served in turn, so that a long queue delays no short one', async () => {
    const { begin, end, settle } = started({ ...LIMITS, all: 20 });
    begin('a', 20);
    for (const name of ['a1', 'a2', 'a3']) begin('a', 10, name);
    begin('b', 10);
    begin('b', 10, 'b1');
    expect(await settle()).to.equal('a b');
    end('a', 20);
    end('b', 10);
    expect(await settle()).to.equal('a1 b1');
  });

  it('let a caller always do one thing, however heavy, and forget who has gone', async () => {
    const { begin, end, settle } = started();
    begin('b', 1);
    begin('a', 500);
    expect(await settle()).to.equal('b a');
    end('b', 1);
    end('a', 500);
    await settle(2_000);
    for (const name of ['1', '2']) begin('a', 50, name);
    expect(await settle()).to.equal('1 2');
  });

  it('know that heavy work disturbs a caller with small requests only, until it is away', async () => {
    const { begin, end, settle, disturbed } = started();
    begin('heavy', 20);
    expect(disturbed(), 'alone').to.equal(false);
    begin('small', 1);
    await settle();
    end('small', 1);
    await settle(99);
    expect(disturbed(), 'between two small requests').to.equal(true);
    await settle(1);
    expect(disturbed(), 'away').to.equal(false);
    begin('other', 20);
    await settle();
    end('other', 20);
    begin('other', 1);
    expect(disturbed(), 'one who has just sent something heavy').to.equal(false);
    begin('small', 1);
    end('heavy', 20);
    expect(disturbed(), 'nothing heavy').to.equal(false);
  });

  it('let a caller do one heavy thing at a time beside small requests', async () => {
    const { begin, end, settle } = started({ ...LIMITS, beside: 40 });
    begin('small', 1);
    for (const name of ['1', '2']) begin('heavy', 20, name);
    expect(await settle()).to.equal('small 1');
    end('small', 1);
    await settle();
    await settle(100);
    begin('heavy', 1, '3');
    end('heavy', 20);
    expect(await settle()).to.equal('2 3');
  });

  // SECURITY.md L8
  it('let a caller begin nothing while it leaves too much of its answers unread', async () => {
    const { begin, end, settle } = started();
    for (const name of ['1', '2']) begin('a', 1, name);
    await settle();
    const takenFirst = end('a', 1, 60);
    begin('a', 1, '3');
    expect(await settle(), 'less than too much').to.equal('3');
    const takenSecond = end('a', 1, 60);
    begin('a', 1, '4');
    begin('b', 1);
    expect(await settle(5_000), 'nobody else waits').to.equal('b');
    takenFirst();
    expect(await settle()).to.equal('4');
    const taken = end('b', 1, 90);
    begin('a', 1, '5');
    begin('c', 1);
    expect(await settle(), 'all hold too much: who holds nothing begins').to.equal('c');
    takenSecond();
    taken();
    expect(await settle()).to.equal('5');
  });

  // SECURITY.md L13
  it('cut the answers that wait longest when many callers leave theirs unread', async () => {
    const shares = makeShares(LIMITS, () => 0);
    const cut: string[] = [];
    const answerOf = (bytes: number, name: string) => ({ bytes, unread: true, cut: () => void cut.push(name) });
    for (const caller of ['a', 'b', 'c', 'd']) (await shares.begin(caller, 1))(answerOf(60, caller));
    expect(cut.join(' ')).to.equal('a b');
    const taken = (await shares.begin('a', 1))(answerOf(30, 'a, again'));
    expect(cut.join(' '), '150 bytes are not too many').to.equal('a b');
    taken();
    (await shares.begin('a', 1))(answerOf(30, 'a, once more'));
    expect(cut.join(' ')).to.equal('a b');
  });

  // SECURITY.md L18
  it('weigh the next requests of a caller by its last answers, until these are small again', async () => {
    const { begin, end, settle } = started();
    begin('b', 1);
    begin('a', 1);
    await settle();
    end('a', 1, 4_000_000, false);
    for (const name of ['1', '2']) begin('a', 1, name);
    expect(await settle(), 'one at a time').to.equal('1');
    end('a', 1, 1_000, false);
    expect(await settle()).to.equal('2');
    for (let sent = 0; sent < 5; sent++) {
      end('a', 1, 1_000, false);
      begin('a', 1);
      await settle();
    }
    for (const name of ['3', '4']) begin('a', 1, name);
    expect(await settle(), 'small again').to.equal('3 4');
  });

  it('weigh what waits by the answers that came meanwhile', async () => {
    const { begin, end, settle } = started();
    begin('b', 1);
    begin('a', 1);
    await settle();
    end('a', 1, 4_000_000, false);
    for (const name of ['1', '2', '3', '4']) begin('a', 1, name);
    await settle();
    for (const expected of ['2', '3 4']) {
      end('a', expected === '2' ? 40 : 20, 1_000, false);
      expect(await settle()).to.equal(expected);
    }
  });

  it('refuse a caller of whom too many requests wait', () => {
    const shares = makeShares(LIMITS, () => 0);
    for (let sent = 0; sent < 4; sent++) void shares.begin('a', 100);
    expect(() => shares.begin('a', 1))
      .to.throw(Refusal)
      .with.include({ code: 'too-much-at-once', status: 429, retryAfter: 2 });
  });

  // SECURITY.md L4
  it('let no caller of a kind in beyond a number: all more share one place', async () => {
    const { begin, end, settle } = started({ ...LIMITS, beside: 10 });
    for (const name of ['address 1', 'address 2', 'address 3', 'address 4', 'address 5', 'user 1']) begin(name, 10);
    expect(await settle(), 'the fifth waits behind the fourth, the user does not').to.equal('address 1 address 2 address 3 address 4 user 1');
    end('address 4', 10);
    expect(await settle()).to.equal('address 5');
  });

  it('refuse what is too much for all callers, also if each of them sends little', () => {
    const shares = makeShares({ ...LIMITS, callers: 100, beside: 1 }, () => 0);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of [...names, ...names, 'f']) void shares.begin(name, 10);
    expect(() => shares.begin('f', 10)).to.throw(Refusal, 'at most 5 requests of all callers that wait');
  });

  it('count places of each caller and of all', () => {
    const places = makePlaces('polls', 2, 3);
    places.hold('a', 2);
    expect(() => places.hold('a', 1)).to.throw(Refusal, 'at most 2 polls');
    places.hold('b', 1);
    expect(() => places.hold('c', 1)).to.throw(Refusal, 'at most 3 polls of all callers');
    places.release('a', 1);
    places.hold('c', 1);
    places.hold('c', 5, true);
    expect(() => places.hold('b', 1)).to.throw(Refusal);
  });

  it('are given back by a request that is answered while it waits for its turn', async () => {
    const share = shareFairly();
    /** A request of the same caller that takes the whole server. `answer` ends it. */
    const request = () => {
      const context = { state: { address: '127.0.0.1' }, res: new EventEmitter() } as unknown as Context;
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      let begun: Promise<void> | undefined;
      const ended = share(context, () => {
        begun = context.state.share.begin(1_000);
        return answered;
      });
      return { context, answer: () => answer(), ended, begun: begun ?? expect.fail('it has not begun') };
    };
    const first = request();
    await first.begun;
    const late = request();
    late.answer();
    await late.ended;
    first.answer();
    await first.ended;
    expect(await late.begun.catch((error: unknown) => error)).to.be.instanceOf(Refusal);
    expect(await late.context.state.share.receive(1).catch((error: unknown) => error)).to.be.instanceOf(Refusal);
    expect(() => late.context.state.share.wait()).to.throw(Refusal);
    await request().begun;
  });

  // SECURITY.md L11
  it('let one piece of a long body in each turn of the event loop, of each caller in turn', async () => {
    const share = shareFairly();
    const came: string[] = [];
    const send = (address: string, pieces: number): void => {
      const context = { state: { address }, res: new EventEmitter() } as unknown as Context;
      void share(context, async () => {
        for (let piece = 0; piece < pieces; piece++) {
          await context.state.share.receive(100_000);
          came.push(address);
        }
      });
    };
    for (let at = 0; at < 3; at++) send('a', 2);
    send('b', 1);
    for (let turn = 0; turn < 7; turn++) await new Promise(setImmediate);
    expect(came.join(' ')).to.equal('a b a a a a a');
  });

  // SECURITY.md L12
  it('are refused later, so that nobody asks again at once', async () => {
    const told: string[] = [];
    const waits: { readonly ms: number; readonly end: () => void }[] = [];
    const wait = (_: unknown, ms: number) => new Promise<void>((end) => waits.push({ ms, end }));
    const answer = holdRefusals(new AbortController().signal, wait, () => 0);
    const refusedBy = (refusal: Refusal, name: string, address = 'a') =>
      answer({ res: new EventEmitter(), state: { address } } as unknown as Context, () => Promise.reject(refusal)).catch(() => told.push(name));
    void refusedBy(tooMuchAtOnce('one'), 'too much');
    await refusedBy(clientHungUp(), 'something else');
    expect(told).to.deep.equal(['something else']);
    void refusedBy(unknownToken(), 'made up', 'b');
    for (let sent = 0; sent < 2; sent++) void refusedBy(tooMuchAtOnce('one'), 'more');
    await new Promise(setImmediate);
    expect(
      waits.map(({ ms }) => ms),
      'one after the other, of each caller',
    ).to.deep.equal([1_000, 250, 1_025, 1_050]);
    for (const { end } of waits) end();
    await new Promise(setImmediate);
    expect(told).to.deep.equal(['something else', 'too much', 'made up', 'more', 'more']);
  });

  // SECURITY.md L12
  it('keep no refused caller waiting while Cairn stops', async () => {
    const stopping = new AbortController();
    const refused = holdRefusals(stopping.signal)({ res: new EventEmitter(), state: { address: 'a' } } as unknown as Context, () =>
      Promise.reject(tooMuchAtOnce('one')),
    ).catch((error: unknown) => error);
    await new Promise(setImmediate);
    stopping.abort();
    expect(await refused).to.be.instanceOf(Refusal);
  });
});

describe('A caller', () => {
  const of = (state: object): string => callerOf({ state: { address: '10.0.0.1', ...state } } as unknown as Context);

  it('is the user who has proven to be it, and the one who looks as another', () => {
    expect(of({ known: 'token', actor: 'urn:svc:corpuser:a' })).to.equal('user urn:svc:corpuser:a');
    expect(of({ known: 'token', actor: 'urn:svc:corpuser:a', lookedBy: 'urn:svc:corpuser:b' })).to.equal('user urn:svc:corpuser:b');
  });

  it('is an address if nothing proves a user', () => {
    for (const known of ['claim', 'no']) expect(of({ known, actor: 'urn:svc:corpuser:a' })).to.equal('address 10.0.0.1');
  });
});
