/**
 * What the commands share that call a running Cairn: requests, progress lines, waiting for the search index.
 */
import { StartError } from '../errors.ts';

export interface Running {
  readonly url: string;
  readonly token: string | undefined;
}

/** The options of all these commands, for `parseArgs`. */
export const RUNNING_OPTIONS = {
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const STEP_MS = 500;

interface DetailedHealth {
  readonly index?: { readonly waiting: number; readonly building: boolean };
}

/**
 * Sends a GET, or a POST if there is a body.
 *
 * @throws StartError if no server answers, or if it answers with an error
 */
export async function call<Body>({ url, token }: Running, path: string, body?: unknown): Promise<Body> {
  const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  let answer: Response;
  try {
    answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  } catch (error) {
    throw new StartError(`No Cairn answers at ${url}: start it, or give its address with --url`, { cause: error });
  }
  const json = (await answer.json().catch(() => ({}))) as Body & { message?: string };
  if (!answer.ok && path !== '/health/detailed') throw new StartError(`Cairn answers ${answer.status}: ${json.message ?? ''}`);
  return json;
}

/** Waits until at most `most` entities wait for the indexer. If `most` is 0, waits also until no new index is being built. */
export async function awaitIndexed(running: Running, most: number, message: (waiting: number) => string): Promise<void> {
  for (let first = true; ; first = false) {
    const { index } = await call<DetailedHealth>(running, '/health/detailed');
    if (index && index.waiting <= most && (most > 0 || !index.building)) return;
    if (!first) say(index ? message(index.waiting) : 'Cairn is waiting for its engines');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

let said = '';

/** Shows progress on standard error: one line that changes on a terminal; elsewhere a new line, if it is another one. */
export function say(text: string): void {
  if (text === said && !process.stderr.isTTY) return;
  said = text;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

/** Runs a command. If it fails, prints the reason in one sentence and exits with 1. */
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
