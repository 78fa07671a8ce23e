/**
 * `npm run filters`: takes out one filter of restricted reading after the other (filters.ts), and asks what
 * test/long/proof.test.ts asks; then tests of the pure core, about those that no world noticed. A filter without which the answers are the same is
 * not needed, or worlds and tests are too plain.
 * `SEEDS=<number>` worlds, `PROOF=<number>` requests in each; `SEED=<seed>` begins with the same world; `ONLY=<expression>` names filters;
 * `MINUTES=<number>` begins no other filter after that time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { urns } from '../support/make.ts';
import { endAll, freePort, runNode } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { endSharedEngines } from '../support/shared-engines.ts';
import type { Row } from '../support/sight/asks.ts';
import { comparable } from '../support/sight/compare.ts';
import { base } from '../support/sight/policies.ts';
import { beginProof, compareStores, hiddenIn, type Proof, rowsOf, saidOf } from '../support/sight/proof.ts';
import { differs, type Store, storeOf } from '../support/sight/stores.ts';
import type { Value } from '../support/sight/writes.ts';
import { makeElsewhere } from './elsewhere.ts';
import { FILTERS, type Filter } from './filters.ts';
import { makeSwitchable, type Switchable } from './without.ts';

const { SEED = String(Date.now() % 1_000_000), SEEDS = '3', PROOF = '400', ONLY = '', MINUTES = '60' } = process.env;
const until = Date.now() + Number(MINUTES) * 60_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-filters-'));
const [server, core] = ['server', 'core'].map((name) => path.join(folder, name)) as [string, string];
mkdirSync(server);
const switchable = await makeSwitchable(server);
const noticedElsewhere = makeElsewhere(core);

/** Answers that differ from those of the other store with the filter, too, in the part of a run. */
const MOST_ANYWAY = 3;

/** Policies are compiled when one changes. */
const touched = (): Value => ({ ...base, state: 'INACTIVE', description: String(Date.now()), actors: {} });

/** A second server on a store. */
async function startOn({ settings, cairn, times }: Store, { main, settings: more }: Switchable): Promise<{ store: Store; stop(): Promise<unknown> }> {
  const port = String(await freePort());
  const running = runNode(main, [], { ...settings, ...more, PORT: port, DATA_DIR: cairn.dataDir });
  await running.event('server.ready');
  return { stop: () => running.stop(), store: storeOf({ ...cairn, url: `http://127.0.0.1:${port}` }, settings, [...times]) };
}

/** @returns the request that is answered otherwise without the filter; undefined if none is */
async function failsWithout(
  filter: Filter,
  proof: Proof,
  store: Store,
  rows: readonly Row[],
  seed: number,
  since: number,
): Promise<string | undefined> {
  const random = makeRandom(seed);
  // Those first that are most likely to tell.
  for (const some of [rows.filter(({ row }) => filter.rows.test(row)), rows]) {
    for (const difference of await compareStores({ ...proof, whole: store }, some, random, Number(PROOF), since, MOST_ANYWAY)) {
      // It counts only if the whole server answers this request right.
      if (!(await differs(proof.whole, proof.part, difference.ask, (got) => comparable(got, since), hiddenIn(proof.world, proof.now))))
        return difference.ask.row;
      process.stdout.write(`Differs anyway: ${saidOf(difference).slice(0, 3_000)}\n`);
    }
  }
  return undefined;
}

/** @returns those whose loss nobody notices in this world */
async function survivorsOf(all: readonly Filter[], seed: number): Promise<Filter[]> {
  const since = Date.now();
  process.stdout.write(`World SEED=${seed}\n`);
  const proof = await beginProof(makeRandom(seed), true);
  const rows = await rowsOf(proof.whole);
  const { store, stop } = await startOn(proof.whole, switchable);
  const survived: Filter[] = [];
  for (const filter of all) {
    if (Date.now() > until) survived.push(filter);
    else {
      switchable.leaveOut(FILTERS.indexOf(filter));
      await proof.whole.send([{ urn: urns.of('dataHubPolicy', 'touched'), aspect: 'dataHubPolicyInfo', value: touched() }]);
      const row = await failsWithout(filter, proof, store, rows, seed, since);
      process.stdout.write(`${row === undefined ? 'not noticed' : 'noticed    '}  ${filter.file}: ${filter.name} (${row ?? ''})\n`);
      if (row === undefined) survived.push(filter);
    }
  }
  await Promise.all([stop(), proof.whole.stop(), proof.part.stop()]);
  return survived;
}

let left = FILTERS.filter(({ file, name }) => new RegExp(ONLY).test(`${file}: ${name}`));
try {
  for (let at = 0; at < Number(SEEDS) && left.length > 0 && Date.now() < until; at++) left = await survivorsOf(left, Number(SEED) + at);
  left = left.filter((filter) => {
    const noticed = noticedElsewhere(filter);
    if (noticed) process.stdout.write(`elsewhere    ${filter.file}: ${filter.name} (${filter.elsewhere.join(', ')})\n`);
    return !noticed;
  });
  process.stdout.write(left.length === 0 ? 'Each filter is needed.\n' : `Not noticed, or not asked: ${left.map(({ name }) => name).join(', ')}\n`);
  process.exitCode = left.length === 0 ? 0 : 1;
} finally {
  await endAll();
  await endSharedEngines();
  rmSync(folder, { recursive: true, force: true });
}
