/**
 * Shares of the server, by caller: how much of the work of each may run at a time. One caller alone may use all of it; beside others it gets a
 * small share, and what is more waits in a queue of its own. So its expensive requests do not keep others waiting.
 *
 * Work is weighed: 1 is a small read, a few ms of CPU. The row of an operation says its weight.
 */
import { tooMuchAtOnce } from '../errors.ts';

/** How a caller is known, such as `user` or `address`: the first word of its name. */
function kindOf(caller: string): string {
  return caller.split(' ', 1)[0] ?? '';
}

interface Limits {
  /** The most weight under way: in all, and of a caller that is alone. */
  readonly all: number;
  /** The most weight under way of a caller beside others. */
  readonly beside: number;
  /** The most requests that wait: of a caller, and of all. */
  readonly waiting: number;
  readonly waitingOfAll: number;
  /** The most users, and the most addresses, that are told apart. Those who come beyond share one place. */
  readonly callers: number;
  /** A caller counts as present for this time after its last request, ms. */
  readonly presentMs: number;
  /** The most bytes of answers that clients have not taken yet. A caller who holds more begins nothing; of all, the oldest are cut. */
  readonly unread: number;
  readonly unreadOfAll: number;
}

const MEGABYTE = 1024 * 1024;
/** Bytes of a body, or of an answer, that weigh as much as a small read. */
export const BYTES_OF_ONE = 100_000;

const LIMITS: Limits = {
  all: 200,
  beside: 40,
  waiting: 1_000,
  waitingOfAll: 5_000,
  callers: 1_000,
  presentMs: 5_000,
  unread: 32 * MEGABYTE,
  unreadOfAll: 512 * MEGABYTE,
};

/** The place of those of a kind who come beyond. No user and no address has this name. */
const OTHERS = 'others';

/** What a caller has under way is heavy from this weight on. */
export const HEAVY = 20;
/** A caller who sends one small request after the other sends the next one within this time, ms. */
const NEXT_MS = 100;

interface Answer {
  readonly bytes: number;
  /** Has the client yet to take it? */
  readonly unread: boolean;
  /** Ends the connection of the client. */
  cut(): void;
}

/** Ends the work. @returns is to be called when the client has taken the answer */
export type EndOfWork = (answer?: Answer) => () => void;

interface Shares {
  /**
   * Resolves when work of this weight may begin, or of what the last answers of the caller weighed, if that is more. A caller with nothing under
   * way, and whose answers are taken, may always begin.
   *
   * @throws Refusal tooMuchAtOnce if too many requests of the caller, or of all, wait already
   */
  begin(caller: string, weight: number): Promise<EndOfWork>;
  /** Is somebody who sends small requests only served right now, beside somebody with heavy work? Then that rests now and then (slices.ts). */
  disturbed(): boolean;
  /** Is a request of such a caller under way right now, beside heavy work? Then that waits before its next step (small-first.ts). */
  smallUnderWay(): boolean;
}

interface Caller {
  underWay: number;
  requests: number;
  /** Bytes of answers. */
  unread: number;
  /** What its last answers weighed: nobody knows what the next ones bring before they are read. */
  brings: number;
  last: number;
  /** When something heavy was last under way, ms. */
  heavy: number;
  /** `own`: what a request weighs by itself. What the last answers weighed is known when it begins. */
  readonly queue: { readonly own: number; readonly begin: (weight: number) => void }[];
}

/** @param clock ms */
export function makeShares(
  { all, beside, waiting, waitingOfAll, callers: mostCallers, presentMs, unread, unreadOfAll }: Limits = LIMITS,
  clock: () => number = () => performance.now(),
): Shares {
  /** In the order in which they are served next. */
  const callers = new Map<string, Caller>();
  /** Those that clients have yet to take, the oldest first. */
  const answers = new Set<{ readonly give: () => void; readonly cut: () => void }>();
  let underWay = 0;
  let unreadNow = 0;
  let queued = 0;
  let due = false;

  /** Forgets who has been away for long. */
  function forget(now: number): void {
    for (const [name, { requests, unread: held, queue, last }] of callers)
      if (requests === 0 && held === 0 && queue.length === 0 && now - last > presentMs) callers.delete(name);
  }

  function mayBegin(caller: Caller, weight: number): boolean {
    if (caller.unread >= unread || (caller.unread > 0 && unreadNow >= unreadOfAll)) return false;
    if (caller.requests === 0) return true;
    if (caller.underWay + weight > (callers.size > 1 ? beside : all) || underWay + weight > all) return false;
    return weight < HEAVY || !isHeavy(caller) || !othersAreSmall(caller);
  }

  function take(caller: Caller, weight: number): void {
    caller.underWay += weight;
    caller.requests++;
    underWay += weight;
    if (isHeavy(caller)) caller.heavy = caller.last;
  }

  /** Is somebody else served right now who sends small requests only? */
  function othersAreSmall(caller?: Caller): boolean {
    const now = clock();
    const isServed = (each: Caller): boolean => each.requests > 0 || now - each.last < NEXT_MS;
    return [...callers.values()].some((each) => each !== caller && isSmall(each, now) && isServed(each));
  }

  function isSmall(caller: Caller, now: number): boolean {
    return !isHeavy(caller) && now - caller.heavy > presentMs;
  }

  function isHeavy(caller: Caller): boolean {
    return caller.underWay >= HEAVY;
  }

  /** Lets those begin that may, one of each caller in turn. */
  function serve(): void {
    due = false;
    for (let served = true; served; ) {
      served = false;
      for (const [name, caller] of [...callers]) {
        const [next] = caller.queue;
        if (!next) continue;
        const weight = weightOf(caller, next.own);
        if (!mayBegin(caller, weight)) continue;
        caller.queue.shift();
        queued--;
        take(caller, weight);
        callers.delete(name);
        callers.set(name, caller);
        next.begin(weight);
        served = true;
      }
    }
  }

  function isFull(kind: string): boolean {
    let count = 0;
    for (const each of callers.keys()) if (kindOf(each) === kind) count++;
    return count >= mostCallers;
  }

  function present(name: string, now: number): Caller {
    const kind = kindOf(name);
    const place = !callers.has(name) && isFull(kind) ? `${kind} ${OTHERS}` : name;
    const caller = callers.get(place) ?? { underWay: 0, requests: 0, unread: 0, brings: 0, last: now, heavy: -Infinity, queue: [] };
    caller.last = now;
    callers.set(place, caller);
    return caller;
  }

  function weightOf({ brings }: Caller, own: number): number {
    return Math.max(own, brings);
  }

  function endOf(caller: Caller, weight: number): EndOfWork {
    return (answer) => {
      const taken = answer?.unread ? holdUnread(caller, answer) : () => undefined;
      if (answer) caller.brings = Math.max(Math.floor(answer.bytes / BYTES_OF_ONE), caller.brings >> 1);
      end(caller, weight);
      return taken;
    };
  }

  function end(caller: Caller, weight: number): void {
    caller.last = clock();
    if (isHeavy(caller)) caller.heavy = caller.last;
    caller.underWay -= weight;
    caller.requests--;
    underWay -= weight;
    serveLater();
  }

  function serveLater(): void {
    if (queued === 0 || due) return;
    due = true;
    // In a turn of the event loop of its own: what is answered at once would otherwise begin one after the other before anybody else is heard.
    setImmediate(serve);
  }

  /** @returns they are held no longer */
  function holdUnread(caller: Caller, { bytes, cut }: Answer): () => void {
    const give = (): void => {
      if (!answers.delete(answer)) return;
      caller.unread -= bytes;
      unreadNow -= bytes;
      serveLater();
    };
    const answer = { give, cut };
    answers.add(answer);
    caller.unread += bytes;
    unreadNow += bytes;
    // Callers who hold nothing always begin: thousands of them would fill the memory.
    for (const oldest of answers) {
      if (unreadNow <= unreadOfAll) break;
      oldest.give();
      oldest.cut();
    }
    return give;
  }

  return {
    begin(name, own) {
      const now = clock();
      forget(now);
      const caller = present(name, now);
      const weight = weightOf(caller, own);
      if (caller.queue.length === 0 && mayBegin(caller, weight)) {
        take(caller, weight);
        return Promise.resolve(endOf(caller, weight));
      }
      if (caller.queue.length >= waiting) throw tooMuchAtOnce(`${waiting} requests that wait`);
      if (queued >= waitingOfAll) throw tooMuchAtOnce(`${waitingOfAll} requests of all callers that wait`);
      queued++;
      return new Promise((resolve) => caller.queue.push({ own, begin: (later) => resolve(endOf(caller, later)) }));
    },
    disturbed() {
      return callers.size > 1 && [...callers.values()].some(isHeavy) && othersAreSmall();
    },
    smallUnderWay() {
      if (callers.size === 1) return false;
      const now = clock();
      const all = [...callers.values()];
      return all.some(isHeavy) && all.some((each) => each.requests > 0 && isSmall(each, now));
    },
  };
}

/** The share of one request. */
export interface Share {
  /** What the row of the operation says. */
  weigh(weight: number): void;
  /**
   * Waits until the work may begin. Work that has begun and turns out to be heavier begins again.
   *
   * @param more weight that only the request tells
   */
  begin(more?: number): Promise<void>;
  /** Holds bytes of the body until the end. Resolves when more may be read. @throws Refusal tooMuchAtOnce */
  receive(bytes: number): Promise<void>;
  /** From now on the request only waits: it gives its share back. @throws Refusal tooMuchAtOnce */
  wait(): void;
}

/** Counts what a caller holds beside its share, such as polls that wait or bytes of bodies. */
interface Places {
  /**
   * @param count how much more the caller holds
   * @param anyhow without a limit, because it is there already
   * @throws Refusal tooMuchAtOnce beyond the limit of a caller, or of all
   */
  hold(caller: string, count: number, anyhow?: boolean): void;
  release(caller: string, count: number): void;
}

/** @param what is counted, in a message */
export function makePlaces(what: string, ofOne: number, ofAll: number): Places {
  const held = new Map<string, number>();
  let sum = 0;
  return {
    hold(caller, count, anyhow = false) {
      const own = (held.get(caller) ?? 0) + count;
      if (!anyhow && own > ofOne) throw tooMuchAtOnce(`${ofOne} ${what}`);
      if (!anyhow && sum + count > ofAll) throw tooMuchAtOnce(`${ofAll} ${what} of all callers`);
      held.set(caller, own);
      sum += count;
    },
    release(caller, count) {
      const left = (held.get(caller) ?? 0) - count;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
      sum -= count;
    },
  };
}
