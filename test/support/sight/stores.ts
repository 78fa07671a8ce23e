/**
 * Two Cairns: one with a whole world, where policies decide what the reader sees, and one that holds only what the reader may see.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Answer, encode, makeClient } from '../client.ts';
import { proposal, typeOf } from '../make.ts';
import { SVC } from '../names.ts';
import { type RunningCairn, startCairn } from '../process.ts';
import { emptyEngines } from '../shared-engines.ts';
import type { Ask } from './asks.ts';
import { cursorIn, type Got, haveSameErrors, TOLD_FIELDS, withoutWays } from './compare.ts';
import { READER } from './policies.ts';
import { SECRET } from './world.ts';
import type { Value, Write } from './writes.ts';

const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
const BATCH = 40;

export interface Store {
  readonly cairn: RunningCairn;
  readonly settings: Readonly<Record<string, string>>;
  /** The time after each part of what was loaded, epoch ms. */
  readonly times: readonly number[];
  /** Writes the next of these, without what is not `kept`, and notes the time after each part. */
  load(writes: readonly Write[], kept?: ReadonlySet<string>): Promise<void>;
  /** As `load`, but these are no part of what is compared. @returns why some were refused */
  send(writes: readonly Write[]): Promise<string[]>;
  remove(urn: string): Promise<void>;
  /** The answer to the reader. */
  ask(ask: Ask, cursor?: string): Promise<Got>;
  json<Body>(path: string, json: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** A new store. @param engines the name of a pair of engines, which are emptied */
export async function startStore(engines: string, more: Record<string, string>): Promise<Store> {
  const settings = { ...(await emptyEngines(engines)), ...more };
  return storeOf(await startCairn(settings), settings);
}

export function storeOf(cairn: RunningCairn, settings: Readonly<Record<string, string>>, times: number[] = [Date.now()]): Store {
  const client = makeClient(() => cairn.url, SVC);
  const authorization = { Authorization: `Bearer ${SECRET}` };
  const remove = async (urn: string): Promise<void> => {
    const answer = await client.send('DELETE', `/openapi/v3/entity/${typeOf(urn)}/${encode(urn)}`, { headers: SYNC });
    expect(answer.status, answer.text).to.be.below(300);
  };
  const send = async (writes: readonly Write[]): Promise<string[]> => {
    const at = writes.findIndex(({ deletes }) => deletes);
    if (at >= 0) {
      const refused = await send(writes.slice(0, at));
      await remove((writes[at] as Write).urn);
      return [...refused, ...(await send(writes.slice(at + 1)))];
    }
    if (writes.length === 0) return [];
    const proposals = writes.map(({ urn, aspect, value }) => proposal(urn, aspect, value));
    const answer = await client.send<{ value: { items: { outcome: string; message?: string }[] } }>('POST', '/aspects?action=ingestProposalBatch', {
      headers: SYNC,
      json: { proposals, perItem: true },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value.items.flatMap(({ outcome, message }) => (outcome === 'refused' ? [message ?? outcome] : []));
  };
  return {
    cairn,
    settings,
    times,
    async load(writes, kept) {
      // What was deleted to begin with has never been there.
      if (times.length === 1) times[0] = Date.now();
      for (let at = 0; at < writes.length; at += BATCH) {
        await send(writes.slice(at, at + BATCH).filter(({ urn }) => kept?.has(urn) ?? true));
        // The next commit is of a later millisecond.
        const now = Date.now();
        while (Date.now() === now) await pause(1);
        times.push(Date.now());
      }
    },
    send,
    remove,
    async ask({ method, path: address, headers = {}, json }, cursor = '') {
      const filled = (text: string): string =>
        text.replaceAll(/"?@time:(\d+)@"?/g, (_, at: string) => String(times[Number(at) % times.length])).replaceAll('@cursor@', cursor);
      const to = filled(address.replace('@cursor@', encodeURIComponent(cursor)));
      const body =
        json === undefined
          ? {}
          : { text: filled(JSON.stringify(json)), headers: { 'Content-Type': 'application/json', ...authorization, ...headers } };
      return client.send(method, to, { headers: { ...authorization, ...headers }, ...body });
    },
    json: async <Body>(to: string, json: unknown) => {
      const answer: Answer<Body> = await client.send<Body>('POST', to, { json });
      expect(answer.status, answer.text).to.equal(200);
      return answer.body;
    },
    stop: async () => void (await cairn.stop()),
  };
}

/** All entities that are in a new store, of all types. */
export async function seedsOf(store: Store): Promise<Write[]> {
  const client = makeClient(() => store.cairn.url, SVC);
  const specifications = '/openapi/v1/registry/models/entity/specifications?count=1000';
  const { body } = await client.send<{ elements: { name: string }[] }>('GET', specifications);
  const entities = body.elements.map(({ name }) => name);
  const { value: counts } = await store.json<{ value: Record<string, number> }>('/entities?action=batchGetTotalEntityCount', { entities });
  const found: Write[] = [];
  for (const type of entities.filter((each) => (counts[each] ?? 0) > 0)) {
    const page = await client.send<{ entities: ({ urn: string } & Record<string, { value: Value }>)[] }>(
      'GET',
      `/openapi/v3/entity/${type}?count=1000`,
    );
    for (const { urn, ...aspects } of page.body.entities)
      found.push(...Object.entries(aspects).map(([aspect, { value }]) => ({ urn, aspect, value })));
  }
  return found;
}

/** Leaves in a new store only what is seen. */
export async function keepOnly(store: Store, seeds: readonly Write[], seen: ReadonlySet<string>): Promise<void> {
  const gone = [...new Set(seeds.map(({ urn }) => urn))].filter((urn) => !seen.has(urn) && urn !== READER);
  for (const urn of gone) await store.remove(urn);
}

export interface Difference {
  readonly ask: Ask;
  readonly whole: string;
  readonly part: string;
}

/** Relationships come in the order in which the store keeps them: all pages together are the same. */
const IN_ANY_ORDER = /^(GET|POST) \/openapi\/v3\/(relationship\/\{relationshipType\}|(relationship|lineage)\/scroll)$/;
const MOST_PAGES = 60;
/** The conditions of many policies can be too large for the search engine (docs/access.md 6): the second store has none. */
const TOO_LARGE = /"too-many-criteria"/;
/** What hidden assertions and incidents tell of tables is not searched by (SECURITY.md). */
const TOLD = new RegExp(`search by (${TOLD_FIELDS.join('|')})\\b`);
/** They tell ways. */
const LINEAGE = /lineage|impact|paths_between|^GraphQL/i;

async function allPages(store: Store, ask: Ask, same: (got: Got) => string): Promise<string> {
  let got = await store.ask(ask);
  const found: string[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const text = same(got);
    const results = got.status === 200 ? (JSON.parse(text.slice(text.indexOf('\n\n') + 2)) as { results: unknown[] }).results : undefined;
    if (!results) return text;
    found.push(...results.map((each) => JSON.stringify(each)));
    const cursor = cursorIn(got.text);
    if (!ask.next || cursor === undefined) break;
    got = await store.ask(ask.next, cursor);
  }
  return found.sort().join('\n');
}

/** For who has the answer already. */
function known(ask: Ask, { headers }: Got): Ask {
  return { ...ask, headers: { ...ask.headers, 'If-None-Match': headers.get('etag') ?? '' } };
}

/** Asks both, pages included. @param hidden URNs @returns the first difference */
export async function differs(
  whole: Store,
  part: Store,
  ask: Ask,
  same: (got: Got) => string,
  hidden: readonly string[],
): Promise<Difference | undefined> {
  if (IN_ANY_ORDER.test(ask.row) && ask.method !== 'HEAD') {
    const [mine, twin] = await Promise.all([allPages(whole, ask, same), allPages(part, ask, same)]);
    return mine === twin ? undefined : { ask, whole: mine, part: twin };
  }
  let [one, other] = await Promise.all([whole.ask(ask), part.ask(ask)]);
  for (let page = 0; ; page++) {
    const [mine, twin] = [same(one), same(other)];
    if (TOO_LARGE.test(mine) || TOLD.test(one.text)) return undefined;
    if (ask.changesHidden && /"not-allowed"/.test(mine) && !/"(changed|unchanged|dropped)"/.test(mine)) return undefined;
    const isSame =
      mine === twin || haveSameErrors(mine, twin, hidden) || (LINEAGE.test(ask.row) && withoutWays(mine, hidden) === withoutWays(twin, hidden));
    if (!isSame) return { ask, whole: mine, part: twin };
    if (page === 0 && one.headers.has('etag')) {
      const again = await Promise.all([whole.ask(known(ask, one)), part.ask(known(ask, other))]);
      const [still, same304] = again.map(same) as [string, string];
      if (still !== same304) return { ask: known(ask, one), whole: still, part: same304 };
    }
    const [cursor, next] = [cursorIn(one.text), cursorIn(other.text)];
    if (!ask.next || page === 3 || cursor === undefined || next === undefined) return undefined;
    [one, other] = await Promise.all([whole.ask(ask.next, cursor), part.ask(ask.next, next)]);
  }
}
