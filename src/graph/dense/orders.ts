/**
 * Keeps the neighbours of dense nodes in their order, so that a page costs what it shows instead of all edges. The log tells which entities
 * have changed since; their edges are read again. If the number of edges is not what it should be then, the order is read anew.
 */
import { COLUMN_LINEAGE } from '../../model/edges.ts';
import { type LoggedCommit, readCommits } from '../commit-log.ts';
import { type Graph, readRows, readTuples, whole } from '../driver.ts';
import { edgePattern, typeNames } from '../statements.ts';
import {
  BLOCK_SIZE,
  blockOf,
  byCodePoint,
  degreeOf,
  type End,
  insert,
  type NeighbourOrder,
  orderOf,
  type Position,
  slice,
  startOf,
  typesOf,
  withdraw,
} from './order.ts';

export interface Near {
  readonly urn: string;
  readonly direction: 'INCOMING' | 'OUTGOING';
  /** Relationship names of the model. */
  readonly types: readonly string[];
}

export interface Pair {
  readonly type: string;
  readonly urn: string;
}

export interface DenseOrders {
  /** Has it the order of this node? */
  has(near: Near): boolean;
  page(near: Near, start: number, count: number): Promise<{ total: number; related: Pair[] }>;
  /** The next pairs after one. */
  after(near: Near, after: Pair | undefined, count: number): Promise<Pair[]>;
}

/** A node with more relationships is dense. */
export const MOST_AT_ONCE = 2_000;
/** The most pairs of all orders together: 8 bytes each. */
const MOST_KEPT = 4_000_000;
/** The most commits, and entities of them, to read before the order is read anew instead; of a long order also one of so many entities. */
const MOST_COMMITS = 1_000;
const MOST_CHANGED = 2_000;
const SHARE_CHANGED = 50;
const COMMITS_AT_ONCE = 200;
/** How often to read what has changed before the order is read anew. */
const TRIES = 3;
/**
 * A reader may see the number of a commit before all of its edges. So what a commit has changed is read again until the commit has been
 * known for so long, ms.
 */
const SETTLED_MS = 2_000;

interface CachedOrder {
  readonly order: NeighbourOrder;
  readonly rules: string;
  /** Commits that are in the order, the newest last, with when that was found, ms of this process. */
  passed: { readonly seq: number; readonly at: number }[];
}

interface OrderCheck {
  readonly seq: number;
  readonly rules: string | null;
  readonly degree: number;
  readonly ends: readonly [id: number, urn: string, types: [string, number][]][];
}

export function makeDenseOrders(graph: Graph): DenseOrders {
  /** The latest used last. */
  const kept = new Map<string, CachedOrder>();
  const turns = new Map<string, Promise<unknown>>();

  /** Runs `use` with an order that is up to date, one caller of an order at a time. `use` must not wait before it has read the order. */
  async function withOrder<Result>(near: Near, use: (order: NeighbourOrder) => Promise<Result>): Promise<Result> {
    const key = keyOf(near);
    const turn = (turns.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => current(key, near));
    turns.set(key, turn);
    try {
      return await use(await turn);
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  }

  async function current(key: string, near: Near): Promise<NeighbourOrder> {
    const known = kept.get(key);
    kept.delete(key);
    const entry = known && (await broughtUpToDate(graph, near, known)) ? known : await readOrder(graph, near);
    if (mayKeep(entry)) keep(key, entry);
    return entry.order;
  }

  function keep(key: string, entry: CachedOrder): void {
    kept.set(key, entry);
    let sum = 0;
    for (const [other, { order }] of [...kept].reverse()) {
      sum += order.total;
      if (sum > MOST_KEPT) kept.delete(other);
    }
  }

  return {
    has: (near) => kept.has(keyOf(near)) || turns.has(keyOf(near)),
    page: (near, start, count) =>
      withOrder(near, async (order) => {
        const { total } = order;
        return { total, related: await pairsOf(graph, slice(order, start, count)) };
      }),
    after: (near, after, count) =>
      withOrder(near, async (order) => {
        if (!after) return pairsOf(graph, slice(order, 0, count));
        const block = Math.max(0, blockOf(order, after.type, after.urn));
        const most = order.blocks[block]?.ids.length ?? 0;
        const pairs = await pairsOf(graph, slice(order, startOf(order, block), most + count));
        return pairs.filter(({ type, urn }) => (byCodePoint(type, after.type) || byCodePoint(urn, after.urn)) > 0).slice(0, count);
      }),
  };
}

function keyOf({ urn, direction, types }: Near): string {
  return `${direction} ${urn} ${types.join()}`;
}

/** Column lineage is made by other entities than its ends, so the log does not tell of which columns it has changed. */
function mayKeep({ rules, order }: CachedOrder): boolean {
  return rules !== '' && !typesOf(order).includes(COLUMN_LINEAGE);
}

/** Reads again what has changed since. Answers false if the order must be read anew. */
async function broughtUpToDate(graph: Graph, near: Near, { order, rules, passed }: CachedOrder): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const at = performance.now();
    const settled = passed.findLastIndex((each) => each.at < at - SETTLED_MS);
    if (settled > 0) passed.splice(0, settled);
    const from = settled < 0 ? (passed[0]?.seq ?? 1) - 1 : (passed[0]?.seq ?? 0);
    const commits = await commitsAfter(graph, from);
    const changed = commits && changedBy(commits);
    if (!changed || changed.length > Math.max(MOST_CHANGED, order.total / SHARE_CHANGED)) return false;
    if (near.direction === 'OUTGOING' && changed.includes(near.urn)) return false;
    const check = await readCheck(graph, near, order, changed);
    if (check === undefined || check.rules !== rules) return false;
    const ends = check.ends.map(([id, urn, types]): End => ({ id, urn, types: new Map(types) }));
    if (ends.length > 0) await bringIn(graph, order, ends);
    if (degreeOf(order) !== check.degree) continue;
    const seq = commits.at(-1)?.seq;
    if (seq !== undefined && seq !== passed.at(-1)?.seq) passed.push({ seq, at });
    return true;
  }
  return false;
}

async function bringIn(graph: Graph, order: NeighbourOrder, ends: readonly End[]): Promise<void> {
  const missing = withdraw(order, ends);
  if (missing.length === 0) return;
  const ids = new Set(missing.flatMap(({ type, urn }) => order.blocks[blockOf(order, type, urn)]?.ids ?? []));
  const urns = await readUrns(graph, [...ids]);
  for (const each of missing) urns.set(each.id, each.urn);
  for (const each of missing) insert(order, each, (id) => urns.get(id));
}

/** The commits after this one; `undefined` if there are too many, or if the log does not have them any more. */
async function commitsAfter(graph: Graph, seq: number): Promise<LoggedCommit[] | undefined> {
  const commits: LoggedCommit[] = [];
  while (commits.length <= MOST_COMMITS) {
    const next = await readCommits(graph, commits.at(-1)?.seq ?? seq, COMMITS_AT_ONCE);
    commits.push(...next);
    if (next.length < COMMITS_AT_ONCE) return commits;
  }
  return undefined;
}

function changedBy(commits: readonly LoggedCommit[]): string[] {
  return [...new Set(commits.flatMap(({ entries }) => entries.filter(({ type }) => type !== 'point' && type !== 'index').map(({ urn }) => urn)))];
}

async function readCheck(
  graph: Graph,
  { urn, direction, types }: Near,
  order: NeighbourOrder,
  changed: readonly string[],
): Promise<OrderCheck | undefined> {
  const had = typesOf(order);
  const names = typeNames(had.length > 0 ? had : types);
  const degree = direction === 'OUTGOING' ? `-[:${names}]->` : `<-[:${names}]-`;
  const [check] = await readRows<OrderCheck>(graph, 'read/check-related', { urn, changed }, { edge: edgePattern(types, direction), degree });
  return check;
}

async function readOrder(graph: Graph, near: Near): Promise<CachedOrder> {
  const at = performance.now();
  const empty: NeighbourOrder = { blocks: [], total: 0, twins: new Map() };
  const check = await readCheck(graph, near, empty, []);
  const rows = await readRows<{ type: string; first: string; ids: number[] }>(
    graph,
    'read/order-related',
    { urn: near.urn, size: whole(BLOCK_SIZE) },
    { edge: edgePattern(near.types, near.direction) },
  );
  rows.sort((a, b) => byCodePoint(a.type, b.type));
  return { order: orderOf(rows), rules: check?.rules ?? '', passed: check ? [{ seq: check.seq, at }] : [] };
}

async function pairsOf(graph: Graph, places: readonly Position[]): Promise<Pair[]> {
  const urns = await readUrns(graph, [...new Set(places.map(({ id }) => id))]);
  return places.flatMap(({ type, id }) => {
    const urn = urns.get(id);
    return urn === undefined ? [] : [{ type, urn }];
  });
}

async function readUrns(graph: Graph, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  return new Map(await readTuples<[number, string]>(graph, 'read/read-urns', { ids: ids.map(whole) }));
}
