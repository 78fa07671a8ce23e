/**
 * Cairn as its users run it: the built command in a separate process, with throw-away data, its log and its exit code.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expectDocumented, expectOwnModel } from './answers.ts';
import { newDataDir } from './cairn.ts';
import { eventually } from './eventually.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** How long a busy machine may take until the port is open, ms. */
const OPEN_MS = 180_000;

/** With one of these, a start is not that of an ordinary new store. */
const SPECIAL = ['DATA_DIR', 'MODEL_DIR', 'NEO4J_URI', 'TYPESENSE_URL'];

/** With one of these, a Cairn serves another OpenAPI document. */
const OTHER_DOCUMENT = ['API_NAMESPACE', 'BASE_PATH', 'MODEL_DIR'];

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A line of Cairn's log. */
export interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly log: readonly LogLine[];
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly end: Promise<End>;
  /** The log line of this event, as soon as it appears. Fails if the process ends without it. */
  event(name: string): Promise<LogLine>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<End>;
}

export interface RunningCairn extends Running {
  readonly url: string;
  readonly dataDir: string;
}

const running = new Set<ChildProcessWithoutNullStreams>();
const folders = new Set<string>();

/** A folder that is deleted after the tests. */
export function throwAwayFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-'));
  folders.add(folder);
  return folder;
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The environment of the tests without any setting of Cairn, so that only the given settings count. */
function environment(settings: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'CACHE_DIR', 'LANG', 'JAVA_TOOL_OPTIONS'];
  const own = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // No balancer is in front of it.
  return { DRAIN_SECONDS: '0', ...Object.fromEntries(own), ...settings };
}

/** Runs a file of `dist/` as a separate process; `settings` are its environment. */
export function runNode(file: string, args: readonly string[], settings: Record<string, string> = {}, cwd = ROOT): Running {
  const child = spawn(process.execPath, [path.resolve(ROOT, 'dist', file), ...args], { cwd, env: environment(settings) });
  running.add(child);
  const log: LogLine[] = [];
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout }).on('line', (line) => {
    stdout += `${line}\n`;
    if (line.startsWith('{')) log.push(JSON.parse(line) as LogLine);
  });
  const end = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  return {
    child,
    log,
    stdout: () => stdout,
    stderr: () => stderr,
    end,
    event: async (name) => {
      for (;;) {
        const line = log.find(({ event }) => event === name);
        if (line) return line;
        if (!running.has(child)) throw new Error(`The process ended without ${name}: ${stderr}${stdout.slice(-2000)}`);
        await Promise.race([once(lines, 'line'), end]);
      }
    },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return end;
    },
  };
}

/** Why Cairn refuses to start: waits for its end, with exit code 1 and one line of the log that says so. */
export async function refusalOf(cairn: Running): Promise<string> {
  const { code } = await cairn.end;
  if (code !== 1 || cairn.stderr() !== '') throw new Error(`Cairn ended with ${code}: ${cairn.stderr()}${cairn.stdout().slice(-2000)}`);
  const said = cairn.log.filter(({ event }) => event === 'server.refused');
  if (said.length !== 1 || said[0]?.level !== 60) throw new Error(`Cairn does not say once why it refuses to start: ${cairn.stdout().slice(-2000)}`);
  return String(said[0].reason);
}

/** Starts Cairn with local engines. Its port is open when this returns; the engines may not be ready yet. */
export async function startingCairn(settings: Record<string, string> = {}, args: readonly string[] = []): Promise<RunningCairn> {
  const port = settings.PORT ?? String(await freePort());
  const dataDir = settings.DATA_DIR ?? throwAwayFolder();
  folders.add(dataDir);
  const cairn = runNode('main.js', args, { ...settings, PORT: port, DATA_DIR: dataDir });
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([eventually(() => fetch(origin), OPEN_MS), cairn.end]);
  if (!running.has(cairn.child)) throw new Error(`Cairn ended: ${cairn.stderr()}${cairn.stdout().slice(-2000)}`);
  return { ...cairn, dataDir, url: `${origin}${settings.BASE_PATH ?? ''}` };
}

/** Starts Cairn and waits until it is ready. */
export async function startCairn(settings: Record<string, string> = {}, args: readonly string[] = []): Promise<RunningCairn> {
  const ordinary = !SPECIAL.some((name) => settings[name] !== undefined);
  const cairn = await startingCairn({ ...(ordinary && { DATA_DIR: newDataDir() }), ...settings }, args);
  await cairn.event('server.ready');
  if (OTHER_DOCUMENT.every((name) => settings[name] === undefined)) await expectDocumented(cairn.url);
  if (settings.MODEL_DIR !== undefined) expectOwnModel(cairn.url);
  return cairn;
}

/** Processes of the engines that a Cairn on this data has recorded, by engine. */
export function recordedEngines(dataDir: string): Record<string, number> {
  const folder = path.join(dataDir, 'run');
  const records = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return Object.fromEntries(
    records.map((name) => [path.basename(name, '.json'), (JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { pid: number }).pid]),
  );
}

/** The process of an engine. Fails if none is recorded: a test must never signal the number 0, which is its own process group. */
export function engineOf(dataDir: string, engine: 'Neo4j' | 'Typesense'): number {
  const pid = recordedEngines(dataDir)[engine];
  if (pid === undefined) throw new Error(`No process of ${engine} is recorded in ${dataDir}`);
  return pid;
}

/** Whether a process runs. One that has ended but was not waited for does not. */
export function runs(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    process.kill(pid, 0);
    return !existsSync(stat) || !/\) [ZX]/.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

/** Ends everything that a test file has left running, and removes its folders. */
export async function endAll(): Promise<void> {
  // Nobody reads what is left, so nothing waits until it is stored.
  await Promise.all([...running].map((child) => new Promise((resolve) => child.once('close', resolve).kill('SIGKILL'))));
  for (const folder of folders) {
    for (const pid of Object.values(recordedEngines(folder))) if (runs(pid)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  folders.clear();
}
