/**
 * Watches the event loop. While it is blocked nobody gets an answer, so `/metrics` and the log say for how long.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric, Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Each look wakes the process: at every 10 ms that was a fifth of what an idle server costs. */
export const RESOLUTION_MS = 100;
/** The figures cover the last one or two windows, so that several readers do not disturb each other. */
const WINDOW_MS = 30_000;
/** A longer delay is logged, ms. */
const LONG_MS = 1_000;

/** How long it has been late, in all, since the start. */
interface Sum {
  readonly count: number;
  readonly seconds: number;
}

/** Adds the delay of the event loop to the registry, in seconds: a summary with p50, p99 and maximum. */
export function watchEventLoop(registry: Registry, log: Log): void {
  let before = begun();
  let present = begun();
  let earlier: Sum = { count: 0, seconds: 0 };
  let cpu = process.cpuUsage();
  setInterval(() => {
    present.disable();
    const ms = Math.round(present.max / 1e6);
    const { user, system } = process.cpuUsage(cpu);
    if (ms > LONG_MS) log('server.stood-still', { ms, cpu: Math.round((user + system) / 10 / WINDOW_MS) });
    earlier = added(earlier, present);
    before = present;
    present = begun();
    cpu = process.cpuUsage();
  }, WINDOW_MS).unref();
  const name = 'cairn_event_loop_delay_seconds';
  const get = async () => {
    const of = (quantile: string, figure: (window: IntervalHistogram) => number) => ({
      labels: { quantile },
      value: Math.max(0, figure(before), figure(present)) / 1e9,
    });
    const { count, seconds } = added(earlier, present);
    return {
      name,
      help: 'How late the event loop comes to what is due. The quantiles are of the last minute; 1 is the longest',
      type: 'summary' as const,
      aggregator: 'omit' as const,
      values: [
        of('0.5', (window) => window.percentile(50)),
        of('0.99', (window) => window.percentile(99)),
        of('1', (window) => window.max),
        { metricName: `${name}_sum`, labels: {}, value: seconds },
        { metricName: `${name}_count`, labels: {}, value: count },
      ],
    };
  };
  // The library computes the quantiles of its own summaries from what it is told. Here Node has them.
  registry.registerMetric({ name, get, reset: () => undefined } as unknown as Metric);
}

function added({ count, seconds }: Sum, window: IntervalHistogram): Sum {
  const times = Number(window.count);
  return { count: count + times, seconds: seconds + (times === 0 ? 0 : (window.mean * times) / 1e9) };
}

function begun(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}
