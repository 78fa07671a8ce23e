/**
 * The time budget of a request: what is late is told so, stops at its next step, and a write that has begun is waited for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { budgetOfWrite, budgetSignal, outsideBudgets, presentEnd, refuseLate, timeLeft, unhurried, withinBudget } from '../../src/budget.ts';
import { Refusal } from '../../src/errors.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';

const SHORT_MS = 20;

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).to.be.instanceOf(Refusal);
  return error as Refusal;
}

/** Resolves when the present budget is over. */
function over(): Promise<void> {
  return new Promise((resolve) => budgetSignal()?.addEventListener('abort', () => resolve()));
}

describe('The budget of a request', () => {
  it('returns the result of the work, and knows the remaining time', async () => {
    expect(timeLeft()).to.equal(undefined);
    expect(await withinBudget(60_000, async () => timeLeft())).to.be.within(1, 60_000);
  });

  it('refuses a late request with a reason and Retry-After, whether the work notices or not', async () => {
    const refusal = await refusalOf(withinBudget(SHORT_MS, () => new Promise(() => undefined)));
    expect([refusal.status, refusal.retryAfter]).to.deep.equal([503, 5]);
    expect(refusal.message).to.include('nothing was written');
  });

  it('ends the remaining work at its next step', async () => {
    let left: Promise<Refusal> | undefined;
    await refusalOf(
      withinBudget(SHORT_MS, () => {
        left = refusalOf(over().then(refuseLate));
        return left;
      }),
    );
    expect((await left)?.message).to.include('longer than');
  });

  it('ends early for a client that wants no answer, but not in the middle of a write', async () => {
    const refusal = await refusalOf(
      withinBudget(60_000, async () => {
        expect(presentEnd()()).to.equal(true);
        refuseLate();
      }),
    );
    expect(refusal.message).to.include('ended');
    const ended = await withinBudget(60_000, async () => {
      budgetOfWrite().lift();
      return presentEnd()();
    });
    expect([ended, presentEnd()()]).to.deep.equal([false, false]);
  });

  it('is over at its time, even before the timer comes', async () => {
    const late = refusalOf(
      withinBudget(SHORT_MS, async () => {
        const from = Date.now();
        while (Date.now() - from <= SHORT_MS);
        refuseLate();
      }),
    );
    expect((await late).message).to.include('longer than');
  });

  it('ends the lists of a query that wait for their turn', async () => {
    const budget = makeBudget();
    let read = 0;
    const list = () =>
      budget.list(async () => {
        read++;
        await over();
      });
    await refusalOf(withinBudget(SHORT_MS, () => Promise.all(Array.from({ length: 100 }, list))));
    await new Promise(setImmediate);
    expect(read).to.equal(8);
  });

  it('ends the remaining work of a failed request', async () => {
    let left: Promise<Refusal> | undefined;
    const failed = withinBudget(60_000, async () => {
      left = refusalOf(over().then(refuseLate));
      throw new Refusal('bad-parameter', 'no');
    });
    expect((await refusalOf(failed)).message).to.equal('no');
    expect((await left)?.message).to.equal('The request has ended');
  });

  it('waits for a write that has begun; does not begin one after its time', async () => {
    const [begun, waiting] = await Promise.all([
      withinBudget(SHORT_MS, async () => {
        budgetOfWrite().lift();
        await pause(SHORT_MS * 3);
        refuseLate();
        return timeLeft();
      }),
      new Promise<ReturnType<typeof budgetOfWrite>>((resolve) => {
        withinBudget(SHORT_MS, async () => {
          const write = budgetOfWrite();
          await over();
          resolve(write);
        }).catch(() => undefined);
      }),
    ]);
    expect(begun).to.equal(undefined);
    expect(waiting.over()).to.equal(true);
  });

  it('does not count the time in which Cairn waits for the client', async () => {
    const text = await withinBudget(SHORT_MS, () => unhurried(() => pause(SHORT_MS * 3, 'sent')));
    expect(text).to.equal('sent');
  });

  it('does not apply to work for several requests', async () => {
    await withinBudget(60_000, async () => {
      expect(outsideBudgets(timeLeft)).to.equal(undefined);
      expect(outsideBudgets(budgetSignal)).to.equal(undefined);
    });
  });
});
