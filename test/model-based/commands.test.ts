/**
 * Several writers do at random what there is to be done, through two servers on one store of which one is started anew now and then; every
 * read is held against a small model (support/oracle.ts). Each writer has entities of its own, and one is shared by all. `SEED=<seed>` does
 * the same again.
 */
import { expect } from 'chai';
import { type BatchItem, type Client, makeClient, type Proposal } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Found, where } from '../support/find.ts';
import { deletion, description, ownership, ownNames, proposal, status, typeOf, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import {
  type Ask,
  asked,
  type Change,
  exists,
  KEY,
  LINEAGE,
  latest,
  nothing,
  rolledBack,
  SERIES,
  upstreamOf,
  type World,
} from '../support/oracle.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { sharedCairn } from '../support/shared.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const WRITERS = 4;
const ROUNDS = 5;
const COMMANDS = 8;
/** Datasets of each writer. */
const SIZE = 3;
const RUNS = 3;
const SEARCHABLE_MS = 90_000;
const own = ownNames('model');

const VALUES: Readonly<Record<string, (content: number) => unknown>> = {
  datasetProperties: (content) => ({ text: content }),
  ownership: (content) => ({ owners: [0, 1].filter((bit) => content & (1 << bit)) }),
  status: (content) => ({ removed: content % 2 === 1 }),
  [LINEAGE]: (content) => ({ from: Array.from({ length: SIZE }, (_, bit) => bit).filter((bit) => content & (1 << bit)) }),
  [SERIES]: (content) => ({ timestampMillis: 1 + (content % 4), rowCount: content }),
};
const VERSIONED = Object.keys(VALUES).filter((name) => name !== SERIES);

describe(`Random commands of ${WRITERS} writers against a model (seed ${SEED})`, function () {
  this.timeout(600_000);
  let second: RunningCairn;
  const clients = [makeClient(() => sharedCairn().url, SVC), makeClient(() => second.url, SVC)];
  const startSecond = (): Promise<RunningCairn> => {
    const { neo4j, typesense } = sharedCairn();
    return startCairn({
      NEO4J_URI: neo4j.uri,
      NEO4J_USERNAME: neo4j.username,
      NEO4J_PASSWORD: neo4j.password,
      TYPESENSE_URL: typesense.url,
      TYPESENSE_API_KEY: typesense.apiKey,
    });
  };
  before(async () => {
    second = await startSecond();
  });
  after(endAll);

  const shared = urns.dataset(own('shared'));
  const writers = Array.from({ length: WRITERS }, (_, number) => makeWriter(number, makeRandom(SEED + number), clients, shared));

  for (let round = 1; round <= ROUNDS; round++) {
    it(`round ${round}: every read says what the model says`, async () => {
      await Promise.all(writers.map((writer) => writer.act()));
      await Promise.all(writers.map((writer) => writer.compare()));
      await compareShared(
        clients[round % 2] as Client,
        shared,
        writers.map(({ shares }) => shares),
      );
    });
    if (round < ROUNDS && round % 2 === 0)
      it(`a server is started anew after ${round % 4 === 0 ? 'kill -9' : 'a stop'}`, async () => {
        await second.stop(round % 4 === 0 ? 'SIGKILL' : 'SIGTERM');
        second = await startSecond();
      });
  }

  it('search shows what the model says', async () => {
    for (const writer of writers) await writer.compareSearch();
  });
});

function makeWriter(number: number, random: Random, clients: readonly Client[], shared: string) {
  const list = Array.from({ length: SIZE }, () => urns.dataset(own(`w${number}`)));
  const owners = [0, 1].map(() => urns.user(own(`w${number}`)));
  const runs = Array.from({ length: RUNS }, () => own(`run${number}`));
  const shares: string[] = [];
  let world: World = nothing(SIZE);
  const client = (): Client => clients[random.below(clients.length)] as Client;
  const numberOf = (urn: string): number => list.indexOf(urn);

  function ask(): Ask {
    const change = random.of<Change>(['UPSERT', 'UPSERT', 'UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE', 'DELETE']);
    const deletes = change === 'DELETE';
    const on = random.below(SIZE);
    const aspect =
      change === 'PATCH'
        ? 'datasetProperties'
        : deletes && random.below(4) === 0
          ? KEY
          : random.of(deletes || change !== 'UPSERT' ? VERSIONED : Object.keys(VALUES));
    const content = random.below(8);
    const value = (): unknown => VALUES[aspect]?.(content);
    const history = world.entities[on]?.aspects.get(aspect) ?? [];
    const conditions = aspect !== SERIES && random.below(6) === 0;
    return {
      change,
      on,
      aspect,
      ...(deletes ? {} : { value }),
      run: random.below(2) === 0 ? undefined : random.of(runs),
      ifVersion: conditions ? random.of([history.length || -1, history.length + 1, -1]) : undefined,
      ifNone: change.startsWith('CREATE') && random.below(3) === 0,
    };
  }

  /** As the server takes it. */
  function sent(each: Ask): Proposal {
    const urn = list[each.on] ?? '';
    const headers = {
      ...(each.ifVersion === undefined ? {} : { 'If-Version-Match': String(each.ifVersion) }),
      ...(each.ifNone ? { 'If-None-Match': '*' } : {}),
    };
    const more = {
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(each.run === undefined ? {} : { systemMetadata: { runId: each.run } }),
    };
    if (each.change === 'DELETE') return deletion(urn, each.aspect, more);
    const value = onWire(each.aspect, each.value?.(undefined));
    if (each.change !== 'PATCH') return proposal(urn, each.aspect, value, { changeType: each.change, ...more });
    const patch = [{ op: 'add', path: '/description', value: (value as { description: string }).description }];
    return {
      entityType: typeOf(urn),
      entityUrn: urn,
      changeType: 'PATCH',
      aspectName: each.aspect,
      aspect: { value: JSON.stringify(patch), contentType: 'application/json-patch+json' },
      ...more,
    };
  }

  function onWire(aspect: string, value: unknown): unknown {
    const { text, owners: some = [], from = [] } = value as { text?: number; owners?: number[]; from?: number[] };
    if (aspect === 'datasetProperties') return description(`content ${text}`);
    if (aspect === 'ownership') return ownership(...some.map((each) => owners[each] ?? ''));
    if (aspect === 'status') return status((value as { removed: boolean }).removed);
    return aspect === LINEAGE ? upstreams(...from.map((each) => list[each] ?? '')) : value;
  }

  /** Back from what a read says. */
  function asModel(aspect: string, value: Record<string, unknown>): unknown {
    if (aspect === 'datasetProperties') {
      expect(value.customProperties ?? {}).to.deep.equal({});
      return { text: Number(String(value.description).slice('content '.length)) };
    }
    if (aspect === 'ownership') return { owners: (value.owners as { owner: string }[]).map(({ owner }) => owners.indexOf(owner)) };
    if (aspect === LINEAGE) return { from: (value.upstreams as { dataset: string }[]).map(({ dataset }) => numberOf(dataset)) };
    return aspect in VALUES ? value : aspect;
  }

  async function writeOne(): Promise<void> {
    const each = ask();
    const next = asked(world, each);
    const answer = await client().ingestProposal(sent(each));
    expect(answer.status, `${JSON.stringify(sent(each))}: ${answer.text}`).to.equal(next ? 200 : 422);
    world = next ?? world;
  }

  async function writeBatch(together: boolean): Promise<void> {
    const asks: Ask[] = [];
    const outcomes: boolean[] = [];
    const newborn = new Set<number>();
    let next = world;
    for (let count = 2 + random.below(4); count > 0; count--) {
      const each = ask();
      const after = asked(next, each, newborn);
      if (after && !exists(next, each.on) && exists(after, each.on)) newborn.add(each.on);
      if (after && !exists(after, each.on)) newborn.delete(each.on);
      asks.push(each);
      outcomes.push(after !== undefined);
      next = after ?? next;
      if (together && !after) break;
    }
    const proposals = asks.map(sent);
    const said = JSON.stringify(proposals);
    if (together) {
      const answer = await client().ingestProposalBatch(proposals);
      const whole = outcomes.every((each) => each);
      expect(answer.status, `${said}: ${answer.text}`).to.equal(whole ? 200 : 422);
      if (whole) world = next;
      return;
    }
    const answer = await client().ingestEach(proposals);
    expect(answer.status, answer.text).to.equal(200);
    const items: readonly BatchItem[] = answer.body.value.items;
    expect(
      items.map(({ outcome }) => outcome !== 'refused'),
      `${said}: ${answer.text}`,
    ).to.deep.equal(outcomes);
    world = next;
  }

  async function rollBack(): Promise<void> {
    const run = random.of(runs);
    const safe = random.below(2) === 0;
    const answer = await client().send('POST', '/runs?action=rollback', { json: { runId: run, safe } });
    // A run that has never written is not known.
    expect(answer.status, answer.text).to.be.oneOf([200, 404]);
    world = rolledBack(world, run, safe);
  }

  /** Everybody writes to the shared entity, too: what was acknowledged is noted. */
  async function share(): Promise<void> {
    const text = `writer ${number} says ${shares.length}`;
    const answer = await client().ingestProposal(proposal(shared, 'datasetProperties', description(text)));
    expect(answer.status, answer.text).to.equal(200);
    shares.push(text);
  }

  async function compareEntity(on: number, reader: Client): Promise<void> {
    const urn = list[on] ?? '';
    const known = world.entities[on];
    const alive = exists(world, on);
    const removed = (latest(world, on, 'status')?.value as { removed?: boolean } | undefined)?.removed === true;
    const { aspects } = (await reader.entity(urn)).body;
    // Of an entity that is not there the key is told all the same (docs/semantics.md 6.1).
    const names = alive ? Object.keys(aspects) : Object.keys(aspects).filter((name) => name !== KEY);
    expect(names.sort(), `aspects of ${urn}`).to.deep.equal([...(known?.aspects.keys() ?? [])].sort());
    for (const [name, history] of known?.aspects ?? []) {
      const newest = history.at(-1);
      const { value, systemMetadata } = aspects[name] ?? {};
      expect(asModel(name, value ?? {}), `${name} of ${urn}`).to.deep.equal(newest?.value);
      expect(systemMetadata, `${name} of ${urn}`).to.include({ version: String(history.length), runId: newest?.runId, lastRunId: newest?.lastRunId });
      for (let version = 1; version <= history.length + 1; version++) {
        const older = await reader.aspect(urn, name, version);
        const there = version < history.length;
        expect(older.status, `version ${version} of ${name} of ${urn}`).to.equal(there ? 200 : 404);
        if (there) expect(asModel(name, Object.values(older.body.aspect)[0] ?? {})).to.deep.equal(history[version - 1]?.value);
      }
    }
    const series = await reader.series({ urn, entity: 'dataset', aspect: SERIES });
    const points = series.body.value.values.map(({ aspect }) => JSON.parse(aspect.value) as { timestampMillis: number; rowCount: number });
    const wanted = [...(known?.points ?? [])].sort(([a], [b]) => b - a).map(([, { value }]) => value);
    expect(
      points.map(({ timestampMillis, rowCount }) => ({ timestampMillis, rowCount })),
      `points of ${urn}`,
    ).to.deep.equal(wanted);
    for (const includeSoftDelete of [true, false]) {
      const answer = await reader.send<{ value: boolean }>('POST', '/entities?action=exists', { json: { urn, includeSoftDelete } });
      expect(answer.body.value, `${urn} exists`).to.equal(alive && (includeSoftDelete || !removed));
    }
    await compareEdges(on, reader);
  }

  async function compareEdges(on: number, reader: Client): Promise<void> {
    const owned = (each: number): number[] => (latest(world, each, 'ownership')?.value as { owners: number[] } | undefined)?.owners ?? [];
    const all = [...list.keys()];
    const related = async (urn: string, direction: string, types: string): Promise<string[]> =>
      (await reader.relationships(urn, direction, { types, count: 1000 })).body.entities.sort();
    const said = (numbers: readonly number[], of: readonly string[]): string[] => numbers.map((each) => of[each] ?? '').sort();
    const urn = list[on] ?? '';
    expect(await related(urn, 'OUTGOING', 'DownstreamOf'), `what ${urn} names`).to.deep.equal(said(upstreamOf(world, on), list));
    expect(await related(urn, 'INCOMING', 'DownstreamOf'), `who names ${urn}`).to.deep.equal(
      said(
        all.filter((each) => upstreamOf(world, each).includes(on)),
        list,
      ),
    );
    expect(await related(urn, 'OUTGOING', 'OwnedBy'), `owners of ${urn}`).to.deep.equal(said(owned(on), owners));
    for (const [at, owner] of owners.entries())
      expect(await related(owner, 'INCOMING', 'OwnedBy'), `what ${owner} owns`).to.deep.equal(
        said(
          all.filter((each) => owned(each).includes(at)),
          list,
        ),
      );
  }

  return {
    shares,
    async act(): Promise<void> {
      for (let count = COMMANDS; count > 0; count--) {
        const dice = random.below(10);
        if (dice < 4) await writeOne();
        else if (dice < 8) await writeBatch(dice < 6);
        else if (dice < 9) await rollBack();
        else await share();
      }
    },
    async compare(): Promise<void> {
      for (const on of list.keys()) await compareEntity(on, client());
    },
    async compareSearch(): Promise<void> {
      const shown = [...list.keys()].filter(
        (on) => exists(world, on) && (latest(world, on, 'status')?.value as { removed?: boolean } | undefined)?.removed !== true,
      );
      const textOf = (on: number): number | undefined => (latest(world, on, 'datasetProperties')?.value as { text: number } | undefined)?.text;
      const found = async (...criteria: Parameters<typeof where>): Promise<number[]> => {
        const json = { input: '*', entity: 'dataset', start: 0, count: 100, filter: where({ field: 'urn', values: list }, ...criteria) };
        const answer = await client().send<{ value: Found }>('POST', '/entities?action=search', { json });
        expect(answer.status, answer.text).to.equal(200);
        return answer.body.value.entities.map(numberOf).sort();
      };
      await eventually(async () => expect(await found(), 'what is found').to.deep.equal(shown), SEARCHABLE_MS);
      for (const text of new Set(shown.map(textOf)))
        if (text !== undefined)
          await eventually(
            async () =>
              expect(await found({ field: 'description', values: [`content ${text}`] })).to.deep.equal(shown.filter((on) => textOf(on) === text)),
            SEARCHABLE_MS,
          );
    },
  };
}

/** What several write at once: versions without gaps, each acknowledged write one of them, those of one writer in their order. */
async function compareShared(reader: Client, urn: string, shares: readonly (readonly string[])[]): Promise<void> {
  const all = shares.flat();
  if (all.length === 0) return;
  const texts: string[] = [];
  for (let version = 1; version <= all.length; version++) {
    const answer = await reader.aspect(urn, 'datasetProperties', version === all.length ? 0 : version);
    expect(answer.status, `version ${version} of ${all.length}`).to.equal(200);
    texts.push(String(Object.values(answer.body.aspect)[0]?.description));
  }
  expect([...texts].sort()).to.deep.equal([...all].sort());
  for (const own of shares) expect(texts.filter((text) => own.includes(text))).to.deep.equal(own);
  expect((await reader.entity(urn)).body.aspects.datasetProperties?.systemMetadata?.version).to.equal(String(all.length));
}
