/**
 * Commands that speak to a running Cairn: calls, progress, and the wait until its search index is whole.
 */
import { StartError } from '../errors.ts';

export interface Running {
  readonly url: string;
  readonly token: string | undefined;
}

/** Options that all of these commands have, for `parseArgs`. */
export const RUNNING_OPTIONS = {
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const STEP_MS = 500;

interface Detailed {
  readonly index?: { readonly waiting: number; readonly building: boolean };
}

/** @throws StartError when nobody answers, or the answer is a refusal */
export async function call<Body>({ url, token }: Running, path: string, body?: unknown): Promise<Body> {
  const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  let answer: Response;
  try {
    answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  } catch (error) {
    throw new StartError(`No Cairn answers at ${url}: start it, or name it with --url`, { cause: error });
  }
  const json = (await answer.json().catch(() => ({}))) as Body & { message?: string };
  if (!answer.ok && path !== '/health/detailed') throw new StartError(`Cairn answers ${answer.status}: ${json.message ?? ''}`);
  return json;
}

/** Waits until no more than `most` entities wait and, where that is none, until no index is being built. */
export async function awaitIndexed(running: Running, most: number, said: (waiting: number) => string): Promise<void> {
  for (let first = true; ; first = false) {
    const { index } = await call<Detailed>(running, '/health/detailed');
    if (index && index.waiting <= most && (most > 0 || !index.building)) return;
    if (!first) say(index ? said(index.waiting) : 'Cairn waits for its engines');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** One line on a terminal, written over; plain lines elsewhere. */
export function say(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

/** Runs a command; what goes wrong is told in one sentence, with exit code 1. */
export function runCommand(name: string, command: () => Promise<void>): void {
  command()
    .then(() => process.stderr.isTTY && process.stderr.write('\n'))
    .catch((error: unknown) => {
      process.stderr.write(
        error instanceof StartError ? `${name}: ${error.message}\n` : `${name}: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      process.exit(1);
    });
}
