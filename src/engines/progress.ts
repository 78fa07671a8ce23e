/**
 * Shows the progress of downloads: a status line on a terminal, plain log lines elsewhere.
 */
import type { Log } from '../log.ts';

export interface StartProgress {
  /** The log. Its lines do not mix with the status line. */
  readonly log: Log;
  /** Reports the current step of an engine and its progress. */
  report(engine: string, version: string, step: string, detail?: string): void;
  /** Removes the engine from the status line. */
  over(engine: string): void;
  end(): void;
}

interface EngineStep {
  readonly version: string;
  readonly step: string;
  readonly detail: string;
  readonly since: number;
  loggedAt: number;
}

const CLEAR = '\r\u001b[2K';
/** Where there is no terminal, Cairn logs a long step again after this time, ms. */
const REMINDER = 10_000;

const sentence = ({ step, detail }: EngineStep): string => (detail === '' ? step : `${step}: ${detail}`);

function statusLine(all: ReadonlyMap<string, EngineStep>): string {
  const parts = [...all].map(
    ([engine, doing]) => `${engine} ${doing.version}: ${sentence(doing)} (${Math.round((Date.now() - doing.since) / 1000)} s)`,
  );
  return parts.join(' | ').slice(0, (process.stderr.columns ?? 80) - 1);
}

/** Shows progress until `end()`. */
export function showProgress(log: Log): StartProgress {
  const terminal = process.stderr.isTTY;
  const all = new Map<string, EngineStep>();
  const write = (text: () => string): void => {
    if (terminal && all.size > 0) process.stderr.write(text());
  };
  const clear = (): void => write(() => CLEAR);
  const draw = (): void => write(() => CLEAR + statusLine(all));
  const logStep = (engine: string, doing: EngineStep): void => {
    doing.loggedAt = Date.now();
    log('engine.fetching', { engine, version: doing.version, step: sentence(doing) });
  };
  const remind = (): void => {
    for (const [engine, doing] of all) if (Date.now() - doing.loggedAt >= REMINDER) logStep(engine, doing);
  };
  const timer = setInterval(terminal ? draw : remind, 1000);
  return {
    log: (event, fields) => {
      clear();
      log(event, fields);
      draw();
    },
    report: (engine, version, step, detail = '') => {
      const before = all.get(engine);
      const doing = { version, step, detail, since: before?.since ?? Date.now(), loggedAt: before?.loggedAt ?? 0 };
      all.set(engine, doing);
      if (!terminal && before?.step !== step) logStep(engine, doing);
      draw();
    },
    over: (engine) => {
      clear();
      all.delete(engine);
      draw();
    },
    end: () => {
      clear();
      all.clear();
      clearInterval(timer);
    },
  };
}
