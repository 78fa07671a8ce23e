/**
 * Cuts long work on the event loop into slices. After each slice everything else that waits (other requests, sockets, timers) gets a turn.
 * If there are several long pieces of work, one of them continues in each turn of the loop, so together they block it no longer than one
 * alone.
 */

/** A small read takes several turns of the loop, and each of them may wait for a slice, ms. */
const SLICE_MS = 3;
/** The pause after a slice while small requests are served beside heavy ones, ms. */
const REST_MS = 20;

/** The current slice of one piece of work. */
export interface Slices {
  /** Whether the slice has lasted long enough. Call it after each small step. */
  over(): boolean;
  /** Gives others a turn, and begins the next slice. */
  next(): Promise<void>;
}

const waiting: (() => void)[] = [];

let asked = (): boolean => false;

/** @param disturbs whether long work delays small requests of others, and so has to rest after each slice */
export function restWhile(disturbs: () => boolean): void {
  asked = disturbs;
}

/** Does long work rest now? */
export function resting(): boolean {
  return asked();
}

function resumeLater(): void {
  if (resting()) setTimeout(resumeOne, REST_MS);
  else setImmediate(resumeOne);
}

function resumeOne(): void {
  const resume = waiting.shift();
  // What this requests runs in the next turn of the loop, not in this one.
  if (waiting.length > 0) resumeLater();
  turnBegan = undefined;
  resume?.();
}

/** When long work began in the current turn of the loop, whoever began it. Later work in the same turn gets no separate slice. */
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

/** Counts small steps of long work since the start: the cost of requests and jobs, independent of the machine. */
export function stepsTaken(): number {
  return steps;
}

/** Counts work that runs without slices. */
export function countSteps(more: number): void {
  steps += more;
}

/** @param clock ms; never goes back */
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
        if (waiting.length === 1) resumeLater();
      }),
  };
}

/** Gives others a turn if the slice is over. */
export async function yieldIfDue(slices: Slices): Promise<void> {
  if (slices.over()) await slices.next();
}

/** Like `items.map(make)`, in slices. The first error ends it. */
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

/** Lets small pieces of work that come one by one wait for their turn. */
export interface Turns {
  /** Whether what comes now has to wait. */
  over(): boolean;
  /** The same for what shares no reads with others. */
  overAlone(): boolean;
  /** Resolves when it is its turn, in the order of the calls. */
  wait(): Promise<void>;
}

/** So many small pieces are a few ms of work. Reads of what is shown together stay together: only longer answers are cut. */
const PIECES = 2_000;

export function makeTurns(slices: Slices = makeSlices()): Turns {
  let queue: (() => void)[] = [];
  let pieces = 0;
  const resume = async (): Promise<void> => {
    for (let at = 0; at < queue.length; at++) {
      // Between two of them the first does its work.
      if (slices.over()) await slices.next();
      else await undefined;
      queue[at]?.();
    }
    queue = [];
  };
  return {
    over: () => ++pieces % PIECES === 0 && slices.over(),
    overAlone: slices.over,
    wait: () =>
      new Promise<void>((resolve) => {
        if (queue.push(resolve) === 1) void resume();
      }),
  };
}

/** Work that yields after each small step. It can run in one step or in slices. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs the work in one step, because it is known to be short. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs the work in slices. */
export async function inSlices<Result>(work: Steps<Result>, slices: Slices = makeSlices()): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slices.over()) await slices.next();
  }
}

/** Gives each item while the next one is being made. */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const make = (): Promise<IteratorResult<Item>> => {
    const next = items.next();
    // A failure is met by whoever takes the item, which may be later.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = make(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = make();
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}
