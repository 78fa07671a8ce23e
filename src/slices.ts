/**
 * Long work on the event loop, cut into slices: after each slice everything else that waits (other requests, sockets, timers) gets its
 * turn. Of several long pieces of work one goes on in each turn of the loop, so that together they block it no longer than one alone.
 */

/** A request that waits for nothing is answered after this long at most, ms. */
const SLICE_MS = 20;

/** The present slice of one piece of work. */
export interface Slices {
  /** Has the slice lasted long enough? To be asked after each small step. */
  over(): boolean;
  /** Lets others go first, and begins the next slice. */
  next(): Promise<void>;
}

const waiting: (() => void)[] = [];

function resumeOne(): void {
  const resume = waiting.shift();
  // What is asked for here runs in the next turn of the loop, not in this one.
  if (waiting.length > 0) setImmediate(resumeOne);
  turnBegan = undefined;
  resume?.();
}

/** When long work began in the present turn of the loop, whoever's it was: what follows it in the same turn has no slice of its own. */
let turnBegan: number | undefined;

function began(clock: () => number): number {
  if (turnBegan === undefined) {
    turnBegan = clock();
    setImmediate(() => {
      turnBegan = undefined;
    });
  }
  return turnBegan;
}

let steps = 0;

/** Small steps of long work since the start: what requests and jobs have cost, whatever the machine. */
export function stepsTaken(): number {
  return steps;
}

/** Counts work that has no slices of its own. */
export function countSteps(more: number): void {
  steps += more;
}

/** @param clock ms; rises */
export function makeSlices(clock: () => number = () => performance.now()): Slices {
  began(clock);
  return {
    over() {
      steps++;
      return clock() - began(clock) >= SLICE_MS;
    },
    next: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(resumeOne);
      }),
  };
}

/** Lets others go first, if the slice is over. */
export async function breathe(slices: Slices): Promise<void> {
  if (slices.over()) await slices.next();
}

/** As `items.map(make)`, in slices. The first error ends it. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Result,
  slices: Slices = makeSlices(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(make(item, results.length));
    if (slices.over()) await slices.next();
  }
  return results;
}

/** Work that yields after each small step: it can be done at once, or in slices. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does the work at once: it is known to be short. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices. */
export async function inSlices<Result>(work: Steps<Result>, slices: Slices = makeSlices()): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slices.over()) await slices.next();
  }
}
