/** Mocha's usual report, and the counts as a last line for scripts. */
import Mocha, { type MochaOptions, type Runner } from 'mocha';

export default function report(runner: Runner, options: MochaOptions): void {
  const { stats } = new Mocha.reporters.Spec(runner, options);
  runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
    const { passes, failures, pending } = stats;
    process.stdout.write(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`);
  });
}
