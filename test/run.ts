/**
 * `npm test`: builds (`--build`), then starts runs of mocha, two at a time with engines and beside them one without (parts.ts). With files or
 * options of mocha, it is one run of only these. `npm run test:long`: the tests that take long; `-- --share 1/3` runs a third of them. A whole
 * run also writes to dist/:
 *
 * - `api-coverage.md`, which lists the tests that call each operation. An operation without a test is a failure.
 * - `durations.json`: how long each file took. `test/durations.json` is a copy of it.
 *
 * At the end stand the slowest tests and files, and the failures once more. The last line says how many tests passed and failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDurations, reportDurations } from './durations.ts';
import { type Outcome, runMocha } from './lane.ts';
import { longPartsOf, type Parts, partsOf } from './parts.ts';
import { JAVA_OPTIONS, prepare } from './prepare.ts';
import { described, endSharedEngines, startEngines } from './support/shared-engines.ts';

const AT_ONCE = 2;
/** The niceness of what runs beside them, mostly when they wait. Beside other work, too, it gets enough for the time limit of a test. */
const LOW = 5;
/** Mocha's list of failures, just before the counts. */
const FAILURES = /^.*\d+ failing.*$[\s\S]*?(?=^\d+ passed, \d+ failed)/m;
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

const BUILD = 'node --import tsx src/build/run.ts --unchecked';

const builds = process.argv[2] === '--build';
const own = process.argv.slice(builds ? 3 : 2);
const whole = own.length === 0;
const long = own[0] === '--long';

/** `--long`, or `--long --share 1/3`. */
function longParts([, name = '--share', share = '1/1']: readonly string[]): string[][] {
  const [at = 0, of = 0] = share.split('/').map(Number);
  if (name !== '--share' || !(at >= 1 && at <= of)) throw new Error('Usage: npm run test:long [-- --share <number>/<of how many>]');
  return longPartsOf(readDurations(), AT_ONCE, { at, of });
}

/** Ends with the code of the build, if that fails. */
async function build(): Promise<void> {
  const [code] = (await once(spawn(BUILD, { shell: true, stdio: 'inherit' }), 'close')) as [number | null];
  if (code === 0) return;
  await endSharedEngines();
  process.exit(code ?? 1);
}

// The engines need nothing of it, so they start meanwhile.
const built = builds ? build() : undefined;
if (!whole) await built;
const { withEngines, bare }: Parts = whole ? partsOf(readDurations()) : { withEngines: long ? longParts(own) : [own], bare: [] };
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-run-'));
const [calls, durations] = [path.join(folder, 'calls'), path.join(folder, 'durations')];
const env = {
  JAVA_TOOL_OPTIONS: JAVA_OPTIONS,
  ...(long && (await prepare(folder))),
  ...process.env,
  ...(whole && { API_CALLS: calls }),
  ...((whole || long) && { DURATIONS: durations }),
};
const ended: Outcome[] = [];
const outputs: Promise<unknown>[] = [];
const waiting = [...withEngines];
async function run(args: readonly string[], engines: NodeJS.ProcessEnv, niceness?: number): Promise<void> {
  await built;
  const next = runMocha(args, { ...env, ...engines }, Promise.all(outputs), niceness);
  outputs.push(next);
  ended.push(await next);
}
/** Runs part after part, on the same engines. */
async function lane(): Promise<void> {
  const engines = whole ? { ENGINES: await described(startEngines({ JAVA_TOOL_OPTIONS: JAVA_OPTIONS })) } : {};
  for (let args = waiting.shift(); args !== undefined; args = waiting.shift()) await run(args, engines);
}
await Promise.all([...Array.from({ length: AT_ONCE }, lane), ...bare.map((args) => run(args, {}, LOW))]);
await endSharedEngines();
const totals = [0, 0, 0];
for (const { code, output } of ended) {
  const counts = [...output.matchAll(COUNTS)].at(-1);
  for (const at of [0, 1, 2]) totals[at] = (totals[at] ?? 0) + Number(counts?.[at + 1] ?? 0);
  // The run ended before it could count. That is a failure too.
  if (!counts || (code !== 0 && Number(counts[2]) === 0)) totals[1] = (totals[1] ?? 0) + 1;
}
if (whole || long) {
  process.stdout.write(reportDurations(durations));
  for (const { output } of ended) process.stdout.write(FAILURES.exec(output)?.[0] ?? '');
}
// It reads what the build writes.
const uncovered = whole ? (await import('./api-coverage.ts')).writeCoverage(calls) : [];
for (const operation of uncovered) process.stdout.write(`No test calls ${operation}\n`);
totals[1] = (totals[1] ?? 0) + uncovered.length;
rmSync(folder, { recursive: true, force: true });
const [passed = 0, failed = 0, skipped = 0] = totals;
if (whole || long) process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;
