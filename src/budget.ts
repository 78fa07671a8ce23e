/**
 * The time that one request may take. Whatever works for it, however deep, can ask for its budget: nothing has to be handed down. It decides
 * whether there is an answer, never what the answer says.
 *
 * A request that is late is answered 503, and what it still has under way stops at its next step. A write is never cut: from the moment
 * its transaction begins the answer waits for the outcome (which the graph limits in time), so that a late answer can say that nothing
 * was written.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Refusal, requestEnded, requestTimeout } from './errors.ts';

interface Budget {
  /** Made when somebody asks for its signal: most requests end before that, and it costs more than they do. */
  over?: AbortController;
  /** Is there nobody to work for any more? */
  ended: boolean;
  /** Why, where it was not the end of the request. */
  late?: Refusal;
  readonly ms: number;
  /** Epoch ms. */
  until: number;
  /** Something is being written: the answer waits for its outcome. */
  lifted: boolean;
  /** What is waited for is the client: that time is its own. */
  unhurried: number;
}

const budgets = new AsyncLocalStorage<Budget | undefined>();

/**
 * Runs the work of a request.
 *
 * @param ms how long it may take
 * @throws Refusal unavailable when it takes longer
 */
export function withinBudget<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const budget: Budget = { ms, until: Date.now() + ms, lifted: false, unhurried: 0, ended: false };
  return new Promise<Result>((resolve, reject) => {
    const look = (): void => {
      const left = budget.unhurried > 0 ? ms : budget.until - Date.now();
      if (left > 0) {
        timer = setTimeout(look, left);
        return;
      }
      if (endIfLate(budget)) reject(whyOver(budget));
    };
    let timer = setTimeout(look, ms);
    // A part that was left behind by the failure of another one has nobody to work for.
    const settle = (): void => {
      clearTimeout(timer);
      end(budget);
    };
    budgets.run(budget, work).then(
      (result) => {
        settle();
        resolve(result);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
  });
}

function end(budget: Budget): void {
  if (budget.ended) return;
  budget.ended = true;
  budget.over?.abort(whyOver(budget));
}

/** The timer of a request may come long after its time, when many are late at once: then those that waited behind it must not begin. */
function endIfLate(budget: Budget): boolean {
  if (!budget.ended && !budget.lifted && budget.unhurried === 0 && Date.now() >= budget.until) {
    budget.late = requestTimeout(budget.ms);
    end(budget);
  }
  return budget.ended;
}

function whyOver({ late }: Budget): Refusal {
  return late ?? requestEnded();
}

/**
 * For who may end the present request early, because its client does not want the answer any more. The result ends it, unless a write has begun:
 * that is never cut. It answers whether the request has ended.
 */
export function presentEnd(): () => boolean {
  const budget = budgets.getStore();
  return () => {
    if (!budget || budget.lifted) return false;
    end(budget);
    return true;
  };
}

/** Waits for somebody else, such as a slow client, or the next write of another one: it costs the request nothing. */
export async function unhurried<Result>(wait: () => Promise<Result>): Promise<Result> {
  const budget = budgets.getStore();
  if (!budget) return wait();
  const from = Date.now();
  budget.unhurried++;
  try {
    return await wait();
  } finally {
    budget.unhurried--;
    budget.until += Date.now() - from;
  }
}

/** Runs what serves several requests, or none, in the budget of none of them. */
export function outsideBudgets<Result>(work: () => Result): Result {
  return budgets.run(undefined, work);
}

/** @throws Refusal unavailable when the time of the present request is over */
export function refuseLate(): void {
  const budget = budgets.getStore();
  if (budget && endIfLate(budget)) throw whyOver(budget);
}

/** Aborts when the time of the present request is over; absent outside of requests. */
export function budgetSignal(): AbortSignal | undefined {
  const budget = budgets.getStore();
  if (!budget) return undefined;
  budget.over ??= new AbortController();
  if (budget.ended) budget.over.abort(whyOver(budget));
  return budget.over.signal;
}

/** How long the present request may take yet, ms, 1 at least; `undefined` where nothing limits it. */
export function timeLeft(): number | undefined {
  const budget = budgets.getStore();
  return budget && !budget.lifted ? Math.max(1, budget.until - Date.now()) : undefined;
}

/** The write of a request, until it begins. */
export interface BudgetOfWrite {
  /** Is nobody waiting for it any more? Then it must not begin. */
  over(): boolean;
  /** It begins: from now on the answer waits for its outcome. */
  lift(): void;
}

/** The budget of the present request, for a write that begins later, and elsewhere. */
export function budgetOfWrite(): BudgetOfWrite {
  const budget = budgets.getStore();
  return {
    over: () => budget !== undefined && endIfLate(budget),
    lift: () => {
      if (budget) budget.lifted = true;
    },
  };
}
