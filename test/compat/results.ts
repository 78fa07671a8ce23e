/**
 * What came of the steps, in results.json: `npm run compat -- --write` replaces the entries of the files that it has run. docs/clients.md shows them in
 * short.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS } from './clients.ts';

const FILE = path.join(import.meta.dirname, 'results.json');
const PAGE = path.join(import.meta.dirname, '../../docs/clients.md');
const PLACE = /(?<=<!-- npm run compat -->\n)[\s\S]*?(?=\n\n)/;

/** Of one file of steps. */
export interface Result {
  /** The client's packages, with their versions. */
  readonly versions: string;
  readonly works: readonly string[];
  readonly fails: readonly string[];
}

export type Results = Readonly<Record<string, Result>>;

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

/** Into the file, in the order of the clients, and into the page. */
export function writeResults(latest: Results): void {
  const all: Results = { ...readResults(), ...latest };
  const files = CLIENTS.flatMap(({ steps }) => steps).filter((each) => all[each]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(files.map((each) => [each, all[each]])), null, 2)}\n`);
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(PLACE, tableOf(readResults())));
}

/** The table as the page has it. */
export function tableInPage(): string | undefined {
  return PLACE.exec(readFileSync(PAGE, 'utf8'))?.[0];
}

/** A row for each client of which something has run. */
export function tableOf(results: Results): string {
  const rows = CLIENTS.flatMap(({ steps }) => {
    const own = steps.flatMap((each) => results[each] ?? []);
    if (own.length === 0) return [];
    const failed = own.flatMap(({ fails }) => fails);
    const count = own.reduce((sum, { works }) => sum + works.length, failed.length);
    return line([own.at(-1)?.versions ?? '', String(count), failed.join(', ')]);
  });
  return [line(['Client', 'Steps', 'Fails']), '| --- | --- | --- |', ...rows].join('\n');
}

/** A row of a Markdown table. */
export function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}
