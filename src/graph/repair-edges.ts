/**
 * Corrects edges that differ from what the latest aspects of their entities say (docs/semantics.md 8.2), after a change of the model or after
 * damage. It takes the same locks as a commit, so that writes at the same time lose nothing. Edges that have ended (PAST) stay as they are:
 * it neither invents history nor loses it. An edge that was missing begins with the version of the aspect that says it.
 */
import type { Transaction } from 'neo4j-driver';
import { columnOf, columnPrefix, columnsPrefix } from '../model/column-urn.ts';
import type { Model } from '../model/types.ts';
import type { LostEdge } from './changes.ts';
import { edgeRow, stampsRow } from './commit.ts';
import { type Graph, inTransaction, rowsIn } from './driver.ts';
import { areReadable, type EdgeDifference, edgeDifference, expectedEdges, type HeldEdge } from './expected-edges.ts';
import { statement } from './statements.ts';

/** Most entities of one transaction: all of them stay locked until it ends. */
const MOST_AT_ONCE = 100;

export interface RepairedEntity extends EdgeDifference {
  readonly urn: string;
  /** The edges as they were found. */
  readonly held: readonly HeldEdge[];
}

interface Locked {
  readonly urn: string;
  readonly beingDeleted: boolean;
  readonly latest: readonly (readonly [name: string, value: string, at: number])[];
}

/**
 * Corrects the edges that the aspects of these entities make, column lineage included.
 *
 * @param write if false, changes nothing and reports all entities
 * @returns the entities that differed, with what was wrong. Entities that are being hard-deleted are left out.
 */
export async function repairEdges(graph: Graph, model: Model, urns: readonly string[], write = true): Promise<RepairedEntity[]> {
  const repaired: RepairedEntity[] = [];
  const sorted = [...new Set(urns)].filter((urn) => urn.startsWith(model.names.urnPrefix)).sort();
  for (let at = 0; at < sorted.length; at += MOST_AT_ONCE) {
    const some = sorted.slice(at, at + MOST_AT_ONCE);
    repaired.push(...(await inTransaction(graph, (tx) => repair(tx, model, some, write))));
  }
  return repaired;
}

async function repair(tx: Transaction, model: Model, urns: readonly string[], write: boolean): Promise<RepairedEntity[]> {
  const locked = await rowsIn<Locked>(tx, 'jobs/lock-and-read-aspects', { urns });
  const entities = locked.filter(({ beingDeleted, latest }) => !beingDeleted && areReadable(latest.map(([, value]) => value)));
  const asked = entities.map(({ urn, latest }) => ({
    urn,
    columns: columnsPrefix(model, urn),
    named: columnsNamed(
      model,
      latest.map(([, value]) => value),
    ),
  }));
  const held = grouped(await heldEdges(tx, asked), ({ holder }) => holder);
  // After the edges: if a hard delete removes one in between, it is then read as lost and is not created again.
  const lostRows = await rowsIn<LostEdge & { urn: string }>(tx, 'jobs/read-lost-edges', { urns });
  const lost = grouped(lostRows, ({ urn }) => urn);
  const differing = entities.flatMap(({ urn, latest }) => {
    const aspects = latest.map(([name, value, at]) => ({ name, value, at }));
    const difference = edgeDifference(expectedEdges(model, urn, aspects, lost.get(urn)), held.get(urn) ?? []);
    const same = difference.begin.length + difference.end.length + difference.stamp.length === 0;
    return same && write ? [] : [{ urn, held: held.get(urn) ?? [], ...difference }];
  });
  if (write) await writeDifferences(tx, differing);
  return differing;
}

async function writeDifferences(tx: Transaction, differing: readonly EdgeDifference[]): Promise<void> {
  const end = differing.flatMap((each) => each.end).map(({ id, type, aspect, holder }) => ({ id, type, aspect, holder }));
  const begin = differing.flatMap((each) => each.begin).sort((a, b) => (a.target < b.target ? -1 : 1));
  const stamp = differing.flatMap((each) => each.stamp);
  if (end.length > 0) await tx.run(statement('jobs/remove-untold-edges'), { rows: end });
  if (begin.length > 0) await tx.run(statement('write/begin-edges'), { rows: begin.map(edgeRow) });
  if (stamp.length > 0) await tx.run(statement('write/stamp-edges'), { rows: stamp.map((row) => ({ ...row, stamps: stampsRow(row.stamps) })) });
}

type HeldRow = Omit<HeldEdge, 'via' | 'since' | 'stamps'> & { via: string | null; since: number | null; props: Record<string, string | number> };

async function heldEdges(tx: Transaction, asked: readonly Record<string, unknown>[]): Promise<HeldEdge[]> {
  const found = await rowsIn<HeldRow>(tx, 'jobs/read-held-edges', { rows: asked });
  const byId = new Map(
    found.map(({ props, via, since, ...edge }): [number, HeldEdge] => {
      const stamps = Object.fromEntries(Object.entries(props).filter(([name]) => STAMPS.has(name)));
      return [edge.id, { ...edge, via: via ?? undefined, since: since ?? undefined, stamps }];
    }),
  );
  return [...byId.values()];
}

const STAMPS: ReadonlySet<string> = new Set(['createdOn', 'createdActor', 'updatedOn', 'updatedActor', 'properties', 'query']);

function grouped<Row>(all: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of all) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
}

/**
 * The columns that values refer to anywhere, and their tables: an edge of column lineage begins at one of these, or at a column of the entity
 * itself.
 */
function columnsNamed(model: Model, values: readonly string[]): string[] {
  const prefix = columnPrefix(model);
  const found = new Set<string>();
  const seek = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.startsWith(prefix)) found.add(value).add(columnOf(model, value)?.table ?? value);
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) seek(each);
  };
  for (const text of values) if (text.includes(prefix)) seek(JSON.parse(text));
  return [...found];
}
