/**
 * How far the start of the engines is: a single line that is rewritten on a terminal, plain log lines elsewhere.
 */
import type { Log } from '../log.ts';

export interface Progress {
  /** The log, kept apart from the status line. */
  readonly log: Log;
  /** What is done for an engine now; undefined when that is over. */
  report(engine: string, version: string, step: string | undefined): void;
  end(): void;
}

const CLEAR = '\r\u001b[2K';
/** A step that lasts is told again after this long where there is no terminal, ms. */
const REMINDER = 10_000;

interface Step {
  version: string;
  step: string;
  since: number;
  told: number;
}

function terminalLine(steps: ReadonlyMap<string, Step>): string {
  const parts = [...steps].map(
    ([engine, { version, step, since }]) => `${engine} ${version}: ${step} (${Math.round((Date.now() - since) / 1000)} s)`,
  );
  return parts.join('  |  ').slice(0, (process.stderr.columns ?? 80) - 1);
}

/** Starts to show progress; `end` must be called. */
export function showProgress(log: Log): Progress {
  const terminal = process.stderr.isTTY;
  const steps = new Map<string, Step>();
  const draw = (): void => {
    if (terminal && steps.size > 0) process.stderr.write(CLEAR + terminalLine(steps));
  };
  const clear = (): void => {
    if (terminal && steps.size > 0) process.stderr.write(CLEAR);
  };
  const remind = (): void => {
    for (const [engine, one] of steps) {
      if (Date.now() - one.told < REMINDER) continue;
      one.told = Date.now();
      log('engine.fetching', { engine, version: one.version, step: one.step });
    }
  };
  const timer = setInterval(terminal ? draw : remind, 1000);
  return {
    log: (event, fields) => {
      clear();
      log(event, fields);
      draw();
    },
    report: (engine, version, step) => {
      clear();
      const before = steps.get(engine);
      if (step === undefined) steps.delete(engine);
      else steps.set(engine, { version, step, since: before?.since ?? Date.now(), told: before?.told ?? 0 });
      if (!terminal && before === undefined) remind();
      draw();
    },
    end: () => {
      clearInterval(timer);
      clear();
      steps.clear();
    },
  };
}
