/**
 * `npm run bench -- ceiling`: the bare engines and Cairn do the same work on the same content, by turns, on the same engines. Figures are CPU
 * time of processes, which says the same on a busy machine. `CEILING_WORKS` chooses works: `start,idle,singles,bulk,reads,searches`.
 * `CEILING_ASPECTS`: how many aspects are in the store that is started last.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../../src/errors.ts';
import type { Cairn } from '../../support/cairn.ts';
import { encode } from '../../support/client.ts';
import type { Bench } from '../figures.ts';
import { searchable } from '../fill.ts';
import { type Cost, costsOf, pidsOf, residentOf } from '../processes.ts';
import { type BareGraph, openBareGraph } from './bare-graph.ts';
import { type BareSearch, openBareSearch } from './bare-search.ts';
import { datasetOf, proposalOf, rowsOf } from './content.ts';
import { type HttpFloor, openHttpFloor } from './floor.ts';
import { withCallers } from './http.ts';
import { type Ledger, makeLedger, type Work } from './ledger.ts';
import { starts } from './starts.ts';
import { ASKED, BEGUN, QUESTIONS, rowsOfTables, tablesOf } from './tables.ts';

const CALLERS = 64;
const BATCH = 500;
const BATCHES_AT_ONCE = 4;
const INGEST = '/aspects?action=ingestProposal';
const IDLE_MS = 20_000;
/** Columns of the datasets of single writes, and bytes of an answer to a search. */
const NARROW = 5;
const ANSWER_BYTES = 8_000;

/** How much is done in each round: datasets have six aspects. */
const SIZES = {
  rounds: sizeFrom('CEILING_ROUNDS', 3),
  singles: sizeFrom('CEILING_SINGLES', 700),
  reads: sizeFrom('CEILING_READS', 4_000),
  tables: sizeFrom('CEILING_TABLES', 2_000),
  searches: sizeFrom('CEILING_SEARCHES', 120),
  aspects: sizeFrom('CEILING_ASPECTS', 30_000),
};
const chosen = process.env.CEILING_WORKS?.split(',');

interface Field {
  readonly cairn: Cairn;
  readonly graph: BareGraph;
  readonly lean: BareSearch;
  readonly http: HttpFloor;
  readonly ledger: Ledger;
  readonly run: string;
  /** CPU of the processes of this Cairn meanwhile, for one of `count`. */
  costOf(count: number, act: () => Promise<unknown>): Promise<Cost>;
}

export const ceiling: Bench = async (cairn, print) => {
  const ledger = makeLedger();
  const costs = costsOf(cairn);
  ledger.cairn('start, empty store', costs.since());
  const wanted = (work: string): boolean => chosen?.includes(work) ?? true;
  const run = `ceiling${randomInt(10 ** 8)}`;
  const parts = {
    cairn,
    ledger,
    run,
    costOf: costs.of,
    graph: await openBareGraph(cairn),
    lean: await openBareSearch(cairn),
    http: await openHttpFloor(),
  };
  try {
    if (wanted('singles')) for (let round = 0; round < SIZES.rounds; round++) await singles(parts, round);
    if (wanted('reads')) await reads(parts);
    if (wanted('bulk') || wanted('searches')) await bulk(parts);
    if (wanted('searches')) await searches(parts);
  } finally {
    parts.http.close();
    await parts.lean.close();
    await parts.graph.close();
  }
  if (wanted('idle')) {
    // What was removed last keeps Neo4j busy for a while.
    await pause(IDLE_MS);
    ledger.cairn('idle, a second', await costs.of(IDLE_MS / 1000, () => pause(IDLE_MS)));
  }
  const started = wanted('start') ? [await starts(ledger, SIZES.aspects)] : [];
  print(ledger.figures());
  print([{ Node: process.version, 'peak of Cairn, MB': residentOf(pidsOf(cairn).cairn, 'VmHWM') }]);
  print(started);
};

/** What an act costs one engine together with this process, which drives it by hand, for one of `count`. */
async function byHand({ costOf }: Field, engine: 'neo4j' | 'typesense', count: number, act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const cost = await costOf(count, act);
  const { user, system } = process.cpuUsage(before);
  return cost[engine] + (user + system) / 1000 / count;
}

/** New aspects, then other contents for all of them. The bare engine takes as many in one transaction as there are callers. */
async function singles(field: Field, round: number): Promise<void> {
  const { cairn, graph, lean, http, ledger, costOf } = field;
  const run = `${field.run}s${round}`;
  for (const [version, usual] of (['single write, new', 'single write, changed'] as const).entries()) {
    // Plans are made and code is compiled in the first round.
    if (round === 0 && version > 0) continue;
    const work = round === 0 ? 'single write, new, cold' : usual;
    const rows = rowsOf(run, SIZES.singles, version, NARROW);
    const bodies = rows.map((row) => JSON.stringify({ proposal: proposalOf(row) }));
    const written = await costOf(rows.length, async () => {
      await withCallers(cairn.url, CALLERS, bodies, (caller, body) => caller.send('POST', INGEST, body));
      await searchable(cairn);
    });
    ledger.cairn(work, written);
    const groups = inGroups(rows, CALLERS);
    const tables = Array.from({ length: SIZES.singles }, (_, index) => narrowTable(run, index));
    ledger.floor(work, {
      graph: await byHand(field, 'neo4j', rows.length, async () => {
        for (const group of groups) await graph.put(group);
      }),
      search: await byHand(field, 'typesense', rows.length, () => lean.import(tables, Math.ceil(CALLERS / 6))),
      http: await http.costOf(CALLERS, bodies, 60),
    });
  }
}

function narrowTable(run: string, index: number): Parameters<BareSearch['import']>[0][number] {
  const columns = Array.from({ length: NARROW }, (_, place) => ({
    name: `record_col_${place}_${index}`,
    description: `the ${place} column of ${index}`,
  }));
  return {
    urn: datasetOf(run, index),
    name: `my_table_name_${index}`,
    description: 'A table of things',
    columns,
    platform: 'hive',
    owner: `user${index % 200}`,
  };
}

async function reads(field: Field): Promise<void> {
  const { cairn, graph, http, ledger, run, costOf } = field;
  const datasets = 500;
  const rows = rowsOf(run, datasets, 0);
  const urns = Array.from({ length: SIZES.reads }, (_, index) => datasetOf(run, (index * 7919) % datasets));
  const addresses = urns.map((urn) => `/entitiesV2/${encode(urn)}`);
  const bodies = inGroups(rows, BATCH).map((group) => JSON.stringify({ proposals: group.map(proposalOf) }));
  await withCallers(cairn.url, 1, bodies, (caller, body) => caller.send('POST', `${INGEST}Batch`, body));
  for (const group of inGroups(rows, BATCH)) await graph.put(group);
  await searchable(cairn);
  const bytes = rows.reduce((sum, { value }) => sum + value.length, 0) / datasets;
  for (let round = 0; round < SIZES.rounds; round++) {
    const read = await costOf(urns.length, () => withCallers(cairn.url, CALLERS, addresses, (caller, address) => caller.send('GET', address)));
    const floor = {
      graph: await byHand(field, 'neo4j', urns.length, () => withCallers(cairn.url, CALLERS, urns, (_, urn) => graph.readShared(urn))),
      http: await http.costOf(
        CALLERS,
        Array.from(urns, () => ''),
        Math.round(bytes),
      ),
    };
    if (round === 0 && SIZES.rounds > 1) continue;
    ledger.cairn('read of 11 kB', read);
    ledger.floor('read of 11 kB', floor);
  }
}

async function bulk(field: Field): Promise<void> {
  const { cairn, graph, lean, http, ledger, costOf } = field;
  const tables = tablesOf(SIZES.tables);
  const groups = inGroups(rowsOfTables(tables), BATCH);
  const bodies = groups.map((group) => JSON.stringify({ proposals: group.map(proposalOf) }));
  const written = await costOf(tables.length, async () => {
    await withCallers(cairn.url, BATCHES_AT_ONCE, bodies, (caller, body) => caller.send('POST', `${INGEST}Batch`, body));
    await searchable(cairn);
  });
  ledger.cairn('bulk, a wide table, searchable', written);
  ledger.floor('bulk, a wide table, searchable', {
    graph: await byHand(field, 'neo4j', tables.length, async () => {
      for (const group of groups) await graph.put(group);
    }),
    search: await byHand(field, 'typesense', tables.length, () => lean.import(tables)),
    http: ((await http.costOf(BATCHES_AT_ONCE, bodies, 20_000)) * bodies.length) / tables.length,
  });
}

async function searches(field: Field): Promise<void> {
  for (let round = 0; round < SIZES.rounds; round++) {
    await asking(field, 'search', ASKED, round, (input) => ['search', { input, entity: 'dataset', start: 0, count: 10 }]);
    await asking(field, 'question', QUESTIONS, round, (input) => ['search', { input, entity: 'dataset', start: 0, count: 10 }]);
    await asking(field, 'suggestion', BEGUN, round, (query) => ['autocomplete', { query, entity: 'dataset', limit: 10 }]);
  }
}

/** One caller, one text after the other. */
async function asking(
  field: Field,
  work: Work & ('search' | 'question' | 'suggestion'),
  texts: readonly string[],
  round: number,
  call: (text: string) => [action: string, body: object],
): Promise<void> {
  const { cairn, lean, http, ledger, costOf } = field;
  const asked = Array.from({ length: SIZES.searches }, (_, count) => texts[count % texts.length] ?? '');
  const times: number[] = [];
  const found = await costOf(asked.length, () =>
    withCallers(cairn.url, 1, asked, async (caller, text) => {
      const [action, body] = call(text);
      const from = performance.now();
      await caller.send('POST', `/entities?action=${action}`, JSON.stringify(body));
      times.push(performance.now() - from);
    }),
  );
  const floor = {
    search: await byHand(field, 'typesense', asked.length, async () => {
      for (const text of asked) await lean.search(text, work);
    }),
    http: await http.costOf(
      1,
      asked.map((text) => JSON.stringify(call(text)[1])),
      ANSWER_BYTES,
    ),
  };
  if (round === 0 && SIZES.rounds > 1) return;
  ledger.cairn(work, found, times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]);
  ledger.floor(work, floor);
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

function sizeFrom(variable: string, usual: number): number {
  const size = Number(process.env[variable] || usual);
  if (!Number.isInteger(size) || size < 1) throw new StartError(`ceiling: ${variable} is a whole number from 1 on`);
  return size;
}
