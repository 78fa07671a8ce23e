/**
 * `npm run compat -- [client or step …]`: drives a Cairn with the real clients of its API, and prints a table client → step → result.
 * Needs Python and the packages, by their names; `npm test` does not run it (README.md). With `--write`, the table also goes into
 * docs/clients.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { CLIENTS, type Client } from './clients.ts';

interface Row {
  readonly client: string;
  readonly step: string;
  readonly ok: boolean;
  readonly note: string;
}

/** How a step reports one row. */
const MARK = '@@ ';
const PAGE = path.join(import.meta.dirname, '../../docs/clients.md');
/** The longest time for one file, ms. */
const LONGEST = 30 * 60_000;

function cacheDir(): string {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  return path.join(process.env.CACHE_DIR ?? path.join(cache, 'cairn'), 'compat');
}

/** Makes the client's environment, once, and gives its folder of programs. Packages of npm are those of Cairn itself. */
function environmentOf({ name, packages, npm }: Client): string {
  if (npm) return path.dirname(process.execPath);
  const home = path.join(cacheDir(), name);
  const programs = path.join(home, 'bin');
  if (!existsSync(path.join(programs, 'python'))) {
    mkdirSync(home, { recursive: true });
    done('python3', ['-m', 'venv', home]);
  }
  done(path.join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  return programs;
}

function done(command: string, given: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, given, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}

function versionsOf({ packages, npm }: Client, programs: string): string {
  if (npm) return packages.map((name) => `${name} ${versionOf(name)}`).join(', ');
  const names = packages.map((each) => each.replace(/[[<>=!~ ].*$/, ''));
  const shown = done(path.join(programs, 'pip'), ['show', ...names]);
  return [...shown.matchAll(/^Name: (.*)\nVersion: (.*)$/gm)].map(([, name, version]) => `${name} ${version}`).join(', ');
}

function versionOf(name: string): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Runs one file with a Cairn of its own, and gives the rows that it reports. */
async function rowsOf(client: Client, file: string, programs: string): Promise<Row[]> {
  const cairn = await startCairn({ API_NAMESPACE: 'datahub', SECRETS_KEY: randomBytes(32).toString('base64') });
  try {
    return await rowsWith(cairn, client, file, programs);
  } finally {
    await cairn.stop();
  }
}

/** A file that ends badly without a failed row is one. */
async function rowsWith({ url }: Cairn, client: Client, file: string, programs: string): Promise<Row[]> {
  const work = mkdtempSync(path.join(os.tmpdir(), 'cairn-compat-'));
  const env = {
    ...process.env,
    PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`,
    HOME: work,
    PYTHONPATH: import.meta.dirname,
    COMPAT_URL: url,
    COMPAT_WORK: work,
    DATAHUB_GMS_URL: url,
    DATAHUB_TELEMETRY_ENABLED: 'false',
  };
  const [command, ...before] = client.npm ? [process.execPath, '--import', 'tsx'] : [path.join(programs, 'python')];
  const child = spawn(command, [...before, path.join(import.meta.dirname, file)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST,
  });
  let [out, wrong] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (wrong += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  rmSync(work, { recursive: true, force: true });
  const rows = out
    .split('\n')
    .filter((line) => line.startsWith(MARK))
    .map((line): Row => ({ client: client.name, ...(JSON.parse(line.slice(MARK.length)) as Omit<Row, 'client'>) }));
  if (code !== 0 && rows.every(({ ok }) => ok))
    rows.push({ client: client.name, step: file, ok: false, note: wrong.trim().split('\n').at(-1) ?? `ended with ${code}` });
  if (rows.some(({ ok }) => !ok)) process.stderr.write(wrong);
  return rows;
}

/** A row of a Markdown table. */
function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}

/** Puts a summary where the page has it: a row for each client. */
function write(summary: readonly Summary[]): void {
  const table = [
    line(['Client', 'Steps', 'Fails']),
    '| --- | --- | --- |',
    ...summary.map(({ versions, steps, failed }) => line([versions, String(steps), failed.join(', ')])),
  ];
  const page = readFileSync(PAGE, 'utf8');
  const shown = page.replace(/(<!-- npm run compat -->\n)[\s\S]*?(?=\n\n)/, (_all, mark: string) => mark + table.join('\n'));
  writeFileSync(PAGE, shown);
}

/** A client with its packages, how many steps it has taken, and which of them failed. */
interface Summary {
  readonly versions: string;
  steps: number;
  readonly failed: string[];
}

/** @param wanted words of the files to run, all if there are none */
async function main(wanted: readonly string[], writes: boolean): Promise<boolean> {
  const chosen = CLIENTS.map((client) => ({
    ...client,
    steps: client.steps.filter((step) => wanted.length === 0 || wanted.some((each) => step.includes(each))),
  }));
  const ready = chosen.filter(({ steps }) => steps.length > 0).map((client) => ({ client, programs: environmentOf(client) }));
  let good = true;
  const summary: Summary[] = [];
  console.log(line(['Client', 'Step', 'Result']));
  console.log('| --- | --- | --- |');
  for (const { client, programs } of ready) {
    const versions = versionsOf(client, programs);
    const sum: Summary = { versions, steps: 0, failed: [] };
    summary.push(sum);
    for (const file of client.steps) {
      const began = Date.now();
      for (const { step, ok, note } of await rowsOf(client, file, programs)) {
        good &&= ok;
        sum.steps += 1;
        if (!ok) sum.failed.push(step);
        console.log(line([versions, step, `${ok ? 'works' : '**fails**'}${note ? `: ${note}` : ''}`]));
      }
      console.error(`${file}: ${Math.round((Date.now() - began) / 1000)} s`);
    }
  }
  if (writes && wanted.length === 0) write(summary);
  return good;
}

const given = process.argv.slice(2);
const words = given.filter((each) => !each.startsWith('--'));
process.exitCode = (await main(words, given.includes('--write'))) ? 0 : 1;
