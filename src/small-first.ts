/**
 * Heavy work lets small requests of others go first. A search is some 7 ms of CPU in several steps, and a small read has about six turns of the event
 * loop: without this it waits for nearly all of a search. So each step of heavy work waits until no small request is under way, for a while only.
 */

/** A small read ends within this time, ms. */
const LONGEST_MS = 5;

/** Is a small request under way beside heavy work of others? */
let isUnderWay = (): boolean => false;

const waiting: (() => void)[] = [];
let timer: NodeJS.Timeout | undefined;

/** @param isSmallUnderWay whether a small request is under way beside heavy work of others. `smallEnded` is to be called when it may be so no longer */
export function goAfter(isSmallUnderWay: () => boolean): void {
  isUnderWay = isSmallUnderWay;
}

/** Call it at the end of each request. */
export function smallEnded(): void {
  if (waiting.length > 0 && !isUnderWay()) goOn();
}

/** Resolves when the next step of heavy work may begin: one in each turn of the event loop. */
export function afterSmall(): Promise<void> {
  if (waiting.length === 0 && !isUnderWay()) return Promise.resolve();
  return new Promise((resolve) => {
    waiting.push(resolve);
    arm();
  });
}

function arm(): void {
  timer ??= setTimeout(goOn, LONGEST_MS);
}

function goOn(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting.shift()?.();
  if (waiting.length === 0) return;
  arm();
  setImmediate(smallEnded);
}
