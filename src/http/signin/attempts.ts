/**
 * Limits on guesses, of passwords and of secrets in links and codes. Wrong guesses cost time, and only at the address that they come from: nobody
 * can lock a user out from elsewhere. So the right secret from an address without wrong ones always passes.
 *
 * - An address that guesses wrong for one name ten times waits. While a name is under attack from many addresses, each waits after each wrong
 *   guess, and longer after the next; one from which the user has come in before does not.
 * - An address that guesses wrong a hundred times in all waits, except for names that have come in from there.
 */
import { createHash } from 'node:crypto';
import { Refusal, tooManyAttempts } from '../../errors.ts';
import { makeRecent } from './recent.ts';
import { makeTurns, type Rank } from './turns.ts';

/** What is guessed. What goes wrong at one of them does not count at the others: a program that repeats an old code keeps nobody from signing in. */
export type Door = 'password' | 'reset' | 'invitation' | 'program' | 'server' | 'mail' | 'token';

export interface Guess {
  readonly door: Door;
  /** That of the request (../request/address.ts). */
  readonly address: string;
  /** Whose secret it should be; undefined if the secret alone says so. */
  readonly who?: string | undefined;
}

export interface Attempts {
  /**
   * Makes an attempt, and counts it if it was wrong: that is, not right, or a refusal that says so.
   *
   * @throws Refusal tooManyRequests
   */
  make<Result>(guess: Guess, attempt: () => Promise<Result>, isRight?: (result: Result) => boolean): Promise<Result>;
}

type Outcome = 'right' | 'wrong' | 'neither';

interface Count {
  wrong: number;
  /** When it begins anew, ms. */
  until: number;
  /** When the last wrong guess was, ms. */
  last: number;
  underWay: number;
  readonly waiting: (() => void)[];
}

const WINDOW_MS = 600_000;
const [MOST_FOR_NAME, MOST_OF_ADDRESS] = [10, 100];
/** From so many wrong guesses on, a name is under attack. */
const ATTACK = 100;
/** After the first wrong guess for a name under attack, ms; doubled after each further one. */
const FIRST_WAIT_MS = 60_000;
/** Entries: some 10 MB each. */
const MOST_KEPT = 50_000;

/** @param clock ms */
export function makeAttempts(clock: () => number = () => performance.now(), kept: number = MOST_KEPT): Attempts {
  const [pairs, addresses, names] = [makeRecent<Count>(kept), makeRecent<Count>(kept), makeRecent<Count>(kept)];
  /** Names that have come in from an address. */
  const known = makeRecent<true>(kept);
  const inTurn = makeTurns();

  const countIn = (counts: typeof pairs, name: string): Count => {
    const found = counts.get(name);
    const isPresent = found && (found.until > clock() || found.underWay > 0);
    const count = isPresent ? found : { wrong: 0, until: clock() + WINDOW_MS, last: 0, underWay: 0, waiting: [] };
    counts.touch(name, count);
    return count;
  };
  const keysOf = ({ door, address, who }: Guess) => {
    const name = who === undefined ? undefined : hashOf(`${door} ${who.toLowerCase()}`);
    return { address: `${door} ${address}`, name, pair: name && `${name} ${address}` };
  };
  /** When an attempt may be made, ms; 0: now. Undefined: when one that is under way has ended. */
  const mayBegin = (count: Count, most: number): number | undefined => {
    if (count.wrong >= most) return count.until;
    return count.wrong + count.underWay < most ? 0 : undefined;
  };
  const isAttacked = (name: string): boolean => {
    const count = names.get(name);
    return count !== undefined && count.until > clock() && count.wrong >= ATTACK;
  };
  const mayGuess = (pair: Count, name: string, isKnown: boolean): number | undefined => {
    if (isKnown || !isAttacked(name)) return mayBegin(pair, MOST_FOR_NAME);
    const wait = Math.min(WINDOW_MS, FIRST_WAIT_MS * 2 ** (pair.wrong - 1));
    if (pair.wrong > 0 && pair.last + wait > clock()) return pair.last + wait;
    return pair.underWay > 0 ? undefined : 0;
  };
  /** Counts it as under way, after others that decide whether it may be made. */
  const begin = async (guess: Guess): Promise<Rank> => {
    const { address, name, pair } = keysOf(guess);
    for (;;) {
      const of = countIn(addresses, address);
      const own = pair === undefined ? undefined : countIn(pairs, pair);
      const isKnown = pair !== undefined && known.get(pair) === true;
      const times = [isKnown ? 0 : mayBegin(of, MOST_OF_ADDRESS), own && name !== undefined ? mayGuess(own, name, isKnown) : 0];
      const latest = Math.max(...times.map((each) => each ?? 0));
      if (latest > 0) throw tooManyAttempts(Math.max(1, Math.ceil((latest - clock()) / 1_000)));
      if (!times.includes(undefined)) {
        of.underWay++;
        if (own) own.underWay++;
        return isKnown ? 'known' : of.wrong === 0 ? 'clean' : 'wrong';
      }
      const busy = times[0] === undefined || !own ? of : own;
      await new Promise<void>((resolve) => busy.waiting.push(resolve));
    }
  };
  const end = (guess: Guess, outcome: Outcome): void => {
    const { address, name, pair } = keysOf(guess);
    const of = countIn(addresses, address);
    const own = pair === undefined ? undefined : countIn(pairs, pair);
    if (outcome === 'wrong') {
      const all = name === undefined ? undefined : countIn(names, name);
      for (const each of [of, own, all]) if (each) Object.assign(each, { wrong: each.wrong + 1, last: clock() });
      // As long as it is attacked, the waits grow: none of them ends the count.
      if (name !== undefined && isAttacked(name)) for (const each of [own, all]) if (each) each.until = clock() + 2 * WINDOW_MS;
    }
    if (outcome === 'right' && own && pair !== undefined) {
      own.wrong = 0;
      known.touch(pair, true);
    }
    for (const each of [of, own]) {
      if (!each) continue;
      each.underWay--;
      for (const resume of each.waiting.splice(0)) resume();
    }
    if (of.wrong + of.underWay === 0) addresses.drop(address);
    if (own && pair !== undefined && own.wrong + own.underWay === 0) pairs.drop(pair);
  };
  return {
    async make(guess, attempt, isRight = () => true) {
      const rank = await begin(guess);
      let outcome: Outcome = 'neither';
      try {
        const result = await (guess.door === 'password' ? inTurn(guess.address, rank, attempt) : attempt());
        outcome = isRight(result) ? 'right' : 'wrong';
        return result;
      } catch (error) {
        if (error instanceof Refusal && (error.status === 401 || error.status === 403)) outcome = 'wrong';
        throw error;
      } finally {
        end(guess, outcome);
      }
    },
  };
}

/** Names may be long. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
