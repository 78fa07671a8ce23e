/**
 * Watches the event loop. While it is blocked nobody gets an answer, so `/metrics` and the log say for how long.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Each look wakes the process: at every 10 ms that was a fifth of what an idle server costs. */
export const RESOLUTION_MS = 100;
/** The figures cover the last one or two windows, so that several readers do not disturb each other. */
const WINDOW_MS = 30_000;
/** A longer delay is logged, ms. */
const LONG_MS = 1_000;

/** Adds p50, p99 and maximum of the event loop's delay to the registry, in seconds. */
export function watchEventLoop(registry: Registry, log: Log): void {
  let before = begun();
  let present = begun();
  let cpu = process.cpuUsage();
  setInterval(() => {
    present.disable();
    const ms = Math.round(present.max / 1e6);
    const { user, system } = process.cpuUsage(cpu);
    if (ms > LONG_MS) log('server.stood-still', { ms, cpu: Math.round((user + system) / 10 / WINDOW_MS) });
    before = present;
    present = begun();
    cpu = process.cpuUsage();
  }, WINDOW_MS).unref();
  new Gauge({
    name: 'cairn_event_loop_delay_seconds',
    help: 'How late the event loop comes to what is due: quantiles of the last minute; 1 is the longest',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const seconds = (of: (window: IntervalHistogram) => number): number => Math.max(0, of(before), of(present)) / 1e9;
      this.set(
        { quantile: '0.5' },
        seconds((window) => window.percentile(50)),
      );
      this.set(
        { quantile: '0.99' },
        seconds((window) => window.percentile(99)),
      );
      this.set(
        { quantile: '1' },
        seconds((window) => window.max),
      );
    },
  });
}

function begun(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}
