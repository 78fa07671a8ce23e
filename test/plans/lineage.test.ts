/**
 * Traversals must prune: any other plan enumerates the ways through a lattice, of which there are more than atoms.
 */
import { expect } from 'chai';
import neo4j, { type Driver, type Plan } from 'neo4j-driver';
import { loadStatements, type Statement, statement } from '../../src/graph/statements.ts';
import { sharedCairn } from '../support/shared.ts';

loadStatements();
const ARROWS = {
  upstream: { left: '-', right: '->', farLeft: '<-', farRight: '-' },
  downstream: { left: '<-', right: '-', farLeft: '-', farRight: '->' },
} as const;
const PRUNING = 'VarLengthExpand(Pruning,BFS,All)';

function operators(plan: Plan): string[] {
  return [plan.operatorType.replace(/@.*/, ''), ...plan.children.flatMap(operators)];
}

describe('Lineage uses a pruning breadth-first search', () => {
  let driver: Driver;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  });
  after(() => driver.close());

  /** The steps of a statement that follow ways of any length. */
  async function walks(name: Statement, parts: Readonly<Record<string, string>>, params = {}): Promise<string[]> {
    const { summary } = await driver.executeQuery(`EXPLAIN ${statement(name, parts, params)}`);
    return operators(summary.plan as Plan).filter((step) => /VarLength|Shortest|Repeat/.test(step));
  }

  for (const [direction, arrows] of Object.entries(ARROWS)) {
    for (const edges of ['UPSTREAM', 'UPSTREAM|PAST_UPSTREAM'])
      for (const hops of ['', '2'])
        for (const [limits, params] of Object.entries({ '': {}, ', limited': { from: 0 } })) {
          // The other direction, and edges that have ended, change only names and arrows in the texts.
          const isShort = direction === 'upstream' && edges === 'UPSTREAM' && (hops === '') === (limits === '');
          it(`${direction}, over ${edges}, ${hops || 'all'} hops${limits}${isShort ? '' : ' [long]'}`, async () => {
            const parts = { ...arrows, edges, hops };
            expect(await walks('traverse/walk-lineage', parts, params)).to.have.members([PRUNING, 'ShortestPath', 'ShortestPath']);
            expect(await walks('traverse/walk-reach', parts, params)).to.deep.equal([PRUNING]);
            expect(await walks('traverse/walk-columns', parts)).to.deep.equal([PRUNING]);
          });
        }
    it(`steps, ${direction}`, async () =>
      expect(await walks('traverse/read-steps', { ...arrows, edges: 'UPSTREAM', hops: '' })).to.deep.equal([PRUNING]));
    it(`hierarchies, ${direction}`, async () => expect(await walks('traverse/walk-hierarchy', arrows)).to.deep.equal([PRUNING]));
  }
  it('landings', async () => expect(await walks('traverse/walk-landings', {})).to.deep.equal([PRUNING]));
});
