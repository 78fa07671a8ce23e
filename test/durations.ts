/**
 * How long the files of the tests take. A run of `npm test` or of the long tests writes it to `dist/durations.json`; `test/durations.json` is a
 * copy of an earlier one, by which the next runs are cut into parts (parts.ts).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LONG_TITLE } from './long-title.ts';
import type { Duration } from './support/reporter.ts';

const ROOT = path.join(import.meta.dirname, '..');
const KEPT = path.join(ROOT, 'test/durations.json');
const WRITTEN = path.join(ROOT, 'dist/durations.json');
const SHOWN = 10;

/** Seconds by file. */
export type Durations = Readonly<Record<string, number>>;

export function readDurations(): Durations {
  return JSON.parse(readFileSync(KEPT, 'utf8')) as Durations;
}

/**
 * Writes `dist/durations.json`.
 *
 * @param file what the reporters of the run have recorded
 * @returns the slowest tests and files, as text
 */
export function reportDurations(file: string): string {
  const all = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Duration]));
  const files = new Map<string, number>();
  for (const { file: name, test, ms } of all) if (test === undefined) files.set(name, (files.get(name) ?? 0) + ms);
  const seconds = [...files].map(([name, ms]) => [name, Math.ceil(ms / 1000)] as const);
  const known = Object.entries(readDurations()).filter(
    ([name]) => !files.has(name) && existsSync(path.join(ROOT, name.replace(` ${LONG_TITLE}`, ''))),
  );
  const sorted = [...known, ...seconds].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(WRITTEN, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  const tests = all.flatMap(({ test, ms }) => (test === undefined ? [] : [[test, ms] as const]));
  return `\nThe slowest tests:\n${slowest(tests)}\nThe slowest files:\n${slowest([...files])}\n`;
}

function slowest(rows: readonly (readonly [name: string, ms: number])[]): string {
  const first = rows.toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return first.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}\n`).join('');
}
