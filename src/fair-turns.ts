/**
 * Whose request begins next. In a turn of the event loop as many begin as take a millisecond; if more have come, one begins in each turn, of each
 * address in turn. Otherwise those who send on many connections at once would all be parsed and answered before anybody else is heard: 500
 * refused requests take a quarter of a second.
 */

/** How long requests may begin in one turn of the event loop, ms. */
const TURN_MS = 1;

export interface FairTurns {
  /** May a request begin in this turn of the event loop? */
  mayBegin(): boolean;
  /** Does something in a later turn: one thing of all in each. */
  later(address: string, act: () => void): void;
}

/** @param clock ms */
export function makeFairTurns(clock: () => number = () => performance.now()): FairTurns {
  /** By address, in the order in which they are served next. */
  const waiting = new Map<string, (() => void)[]>();
  /** When the first request of the present turn began. */
  let began: number | undefined;
  let due = false;

  const arm = (): void => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      began = undefined;
      const [next] = waiting;
      if (!next) return;
      serve(...next);
      if (waiting.size > 0) arm();
    });
  };
  const serve = (address: string, acts: (() => void)[]): void => {
    const act = acts.shift();
    waiting.delete(address);
    if (acts.length > 0) waiting.set(address, acts);
    // What begins now is the one of this turn.
    began = -Infinity;
    arm();
    act?.();
  };
  return {
    mayBegin() {
      if (waiting.size > 0) return false;
      began ??= clock();
      arm();
      return clock() - began < TURN_MS;
    },
    later(address, act) {
      const acts = waiting.get(address) ?? [];
      acts.push(act);
      waiting.set(address, acts);
      arm();
    },
  };
}
