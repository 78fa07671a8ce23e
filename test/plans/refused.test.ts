/**
 * What is left of refused items where there are too many (docs/semantics.md 3.7). Each test looks at its own items alone, in a transaction that is
 * rolled back.
 */
import { expect } from 'chai';
import neo4j, { type Driver, type Transaction } from 'neo4j-driver';
import { loadStatements, statement } from '../../src/graph/statements.ts';
import { sharedCairn } from '../support/shared.ts';

const NOW = 1_000_000;

loadStatements();

describe('Too much that was refused (docs/semantics.md 3.7)', () => {
  let driver: Driver;
  let tx: Transaction;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  });
  after(() => driver.close());
  beforeEach(async () => {
    tx = driver.session().beginTransaction() as unknown as Transaction;
    await tx.run('MATCH (f:Refused) DELETE f');
  });
  afterEach(() => tx.rollback());

  /** Things of one sender and run, the newest first. */
  const keep = (by: string, run: string, count: number, newest = NOW): Promise<unknown> =>
    tx.run(
      `MERGE (r:Run {id: $run}) SET r.at = $newest, r.refused = $count
       WITH r UNWIND range(0, $count - 1) AS age
       CREATE (:Refused {id: $run + $by + age, run: $run, by: $by, at: $newest - age})`,
      { by, run, newest: neo4j.int(newest), count: neo4j.int(count) },
    );
  const trim = async (limits: { most?: number; mostOfSender?: number; before?: number; limit?: number }): Promise<unknown> => {
    const all = { most: 1_000, mostOfSender: 1_000, before: 0, limit: 1_000, ...limits };
    const { records } = await tx.run(statement('write/trim-refused'), {
      p: Object.fromEntries(Object.entries(all).map(([name, each]) => [name, neo4j.int(each)])),
    });
    return records[0]?.get('trimmed');
  };
  const left = async (): Promise<unknown> => {
    const { records } = await tx.run('MATCH (f:Refused) WITH f ORDER BY f.at DESC RETURN f.by AS by, collect($now - f.at) AS ages ORDER BY by', {
      now: neo4j.int(NOW),
    });
    return Object.fromEntries(records.map((each) => [each.get('by'), each.get('ages')]));
  };

  // SECURITY.md L19
  it('goes of who has most first, whoever came last', async () => {
    await keep('old', 'r', 2, NOW - 100);
    await keep('many', 'r', 6);
    expect(await trim({ most: 5 })).to.equal(3);
    expect(await left()).to.deep.equal({ many: [0, 1, 2], old: [100, 101] });
  });

  it('goes of each sender beyond a number of its own, the oldest first, a few at a time', async () => {
    await keep('ann', 'r', 4);
    await keep('ben', 'r', 2);
    expect(await trim({ mostOfSender: 1, limit: 2 })).to.equal(2);
    expect(await trim({ mostOfSender: 1 })).to.equal(2);
    expect(await left()).to.deep.equal({ ann: [0], ben: [0] });
    expect(await trim({ before: NOW + 1 })).to.equal(2);
  });

  it('leaves no run behind that has nothing else, unless it has just begun', async () => {
    await keep('ann', 'empty', 1);
    await keep('ann', 'kept', 1);
    await keep('ann', 'written', 1);
    await keep('ann', 'new', 1, NOW + 10);
    await tx.run("MATCH (f:Refused) WHERE f.run <> 'kept' DELETE f");
    await tx.run("CREATE (:Aspect {runId: 'written'})");
    await tx.run(statement('write/drop-empty-runs'), { p: { before: neo4j.int(NOW + 1), limit: neo4j.int(1_000_000) } });
    const { records } = await tx.run("MATCH (r:Run) WHERE r.id IN ['empty', 'kept', 'written', 'new'] RETURN r.id AS id ORDER BY id");
    expect(records.map((each) => each.get('id'))).to.deep.equal(['kept', 'new', 'written']);
  });
});
