/**
 * Tests of the pure core against the code without a filter: on a copy of the sources, in which its file is another.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Filter } from './filters.ts';
import { withoutFilter } from './without.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** @param into an empty folder @returns does a test fail without this filter, and not with it? */
export function makeElsewhere(into: string): (filter: Filter) => boolean {
  for (const name of ['src', 'test/unit', 'test/support', '.mocharc.yaml', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, name), path.join(into, name), { recursive: true });
  for (const name of ['node_modules', 'openapi', 'cypher']) symlinkSync(path.join(ROOT, name), path.join(into, name));
  const pass = ({ elsewhere }: Filter): boolean => spawnSync('npx', ['mocha', ...elsewhere], { cwd: into, stdio: 'ignore' }).status === 0;
  const passing = new Map<string, boolean>();
  return (filter) => {
    const tests = filter.elsewhere.join();
    if (!passing.has(tests)) passing.set(tests, tests !== '' && pass(filter));
    if (!passing.get(tests)) return false;
    const file = path.join(into, 'src', filter.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, withoutFilter(text, filter));
    const passes = pass(filter);
    writeFileSync(file, text);
    return !passes;
  };
}
