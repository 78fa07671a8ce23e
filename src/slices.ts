/**
 * Cuts long work on the event loop into slices. After each slice everything else that waits (other requests, sockets, timers) gets a turn.
 * If there are several long pieces of work, one of them continues in each turn of the loop, so together they block it no longer than one
 * alone.
 */
import { afterSmall } from './small-first.ts';

/** A small read takes several turns of the loop, and each of them may wait for a slice, ms: beside small requests, and otherwise. */
const [SHORT_SLICE_MS, SLICE_MS] = [1, 3];
/** The pause after a slice while small requests are served beside heavy ones, ms. */
const REST_MS = 10;
/** A step that cannot be cut takes longer than a slice: the pause after it is longer by this many ms for each ms. */
const REST_FOR_EACH_MS = 20;
/** The longest pause, ms: long work makes progress whatever others do. */
const LONGEST_REST_MS = 1_000;

/** The current slice of one piece of work. */
export interface Slices {
  /** Whether the slice has lasted long enough. Call it after each small step. */
  over(): boolean;
  /** Gives others a turn, and begins the next slice. */
  next(): Promise<void>;
  /** Waits until the pause after earlier long work is over. Call it before work whose first step may take long. */
  begin(): Promise<void>;
}

const waiting: (() => void)[] = [];

let sliceMs = SLICE_MS;

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
  // At the end of the turn it is known how long the turn took.
  setImmediate(() => {
    const rests = resting();
    sliceMs = rests ? SHORT_SLICE_MS : SLICE_MS;
    if (rests) setTimeout(() => void afterSmall().then(resumeOne), Math.max(REST_MS, pauseEnds - performance.now()));
    else resumeOne();
  });
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

/** The end of the pause that long work in earlier turns has to make beside small requests. */
let pauseEnds = 0;

function began(clock: () => number): number {
  if (turnBegan === undefined) {
    turnBegan = clock();
    const from = performance.now();
    setImmediate(() => {
      turnBegan = undefined;
      const to = performance.now();
      pauseEnds = Math.max(pauseEnds, to + Math.min(LONGEST_REST_MS, (to - from - SLICE_MS) * REST_FOR_EACH_MS));
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
  const next = (): Promise<void> =>
    new Promise<void>((resolve) => {
      waiting.push(() => {
        began(clock);
        resolve();
      });
      if (waiting.length === 1) resumeLater();
    });
  return {
    over() {
      steps++;
      return clock() - began(clock) >= sliceMs;
    },
    next,
    begin: async () => {
      if (performance.now() < pauseEnds && resting()) await next();
    },
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
