/**
 * As test/long/proof.test.ts, in many worlds: 10,000 requests. `SEED=<seed>` repeats the first world, `PROOF=<number>` sends
 * that many requests, `EACH=<number>` of them in each of the two states of a world.
 */
import { randomInt } from 'node:crypto';
import { endAll } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { beginProof, changeHidden, changeWorld, compareStores, expectSame, rowsOf } from '../support/sight/proof.ts';
import type { Difference } from '../support/sight/stores.ts';

const seed = Number(process.env.SEED ?? randomInt(1_000_000));
const total = Number(process.env.PROOF ?? 10_000);
const EACH = Number(process.env.EACH ?? 250);

describe(`Readers who see a part, in many worlds (SEED=${seed})`, function () {
  this.timeout(3_600_000);
  after(endAll);

  for (let at = 0; at * 2 * EACH < total; at++) {
    it(`get what a store has that holds this part only: SEED=${seed + at}, ${2 * EACH} requests`, async () => {
      const random = makeRandom(seed + at);
      const since = Date.now();
      let proof = await beginProof(random);
      const rows = await rowsOf(proof.whole);
      const found: Difference[] = [];
      const most = Number(process.env.PROOF_MOST ?? 1);
      found.push(...(await compareStores(proof, rows, random, EACH, since, most)));
      proof = await changeWorld(proof);
      const changing = changeHidden(proof, makeRandom(seed + at));
      found.push(...(await compareStores(proof, rows, random, EACH, since, most).finally(changing.end)));
      await Promise.all([proof.whole.stop(), proof.part.stop()]);
      expectSame(found, proof);
    });
  }
});
