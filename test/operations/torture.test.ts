/** Typesense, Neo4j and Cairn killed in the middle of writes: a few rounds of `npm run torture`. */
import { expect } from 'chai';
import { torture } from '../torture/torture.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`npm run torture (seed ${SEED})`, () => {
  it('three rounds: everything acknowledged is there, and the store agrees with itself', async function () {
    this.timeout(1_200_000);
    const said: string[] = [];
    const { acknowledged, differences, recoveries } = await torture({ rounds: 3, seed: SEED, servers: 1, say: (line) => said.push(line) });
    expect(differences, said.join('\n')).to.deep.equal([]);
    expect(acknowledged).to.be.above(8);
    expect([...recoveries.keys()]).to.deep.equal(['Typesense SIGKILL', 'Neo4j SIGKILL', 'Cairn SIGKILL']);
  });
});
