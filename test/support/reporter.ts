/**
 * Mocha's usual report, and the counts as a last line for scripts. A whole run also records how long each file, each test and each hook took: `DURATIONS`
 * names the file, which gets a line of JSON for each.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import Mocha, { type MochaOptions, type Runner } from 'mocha';
import { LONG_TITLE, longName } from '../long-title.ts';

export interface Duration {
  /** Relative to the repository; for the long tests of a file that has short ones, too, with a mark behind it (long-title.ts). */
  readonly file: string;
  /** Absent for the whole file, with its hooks. */
  readonly test?: string;
  readonly ms: number;
}

const ROOT = path.join(import.meta.dirname, '../..');

export default function report(runner: Runner, options: MochaOptions): void {
  const { EVENT_HOOK_END, EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_TEST_END } = Mocha.Runner.constants;
  const { stats } = new Mocha.reporters.Spec(runner, options);
  const file = process.env.DURATIONS;
  const record = (duration: Duration): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(duration)}\n`);
  };
  const isLong = options.fgrep === LONG_TITLE && options.invert !== true;
  const fileOf = ({ file: at }: { readonly file?: string | undefined }): string => {
    const name = path.relative(ROOT, at ?? ROOT);
    return isLong ? longName(name) : name;
  };
  let from = 0;
  runner.on(EVENT_SUITE_BEGIN, (suite) => {
    if (suite.parent?.root) from = performance.now();
  });
  runner.on(EVENT_SUITE_END, (suite) => {
    if (suite.parent?.root) record({ file: fileOf(suite), ms: Math.round(performance.now() - from) });
  });
  runner.on(EVENT_HOOK_END, (hook) => record({ file: fileOf(hook), test: hook.fullTitle(), ms: hook.duration ?? 0 }));
  runner.on(EVENT_TEST_END, (test) => record({ file: fileOf(test), test: test.fullTitle(), ms: test.duration ?? 0 }));
  runner.once(EVENT_RUN_END, () => {
    const { passes, failures, pending } = stats;
    process.stdout.write(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`);
  });
}
