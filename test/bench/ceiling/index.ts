/**
 * `npm run bench -- ceiling`: the bare engines and Cairn do the same work on the same content, by turns, on the same engines. A figure by
 * itself says little on a machine that others use too; the ratio of two that were taken within a minute says what Cairn costs.
 */
import { randomInt } from 'node:crypto';
import { StartError } from '../../../src/errors.ts';
import type { Cairn } from '../../support/cairn.ts';
import { encode } from '../../support/client.ts';
import type { Bench } from '../figures.ts';
import { clientOf, fill, searchable } from '../fill.ts';
import { type BareGraph, openBareGraph } from './bare-graph.ts';
import { openBareSearch } from './bare-search.ts';
import { datasetOf, proposalOf, type Row, rowsOf } from './content.ts';
import { floorOf } from './floor.ts';
import { rateOf, rateWith } from './http.ts';
import { makeLedger, type Note } from './ledger.ts';
import { ASKED, proposalsOf, tablesOf } from './tables.ts';

const CALLERS = 64;
const BATCH = 500;
const BATCHES_AT_ONCE = 4;
const INGEST = '/aspects?action=ingestProposal';
/** Reads by one caller, for each read by all of them. */
const ALONE = 0.2;

/** How much is done in each round: datasets have six aspects. */
const SIZES = {
  rounds: sizeFrom('CEILING_ROUNDS', 4),
  bulk: sizeFrom('CEILING_DATASETS', 1_000),
  singles: sizeFrom('CEILING_SINGLES', 250),
  reads: sizeFrom('CEILING_READS', 3_000),
  tables: sizeFrom('CEILING_TABLES', 1_000),
  searches: sizeFrom('CEILING_SEARCHES', 120),
};

export const ceiling: Bench = async (cairn, print) => {
  const ledger = makeLedger();
  const graph = await openBareGraph(cairn);
  try {
    for (let round = 0; round < SIZES.rounds; round++) {
      // In the first round code is compiled and plans are made.
      const note: Note = round === 0 && SIZES.rounds > 1 ? () => undefined : ledger.note;
      const run = `ceiling${randomInt(10 ** 8)}`;
      await bulk(cairn, graph, run, note);
      await singles(cairn, graph, `${run}s`, note);
      await reads(cairn, graph, run, note);
      await floor(run, note);
    }
  } finally {
    await graph.close();
  }
  await searches(cairn, ledger.note);
  print(ledger.figures());
};

async function bulk(cairn: Cairn, graph: BareGraph, run: string, note: Note): Promise<void> {
  const rows = rowsOf(run, SIZES.bulk, 0);
  const groups = inGroups(rows, BATCH);
  const each = rows.length / groups.length;
  const bare = each * (await rateWith(1, groups, graph.create));
  const bodies = groups.map((group) => JSON.stringify({ proposals: group.map(proposalOf) }));
  const from = performance.now();
  const accepted = each * (await rateOf(cairn.url, BATCHES_AT_ONCE, bodies, (caller, body) => caller.send('POST', `${INGEST}Batch`, body)));
  await searchable(cairn);
  note('bulk, accepted', 'bare', bare);
  note('bulk, accepted', 'Cairn', accepted);
  note('bulk, searchable', 'bare', bare);
  note('bulk, searchable', 'Cairn', rows.length / ((performance.now() - from) / 1000));
}

/** New aspects, then other contents for all of them. The bare engine takes as many in one transaction as there are callers. */
async function singles(cairn: Cairn, graph: BareGraph, run: string, note: Note): Promise<void> {
  for (const [version, work] of (['single writes, 64 callers', 'updates, 64 callers'] as const).entries()) {
    const rows = rowsOf(run, SIZES.singles, version);
    const groups = inGroups(rows, CALLERS);
    note(work, 'bare', (rows.length / groups.length) * (await rateWith(1, groups, graph.put)));
    const bodies = rows.map((row) => JSON.stringify({ proposal: proposalOf(row) }));
    note(work, 'Cairn', await rateOf(cairn.url, CALLERS, bodies, (caller, body) => caller.send('POST', INGEST, body)));
    await searchable(cairn);
  }
}

async function reads(cairn: Cairn, graph: BareGraph, run: string, note: Note): Promise<void> {
  const urns = Array.from({ length: SIZES.reads }, (_, index) => datasetOf(run, (index * 7919) % SIZES.bulk));
  const few = urns.slice(0, Math.ceil(SIZES.reads * ALONE));
  const addresses = (of: readonly string[]): string[] => of.map((urn) => `/entitiesV2/${encode(urn)}`);
  note('read an entity, 64 callers', 'bare', await rateWith(CALLERS, urns, graph.readShared));
  note('read an entity, 64 callers', 'Cairn', await rateOf(cairn.url, CALLERS, addresses(urns), (caller, address) => caller.send('GET', address)));
  note('read an entity, one caller', 'bare', await rateWith(1, few, graph.readOne));
  note('read an entity, one caller', 'Cairn', await rateOf(cairn.url, 1, addresses(few), (caller, address) => caller.send('GET', address)));
}

/** Node's own server stands where the bare engine does elsewhere, Koa where Cairn does. */
async function floor(run: string, note: Note): Promise<void> {
  const rows = rowsOf(run, 1, 0);
  const entity = JSON.stringify(rows.map(({ value }) => value));
  const write = JSON.stringify({ proposal: proposalOf(rows[1] as Row) });
  for (const [server, side] of [
    ['node', 'bare'],
    ['koa', 'Cairn'],
  ] as const) {
    const rates = await floorOf(server, CALLERS, SIZES.reads, entity, write);
    note('HTTP alone, read', side, rates.read);
    note('HTTP alone, write', side, rates.write);
  }
}

async function searches(cairn: Cairn, note: Note): Promise<void> {
  const tables = tablesOf(SIZES.tables);
  const lean = await openBareSearch(cairn);
  const search = async (input: string): Promise<void> => {
    const body = JSON.stringify({ input, entity: 'dataset', start: 0, count: 10 });
    const answer = await fetch(`${cairn.url}/entities?action=search`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  };
  try {
    await fill(clientOf(cairn), proposalsOf(tables));
    await lean.import(tables);
    await searchable(cairn);
    for (let round = 0; round < SIZES.rounds; round++) {
      for (const [side, ask] of [
        ['bare', lean.search],
        ['Cairn', search],
      ] as const) {
        const times = await timesOf(ask);
        if (round === 0 && SIZES.rounds > 1) continue;
        note('search, median', side, times[times.length >> 1] ?? 0);
        note('search, p95', side, times[Math.floor(times.length * 0.95)] ?? 0);
      }
    }
  } finally {
    await lean.close();
  }
}

/** Times of searches in ms, rising. */
async function timesOf(ask: (text: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < SIZES.searches; count++) {
    const from = performance.now();
    await ask(ASKED[count % ASKED.length] ?? '');
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

function sizeFrom(variable: string, usual: number): number {
  const size = Number(process.env[variable] || usual);
  if (!Number.isInteger(size) || size < 1) throw new StartError(`ceiling: ${variable} is a whole number from 1 on`);
  return size;
}
