/**
 * `npm run bench -- search`: what a file of proposals (`SEARCH_DATA`, one proposal a line; `-`: what is piped in) costs until it is searchable,
 * and how long searches, questions, suggestions and filters over it take. CPU times, because they depend less on what else the machine does.
 */
import { readFileSync } from 'node:fs';
import { StartError } from '../../src/errors.ts';
import type { Proposal } from '../support/client.ts';
import { type Bench, type Figure, timed } from './figures.ts';
import { clientOf, fill, searchable } from './fill.ts';
import { type Cost, costsOf, cpuOf, pidsOf, residentOf } from './processes.ts';

const COUNT = 10;
/** How many searches of a kind are measured together. */
const ASKED = 120;

interface Answer {
  readonly value: { readonly numEntities?: number; readonly suggestions?: readonly string[] };
}

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
const QUESTIONS = [
  'how many people live in each county of a state?',
  'which customers had an order last year, and what did they pay?',
  'list the email address and the zip code of all users',
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
  const costs = costsOf(cairn);
  const before = costs.since();
  const from = performance.now();
  await fill(api, proposals);
  const accepted = performance.now() - from;
  await searchable(cairn);
  const taken = performance.now() - from;
  const { cairn: ofCairn, typesense: ofTypesense } = pidsOf(cairn);
  print([
    {
      proposals: proposals.length,
      tables,
      'accepted s': seconds(accepted),
      'searchable s': seconds(taken),
      ...costFigure(costs.since(), before, tables),
      'peak of Cairn MB': residentOf(ofCairn, 'VmHWM'),
      'Cairn MB': residentOf(ofCairn),
      'Typesense MB': residentOf(ofTypesense),
    },
  ]);
  const ask = (call: string, json: object) => api.send<Answer>('POST', `/entities?action=${call}`, { json });
  const works = [
    ['search', TEXTS, (input: string) => ask('search', { input, entity: 'dataset', start: 0, count: COUNT })],
    ['question', QUESTIONS, (input: string) => ask('search', { input, entity: 'dataset', start: 0, count: COUNT })],
    ['suggestion', BEGINNINGS, (query: string) => ask('autocomplete', { query, entity: 'dataset', limit: COUNT })],
  ] as const;
  const summary: Figure[] = [];
  for (const [work, texts, call] of works) summary.push(await oneByOne(costs, work, texts, call));
  print(summary);
  const figures: Figure[] = [];
  const measure = async (asked: string, call: string, json: object): Promise<void> => {
    const cpu = cpuOf(ofTypesense);
    const calls = { times: 0 };
    let found: unknown;
    const times = await timed(async () => {
      calls.times++;
      const { status, text, body } = await ask(call, json);
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
  for (const input of [...TEXTS, ...QUESTIONS]) await measure(input, 'search', { input, entity: 'dataset', start: 0, count: COUNT });
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

/** What each of `count` has cost in a time, ms. */
function costFigure(after: Cost, before: Cost, count: number): Figure {
  const each = (part: keyof Cost): number => Number(((after[part] - before[part]) / Math.max(1, count)).toPrecision(3));
  const [ofCairn, neo4j, typesense] = [each('cairn'), each('neo4j'), each('typesense')];
  return { 'Cairn ms': ofCairn, 'Neo4j ms': neo4j, 'Typesense ms': typesense, 'all ms': Number((ofCairn + neo4j + typesense).toPrecision(3)) };
}

/** One caller asks for one text after the other. The first rounds do not count. */
async function oneByOne(costs: ReturnType<typeof costsOf>, work: string, texts: readonly string[], call: (text: string) => Promise<unknown>) {
  const times: number[] = [];
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round++) {
      for (const text of texts) {
        const from = performance.now();
        await call(text);
        times.push(performance.now() - from);
      }
    }
  };
  await rounds(Math.ceil(ASKED / texts.length));
  times.length = 0;
  const before = costs.since();
  await rounds(Math.ceil(ASKED / texts.length));
  const cost = costFigure(costs.since(), before, times.length);
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  return { asked: work, ...cost, 'p95 ms, clock': Math.round(p95) };
}
