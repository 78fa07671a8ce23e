/**
 * What a bench is, and how it times what it does.
 */
import type { Cairn } from '../support/cairn.ts';

/** A line of the table that is printed. */
export type Figure = Readonly<Record<string, string | number>>;
export type Bench = (cairn: Cairn, print: (figures: readonly Figure[]) => void) => Promise<void>;

/** Runs of which the first are thrown away: plans are made and code is compiled in them. */
const WARM_UP = 2;
const RUNS = 7;

/** Times a step in ms: the first time, the median and the slowest of the times after warming up. */
export async function timed(step: () => Promise<unknown>): Promise<{ first: number; median: number; slowest: number }> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const from = performance.now();
    await step();
    times.push(performance.now() - from);
  }
  const warm = times.slice(WARM_UP).sort((a, b) => a - b);
  return { first: Math.round(times[0] ?? 0), median: Math.round(warm[Math.floor(warm.length / 2)] ?? 0), slowest: Math.round(warm.at(-1) ?? 0) };
}
