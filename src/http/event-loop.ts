/**
 * The watchdog of the event loop: while it stands still nobody is answered, so how long it does so is told in `/metrics` and in the log.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../log.ts';

const RESOLUTION_MS = 10;
/** The figures are of the last one to two windows: whoever asks sees what was, and askers do not disturb each other. */
const WINDOW_MS = 30_000;
/** Above it a window is told in the log, ms. */
const LONG_MS = 1_000;

/** Adds p50, p99 and max of the event loop's delay to the registry, in seconds. */
export function watchEventLoop(registry: Registry, log: Log): void {
  let before = begun();
  let present = begun();
  setInterval(() => {
    present.disable();
    const ms = Math.round(present.max / 1e6);
    if (ms > LONG_MS) log('server.stood-still', { ms });
    before = present;
    present = begun();
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
