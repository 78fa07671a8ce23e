/**
 * Whose password is checked next: each check takes some 20 ms of a core, so whoever sends many must not keep others from coming in.
 */
import { refuseLate } from '../../budget.ts';
import { tooMuchAtOnce } from '../../errors.ts';

/** Has the user come in from the address before? Or has nobody guessed wrong there? */
export type Rank = 'known' | 'clean' | 'wrong';

interface Waiting {
  readonly address: string;
  readonly rank: number;
  readonly begin: () => void;
  readonly refuse: (refusal: Error) => void;
}

const RANKS: readonly Rank[] = ['known', 'clean', 'wrong'];
const MOST_UNDER_WAY = 4;
const MOST_WAITING_OF_ONE = 50;
const MOST_WAITING = 150;

/**
 * Runs work in turn: by rank, then that of addresses with least under way, then the oldest. When too many wait, somebody of the lowest rank is
 * refused, and of these the newest of the address for which most wait.
 *
 * @returns throws Refusal tooMuchAtOnce
 */
export function makeTurns(): <Result>(address: string, rank: Rank, work: () => Promise<Result>) => Promise<Result> {
  /** In the order in which they came. */
  const waiting: Waiting[] = [];
  /** How many of each address. */
  const underWay = new Map<string, number>();
  let all = 0;

  const loadOf = ({ address }: Waiting): number => underWay.get(address) ?? 0;
  const take = (address: string): void => {
    all++;
    underWay.set(address, (underWay.get(address) ?? 0) + 1);
  };
  const next = (): void => {
    if (all >= MOST_UNDER_WAY) return;
    const first = waiting.reduce<Waiting | undefined>((best, each) => (best && !isBefore(each, best) ? best : each), undefined);
    if (!first) return;
    waiting.splice(waiting.indexOf(first), 1);
    take(first.address);
    first.begin();
  };
  const isBefore = (one: Waiting, other: Waiting): boolean => one.rank < other.rank || (one.rank === other.rank && loadOf(one) < loadOf(other));
  const give = (address: string): void => {
    all--;
    const left = (underWay.get(address) ?? 0) - 1;
    if (left > 0) underWay.set(address, left);
    else underWay.delete(address);
    next();
  };
  /** @throws Refusal tooMuchAtOnce unless there is a place, perhaps that of somebody else */
  const makePlace = (address: string, rank: number): void => {
    const waits = new Map<string, number>();
    for (const each of waiting) waits.set(each.address, (waits.get(each.address) ?? 0) + 1);
    const own = (waits.get(address) ?? 0) + 1;
    if (own > MOST_WAITING_OF_ONE) throw tooMuchAtOnce(`${MOST_WAITING_OF_ONE} passwords`);
    if (waiting.length < MOST_WAITING) return;
    const weigh = (each: Waiting): number => each.rank * MOST_WAITING + (waits.get(each.address) ?? 0);
    const last = waiting.reduce((worst, each) => (weigh(each) >= weigh(worst) ? each : worst));
    if (weigh(last) <= rank * MOST_WAITING + own) throw tooMuchAtOnce(`${MOST_WAITING} passwords`);
    waiting.splice(waiting.indexOf(last), 1);
    last.refuse(tooMuchAtOnce(`${MOST_WAITING} passwords`));
  };
  return async (address, named, work) => {
    const rank = RANKS.indexOf(named);
    if (all < MOST_UNDER_WAY) take(address);
    else {
      makePlace(address, rank);
      await new Promise<void>((begin, refuse) => waiting.push({ address, rank, begin, refuse }));
    }
    try {
      refuseLate();
      return await work();
    } finally {
      give(address);
    }
  };
}
