/**
 * `npm run bench -- search`: what a file of proposals (`SEARCH_DATA`, one proposal a line; `-`: what is piped in) costs Cairn and Typesense
 * until it is searchable, and how long searches, suggestions and filters over it take. CPU times, because they depend less on what else the
 * machine does.
 */
import { readFileSync } from 'node:fs';
import { StartError } from '../../src/errors.ts';
import type { Cairn } from '../support/cairn.ts';
import type { Proposal } from '../support/client.ts';
import { type Bench, type Figure, timed } from './figures.ts';
import { clientOf, fill } from './fill.ts';
import { cpuOf, pidsOf, residentOf } from './processes.ts';

const COUNT = 10;
const TEXTS = [
  'customer',
  'order id',
  'event timestamp',
  'population',
  'user',
  'date',
  'state county',
  'email address',
  'zip code',
  'name',
  'id',
  'custmer',
];
const BEGINNINGS = ['cu', 'cust', 'order', 'us', 'a', 'custmer', 'stude'];
const FILTERS = [
  ['fieldPaths', 'EQUAL', 'customer_id'],
  ['fieldPaths', 'CONTAIN', 'custom'],
  ['name', 'CONTAIN', 'custom'],
  ['name', 'START_WITH', 'event'],
  ['urn', 'END_WITH', 'orders,PROD)'],
] as const;

export const search: Bench = async (cairn, print) => {
  const file = process.env.SEARCH_DATA;
  if (!file) throw new StartError('search: set SEARCH_DATA to a file of proposals, one a line, or to - for a pipe');
  const lines = readFileSync(file === '-' ? 0 : file, 'utf8').split('\n');
  const proposals = lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { proposal: Proposal }).proposal);
  const tables = new Set(proposals.map(({ entityUrn }) => String(entityUrn)).filter((urn) => urn.includes(':dataset:'))).size;
  const api = clientOf(cairn);
  const { cairn: ofCairn, typesense: ofTypesense } = pidsOf(cairn);
  const before = [cpuOf(ofCairn), cpuOf(ofTypesense)] as const;
  const from = performance.now();
  await fill(api, proposals);
  const accepted = performance.now() - from;
  const most = await searchable(cairn, ofCairn);
  print([
    {
      proposals: proposals.length,
      tables,
      'accepted s': seconds(accepted),
      'searchable s': seconds(performance.now() - from),
      'Cairn ms/table': perTable(cpuOf(ofCairn) - before[0], tables),
      'Typesense ms/table': perTable(cpuOf(ofTypesense) - before[1], tables),
      'Cairn MB': most,
      'Typesense MB': residentOf(ofTypesense),
    },
  ]);
  const figures: Figure[] = [];
  const measure = async (asked: string, call: string, json: object): Promise<void> => {
    const cpu = cpuOf(ofTypesense);
    const calls = { times: 0 };
    let found: unknown;
    const times = await timed(async () => {
      calls.times++;
      const { status, text, body } = await api.send<{ value: { numEntities?: number; suggestions?: string[] } }>('POST', `/entities?action=${call}`, {
        json,
      });
      if (status !== 200) throw new Error(`${asked}: ${status} ${text}`);
      found = body.value.numEntities ?? body.value.suggestions?.length;
    });
    figures.push({
      asked,
      found: Number(found),
      'median ms': times.median,
      'slowest ms': times.slowest,
      'Typesense ms': Math.round((cpuOf(ofTypesense) - cpu) / calls.times),
    });
  };
  for (const input of TEXTS) await measure(input, 'search', { input, entity: 'dataset', start: 0, count: COUNT });
  for (const query of BEGINNINGS) await measure(`${query}…`, 'autocomplete', { query, entity: 'dataset', limit: COUNT });
  for (const [field, condition, value] of FILTERS) {
    const filter = { or: [{ and: [{ field, condition, values: [value] }] }] };
    await measure(`${field} ${condition} ${value}`, 'search', { input: '*', entity: 'dataset', start: 0, count: COUNT, filter });
  }
  print(figures);
};

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function perTable(ms: number, tables: number): number {
  return Math.round((ms / Math.max(1, tables)) * 100) / 100;
}

/** Waits until search shows all that was written. @returns the most memory that Cairn had meanwhile, MB */
async function searchable({ url }: Cairn, pid: string): Promise<number> {
  for (let most = 0; ; ) {
    most = Math.max(most, residentOf(pid));
    const { index } = (await (await fetch(`${url}/health/detailed`)).json()) as { index?: { waiting: number } };
    if (index?.waiting === 0) return most;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
