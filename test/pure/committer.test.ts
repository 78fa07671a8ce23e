import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import { accept } from '../../src/catalog/write/accept.ts';
import { type Commit, makeCommitter } from '../../src/catalog/write/committer.ts';
import type { Unit } from '../../src/catalog/write/proposal.ts';
import type { Found, Needs } from '../../src/graph/changes.ts';
import { refusalOf } from '../../src/graph/failures.ts';
import { valueOf } from '../../src/model/json.ts';
import { loadModel } from '../../src/model/load.ts';

const model = loadModel('svc', undefined);
const urn = (name: string): string => `urn:svc:tag:${name}`;

function unit(name: string): Unit {
  const { proposal } = accept(model, false, {
    entityUrn: urn(name),
    aspectName: 'tagProperties',
    changeType: 'UPSERT',
    value: valueOf({ name }),
  });
  return { proposals: [proposal], request: { supplied: new Map(), born: new Set() }, at: 0, actor: 'urn:svc:corpuser:etl' };
}

/** A graph in which nothing is stored, and that takes every transaction but those that `refuses` names an error for. */
function graph(refuses: (urns: readonly string[]) => Error | undefined) {
  const transactions: string[][] = [];
  const commit: Commit = async (needs, decide) => {
    const urns = needs.lock.map((need) => need.urn);
    transactions.push(urns);
    const { result } = await decide(empty(needs));
    const error = refuses(urns);
    if (error) throw error;
    return { result, place: { seq: transactions.length, at: 0, changed: 0 }, entries: [] };
  };
  return { transactions, committer: makeCommitter(commit, { model, strictFields: false, retention: undefined }) };
}

function empty({ lock }: Needs): Found {
  const nothing = { names: new Set<string>(), aspects: new Map(), lost: [] };
  return {
    entities: new Map(lock.map((need, id) => [need.urn, { ...nothing, id }])),
    chains: new Map(),
    propertyNames: new Map(),
    badge: undefined,
    sizes: new Map(),
    previous: new Map(),
  };
}

const NAMES = ['a', 'b', 'bad', 'c'];
const fromNeo4j = (code: string): Error => refusalOf(new Neo4jError('no', code, '50N42', 'no'));

describe('Group commit', () => {
  for (const [what, error] of [
    ['refuses one of them', fromNeo4j('Neo.DatabaseError.Statement.ExecutionFailed')],
    ['has no time for one of them', fromNeo4j('Neo.ClientError.Transaction.TransactionTimedOut')],
    ['meets a mistake of ours in one of them', new TypeError('cannot read')],
  ] as const) {
    it(`units share a transaction; if Neo4j ${what}, the others are still written`, async () => {
      const { transactions, committer } = graph((urns) => (urns.includes(urn('bad')) ? error : undefined));
      const outcomes = await Promise.allSettled(NAMES.map((name) => committer.submit([unit(name)])));
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'written' : outcome.reason))).to.deep.equal([
        'written',
        'written',
        error,
        'written',
      ]);
      expect(transactions).to.deep.equal([NAMES.map(urn), ...NAMES.map((name) => [urn(name)])]);
    });
  }

  it('if the connection is lost, nothing is retried, because the transaction may be committed', async () => {
    const { transactions, committer } = graph(() => fromNeo4j('SessionExpired'));
    const outcomes = await Promise.allSettled(NAMES.map((name) => committer.submit([unit(name)])));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(NAMES.map(() => 'rejected'));
    expect(transactions).to.have.length(1);
  });
});
