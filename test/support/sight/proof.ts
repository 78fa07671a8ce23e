/**
 * The proof that reading is exact: a world in two stores, and random requests of every row of every API, whose answers must be the same.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { eventually } from '../eventually.ts';
import { typeOf } from '../make.ts';
import type { RunningCairn } from '../process.ts';
import type { Random } from '../random.ts';
import type { Row } from './asks.ts';
import { policiesOfPart, shownOf } from './columns.ts';
import { comparable, type Got } from './compare.ts';
import { graphRows } from './graph.ts';
import { type Reading, readBy } from './oracle.ts';
import { ASSETS, base, READER } from './policies.ts';
import { restRows } from './rest.ts';
import { type Difference, differs, keepOnly, type Store, seedsOf, startStore } from './stores.ts';
import { OUTPUTS } from './strip.ts';
import { message, type Prompt, type Tool, toolRows } from './tools.ts';
import { makeValues } from './values.ts';
import { makeWorld, type World } from './world.ts';
import { factsOf, type Write } from './writes.ts';

/** All rows of all APIs that show something of entities, as the server itself lists them. */
export async function rowsOf(store: Pick<Store, 'ask' | 'json'> & { readonly cairn: Pick<RunningCairn, 'url'> }): Promise<Row[]> {
  const document = await (await fetch(`${store.cairn.url}/rpc/docs/reference.json`)).json();
  const schema = await store.json<{ data: IntrospectionQuery }>('/api/graphql', { query: getIntrospectionQuery() });
  const listed = async <Result>(method: string): Promise<Result> => {
    const { text } = await store.ask(message(method, method, {}));
    return (JSON.parse(text) as { result: Result }).result;
  };
  const { tools } = await listed<{ tools: Tool[] }>('tools/list');
  const { prompts } = await listed<{ prompts: Prompt[] }>('prompts/list');
  const { resourceTemplates } = await listed<{ resourceTemplates: { uriTemplate: string }[] }>('resources/templates/list');
  const ofAgents = toolRows(
    tools,
    prompts,
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  );
  return [...restRows(document as never), ...graphRows(schema.data), ...ofAgents];
}

export interface Proof {
  readonly world: World;
  readonly whole: Store;
  readonly part: Store;
  readonly seeds: readonly Write[];
  /** What the reader sees now. */
  readonly now: Reading;
}

/** Two stores with a new world, before its changes or after them. */
export async function beginProof(random: Random, changed = false): Promise<Proof> {
  const whole = await startStore('first', { READ_POLICIES: 'true' });
  const seeds = await seedsOf(whole);
  const world = makeWorld(random, seeds);
  const part = await startPart(world);
  // That takes time: connections that have ended meanwhile are noticed in another turn.
  await pause(10);
  const [first, second] = world.phases;
  const now = changed ? second : first;
  const all = changed ? world : { ...world, writes: world.writes.slice(0, first.writes) };
  await Promise.all([load(whole, all), fillPart(part, all, seeds, now)]);
  await Promise.all([whole, part].map(sampleAnew));
  return { world, whole, part, seeds, now };
}

/** The same world after its changes. The part is made anew: what is no longer seen has never been there. */
export async function changeWorld({ world, whole, part, seeds }: Proof): Promise<Proof> {
  const [first, second] = world.phases;
  await part.stop();
  const next = await startPart(world);
  await Promise.all([whole.load(world.writes.slice(first.writes)), fillPart(next, world, seeds, second)]);
  await Promise.all([whole, next].map(sampleAnew));
  return { world, whole, part: next, seeds, now: second };
}

/**
 * How common words are comes from a sample that may lack a tenth of the writes (docs/data-model.md 3.4): two stores with other histories rank a little
 * otherwise. An index that is built anew has a sample of all there is.
 */
async function sampleAnew({ cairn, json }: Store): Promise<void> {
  const built = (): number => cairn.log.filter(({ event }) => event === 'index.built').length;
  const before = built();
  await json('/operations?action=rebuildIndex', {});
  await eventually(async () => expect(built()).to.be.above(before));
}

/** If the reader does not see all columns, that of the second store does not either, but all that are there. */
const hasPolicies = ({ seesColumns }: World): boolean => !seesColumns;

function startPart(world: World): Promise<Store> {
  return startStore('second', hasPolicies(world) ? { READ_POLICIES: 'true' } : {});
}

async function fillPart(part: Store, world: World, seeds: readonly Write[], now: Reading): Promise<void> {
  await keepOnly(part, seeds, now.seen);
  if (hasPolicies(world))
    await part.send(
      policiesOfPart(
        READER,
        base,
        now.partly.filter((table) => now.seen.has(table)),
      ),
    );
  await load(part, world, now);
}

/** In the same parts as in the other store, so that times mean the same. */
async function load(store: Store, { writes, phases: [first] }: World, now?: Reading): Promise<void> {
  const left = now ? writes.map((write) => ({ ...write, value: shownOf(write, now.hides) })) : writes;
  await store.load(left.slice(0, first.writes), now?.seen);
  await store.load(left.slice(first.writes), now?.seen);
}

const AT_ONCE = 4;

/** What the reader does not see. */
export function hiddenIn({ writes }: World, { seen, columns }: Reading): string[] {
  return [...new Set([...writes.map(({ urn }) => urn).filter((urn) => !seen.has(urn)), ...columns])];
}

/** How long an answer may be another one because search is behind. */
const PASSES_MS = 15_000;
/** Each so many requests, one that would change something hidden. */
const OF_HIDDEN = 6;

/** How often other values are asked with where some are wrong: 400 is answered before it is known who asks. */
const TRIES = 20;

/** Asks for what is about the whole catalog. @returns what is answered otherwise than with 403 */
export async function shownOfWhole({ world, whole, now }: Proof, rows: readonly Row[], random: Random): Promise<string[]> {
  const values = makeValues(random, world, now);
  const about = rows.filter((row) => row.about === 'whole');
  const answers = await Promise.all(
    about.map(async ({ row, ask }) => {
      let got = await whole.ask(ask(values));
      for (let tries = 1; got.status === 400 && tries < TRIES; tries++) got = await whole.ask(ask(values));
      return { row, got };
    }),
  );
  return answers.filter(({ got: { status } }) => status !== 403).map(({ row, got: { status, text } }) => `${row}: ${status} ${text.slice(0, 200)}`);
}

/** Asks both stores `count` times, each row in turn. @returns the differences, at most `most` */
export async function compareStores(
  { world, whole, part, now }: Proof,
  rows: readonly Row[],
  random: Random,
  count: number,
  since: number,
  most = 1,
): Promise<Difference[]> {
  const [values, hidden] = [makeValues(random, world, now), makeValues(random, world, now, true)];
  const [reading, changing] = [rows.filter(({ about }) => about === undefined), rows.filter(({ about }) => about === 'hidden')];
  const begin = random.below(changing.length + 1);
  const asks = Array.from({ length: count }, (_, at) => {
    const turn = Math.floor(at / OF_HIDDEN);
    const change = at % OF_HIDDEN === 0 ? changing[(begin + turn) % changing.length] : undefined;
    return change ? ({ ...change.ask(hidden), changesHidden: true } as const) : reading[(at - turn) % reading.length]?.ask(values);
  }).filter((ask) => ask !== undefined);
  const found: Difference[] = [];
  const same = (got: Got): string => comparable(got, since);
  const hiddenUrns = hiddenIn(world, now);
  const next = asks.values();
  const worker = async (): Promise<void> => {
    for (const ask of next) {
      if (found.length >= most) return;
      const look = (): Promise<Difference | undefined> => differs(whole, part, ask, same, hiddenUrns);
      const difference = await look();
      if (!difference || (saysNoMore(difference) && !(await lasts(look)))) continue;
      found.push(difference);
      // A run that is cut has told it.
      process.stdout.write(`${saidOf(difference)}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

/** What waits for the index is left out where it has hidden columns (SECURITY.md): such a difference passes, and shows nothing. */
function saysNoMore({ whole, part }: Difference): boolean {
  const wordsIn = (text: string): string[] => text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  const known = new Set(wordsIn(part));
  return wordsIn(whole).every((word) => known.has(word));
}

async function lasts(look: () => Promise<Difference | undefined>): Promise<boolean> {
  return eventually(async () => expect(await look()).to.equal(undefined), PASSES_MS).then(
    () => false,
    () => true,
  );
}

/** Changes what is hidden, in the store that has it, until it is ended: nobody sees anything of it. */
export function changeHidden({ world, whole, seeds, now }: Proof, random: Random): { end(): Promise<void> } {
  const all = [...seeds, ...world.writes];
  const stateOf = ({ seen, columns }: Reading): string => [...[...seen].sort(), '', ...[...columns].sort()].join();
  const before = stateOf(now);
  const types = [...ASSETS, 'schemaField', 'assertion'];
  const hidden = all.filter(({ urn, aspect }) => !now.seen.has(urn) && types.includes(typeOf(urn)) && !OUTPUTS[aspect]);
  let isOver = hidden.length === 0;
  const work = async (): Promise<void> => {
    while (!isOver) {
      await new Promise(setImmediate);
      const change = changeOf(random, hidden);
      if (stateOf(readBy(READER, factsOf([...all, change]))) !== before) continue;
      const [refused] = await whole.send([change]);
      if (refused === undefined) all.push(change);
    }
  };
  const working = work();
  return {
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

/** A value of another one of the same type, or a deletion. */
function changeOf(random: Random, hidden: readonly Write[]): Write {
  const { urn } = random.of(hidden);
  if (random.below(8) === 0) return { urn, aspect: 'status', value: {}, deletes: true };
  return { ...random.of(hidden.filter((each) => typeOf(each.urn) === typeOf(urn))), urn };
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
