/**
 * A few rounds of `npm run torture`: Cairn and its engines are killed and frozen while 8 writers go on; all that was acknowledged is
 * there afterwards, and the store agrees with itself. `SEED=<seed>` does the same again.
 */
import { expect } from 'chai';
import { torture } from '../torture/torture.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Typesense, Neo4j and Cairn, each once. */
const ROUNDS = 3;

describe(`Kills at random moments (seed ${SEED})`, function () {
  this.timeout(900_000);

  it('nothing acknowledged is lost, and verify finds nothing', async () => {
    const lines: string[] = [];
    const { acknowledged, differences } = await torture({ rounds: ROUNDS, seed: SEED, servers: 1, say: (line) => void lines.push(line) });
    expect(differences, lines.join('\n')).to.deep.equal([]);
    expect(acknowledged, lines.join('\n')).to.be.greaterThan(0);
  });
});
