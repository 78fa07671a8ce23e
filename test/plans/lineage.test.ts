/**
 * The traversal of lineage must prune: any other plan enumerates the ways through a lattice, of which there are more than atoms.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import neo4j, { type Driver, type Plan } from 'neo4j-driver';
import { sharedCairn } from '../support/shared.ts';

const text = readFileSync(path.join(import.meta.dirname, '../../cypher/traverse/lineage.cypher'), 'utf8').replace(/^\/\/.*\n/gm, '');

function operators(plan: Plan): string[] {
  return [plan.operatorType.replace(/@.*/, ''), ...plan.children.flatMap(operators)];
}

describe('Lineage is a pruning search in breadth', () => {
  let driver: Driver;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  });
  after(() => driver.close());

  for (const [direction, arrows] of [
    ['upstream', { left: '-', right: '->', farLeft: '<-', farRight: '-' }],
    ['downstream', { left: '<-', right: '-', farLeft: '-', farRight: '->' }],
  ] as const) {
    for (const edges of ['UPSTREAM', 'UPSTREAM|PAST_UPSTREAM']) {
      for (const hops of ['', '2', '5']) {
        it(`${direction}, over ${edges}, ${hops === '' ? 'all' : hops} hops`, async () => {
          const parts: Record<string, string> = { ...arrows, edges, hops };
          const { summary } = await driver.executeQuery(`EXPLAIN ${text.replace(/«(\w+)»/g, (_, part: string) => parts[part] ?? '')}`);
          const steps = operators(summary.plan as Plan).filter((step) => /VarLength|Shortest/.test(step));
          expect(steps).to.have.members(['VarLengthExpand(Pruning,BFS,All)', 'ShortestPath']);
        });
      }
    }
  }
});
