/**
 * As test/long/proof.test.ts, in many worlds: 10,000 requests. `SEED=<seed>` repeats the first world, `PROOF=<number>` sends
 * that many requests.
 */
import { randomInt } from 'node:crypto';
import { endAll } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { beginProof, changeWorld, compareStores, expectSame, rowsOf } from '../support/sight/proof.ts';
import type { Difference } from '../support/sight/stores.ts';

const seed = Number(process.env.SEED ?? randomInt(1_000_000));
const total = Number(process.env.PROOF ?? 10_000);
/** In each of the two states of a world. */
const EACH = 250;

describe(`Readers who see a part, in many worlds (SEED=${seed})`, function () {
  this.timeout(3_600_000);
  after(endAll);

  for (let at = 0; at * 2 * EACH < total; at++) {
    it(`get what a store has that holds this part only: SEED=${seed + at}`, async () => {
      const random = makeRandom(seed + at);
      const since = Date.now();
      let proof = await beginProof(random);
      const rows = (await rowsOf(proof.whole)).filter(({ whole }) => !whole);
      const found: Difference[] = [];
      const most = Number(process.env.PROOF_MOST ?? 1);
      found.push(...(await compareStores(proof, rows, random, EACH, since, most)));
      proof = await changeWorld(proof);
      found.push(...(await compareStores(proof, rows, random, EACH, since, most)));
      await Promise.all([proof.whole.stop(), proof.part.stop()]);
      expectSame(found, proof);
    });
  }
});
