/**
 * A server that leaves out a filter of restricted reading while it runs: the one whose number is in the file `WITHOUT`, or none. Each file with
 * filters is there once as it is, and once without each of them; its exports call those that count now.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle } from '../../src/build/bundle.ts';
import { FILTERS, type Filter } from './filters.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');
const WITHOUT = 'without.txt';

export interface Switchable {
  /** The main file of the server. */
  readonly main: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Counts within 10 ms, and for compiled policies with their next change. @param filter its place in the list; undefined: none */
  leaveOut(filter: number | undefined): void;
}

/** @param into an empty folder */
export async function makeSwitchable(into: string): Promise<Switchable> {
  const dist = path.join(into, 'dist');
  mkdirSync(dist);
  for (const name of ['cypher', 'openapi', 'node_modules', 'package.json', 'docs', 'CHANGELOG.md', 'SECURITY.md'])
    symlinkSync(path.join(ROOT, name), path.join(into, name));
  for (const name of readdirSync(path.join(ROOT, 'dist')))
    if (!name.endsWith('.js')) symlinkSync(path.join(ROOT, 'dist', name), path.join(dist, name));
  const file = path.join(into, WITHOUT);
  const leaveOut = (filter: number | undefined): void => writeFileSync(file, String(filter ?? ''));
  leaveOut(undefined);
  await bundle(dist, [variants]);
  return { main: path.join(dist, 'main.js'), settings: { WITHOUT: file }, leaveOut };
}

const variants: Plugin = {
  name: 'variants',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\?variant=/ }, ({ path: asked }) => {
      const [file = '', number] = asked.split('?variant=');
      return { path: file, suffix: `?variant=${number}` };
    });
    onLoad({ filter: /\/src\/[^/].*\.ts$/ }, ({ path: file, suffix }) => {
      const name = path.relative(SRC, file);
      const numbers = FILTERS.flatMap((filter, at) => (filter.file === name ? [at] : []));
      if (numbers.length === 0) return undefined;
      const text = readFileSync(file, 'utf8');
      if (suffix === '') return { contents: switchText(file, text, numbers), loader: 'js' };
      return { contents: numbered(text, Number(suffix.split('=')[1])), loader: 'ts' };
    });
  },
};

/** The text of a file without the filter at this place of the list; as it is without one. */
function numbered(text: string, at: number): string {
  const filter = FILTERS[at];
  return filter ? withoutFilter(text, filter) : text;
}

/** The text of a file without a filter. @throws Error if the text of the filter is not there exactly once */
export function withoutFilter(text: string, filter: Filter): string {
  if (text.split(filter.find).length !== 2) throw new Error(`${filter.file}: expected once: ${filter.find}`);
  return text.replace(filter.find, () => filter.replace);
}

/** What an export makes when the server starts asks each time which variant counts, too. */
function switchText(file: string, text: string, numbers: readonly number[]): string {
  const exported = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
  const places = [-1, ...numbers];
  return [
    "import { readFileSync } from 'node:fs';",
    ...places.map((number, at) => `import * as m${at} from ${JSON.stringify(`${file}?variant=${number}`)};`),
    `const all = [${places.map((_, at) => `m${at}`).join(', ')}];`,
    `const places = ${JSON.stringify(Object.fromEntries(numbers.map((number, at) => [number, at + 1])))};`,
    'let [read, at] = [0, 0];',
    'const now = () => {',
    '  if (performance.now() - read > 5) {',
    "    at = places[readFileSync(process.env.WITHOUT, 'utf8')] ?? 0;",
    '    read = performance.now();',
    '  }',
    '  return at;',
    '};',
    'const switched = (name) => {',
    "  if (typeof m0[name] !== 'function') return m0[name];",
    '  return (...given) => {',
    '    const result = all[now()][name](...given);',
    "    if (typeof result !== 'function') return result;",
    '    const each = all.map((module) => module[name](...given));',
    '    return (...more) => each[now()](...more);',
    '  };',
    '};',
    ...exported.map((name) => `export const ${name} = switched('${name}');`),
  ].join('\n');
}
