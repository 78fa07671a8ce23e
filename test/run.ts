/**
 * `npm test`: runs of mocha, two at a time, because most of the time is spent waiting for engines. Tests that start and stop their own
 * processes run in four parts, all others in two; each of these two has one Cairn for all of its tests. With files or options of mocha,
 * it is one run of only these. A whole run also writes dist/api-coverage.md, which lists the tests that call each operation; an operation
 * without a test is a failure. The list of failures appears once more at the end. The last line says how many tests passed and failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCoverage } from './api-coverage.ts';

const MOCHA = path.join(import.meta.dirname, '../node_modules/mocha/bin/mocha.js');
const AT_ONCE = 2;
/** Optimising the code of engines that live for seconds does not pay: without it, each start needs a third less work. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1';
/** In this order both halves of the machine finish at about the same time, and the tests that kill engines mostly run beside others. */
const PARTS = [
  ['test/behaviour/**/*.test.ts'],
  ['test/operations/[a-i]*.test.ts'],
  ['test/operations/[j-o]*.test.ts'],
  ['test/operations/[p-s]*.test.ts'],
  ['test/operations/[t-z]*.test.ts'],
  ['test/{unit,pure,faces,plans,ui}/**/*.test.ts'],
];
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
    env: { JAVA_TOOL_OPTIONS, ...process.env, ...(calls && { API_CALLS: calls }) },
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
const parts = own.length > 0 ? [own] : PARTS;
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-run-'));
const calls = own.length > 0 ? undefined : path.join(folder, 'calls');
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
if (parts.length > 1) for (const { output } of ended) process.stdout.write(FAILURES.exec(output)?.[0] ?? '');
const uncovered = calls ? writeCoverage(calls) : [];
for (const operation of uncovered) process.stdout.write(`No test calls ${operation}\n`);
totals[1] = (totals[1] ?? 0) + uncovered.length;
rmSync(folder, { recursive: true, force: true });
const [passed = 0, failed = 0, skipped = 0] = totals;
if (parts.length > 1) process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;
