import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import neo4j, { type Driver, type Plan } from 'neo4j-driver';
import { columnsOf } from '../../src/build/statements.ts';
import { STATEMENTS } from '../../src/generated/statements.ts';
import { loadStatements, OPTIONAL, unfilled } from '../../src/graph/statements.ts';
import { api } from '../support/client.ts';
import { ownership, ownNames, proposal, upstreams, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const SOURCE = path.join(import.meta.dirname, '../../src/graph');
const own = ownNames('plans');

const TYPES = '`OwnedBy`|`DownstreamOf`';
/** What `«name»` is filled with; several: each is explained. */
const PARTS: Record<string, readonly string[]> = {
  edge: [`-[r:${TYPES}]->`, `<-[r:${TYPES}]-`],
  types: [TYPES],
  degree: [`-[:${TYPES}]->`, `<-[:${TYPES}]-`],
  outgoing: [`-[r:${TYPES}]->`],
  incoming: [`<-[r:${TYPES}]-`],
  near: ['s', 't'],
  label: ['dataset'],
  order: ['ASC', 'DESC'],
  left: ['-'],
  right: ['->'],
  farLeft: ['<-'],
  farRight: ['-'],
  edges: ['UPSTREAM'],
  // As in lineage.test.ts, so that the same texts are planned once.
  hops: ['2'],
  count: ['3'],
};
const SCANS =
  /^(AllNodesScan|NodeByLabelScan|UnionNodeByLabelsScan|PartitionedAllNodesScan|PartitionedNodeByLabelScan|(Directed|Undirected)\w*RelationshipTypes?Scan|(Directed|Undirected)AllRelationshipsScan)/;
/** Labels that are lists of work, nearly always short: to walk one is to read the list. */
const WORK_LIST = /^NodeByLabelScan \w+:(Closed|Dirty|Doomed|Purge)$/;
/** Statements that walk a label or a type because all of it is what is asked for. */
const WALKS: Record<string, { readonly operator: RegExp; readonly because: string }> = {
  'read/list-runs.cypher': { operator: /^NodeByLabelScan r:Run$/, because: 'one node a run, and all runs are listed' },
  'verify/find-last-node.cypher': { operator: /^AllNodesScan n$/, because: 'a verification looks at every node, and must know where they end' },
  'read/next-edges.cypher': {
    operator: /^DirectedRelationshipTypeScan|^DirectedUnionRelationshipTypesScan/,
    because: 'every edge of a type is asked for, page by page',
  },
};

loadStatements();
const statements = STATEMENTS.filter((name) => !name.startsWith('schema/')).map((name) => ({ name: `${name}.cypher`, text: unfilled(name) }));

/** The texts of a statement, one for each filling of its parts, with and without what can be left out. */
function filled(text: string): string[] {
  if (text.search(OPTIONAL) >= 0) return ['$1', ''].flatMap((kept) => filled(text.replace(OPTIONAL, kept)));
  const part = /«(\w+)»/.exec(text)?.[1];
  if (part === undefined) return [text];
  const fillings = PARTS[part];
  if (!fillings) throw new Error(`«${part}» is not known to this test`);
  return fillings.flatMap((filling) => filled(text.replaceAll(`«${part}»`, filling)));
}

/** `<operator> <what it is about>` of every step. */
function operators(plan: Plan): string[] {
  return [`${plan.operatorType.replace(/@.*/, '')} ${String(plan.arguments.Details ?? '')}`, ...plan.children.flatMap(operators)];
}

describe('Every statement in cypher/ begins with an index or a node id (cypher/README.md)', () => {
  let driver: Driver;
  before(async () => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
    const about = (urn: string, timestampMillis: number) => [
      proposal(urn, 'ownership', ownership(urns.user(own()))),
      proposal(urn, 'upstreamLineage', upstreams(urns.dataset(own()))),
      proposal(urn, 'datasetProfile', { timestampMillis }, { systemMetadata: { runId: 'plans' } }),
    ];
    const { status, text } = await api.ingestProposalBatch(Array.from({ length: 20 }, (_, at) => about(urns.dataset(own()), at)).flat());
    expect(status, text).to.equal(200);
  });
  after(() => driver.close());

  async function explain(text: string): Promise<{ steps: string[]; columns: string[] }> {
    const { summary, keys } = await driver.executeQuery(`EXPLAIN ${text}`);
    if (!summary.plan) throw new Error('no plan');
    return { steps: operators(summary.plan), columns: keys };
  }

  for (const { name, text } of statements) {
    const title = WALKS[name] ? `${name} (walks: ${WALKS[name].because})` : name;
    const check = async (each: string): Promise<void> => {
      const { steps, columns } = await explain(each);
      const scans = steps.filter((operator) => SCANS.test(operator) && !WORK_LIST.test(operator) && !WALKS[name]?.operator.test(operator));
      expect(scans, each).to.deep.equal([]);
      // What the rows of src/graph/ are checked against.
      expect(columnsOf(text), each).to.deep.equal(columns);
    };
    const [first = text, ...others] = filled(text);
    it(title, () => check(first));
    if (others.length > 0)
      it(`${title}, filled otherwise [long]`, async () => {
        for (const each of others) await check(each);
      });
  }

  it('each is used', () => {
    const code = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const texts = code.map((file) => readFileSync(path.join(SOURCE, file), 'utf8')).join('\n');
    expect(statements.map(({ name }) => name.replace(/\.cypher$/, '')).filter((name) => !texts.includes(`'${name}'`))).to.deep.equal([]);
  });

  it('the check detects a statement that scans', async () => {
    for (const text of ['MATCH (e:Entity) WHERE e.type = $type RETURN e', 'MATCH (n) WHERE n.urn = $urn RETURN n'])
      expect((await explain(text)).steps.some((operator) => SCANS.test(operator))).to.equal(true);
  });
});
