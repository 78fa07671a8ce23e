/**
 * Starts the built Cairn as a separate process, with real engines and throw-away data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = path.join(import.meta.dirname, '../../dist/main.js');

/** Settings of the person who runs the tests that would change the result. */
const NOT_PASSED_ON =
  /^(PORT|HOST|DATA_DIR|NEO4J_URI|NEO4J_USERNAME|NEO4J_PASSWORD|TYPESENSE_\w+|API_NAMESPACE|MODEL_DIR|BASE_PATH|AUTH_TOKENS_FILE|PUBLIC_URL|OIDC_FILE|READ_POLICIES|ALLOWED_HOSTS|TRUSTED_PROXIES|ALLOW_OPEN|STRICT_FIELDS|RETENTION_\w+|INGESTION\w*|REQUEST_SECONDS|DISK_RESERVE_MB|DRAIN_SECONDS|LOG_\w+)$/;

export interface Cairn {
  readonly url: string;
  readonly dataDir: string;
  /** The address of its Neo4j, and the credentials. */
  readonly neo4j: { readonly uri: string; readonly username: string; readonly password: string };
  readonly typesense: { readonly url: string; readonly apiKey: string };
  /** Sends SIGTERM and removes everything that it has written. `before`: what to do with it first. */
  stop(before?: () => void): Promise<void>;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function launch(dataDir: string, env: Record<string, string>, args: readonly string[]): ChildProcess {
  const passedOn = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name)));
  return spawn(process.execPath, [MAIN, ...args], {
    env: { ...passedOn, PORT: '0', DATA_DIR: dataDir, DRAIN_SECONDS: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Everything that a process prints until it ends. */
function collect(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  return once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
}

/** A new data folder. With own engines in a whole run, it is a copy of the one that was prepared (test/prepare.ts), which is what a first start makes. */
export function newDataDir(ownEngines = true): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-'));
  const prepared = process.env.PREPARED_DATA;
  if (ownEngines && prepared !== undefined) cpSync(prepared, dataDir, { recursive: true });
  return dataDir;
}

/** Starts a Cairn and waits until it says that it is ready. */
export async function startCairn(env: Record<string, string> = {}, args: readonly string[] = []): Promise<Cairn> {
  const dataDir = newDataDir(env.NEO4J_URI === undefined);
  const child = launch(dataDir, env, args);
  const ended = collect(child);
  const url = await Promise.race([readyUrl(child), ended]);
  if (typeof url !== 'string') {
    rmSync(dataDir, { recursive: true, force: true });
    throw new Error(`Cairn ended with ${url.code} before it was ready:\n${url.stdout}${url.stderr}`);
  }
  const read = (...names: string[]): string => readFileSync(path.join(dataDir, ...names), 'utf8').trim();
  return {
    url,
    dataDir,
    neo4j: {
      uri: env.NEO4J_URI ?? `bolt://127.0.0.1:${read('ports', 'neo4j')}`,
      username: 'neo4j',
      password: env.NEO4J_PASSWORD ?? read('secrets', 'neo4j'),
    },
    typesense: {
      url: env.TYPESENSE_URL ?? `http://127.0.0.1:${read('ports', 'typesense').split(/\s+/)[0]}`,
      apiKey: env.TYPESENSE_API_KEY ?? read('secrets', 'typesense'),
    },
    async stop(before) {
      child.kill('SIGTERM');
      const { code, stdout, stderr } = await ended;
      before?.();
      rmSync(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`Cairn ended with ${code}:\n${stdout}${stderr}`);
    },
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const said = line.startsWith('{') ? (JSON.parse(line) as { event?: string; url?: string }) : {};
      if (said.event === 'server.ready' && said.url !== undefined) resolve(said.url);
    });
  });
}
