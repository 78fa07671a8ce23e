/**
 * `npm run filters`: takes out one filter of restricted reading after the other (filters.ts), and asks what
 * test/long/proof.test.ts asks. A filter without which the answers are the same is not needed, or the worlds are too plain.
 * `SEEDS=<number>` worlds, `PROOF=<number>` requests in each; `SEED=<seed>` begins with the same world.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../../src/build/bundle.ts';
import { endAll, freePort, type Running, runNode } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { endSharedEngines } from '../support/shared-engines.ts';
import { comparable } from '../support/sight/compare.ts';
import { beginProof, compareStores, type Proof, rowsOf, saidOf } from '../support/sight/proof.ts';
import { differs, type Store, storeOf } from '../support/sight/stores.ts';
import { FILTERS, type Filter } from './filters.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const { SEED = String(Date.now() % 1_000_000), SEEDS = '3', PROOF = '400', ONLY = '' } = process.env;

/** A copy of the server without a filter. @returns its main file */
async function without({ file, find, replace }: Filter, into: string): Promise<string> {
  const dist = path.join(into, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['cypher', 'openapi', 'node_modules', 'package.json', 'docs', 'CHANGELOG.md', 'SECURITY.md'])
    symlinkSync(path.join(ROOT, name), path.join(into, name));
  for (const name of readdirSync(path.join(ROOT, 'dist')))
    if (!name.endsWith('.js')) symlinkSync(path.join(ROOT, 'dist', name), path.join(dist, name));
  await bundle(dist, (text, at) => {
    if (at !== file) return text;
    if (text.split(find).length !== 2) throw new Error(`${file}: expected once: ${find}`);
    return text.replace(find, () => replace);
  });
  return path.join(dist, 'main.js');
}

async function start(main: string, { settings, cairn, times }: Store): Promise<{ store: Store; running: Running }> {
  const port = String(await freePort());
  const running = runNode(main, [], { ...settings, PORT: port, DATA_DIR: cairn.dataDir });
  await running.event('server.ready');
  return { running, store: storeOf({ ...cairn, url: `http://127.0.0.1:${port}` }, settings, [...times]) };
}

async function failsWithout(
  filter: Filter,
  proof: Proof,
  rows: Awaited<ReturnType<typeof rowsOf>>,
  seed: number,
  since: number,
): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-filter-'));
  let running: Running | undefined;
  try {
    const { store, running: own } = await start(await without(filter, folder), proof.whole);
    running = own;
    const random = makeRandom(seed);
    // Those first that are most likely to tell.
    for (const some of [rows.filter(({ row }) => filter.rows.test(row)), rows]) {
      const [difference] = await compareStores({ ...proof, whole: store }, some, random, Number(PROOF), since);
      // It counts only if the whole server answers this request right.
      if (difference && !(await differs(proof.whole, proof.part, difference.ask, (got) => comparable(got, since)))) return difference.ask.row;
      if (difference) process.stdout.write(`Differs anyway: ${saidOf(difference)}\n`);
    }
    return undefined;
  } finally {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

let left = FILTERS.filter(({ file, name }) => new RegExp(ONLY).test(`${file}: ${name}`));
for (let at = 0; at < Number(SEEDS) && left.length > 0; at++) {
  const seed = Number(SEED) + at;
  const since = Date.now();
  process.stdout.write(`World SEED=${seed}\n`);
  const proof = await beginProof(makeRandom(seed));
  const rows = (await rowsOf(proof.whole)).filter(({ whole }) => !whole);
  const survived: Filter[] = [];
  for (const filter of left) {
    const row = await failsWithout(filter, proof, rows, seed, since);
    process.stdout.write(
      `${row === undefined ? 'not noticed' : 'noticed    '}  ${filter.file}: ${filter.name}${row === undefined ? '' : ` (${row})`}\n`,
    );
    if (row === undefined) survived.push(filter);
  }
  await Promise.all([proof.whole.stop(), proof.part.stop()]);
  left = survived;
}
process.stdout.write(left.length === 0 ? 'Each filter is needed.\n' : `Nothing failed without: ${left.map(({ name }) => name).join(', ')}\n`);
await endAll();
await endSharedEngines();
process.exitCode = left.length === 0 ? 0 : 1;
