/**
 * Whose request begins next. In a turn of the event loop as many begin as take a millisecond; of those who wait, one begins in each turn, of each
 * address in turn. Otherwise those who send on many connections at once would all be parsed and answered before anybody else is heard: 500
 * refused requests take a quarter of a second. While somebody else sends a request now and then, those who wait leave half of the time free.
 */

/** How long requests may begin in one turn of the event loop, ms. */
const TURN_MS = 1;
/** How long those who wait begin one after the other beside others, and how long they leave free then, ms. */
const [SERVED_MS, FREE_MS] = [2, 2];
/** Who sends one small request after the other sends the next one within this time, ms. */
const NEXT_MS = 100;

export interface FairTurns {
  /** May a request of this address begin in this turn of the event loop? */
  mayBegin(address: string): boolean;
  /** Does something in a later turn: one thing of all in each. */
  later(address: string, act: () => void): void;
}

/** @param clock ms */
export function makeFairTurns(clock: () => number = () => performance.now()): FairTurns {
  /** By address, in the order in which they are served next. */
  const waiting = new Map<string, (() => void)[]>();
  /** When the first request of the present turn began. */
  let began: number | undefined;
  /** Who began the last one that did not wait. */
  let atOnce = { address: '', at: -Infinity };
  /** Since when those who wait begin one after the other. */
  let served: number | undefined;
  let due = false;

  const arm = (): void => {
    if (due) return;
    due = true;
    if (served !== undefined && clock() - served >= SERVED_MS && othersSend()) {
      served = undefined;
      setTimeout(next, FREE_MS);
    } else setImmediate(next);
  };
  const next = (): void => {
    due = false;
    const [first] = waiting;
    if (!first) return;
    served ??= clock();
    serve(...first);
    if (waiting.size > 0) arm();
    else served = undefined;
  };
  const serve = (address: string, acts: (() => void)[]): void => {
    const act = acts.shift();
    waiting.delete(address);
    if (acts.length > 0) waiting.set(address, acts);
    takeTurn();
    act?.();
  };
  const othersSend = (): boolean => clock() - atOnce.at < NEXT_MS && !waiting.has(atOnce.address);
  const takeTurn = (): number => {
    if (began === undefined) {
      began = clock();
      setImmediate(() => {
        began = undefined;
      });
    }
    return began;
  };
  return {
    mayBegin(address) {
      if (waiting.has(address) || clock() - takeTurn() >= TURN_MS) return false;
      atOnce = { address, at: clock() };
      return true;
    },
    later(address, act) {
      const acts = waiting.get(address) ?? [];
      acts.push(act);
      waiting.set(address, acts);
      arm();
    },
  };
}
