/**
 * `npm run compat -- [client or step …]`: drives a Cairn with the real clients of its API, and prints a table client → step → result.
 * Needs Python and the packages, by their names; `npm test` does not run it (README.md). With `--write`, what came of it also goes into
 * results.json and docs/clients.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultCache } from '../../src/settings.ts';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { CLIENTS, type Client } from './clients.ts';
import { line, type Result, writeResults } from './results.ts';

interface Row {
  readonly client: string;
  readonly step: string;
  readonly ok: boolean;
  readonly note: string;
}

/** How a step reports one row. */
const MARK = '@@ ';
/** The longest time for one file, ms. */
const LONGEST = 30 * 60_000;

function cacheDir(): string {
  return path.join(process.env.CACHE_DIR ?? defaultCache(process.env), 'compat');
}

/** Where a client is: its programs, what runs a file of steps, and the versions of its packages. */
interface Environment {
  readonly programs: string;
  readonly command: readonly string[];
  readonly versions: string;
  readonly env?: Readonly<Record<string, string>>;
}

const TYPESCRIPT = [process.execPath, '--import', 'tsx'];
const PROGRAMS = path.dirname(process.execPath);

/** Makes the environments, each once. */
const MAKE: Readonly<Record<'pip' | 'npm' | 'own' | 'maven', (client: Client, home: string) => Environment>> = {
  pip({ packages }, home) {
    const programs = path.join(home, 'bin');
    if (!existsSync(path.join(programs, 'python'))) done('python3', ['-m', 'venv', home]);
    done(path.join(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
    const shown = done(path.join(programs, 'pip'), ['show', ...packages.map((each) => each.replace(/[[<>=!~ ].*$/, ''))]);
    const versions = [...shown.matchAll(/^Name: (.*)\nVersion: (.*)$/gm)].map(([, name, version]) => `${name} ${version}`).join(', ');
    return { programs, command: [path.join(programs, 'python')], versions };
  },
  npm({ packages }, home) {
    writeFileSync(path.join(home, 'package.json'), '{"private": true}');
    done('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, ...packages]);
    const modules = path.join(home, 'node_modules');
    return {
      programs: path.join(modules, '.bin'),
      command: TYPESCRIPT,
      versions: versionsIn(modules, packages.slice(0, 1)),
      env: { COMPAT_MODULES: modules },
    };
  },
  own: ({ packages }) => ({
    programs: PROGRAMS,
    command: TYPESCRIPT,
    versions: versionsIn(path.join(import.meta.dirname, '../../node_modules'), packages),
  }),
  maven({ packages }, home) {
    const jars = path.join(home, 'jars');
    const [group, name, version] = (packages[0] ?? '').split(':');
    writeFileSync(
      path.join(home, 'pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>compat</groupId><artifactId>compat</artifactId>
<version>1</version><dependencies><dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>
</dependencies></project>`,
    );
    done('mvn', ['--batch-mode', '--quiet', '--file', path.join(home, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`]);
    return { programs: PROGRAMS, command: ['java', '-cp', path.join(jars, '*')], versions: `${group}:${name} ${version}` };
  },
};

/** Throws why there is none. */
function environmentOf(client: Client): Environment {
  const home = path.join(cacheDir(), client.name);
  mkdirSync(home, { recursive: true });
  return MAKE[client.from ?? 'pip'](client, home);
}

function done(command: string, given: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, given, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}

function versionsIn(modules: string, packages: readonly string[]): string {
  const version = (name: string): string =>
    (JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')) as { version: string }).version;
  return packages.map((name) => `${name} ${version(name)}`).join(', ');
}

/** Runs one file with a Cairn of its own, and gives the rows that it reports. */
async function rowsOf(client: Client, file: string, place: Environment): Promise<Row[]> {
  const cairn = await startCairn({ API_NAMESPACE: 'datahub', SECRETS_KEY: randomBytes(32).toString('base64') });
  try {
    return await rowsWith(cairn, client, file, place);
  } finally {
    await cairn.stop();
  }
}

/** A file that ends badly without a failed row is one. */
async function rowsWith({ url }: Cairn, client: Client, file: string, { programs, command, env: more }: Environment): Promise<Row[]> {
  const work = mkdtempSync(path.join(os.tmpdir(), 'cairn-compat-'));
  const env = {
    ...process.env,
    ...more,
    PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`,
    HOME: work,
    PYTHONPATH: import.meta.dirname,
    COMPAT_URL: url,
    COMPAT_WORK: work,
    DATAHUB_GMS_URL: url,
    DATAHUB_TELEMETRY_ENABLED: 'false',
  };
  const [program = '', ...before] = command;
  const child = spawn(program, [...before, path.join(import.meta.dirname, file)], {
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

/** The client's environment; undefined if it cannot be made, with the reason in the table. */
function readyFor(client: Client): Environment | undefined {
  try {
    return environmentOf(client);
  } catch (error) {
    console.log(line([client.name, '', `skipped: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`]));
    return undefined;
  }
}

/** @param wanted words of the files to run, all if there are none */
async function main(wanted: readonly string[], writes: boolean): Promise<boolean> {
  const results: Record<string, Result> = {};
  console.log(line(['Client', 'Step', 'Result']));
  console.log('| --- | --- | --- |');
  for (const client of CLIENTS) {
    const files = client.steps.filter((step) => wanted.length === 0 || wanted.some((each) => step.includes(each)));
    const place = files.length > 0 ? readyFor(client) : undefined;
    for (const file of place ? files : []) {
      const began = Date.now();
      const rows = await rowsOf(client, file, place as Environment);
      for (const { step, ok, note } of rows)
        console.log(line([place?.versions ?? '', step, `${ok ? 'works' : '**fails**'}${note ? `: ${note}` : ''}`]));
      const named = (which: boolean): string[] => rows.filter(({ ok }) => ok === which).map(({ step }) => step);
      results[file] = { versions: place?.versions ?? '', works: named(true), fails: named(false) };
      console.error(`${file}: ${Math.round((Date.now() - began) / 1000)} s`);
    }
  }
  if (writes) writeResults(results);
  return Object.values(results).every(({ fails }) => fails.length === 0);
}

const given = process.argv.slice(2);
const words = given.filter((each) => !each.startsWith('--'));
process.exitCode = (await main(words, given.includes('--write'))) ? 0 : 1;
