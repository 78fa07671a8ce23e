/**
 * `npm test`: runs of mocha, two at a time, because most of the time is spent waiting for engines (parts.ts). With files or options of mocha,
 * it is one run of only these. A whole run also writes to dist/:
 *
 * - `api-coverage.md`, which lists the tests that call each operation. An operation without a test is a failure.
 * - `durations.json`: how long each file took. `test/durations.json` is a copy of it.
 *
 * At the end stand the slowest tests and files, and the failures once more. The last line says how many tests passed and failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCoverage } from './api-coverage.ts';
import { readDurations, reportDurations } from './durations.ts';
import { JAVA_OPTIONS, javaOptionsWithArchive } from './java-options.ts';
import { partsOf } from './parts.ts';

const MOCHA = path.join(import.meta.dirname, '../node_modules/mocha/bin/mocha.js');
const AT_ONCE = 2;
/** Mocha's list of failures, just before the counts. */
const FAILURES = /^.*\d+ failing.*$[\s\S]*?(?=^\d+ passed, \d+ failed)/m;
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

interface Outcome {
  readonly code: number;
  readonly output: string;
}

function mocha(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MOCHA, '--reporter', path.join(import.meta.dirname, 'support/reporter.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { JAVA_TOOL_OPTIONS: javaOptions, ...process.env, ...(whole && { API_CALLS: calls, DURATIONS: durations }) },
  });
}

/** Passes the output on when the previous run has ended. */
async function outcome(args: readonly string[], before: Promise<unknown>): Promise<Outcome> {
  const child = mocha(args);
  let output = '';
  let shown = 0;
  let turn = false;
  const show = (): void => {
    if (!turn) return;
    process.stdout.write(output.slice(shown));
    shown = output.length;
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    show();
  });
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  void before.then(() => {
    turn = true;
    show();
  });
  return { code: await code, output };
}

const own = process.argv.slice(2);
const whole = own.length === 0;
const parts = whole ? partsOf(readDurations()) : [own];
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-run-'));
const calls = path.join(folder, 'calls');
const durations = path.join(folder, 'durations');
const javaOptions = whole ? await javaOptionsWithArchive(folder) : JAVA_OPTIONS;
const outcomes: Promise<Outcome>[] = [];
const under = new Set<Promise<unknown>>();
for (const args of parts) {
  if (under.size >= AT_ONCE) await Promise.race(under);
  const next = outcome(args, Promise.all(outcomes));
  outcomes.push(next);
  under.add(next);
  void next.then(() => under.delete(next));
}
const ended = await Promise.all(outcomes);
const totals = [0, 0, 0];
for (const { code, output } of ended) {
  const counts = [...output.matchAll(COUNTS)].at(-1);
  for (const at of [0, 1, 2]) totals[at] = (totals[at] ?? 0) + Number(counts?.[at + 1] ?? 0);
  // The run ended before it could count. That is a failure too.
  if (!counts || (code !== 0 && Number(counts[2]) === 0)) totals[1] = (totals[1] ?? 0) + 1;
}
if (whole) {
  process.stdout.write(reportDurations(durations));
  for (const { output } of ended) process.stdout.write(FAILURES.exec(output)?.[0] ?? '');
}
const uncovered = whole ? writeCoverage(calls) : [];
for (const operation of uncovered) process.stdout.write(`No test calls ${operation}\n`);
totals[1] = (totals[1] ?? 0) + uncovered.length;
rmSync(folder, { recursive: true, force: true });
const [passed = 0, failed = 0, skipped = 0] = totals;
if (whole) process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;
