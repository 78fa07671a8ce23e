import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import type { Commit } from '../../src/catalog/write/batch.ts';
import { makeCommitter } from '../../src/catalog/write/committer.ts';
import type { Unit } from '../../src/catalog/write/proposal.ts';
import type { ReadSet, ReadState } from '../../src/graph/changes.ts';
import { refusalOf } from '../../src/graph/failures.ts';
import { valueOf } from '../../src/model/json.ts';
import { model } from '../unit/support/model.ts';
import { accepted } from '../unit/support/proposals.ts';

const urn = (name: string): string => `urn:svc:tag:${name}`;

function unit(name: string): Unit {
  const proposal = accepted({ entityUrn: urn(name), aspectName: 'tagProperties', changeType: 'UPSERT', value: valueOf({ name }) }, model);
  return { proposals: [proposal], request: { supplied: new Map(), born: new Set() }, at: 0, actor: 'urn:svc:corpuser:etl' };
}

function deletion(name: string): Unit {
  const proposal = accepted({ entityUrn: urn(name), aspectName: 'tagKey', changeType: 'DELETE' }, model);
  return { proposals: [proposal], request: { supplied: new Map(), born: new Set() }, at: 0, actor: 'urn:svc:corpuser:etl' };
}

/** A graph in which nothing is stored, and that takes every transaction but those that `refuses` names an error for. */
function graph(refuses: (urns: readonly string[]) => Error | undefined) {
  const transactions: string[][] = [];
  const commit: Commit = async (needs, decide) => {
    const urns = needs.lock.map((need) => need.urn);
    transactions.push(urns);
    const { result } = await decide(empty(needs), 0);
    const error = refuses(urns);
    if (error) throw error;
    return { result, place: { seq: transactions.length, at: 0, changed: 0, epoch: 'e' }, entries: [] };
  };
  return { transactions, committer: makeCommitter(commit, { model, strictFields: false, retention: undefined }, { note: () => undefined }) };
}

function empty({ lock }: ReadSet): ReadState {
  const nothing = { names: new Set<string>(), aspects: new Map(), lost: [], lived: false };
  return {
    entities: new Map(lock.map((need, id) => [need.urn, { ...nothing, id }])),
    chains: new Map(),
    propertyNames: new Map(),
    badge: undefined,
    sizes: new Map(),
    previous: new Map(),
    versions: new Map(),
    above: new Map(),
    parts: new Map(),
    dangling: new Map(),
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

  it('if no connection is free, nobody waits for one in turn', async () => {
    const full = refusalOf(new Neo4jError('Connection acquisition timed out in 5000 ms.', 'N/A', '50N42', 'no'));
    const { transactions, committer } = graph(() => full);
    const outcomes = await Promise.allSettled(NAMES.map((name) => committer.submit([unit(name)])));
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).to.deep.equal(NAMES.map(() => full));
    expect(transactions).to.have.length(1);
  });
});

/** A graph whose transactions stay open, after they have decided, until `end` ends the oldest one. */
function slowGraph() {
  const open: { urns: string[]; end: () => void }[] = [];
  const commit: Commit = async (needs, decide) => {
    const { result } = await decide(empty(needs), 0);
    await new Promise<void>((end) => open.push({ urns: needs.lock.map((need) => need.urn), end }));
    return { result, place: { seq: 1, at: 0, changed: 0, epoch: 'e' }, entries: [] };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    committer: makeCommitter(commit, { model, strictFields: false, retention: undefined }, { note: () => undefined }),
    /** The entities of the transactions that are open. */
    async open(): Promise<string[][]> {
      for (let turns = 0; turns < 100; turns++) await turn();
      return open.map(({ urns }) => urns);
    },
    end: () => open.shift()?.end(),
  };
}

describe('Two transactions at once', () => {
  const names = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

  it('if much is waiting, the next transaction is decided while the one before is written', async () => {
    const { committer, open, end } = slowGraph();
    const all = Promise.all([committer.submit(names('a', 500).map(unit)), committer.submit(names('b', 200).map(unit))]);
    expect(await open()).to.deep.equal([names('a', 500).map(urn), names('b', 200).map(urn)]);
    end();
    end();
    await all;
  });

  it('if little is waiting, it waits', async () => {
    const { committer, open, end } = slowGraph();
    const all = Promise.all([committer.submit(names('a', 500).map(unit)), committer.submit(names('b', 20).map(unit))]);
    expect(await open()).to.have.length(1);
    end();
    expect(await open()).to.deep.equal([names('b', 20).map(urn)]);
    end();
    await all;
  });

  it('units of an entity that is being written stay in their order, and others go first', async () => {
    const { committer, open, end } = slowGraph();
    const later = [...names('a', 2), ...names('b', 300), ...names('a', 2)];
    const all = Promise.all([committer.submit(names('a', 500).map(unit)), committer.submit(later.map(unit))]);
    expect(await open()).to.deep.equal([names('a', 500).map(urn), names('b', 300).map(urn)]);
    end();
    end();
    expect(await open()).to.deep.equal([names('a', 2).map(urn)]);
    end();
    await all;
  });

  it('nothing begins beside a hard delete', async () => {
    const { committer, open, end } = slowGraph();
    const all = Promise.all([committer.submit([deletion('gone')]), committer.submit(names('b', 300).map(unit))]);
    expect(await open()).to.deep.equal([[urn('gone')]]);
    end();
    expect(await open()).to.deep.equal([names('b', 300).map(urn)]);
    end();
    await all;
  });
});
