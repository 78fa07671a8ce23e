/**
 * What starts cost: of a store with its seeds, of one with many aspects, and until writes are taken after a crash of Neo4j.
 */

import { makeClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { SVC } from '../../support/names.ts';
import { endAll, engineOf, type RunningCairn, startingCairn, throwAwayFolder } from '../../support/process.ts';
import type { Figure } from '../figures.ts';
import { fill, searchable } from '../fill.ts';
import { costsOf } from '../processes.ts';
import { proposalOf, rowsOf } from './content.ts';
import type { Ledger } from './ledger.ts';

/** Datasets whose proposals are made at once, and their columns. */
const DATASETS = 500;
const COLUMNS = 5;
/** How long a start or a repair may take, ms. */
const PATIENCE_MS = 300_000;

/** Notes the CPU of starts. @returns how long they take, s */
export async function starts(ledger: Ledger, aspects: number): Promise<Figure> {
  const DATA_DIR = throwAwayFolder();
  let clock = 0;
  const start = async (): Promise<RunningCairn> => {
    const from = performance.now();
    const cairn = await startingCairn({ DATA_DIR });
    await cairn.event('server.ready');
    clock = performance.now() - from;
    return cairn;
  };
  try {
    await (await start()).stop();
    const seeded = await start();
    ledger.cairn('start, again', costsOf(seeded).since());
    const written = await fill(
      makeClient(() => seeded.url, SVC),
      proposals(aspects),
    );
    await searchable(seeded);
    await seeded.stop();
    const filled = await start();
    ledger.cairn('start, many aspects', costsOf(filled).since());
    const began = clock;
    process.kill(engineOf(DATA_DIR, 'Neo4j'), 'SIGKILL');
    const from = performance.now();
    const [one] = proposals(1);
    await eventually(async () => {
      if ((await makeClient(() => filled.url, SVC).ingestProposal(one)).status !== 200) throw new Error('no write is taken yet');
    }, PATIENCE_MS);
    return { aspects: written, 'start, s': seconds(began), 'after kill -9 of Neo4j, s': seconds(performance.now() - from) };
  } finally {
    await endAll();
  }
}

function* proposals(aspects: number) {
  for (let [run, left] = [0, aspects]; left > 0; run++) {
    for (const row of rowsOf(`starts${run}`, DATASETS, 0, COLUMNS).slice(0, left)) {
      left--;
      yield proposalOf(row);
    }
  }
}

function seconds(ms: number): number {
  return Number((ms / 1000).toPrecision(3));
}
