/**
 * One run of the client as a child process: nothing of Cairn's environment, a folder of its own, limits of time and memory, and the end of its
 * output.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { GUARD } from './runner.ts';

export interface Limits {
  /** How long it may take, ms. */
  readonly ms: number;
  /** Bytes of address space. */
  readonly memory: number;
}

interface ChildRequest {
  readonly python: string;
  /** The folder of this run: its home, and where its files are. */
  readonly folder: string;
  /** What runs, in Python. */
  readonly program: string;
  readonly args: readonly string[];
  /** Bytes of address space. */
  readonly memory: number;
  readonly env: Readonly<Record<string, string>>;
  readonly onOutput: (text: string) => void;
  /** Ends it. */
  readonly over: AbortSignal;
}

/** How long it may take to end by itself after SIGTERM, ms. */
const GRACE_MS = 10_000;

/** How long its last lines may take to come, ms. */
const LAST_LINES_MS = 2_000;

/** Answers its exit code; undefined if a signal ended it. */
export function runChild({ python, folder, program, args, memory, env, onOutput, over }: ChildRequest): Promise<number | undefined> {
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return new Promise((resolve, reject) => {
    // A group of its own: what it starts ends with it.
    const child = spawn(python, ['-I', '-u', '-c', GUARD + program, String(memory), ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      cwd: folder,
      env: {
        PATH: `${path.dirname(python)}:/usr/local/bin:/usr/bin:/bin`,
        ...{ HOME: folder, TMPDIR: temporary, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
        ...{ DATAHUB_TELEMETRY_ENABLED: 'false', ...env },
      },
    });
    const ending = endWhen(child, over);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput);
    // It may end before Cairn does.
    child.stdin.on('error', () => undefined);
    child.once('error', (error) => {
      ending.over();
      reject(error);
    });
    child.once('exit', (code) => {
      ending.over();
      // What it has left behind would keep its output open.
      signalGroup(child, 'SIGKILL');
      child.stdin.destroy();
      const done = (): void => resolve(code ?? undefined);
      // Its last lines may still come. A process that has left its group does not keep Cairn waiting.
      child.once('close', done);
      setTimeout(done, LAST_LINES_MS).unref();
    });
  });
}

function endWhen(child: ChildProcess, over: AbortSignal): { over(): void } {
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    signalGroup(child, 'SIGTERM');
    killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  };
  if (over.aborted) end();
  over.addEventListener('abort', end, { once: true });
  return {
    over() {
      clearTimeout(killing);
      over.removeEventListener('abort', end);
    },
  };
}

function signalGroup({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended.
  }
}
