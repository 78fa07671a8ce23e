/**
 * The cost of a request, counted by the server itself: statements and rows of Neo4j, requests to Typesense and bytes of their bodies, and
 * its own steps. It does not depend on time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Answer, api, type Sent } from './client.ts';
import { eventually } from './eventually.ts';

const COUNTERS = {
  statements: 'cairn_neo4j_statements_total',
  rows: 'cairn_neo4j_rows_total',
  requests: 'cairn_typesense_requests_total',
  bytes: 'cairn_typesense_request_bytes_total',
  steps: 'cairn_steps_total',
};
export type Counter = keyof typeof COUNTERS;
export const COUNTED = Object.keys(COUNTERS) as Counter[];
export type Cost = Readonly<Record<Counter, number>>;

/** How long the indexer may take for the largest writes on a busy machine. */
const SETTLED_MS = 300_000;

/** Between health checks, which are to be little work beside the request. */
const BETWEEN_MS = 50;

async function figures(): Promise<(name: string) => number> {
  const { text } = await api.send('GET', '/metrics');
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** The counters when nothing waits to be indexed. */
async function counted(): Promise<Cost> {
  const figure = await eventually(async () => {
    const figure = await figures();
    expect(figure('cairn_index_waiting')).to.equal(0);
    return figure;
  }, SETTLED_MS);
  return Object.fromEntries(Object.entries(COUNTERS).map(([counter, name]) => [counter, figure(name)])) as Cost;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly sent?: Sent;
}

export interface Told {
  readonly answer: Answer;
  readonly cost: Cost;
}

/** Sends a request, checks that the server answers health checks meanwhile, and returns the cost of the request, including its indexing. */
export async function costOf({ method, path, sent }: Asked): Promise<Told> {
  const before = await counted();
  let answered = false;
  const asked = api.send(method, path, sent).finally(() => {
    answered = true;
  });
  do {
    expect((await api.send('GET', '/health/live')).status).to.equal(200);
    await Promise.race([asked, pause(BETWEEN_MS)]);
  } while (!answered);
  const answer = await asked;
  const after = await counted();
  return { answer, cost: Object.fromEntries(COUNTED.map((counter) => [counter, after[counter] - before[counter]])) as Cost };
}

/** Sends a read several times. @returns the last answer, and the least that was counted each time: work in the background adds to some */
export async function leastCostOf(asked: Asked, times = 8): Promise<Told> {
  const told = [await costOf(asked)];
  while (told.length < times) told.push(await costOf(asked));
  const least = (counter: Counter): number => Math.min(...told.map(({ cost }) => cost[counter]));
  return { answer: (told.at(-1) as Told).answer, cost: Object.fromEntries(COUNTED.map((counter) => [counter, least(counter)])) as Cost };
}
