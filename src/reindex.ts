#!/usr/bin/env node
/**
 * `npm run reindex [-- --entity dataset]`: has a running Cairn build its search index anew, and shows how far it is.
 */
import { parseArgs } from 'node:util';
import { StartError } from './errors.ts';

const HELP = `Build the search index of a running Cairn anew from the graph

Usage: npm run reindex [-- --entity dataset] [--url http://127.0.0.1:8080] [--token T]

Without --entity a new index is built beside the present one, which serves until the new one is complete.
With --entity (as often as wanted) the documents of these entity types are written again where they are.
Exit code: 0 when all is indexed.
`;

const PAGE = 1_000;
const STEP_MS = 500;
/** Marked entities that may wait before more are marked. */
const MOST_WAITING = 5_000;

interface Options {
  readonly url: string;
  readonly token: string | undefined;
  readonly entities: readonly string[];
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      entity: { type: 'string', multiple: true, default: [] },
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      token: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values.help ? undefined : { url: values.url.replace(/\/$/, ''), token: values.token, entities: values.entity };
}

async function call<Body>({ url, token }: Options, path: string, body?: unknown): Promise<Body> {
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

interface Detailed {
  readonly index?: { readonly waiting: number; readonly building: boolean };
}

/** Waits until no more than `most` entities wait and, where a whole index is built, until it is in use. */
async function settled(options: Options, most: number, said: (waiting: number) => string): Promise<void> {
  for (let first = true; ; first = false) {
    const { index } = await call<Detailed>(options, '/health/detailed');
    if (index && index.waiting <= most && (most > 0 || !index.building)) return;
    if (!first) say(index ? said(index.waiting) : 'Cairn waits for its engines');
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

function say(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return void process.stdout.write(HELP);
  let marked = 0;
  for (const entity of options.entities) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { value }: { value: { rowsMigrated: number; last?: string } } = await call(options, '/operations?action=restoreIndices', {
        entity,
        after,
        batchSize: PAGE,
      });
      marked += value.rowsMigrated;
      after = value.last;
      await settled(options, MOST_WAITING, (waiting) => `${entity}: ${marked} marked, ${waiting} wait`);
    }
  }
  if (options.entities.length === 0) {
    const { value } = await call<{ value: { begun: boolean } }>(options, '/operations?action=rebuildIndex', {});
    say(value.begun ? 'A new index is begun' : 'A new index is being built already');
  }
  await settled(options, 0, (waiting) => `${waiting} wait to be indexed`);
  say('All is indexed');
  if (process.stderr.isTTY) process.stderr.write('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError ? `reindex: ${error.message}\n` : `reindex: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
