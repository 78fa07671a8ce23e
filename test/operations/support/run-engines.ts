/** Runs `engines-alone.ts` as a process that a test can observe. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { LogLine } from '../../support/process.ts';

export interface Addresses {
  readonly neo4j: { readonly uri: string; readonly username: string; readonly password: string };
  readonly typesense: { readonly url: string; readonly apiKey: string };
}

export interface EnginesProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly log: readonly LogLine[];
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it. */
  readonly end: Promise<number | NodeJS.Signals | null>;
  up(): Promise<Addresses>;
  event(name: string): Promise<LogLine>;
}

const left = new Set<ChildProcessWithoutNullStreams>();

/** Starts it. `settings` are its whole environment, except for the home and the tools of this user. */
export function runEngines(settings: Record<string, string>): EnginesProcess {
  const { PATH = '', HOME = '' } = process.env;
  const script = path.join(import.meta.dirname, 'engines-alone.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { PATH, HOME, LOG_LEVEL: 'debug', ...settings }, detached: true });
  left.add(child);
  const log: LogLine[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout }).on('line', (line) => log.push(JSON.parse(line) as LogLine));
  const end = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      left.delete(child);
      resolve(signal ?? code);
    });
  });
  const event = (name: string): Promise<LogLine> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const line = log.find((one) => one.event === name);
        if (line !== undefined) resolve(line);
      };
      look();
      lines.on('line', look);
      end.then(() => reject(new Error(`It ended without ${name}: ${stderr}`)));
    });
  return { child, log, stderr: () => stderr, end, event, up: async () => (await event('test.up')).engines as Addresses };
}

/** Ends the processes that the tests have left running. */
export async function endEngines(): Promise<void> {
  await Promise.all([...left].map((child) => new Promise((resolve) => child.once('close', resolve).kill('SIGTERM'))));
}
