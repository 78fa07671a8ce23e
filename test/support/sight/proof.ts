/**
 * The proof that reading is exact: a world in two stores, and random requests of every row of every API, whose answers must be the same.
 */
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { Random } from '../random.ts';
import type { Ask } from './asks.ts';
import { comparable, type Got } from './compare.ts';
import { graphRows } from './graph.ts';
import type { Write } from './oracle.ts';
import { restRows } from './rest.ts';
import { type Difference, differs, keepOnly, type Store, seedsOf, startStore } from './stores.ts';
import { type Tool, toolRows } from './tools.ts';
import { makeValues, type Values } from './values.ts';
import { makeWorld, type World } from './world.ts';

export interface Row {
  readonly row: string;
  /** About the whole catalog: refused for who sees a part. */
  readonly whole?: boolean;
  ask(values: Values): Ask;
  unknown?(values: Values): string[];
}

/** All rows of all APIs that show something of entities, as the server itself lists them. */
export async function rowsOf(store: Store): Promise<Row[]> {
  const document = await (await fetch(`${store.cairn.url}/rpc/docs/reference.json`)).json();
  const schema = await store.json<{ data: IntrospectionQuery }>('/api/graphql', { query: getIntrospectionQuery() });
  const listed = await store.ask({
    row: 'tools/list',
    method: 'POST',
    path: '/mcp',
    headers: { Accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const { result } = JSON.parse(listed.text) as { result: { tools: Tool[] } };
  return [...restRows(document as never), ...graphRows(schema.data), ...toolRows(result.tools)];
}

export interface Proof {
  readonly world: World;
  readonly whole: Store;
  readonly part: Store;
  readonly seeds: readonly Write[];
  /** What the reader sees now. */
  readonly seen: ReadonlySet<string>;
}

/** Two stores with a new world, before its changes. @param whole the settings of the one with everything, beside READ_POLICIES */
export async function beginProof(random: Random): Promise<Proof> {
  const [whole, part] = await Promise.all([startStore('first', { READ_POLICIES: 'true' }), startStore('second', {})]);
  const seeds = await seedsOf(whole);
  const world = makeWorld(random, seeds);
  const [first] = world.phases;
  const writes = world.writes.slice(0, first.writes);
  await Promise.all([whole.load(writes), keepOnly(part, seeds, first.seen).then(() => part.load(writes, first.seen))]);
  return { world, whole, part, seeds, seen: first.seen };
}

/** The same world after its changes. The part is made anew: what is no longer seen has never been there. */
export async function changeWorld({ world, whole, part, seeds }: Proof): Promise<Proof> {
  const [first, second] = world.phases;
  await part.stop();
  const next = await startStore('second', {});
  await Promise.all([whole.load(world.writes.slice(first.writes)), keepOnly(next, seeds, second.seen).then(() => load(next, world))]);
  return { world, whole, part: next, seeds, seen: second.seen };
}

/** In the same parts as in the other store, so that times mean the same. */
async function load(store: Store, { writes, phases: [first, second] }: World): Promise<void> {
  await store.load(writes.slice(0, first.writes), second.seen);
  await store.load(writes.slice(first.writes), second.seen);
}

const AT_ONCE = 4;

/** Asks both stores `count` times, each row in turn. @returns the differences, at most `most` */
export async function compareStores(
  { world, whole, part, seen }: Proof,
  rows: readonly Row[],
  random: Random,
  count: number,
  since: number,
  most = 1,
): Promise<Difference[]> {
  const values = makeValues(random, world, seen);
  const asks = Array.from({ length: count }, (_, at) => (rows[at % rows.length] as Row).ask(values));
  const found: Difference[] = [];
  const same = (got: Got): string => comparable(got, since);
  const next = asks.values();
  const worker = async (): Promise<void> => {
    for (const ask of next) {
      if (found.length >= most) return;
      const difference = await differs(whole, part, ask, same);
      if (difference) found.push(difference);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

/** @throws Error that says where answers differ */
export function expectSame(found: readonly Difference[], { world }: Proof): void {
  if (found.length > 0) throw new Error(`${found.map(saidOf).join('\n\n')}\n\nPolicies: ${JSON.stringify(world.policies)}`);
}

/** For a person: the request, and the first place where the answers differ. */
export function saidOf({ ask, whole, part }: Difference): string {
  let at = 0;
  while (at < whole.length && whole[at] === part[at]) at++;
  const from = Math.max(0, at - 200);
  return `${ask.row}: ${ask.method} ${ask.path} ${JSON.stringify(ask.json)}\n  for who sees a part: …${whole.slice(from, at + 400)}\n  where it is all:     …${part.slice(from, at + 400)}`;
}
