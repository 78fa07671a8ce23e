/** Two Cairn servers on one Neo4j and one Typesense (docs/architecture.md 10): they share the work of indexing, and either can end it alone. */
import { expect } from 'chai';
import { connectGraph, type Graph } from '../../src/graph/driver.ts';
import { endLease, takeLeases } from '../../src/graph/leases.ts';
import { loadStatements } from '../../src/graph/statements.ts';
import { connectSearch, fence, presentName } from '../../src/search/index.ts';
import type { Change, ChangesPage } from '../support/changes.ts';
import { type Client, type Entity, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { SYNC, where } from '../support/find.ts';
import type { GraphAnswer } from '../support/graphql.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { modelFolder } from '../support/model-folder.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines, sharedEngine } from '../support/shared-engines.ts';

const own = ownNames('two');
const BATCHES = 8;
const BATCH = 25;
/** Enough for both to share the work. */
const FEW = 5;
const ROUNDS = 20;
const CATCH_UP_MS = 90_000;

describe('Two servers share one graph and one index', function () {
  this.timeout(300_000);
  let first: RunningCairn;
  let second: RunningCairn;
  let settings: Record<string, string>;
  const client = (cairn: RunningCairn): Client => makeClient(() => cairn.url, SVC);

  before(async () => {
    settings = { ...(await emptyEngines()), LOG_LEVEL: 'debug' };
    first = await startCairn(settings);
    second = await startCairn(settings);
    // A new store's first sweep writes what is seeded once more.
    await eventually(async () => {
      const { body } = await client(first).send<{ index: { building: boolean } }>('GET', '/health/detailed');
      expect(body.index.building).to.equal(false);
    }, CATCH_UP_MS);
  });
  after(async () => {
    await second?.stop();
    await endAll();
  });

  /** A figure of `/metrics`. */
  async function figure(cairn: RunningCairn, name: string): Promise<number> {
    const text = await (await fetch(`${cairn.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  }

  async function caughtUp(cairn: RunningCairn): Promise<void> {
    await eventually(async () => expect(await figure(cairn, 'cairn_index_waiting')).to.equal(0), CATCH_UP_MS);
  }

  async function found(cairn: RunningCairn, filter: object): Promise<string[]> {
    const answer = await client(cairn).send<{ value: { entities: string[] } }>('POST', '/entities?action=search', {
      json: { input: '*', entity: 'dataset', filter, count: 1000 },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value.entities.sort();
  }

  /** Every entity is in the index as it is in the graph, whichever server is asked. */
  async function agree(cairn: RunningCairn, platform: string, all: readonly string[]): Promise<void> {
    await caughtUp(cairn);
    for (const urn of all) {
      const { aspects } = (await client(cairn).entity(urn)).body;
      const text = String(aspects.datasetProperties?.value.description);
      const there = where({ field: 'urn', values: [urn] }, { field: 'description', values: [text] });
      expect(await found(cairn, there), urn).to.deep.equal(aspects.status?.value.removed === true ? [] : [urn]);
    }
    expect((await found(cairn, where({ field: 'platform', values: [urns.platform(platform)] }))).every((urn) => all.includes(urn))).to.equal(true);
  }

  it('of two who move at the same time, each on one of them, one is refused [long]', async () => {
    const put = (cairn: RunningCairn, urn: string, parentDomain?: string) =>
      client(cairn).send('POST', '/aspects?action=ingestProposal', {
        json: { proposal: proposal(urn, 'domainProperties', { name: 'D', parentDomain }) },
      });
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [urns.of('domain', own()), urns.of('domain', own())];
      for (const urn of [one, two]) expect((await put(first, urn)).status).to.equal(200);
      const answers = await Promise.all([put(first, one, two), put(second, two, one)]);
      expect(answers.map(({ status: code }) => code).sort(), answers.map(({ text }) => text).join(' ')).to.deep.equal([200, 422]);
    }
  });

  it('both find what either has written, and no document is written twice', async () => {
    const platform = own();
    const all = Array.from({ length: BATCHES * FEW }, (_, n) => urns.dataset(`t${n}`, platform));
    await Promise.all([caughtUp(first), caughtUp(second)]);
    const imported = (): number[] =>
      [first, second].map(({ log }) => log.filter(({ event }) => event === 'index.written').reduce((sum, { entities }) => sum + Number(entities), 0));
    const total = (): number => imported().reduce((sum, each) => sum + each, 0);
    const before = total();
    // Each entity is written once, half of them by each server, all at the same time.
    await Promise.all(
      Array.from({ length: BATCHES }, (_, at) =>
        client(at % 2 === 0 ? first : second).ingestProposalBatch(
          all.slice(at * FEW, (at + 1) * FEW).map((urn) => proposal(urn, 'datasetProperties', description('once'))),
        ),
      ),
    );
    await Promise.all([caughtUp(first), caughtUp(second)]);
    await eventually(async () => expect(total() - before).to.be.at.least(all.length));
    expect(total() - before).to.equal(all.length);
    const filter = where({ field: 'platform', values: [urns.platform(platform)] });
    for (const cairn of [first, second]) expect(await found(cairn, filter)).to.deep.equal([...all].sort());
  });

  it('rebuildIndex builds a new index beside the current one; searches on both always find everything [long]', async () => {
    const [urn, later] = [urns.dataset(own()), urns.dataset(own())];
    const write = (one: string) => client(second).ingestProposal(proposal(one, 'datasetProperties', description('kept')), SYNC);
    expect((await write(urn)).status).to.equal(200);
    const begun = await client(first).send('POST', '/operations?action=rebuildIndex', { json: {} });
    expect(begun.body).to.deep.equal({ value: { begun: true } });
    expect((await write(later)).status).to.equal(200);
    const both = where({ field: 'urn', values: [urn, later] });
    const all = [urn, later].sort();
    await eventually(async () => {
      for (const cairn of [first, second]) expect(await found(cairn, both)).to.deep.equal(all);
      const { body } = await client(first).send<{ index: { building: boolean } }>('GET', '/health/detailed');
      expect(body.index.building).to.equal(false);
    }, CATCH_UP_MS);
    for (const cairn of [first, second]) expect(await found(cairn, both)).to.deep.equal(all);
  });

  it('both write the same entities: in the end the index agrees with the graph [long]', async () => {
    const platform = own();
    const all = Array.from({ length: BATCH }, (_, n) => urns.dataset(`t${n}`, platform));
    await Promise.all(
      [first, second].map(async (cairn, server) => {
        for (let round = 0; round < BATCHES; round++) {
          const proposals = all.flatMap((urn, n) => [
            proposal(urn, 'datasetProperties', description(`${server} ${round}`)),
            ...(n % 3 === 0 ? [proposal(urn, 'status', status((round + server) % 2 === 0))] : []),
          ]);
          const answer = await client(cairn).ingestProposalBatch(proposals);
          expect(answer.status, answer.text).to.equal(200);
        }
      }),
    );
    await agree(first, platform, all);
    await agree(second, platform, all);
  });

  it('a suggestion made on one is accepted on the other', async () => {
    const [urn, user] = [urns.dataset(own()), urns.user(own())];
    const graphql = async (cairn: RunningCairn, query: string, variables: object, headers: Record<string, string> = {}) => {
      const { body } = await client(cairn).send<GraphAnswer>('POST', '/api/graphql', { headers, json: { query, variables } });
      expect(body.errors, JSON.stringify(body.errors)).to.equal(undefined);
      return body.data;
    };
    await client(first).ingestProposalBatch([
      proposal(urn, 'datasetProperties', description('x')),
      proposal(user, 'corpUserInfo', { active: true, displayName: 'Reader' }),
    ]);
    const make = 'mutation ($input: CreateAccessTokenInput!) { made: createAccessToken(input: $input) { accessToken } }';
    const { made } = await graphql(first, make, { input: { type: 'PERSONAL', actorUrn: user, duration: 'ONE_HOUR', name: 'test' } });
    const reader = { Authorization: `Bearer ${made.accessToken}` };
    const input = { urn, changes: { description: { set: 'Suggested' } } };
    await graphql(first, 'mutation ($input: SuggestChangeInput!) { suggestChange(input: $input) { urn } }', { input }, reader);
    const list = 'query ($urn: String) { found: suggestions(urn: $urn) { mine { state } toDecide { urn preview { changed refusal } } } }';
    const { found: waiting } = await graphql(second, list, { urn });
    expect(waiting.toDecide).to.have.length(1);
    const [open] = waiting.toDecide;
    expect(open.preview).to.deep.equal({ changed: false, refusal: null });
    const decide = 'mutation ($input: DecideSuggestionInput!) { decideSuggestion(input: $input) { state } }';
    await graphql(second, decide, { input: { urn: open.urn, accept: true } });
    expect((await graphql(first, list, { urn }, reader)).found.mine).to.deep.equal([{ state: 'ACCEPTED' }]);
    expect(JSON.stringify((await client(first).entity(urn)).body)).to.contain('Suggested');
  });

  it('a write that waits for search is visible through the other server when it returns', async () => {
    const urn = urns.dataset(own());
    const answer = await client(second).ingestProposal(proposal(urn, 'datasetProperties', description('sync')), {
      'X-Svc-Sync-Index-Update': 'true',
    });
    expect(answer.status, answer.text).to.equal(200);
    expect(await found(first, where({ field: 'urn', values: [urn] }))).to.deep.equal([urn]);
  });

  describe('rank alike', () => {
    const words = ['crimson', 'walnut', 'lantern', 'granite', 'meadow', 'copper', 'harbour', 'saffron', 'thicket', 'velvet'];
    const word = (n: number): string => words[n % words.length] ?? '';

    async function written(from: number, count: number): Promise<void> {
      const all = Array.from({ length: count }, (_, at) => from + at).map((n) =>
        proposal(urns.dataset(`${word(n)}_${word(n * 3 + 1)}_${n}`), 'datasetProperties', description(`${word(n * 7)} and ${word(n % 4)}`)),
      );
      const answer = await client(first).send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals: all }, headers: SYNC });
      expect(answer.status, answer.text).to.equal(200);
    }

    /** The same ranked searches with the scores of their hits. */
    async function rankings(cairn: RunningCairn, searches: number): Promise<unknown[]> {
      const all = Array.from({ length: searches }, (_, n) => `how many ${word(n)} ${word(n + 1 + Math.floor(n / 10))} of ${word(n * 7 + 2)}`);
      const answers = [];
      for (const input of all) {
        const json = { input, entity: 'dataset', count: 20, searchFlags: { includeExplain: true } };
        const { body } = await client(cairn).send<{ value: object }>('POST', '/entities?action=search', { json });
        answers.push(body.value);
      }
      return answers;
    }

    async function agree(searches: number, growth: readonly number[]): Promise<void> {
      let from = 0;
      for (const count of growth) {
        await written(from, count);
        from += count;
        // The first server counts its words now. What follows is too little to count again.
        await rankings(first, 1);
      }
      const [one, other] = [await rankings(first, searches), await rankings(second, searches)];
      expect(JSON.stringify(one)).to.contain('"score"');
      expect(other).to.deep.equal(one);
      const third = await startCairn(settings);
      expect(await rankings(third, searches)).to.deep.equal(one);
      await third.stop();
      expect(await rankings(first, searches)).to.deep.equal(one);
    }

    it('and so does one that starts later, whatever was written since the first search', () => agree(5, [60, 3]));
    it('300 searches, while the catalog grows [long]', () => agree(300, [60, 3, 200, 9, 5, 1]));
  });

  describe('whose clocks differ by three seconds', () => {
    const LATE = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now.call(Date)-3000';
    let late: RunningCairn;
    before(async () => {
      late = await startCairn({ ...settings, NODE_OPTIONS: LATE });
    });
    after(() => late?.stop());

    /** Writes to the same entities through both servers, and answers all changes of them. */
    async function written(all: readonly string[], rounds: number): Promise<readonly Change[]> {
      const place = (await client(first).send<ChangesPage>('GET', '/changes')).body.next;
      for (let round = 0; round < rounds; round++) {
        await Promise.all(
          [first, late].map(async (cairn, server) => {
            for (const urn of all) {
              const answer = await client(cairn).ingestProposal(proposal(urn, 'datasetProperties', description(`${server} ${round}`)));
              expect(answer.status, answer.text).to.equal(200);
            }
          }),
        );
      }
      const { body } = await client(first).send<ChangesPage>('GET', `/changes?after=${place}&values=true&limit=1000`);
      return body.changes.filter(({ urn, aspect }) => all.includes(urn) && aspect === 'datasetProperties');
    }

    async function agree(all: readonly string[], rounds: number): Promise<void> {
      const changes = await written(all, rounds);
      expect(changes).to.have.length(all.length * rounds * 2);
      for (const { time } of changes) {
        for (const cairn of [first, late]) {
          for (const urn of all) {
            const last = changes.findLast((each) => each.urn === urn && each.time <= time);
            const { status: code, body } = await client(cairn).send<Entity>('GET', `/entitiesV2/${encodeURIComponent(urn)}?asOf=${time}`);
            expect(code === 404 ? undefined : body.aspects.datasetProperties?.value, `${urn} as of ${time}`).to.deep.equal(last?.value);
            if (code === 200) expect(body.aspects.datasetProperties?.created.time).to.equal(last?.time);
          }
        }
      }
    }

    it('a read as of the time of any commit sees the commits up to that one, and each version has the time of its commit', () =>
      agree([urns.dataset(own()), urns.dataset(own())], 3));
    it('the same of many writes at once [long]', () =>
      agree(
        Array.from({ length: 8 }, () => urns.dataset(own())),
        10,
      ));
  });

  it('if one is killed during indexing, the other takes over [long]', async () => {
    const platform = own();
    const all = Array.from({ length: BATCHES * BATCH }, (_, n) => urns.dataset(`t${n}`, platform));
    for (let at = 0; at < BATCHES; at++) {
      const batch = all.slice(at * BATCH, (at + 1) * BATCH).map((urn) => proposal(urn, 'datasetProperties', description('kept')));
      expect((await client(second).ingestProposalBatch(batch)).status).to.equal(200);
    }
    await second.stop('SIGKILL');
    await agree(first, platform, all);
    second = await startCairn(settings);
    expect(await found(second, where({ field: 'platform', values: [urns.platform(platform)] }))).to.deep.equal([...all].sort());
  });

  it('if the one that writes the index is frozen, the other takes over; when it wakes up, it writes nothing older [long]', async () => {
    const platform = own();
    const all = Array.from({ length: BATCH }, (_, n) => urns.dataset(`t${n}`, platform));
    const leads = ({ log }: RunningCairn): number => Number(log.findLast(({ event }) => event === 'index.leads')?.time ?? 0);
    const [frozen, other] = leads(first) > leads(second) ? [first, second] : [second, first];
    for (let round = 0; round < 3; round++) {
      const writing = client(frozen).ingestProposalBatch(all.map((urn) => proposal(urn, 'datasetProperties', description(`before ${round}`))));
      if (round > 0) await writing;
      frozen.child.kill('SIGSTOP');
      try {
        const batch = all.map((urn) => proposal(urn, 'datasetProperties', description(`after ${round}`)));
        await eventually(async () => expect((await client(other).ingestProposalBatch(batch)).status).to.equal(200), CATCH_UP_MS);
        await eventually(async () => {
          const filter = where({ field: 'platform', values: [urns.platform(platform)] }, { field: 'description', values: [`after ${round}`] });
          expect(await found(other, filter)).to.have.length(all.length);
        }, CATCH_UP_MS);
      } finally {
        frozen.child.kill('SIGCONT');
      }
      await writing.catch(() => undefined);
    }
    await agree(other, platform, all);
    await agree(frozen, platform, all);
  });

  it('Typesense takes no document from a server that another one has replaced [long]', async () => {
    const engine = connectSearch({ urls: [settings.TYPESENSE_URL ?? ''], apiKey: settings.TYPESENSE_API_KEY ?? '' });
    const [before, now] = [await fence(engine), await fence(engine)];
    const collection = await presentName(engine);
    if (!before || !now || collection === undefined) throw new Error('no key, or no index');
    const clients = ({ nodes, clients: all }: typeof engine) => {
      const of = all.get(nodes.current());
      if (!of) throw new Error('no client');
      return of;
    };
    const write = (writer: typeof engine) =>
      clients(writer).importer.collections(collection).documents().import('{"id":"fenced","key":1,"type":"x","rank":1,"exists":[]}');
    expect(
      await write(before).then(
        () => 'written',
        (error: { httpStatus?: number }) => error.httpStatus,
      ),
    ).to.be.oneOf([401, 403]);
    expect(await write(now)).to.include('"success":true');
    await clients(now).writer.collections(collection).documents('fenced').delete();
    // The server that had the index has lost its key, too: it takes another one, and goes on.
    const urn = urns.dataset(own());
    await eventually(async () => {
      await client(first).ingestProposal(proposal(urn, 'datasetProperties', description('fenced')), { 'X-Svc-Sync-Index-Update': 'true' });
      expect(await found(first, where({ field: 'urn', values: [urn] }))).to.deep.equal([urn]);
    }, CATCH_UP_MS);
  });

  it('while the index is unavailable, answers say how many writes search does not show [long]', async () => {
    const [urn, upstream] = [urns.dataset(own()), urns.dataset(own())];
    const lag = async (): Promise<string | null> =>
      (await fetch(`${first.url}/lineage?urn=${encodeURIComponent(urn)}&direction=UPSTREAM`)).headers.get('X-Svc-Index-Lag');
    await caughtUp(first);
    expect(await lag()).to.equal(null);
    const pid = sharedEngine('Typesense');
    process.kill(pid, 'SIGSTOP');
    try {
      await client(first).ingestProposal(proposal(urn, 'status', status(false)));
      await client(first).ingestProposal(proposal(upstream, 'status', status(false)));
      expect(await lag()).to.equal('2');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(async () => expect(await lag()).to.equal(null), CATCH_UP_MS);
    const waiting = await client(first).send('POST', '/entities?action=search', { json: { input: '*', entity: 'dataset', count: 0 } });
    expect([waiting.status, waiting.headers.get('X-Svc-Index-Lag')]).to.deep.equal([200, null]);
  });

  describe('While another version is being installed', () => {
    let graph: Graph;
    before(() => {
      loadStatements();
      graph = connectGraph({ uri: settings.NEO4J_URI ?? '', username: 'neo4j', password: settings.NEO4J_PASSWORD }, () => undefined);
    });
    after(() => graph.driver.close());

    it('a newer format takes the lease of the index, and an older one does not take it back when it is free', async () => {
      const name = 'two-formats';
      const given = async (owner: string, format: number, force = false): Promise<boolean> => {
        const lease = { name, kind: `format ${format}`, format };
        return (await takeLeases(graph, [lease], { owner, ms: 60_000, recentMs: 0, force })).taken.has(name);
      };
      expect(await given('old', 1)).to.equal(true);
      expect(await given('new', 2)).to.equal(true);
      for (const force of [false, true]) expect(await given('old', 1, force)).to.equal(false);
      await endLease(graph, name, 'new');
      for (const force of [false, true]) expect(await given('old', 1, force)).to.equal(false);
      expect(await given('other', 2)).to.equal(true);
    });

    it('of servers with different models the one that started last writes the index, also if it is frozen for long [long]', async () => {
      const rank = { type: 'integer', format: 'int32', 'x-searchable': { field: 'rank', type: 'count' } };
      const folder = modelFolder({ 'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'tagProperties' }, properties: { rank } } });
      const third = await startCairn({ ...settings, MODEL_DIR: folder.path });
      const led = (): number[] => [first, second].map(({ log }) => log.filter(({ event }) => event === 'index.leads').length);
      const before = led();
      third.child.kill('SIGSTOP');
      try {
        const session = graph.driver.session();
        await eventually(async () => {
          const { records } = await session.run(`MATCH (l:Lease {name: 'index'}) RETURN l.until < timestamp() AND l.asked > l.until AS refused`);
          expect(records[0]?.get('refused')).to.equal(true);
        }, CATCH_UP_MS);
        await session.close();
        expect(await found(first, where())).not.to.deep.equal([]);
      } finally {
        third.child.kill('SIGCONT');
      }
      const [urn, built] = [urns.dataset(own()), third.event('index.built')];
      await client(second).ingestProposal(proposal(urn, 'datasetProperties', description('later')), SYNC);
      for (const cairn of [first, third]) expect(await found(cairn, where({ field: 'urn', values: [urn] }))).to.deep.equal([urn]);
      await built;
      expect(led()).to.deep.equal(before);
      expect(new Set(third.log.filter(({ event }) => event === 'index.building').map(({ collection }) => collection)).size).to.equal(1);
      await Promise.all([first, second].map((cairn) => cairn.event('index.aside')));
      await third.stop();
      folder.remove();
    });
  });
});
