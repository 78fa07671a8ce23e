/**
 * Restricted reading is exact (docs/access.md 6): each answer to a reader who sees a part is that of a second store which holds only this part.
 * `PROOF=<number>` sends more requests in each of two states of a world, `SEED=<seed>` makes another world; test/proof/worlds.ts has many.
 */
import { expect } from 'chai';
import { endAll } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import type { Row } from '../support/sight/asks.ts';
import { beginProof, changeHidden, changeWorld, compareStores, expectSame, type Proof, rowsOf, shownOfWhole } from '../support/sight/proof.ts';
import { makeValues } from '../support/sight/values.ts';

const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.PROOF ?? 150);

describe(`A reader who sees a part (SEED=${seed})`, function () {
  this.timeout(600_000);
  const random = makeRandom(seed);
  const since = Date.now();
  let proof: Proof;
  let rows: Row[];
  before(async () => {
    proof = await beginProof(random);
    rows = await rowsOf(proof.whole);
  });
  after(endAll);

  const most = Number(process.env.PROOF_MOST ?? 1);
  const compare = async (): Promise<void> => {
    const found = await compareStores(proof, rows, random, count, since, most);
    expectSame(found, proof);
  };

  it('is asked about every row of every API, with each of its parameters', () => {
    const values = makeValues(random, proof.world, proof.now);
    const unknown = rows
      .filter(({ about }) => about === undefined)
      .flatMap(({ row, unknown: of }) => (of?.(values) ?? []).map((name) => `${row}: ${name}`));
    expect(unknown).to.deep.equal([]);
  });

  // SECURITY.md R1
  it('gets what a store has that holds this part only', compare);

  it('is refused what is about the whole catalog', async () => {
    expect(await shownOfWhole(proof, rows, random)).to.deep.equal([]);
  });

  it('gets the same after policies, groups and data have changed, and while hidden data changes', async () => {
    proof = await changeWorld(proof);
    const changing = changeHidden(proof, makeRandom(seed));
    await compare().finally(changing.end);
  });
});
