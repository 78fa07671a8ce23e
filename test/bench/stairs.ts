/**
 * How many files and functions of `src/` run for one request of each kind, on a warm and quiet server. Whoever follows a request through the code
 * reads so many. V8 counts the calls; the bundle names the file of each function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { proposal, urns } from '../support/make.ts';
import type { Bench, Figure } from './figures.ts';
import { clientOf } from './fill.ts';

const DIST = path.join(import.meta.dirname, '../../dist');
/** Requests of a kind before those that are counted, so that caches are filled. */
const WARM_UP = 5;
/** What runs for each of so many requests runs for the request. What jobs do beside one of them is left out. */
const COUNTED = 5;
/** Jobs follow a write: the next request comes when they have come to rest, ms. */
const QUIET_MS = 1_000;
/** Where Cairn tells its calls (count-calls.js). */
const PORT = 9_339;

interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly FunctionCoverage[] }[];
}

interface FunctionCoverage {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}

/** Where each file of `src/` begins in a file of the bundle. */
function filesIn(bundled: string): { readonly file: string; readonly from: number }[] {
  return [...bundled.matchAll(/^\/\/ (\S+)$/gm)].map(({ 1: file = '', index }) => ({ file, from: index }));
}

/** The functions of `src/` that ran for the last request, each after its file. */
async function ran(bundles: ReadonlyMap<string, ReturnType<typeof filesIn>>): Promise<ReadonlySet<string>> {
  const { result } = (await (await fetch(`http://127.0.0.1:${PORT}`)).json()) as Coverage;
  const found = new Set<string>();
  for (const { url, functions } of result) {
    const files = bundles.get(path.basename(url));
    for (const { functionName, ranges } of files ? functions : []) {
      const { startOffset = 0, count = 0 } = ranges[0] ?? {};
      const file = files?.findLast(({ from }) => from <= startOffset)?.file;
      if (count > 0 && file?.startsWith('src/') && !file.startsWith('src/generated/')) found.add(`${file} ${functionName} ${startOffset}`);
    }
  }
  return found;
}

/** The settings with which a Cairn counts its calls. */
export function countingCalls(): Record<string, string> {
  return { CALLS_PORT: String(PORT), NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'count-calls.js')}` };
}

export const stairs: Bench = async (cairn, print) => {
  const api = clientOf(cairn);
  const table = urns.dataset('stairs');
  const write = (at: number) => api.ingestProposal(proposal(table, 'datasetProperties', { description: `Orders of day ${at}` }));
  const search = () => api.send('POST', '/entities?action=search', { json: { entity: 'dataset', input: 'orders', start: 0, count: 10 } });
  const bulk = (at: number) => api.send('POST', '/bulk', { json: { urns: [table], changes: { description: { set: `Bulk ${at}` } }, dryRun: true } });
  const bundles = new Map(readdirSync(DIST).map((name) => [name, name.endsWith('.js') ? filesIn(readFileSync(path.join(DIST, name), 'utf8')) : []]));
  const figures: Figure[] = [];
  for (const [request, send] of Object.entries({ write, search, 'bulk dry run': bulk })) {
    for (let at = 0; at < WARM_UP; at++) await send(at);
    let all: ReadonlySet<string> | undefined;
    for (let at = 0; at < COUNTED; at++) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const { status, body } = await send(WARM_UP + at);
      if (status >= 300) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`);
      const now = await ran(bundles);
      all = all ? new Set([...all].filter((each) => now.has(each))) : now;
    }
    const names = [...(all ?? [])];
    if (process.env.STAIRS === 'names') for (const name of names) process.stdout.write(`${request}: ${name}\n`);
    figures.push({ request, files: new Set(names.map((name) => name.split(' ', 1)[0])).size, functions: names.length });
  }
  print(figures);
};
