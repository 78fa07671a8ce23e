/**
 * Neo4j driven by hand, with the least that keeps the same content: the limit of what a catalog on it can do. Its labels are its own.
 */
import neo4j, { type Driver, type RecordShape } from 'neo4j-driver';
import { widenChunks } from '../../../src/graph/chunks.ts';
import type { Cairn } from '../../support/cairn.ts';
import { EDGE_TYPES, type Row } from './content.ts';

/** Most entities of a read that several callers share, and how many such reads are under way at once. */
const MOST_SHARED = 50;
const LANES = 2;

const SCHEMA = 'CREATE CONSTRAINT ceiling IF NOT EXISTS FOR (e:CeilingEntity) REQUIRE e.urn IS UNIQUE';
/** With locks, versions and exact edges, in one statement. What has the same hash is left as it is. */
const PUT = `UNWIND $rows AS row
MERGE (e:CeilingEntity {urn: row.urn}) SET e._l = 1 WITH e, row
OPTIONAL MATCH (e)-[l:LATEST]->(p:CeilingAspect) WHERE p.name = row.name
WITH e, row, l, p WHERE p IS NULL OR p.hash <> row.hash
CREATE (e)-[:LATEST]->(a:CeilingAspect {name: row.name, value: row.value, hash: row.hash, seq: coalesce(p.seq, 0) + 1, at: $at, by: $by})
WITH e, row, l, p, a, CASE WHEN p IS NULL THEN [] ELSE COLLECT {
  MATCH (e)-[r:${EDGE_TYPES.join('|')}]->(t) WHERE r.aspect = row.name RETURN type(r) + '>' + t.urn } END AS have
FOREACH (q IN CASE WHEN p IS NULL THEN [] ELSE [1] END | CREATE (a)-[:PREV]->(p) DELETE l)
WITH e, row, p, have, [x IN row.edges | x[0] + '>' + x[1]] AS want
CALL (e, row, have, want) {
  WITH e, row, have, want WHERE size(have) > 0
  MATCH (e)-[r:${EDGE_TYPES.join('|')}]->(t) WHERE r.aspect = row.name AND NOT type(r) + '>' + t.urn IN want DELETE r }
CALL (e, row, have) {
  UNWIND row.edges AS x WITH e, row, have, x WHERE NOT x[0] + '>' + x[1] IN have
  MERGE (t:CeilingEntity {urn: x[1]}) CREATE (e)-[:$(x[0]) {aspect: row.name}]->(t) }
RETURN row.urn, row.name, coalesce(p.seq, 0) + 1`;
const READ_MANY = `UNWIND $urns AS urn MATCH (e:CeilingEntity {urn: urn})
RETURN urn, [(e)-[:LATEST]->(a) | [a.name, a.value, a.seq, a.at, a.by]] AS latest`;
const CLEAR = ['CeilingAspect', 'CeilingEntity'].map((label) => `MATCH (n:${label}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS`);

export interface BareGraph {
  /** Writes with locks, versions and exact edges, in one transaction. No aspect may be in it twice. */
  put(rows: readonly Row[]): Promise<void>;
  /** Reads one entity; reads that wait at the same time share statements. */
  readShared(urn: string): Promise<unknown>;
  /** Removes all that this has written. */
  close(): Promise<void>;
}

export async function openBareGraph({ neo4j: { uri, username, password } }: Cairn): Promise<BareGraph> {
  widenChunks();
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
  });
  const written = { at: 1_700_000_000_000, by: 'urn:svc:corpuser:ceiling' };
  await run(driver, SCHEMA);
  await run(driver, 'CALL db.awaitIndexes(60)');
  return {
    put: async (rows) => void (await run(driver, PUT, { rows, ...written })),
    readShared: shared((urns) => run(driver, READ_MANY, { urns }, true)),
    async close() {
      for (const text of CLEAR) await run(driver, text);
      await run(driver, 'DROP CONSTRAINT ceiling');
      await driver.close();
    },
  };
}

async function run(driver: Driver, text: string, params: RecordShape = {}, reads = false) {
  const session = driver.session({ defaultAccessMode: reads ? neo4j.session.READ : neo4j.session.WRITE, fetchSize: -1 });
  try {
    return (await session.run(text, params)).records;
  } finally {
    await session.close();
  }
}

/** Whoever asks while reads are under way goes into the next read, together with the others. */
function shared(read: (urns: string[]) => Promise<readonly unknown[]>): (urn: string) => Promise<unknown> {
  const waiting: { urn: string; settle: (row: unknown) => void; fail: (error: unknown) => void }[] = [];
  let underWay = 0;
  const pump = (): void => {
    if (underWay >= LANES || waiting.length === 0) return;
    const group = waiting.splice(0, MOST_SHARED);
    underWay++;
    read(group.map(({ urn }) => urn))
      .then(
        (rows) => {
          for (const [place, { settle }] of group.entries()) settle(rows[place]);
        },
        (error) => {
          for (const { fail } of group) fail(error);
        },
      )
      .finally(() => {
        underWay--;
        pump();
      });
  };
  return (urn) =>
    new Promise((settle, fail) => {
      waiting.push({ urn, settle, fail });
      pump();
    });
}
