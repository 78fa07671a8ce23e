/** Engines and Cairn killed at random points of a load, again and again: afterwards index and graph agree, entity by entity. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { where } from '../support/find.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, engineOf, type RunningCairn, startCairn } from '../support/process.ts';

const own = ownNames('crash');
const RECOVERY_MS = 90_000;
/** Less than a lease, and less than a time limit of an import that hangs took. */
const SOON_MS = 25_000;
const DATASETS = 120;
const BATCH = 20;
/** `CRASH_SEED=<seed>` strikes at the same moments again. */
const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`The search index after crashes in the middle of a load (seed ${SEED})`, function () {
  this.timeout(480_000);
  let cairn: RunningCairn;
  const platform = own();
  const all = Array.from({ length: DATASETS }, (_, n) => urns.dataset(`crash.t${n}`, platform));
  const client = (): Client => makeClient(() => cairn.url, SVC);

  before(async () => {
    cairn = await startCairn();
  });
  after(endAll);

  /** Writes all datasets, over and over, whatever happens, until it is told to stop. */
  function load(): { stop(): Promise<void> } {
    let wanted = true;
    const run = (async () => {
      for (let round = 0; wanted; round++) {
        for (let at = 0; at < all.length && wanted; at += BATCH) {
          const proposals = all
            .slice(at, at + BATCH)
            .flatMap((urn, n) => [
              proposal(urn, 'datasetProperties', description(`round ${round}`)),
              ...(n % 5 === 0 ? [proposal(urn, 'status', status(round % 2 === 1))] : []),
            ]);
          await client()
            .ingestProposalBatch(proposals)
            .catch(() => undefined);
        }
      }
    })();
    return {
      async stop() {
        wanted = false;
        await run;
      },
    };
  }

  async function found(urn: string, text: string): Promise<number> {
    const filter = where({ field: 'urn', values: [urn] }, { field: 'description', values: [text] });
    const answer = await client().send<{ value: { numEntities: number } }>('POST', '/entities?action=search', {
      json: { input: '*', entity: 'dataset', filter },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value.numEntities;
  }

  /** No import hangs in an engine that has just come back. */
  async function searchableSoon(): Promise<void> {
    const urn = urns.dataset('crash.soon', platform);
    const text = own();
    await eventually(async () => {
      const answer = await client().ingestProposal(proposal(urn, 'datasetProperties', description(text)));
      expect(answer.status, answer.text).to.equal(200);
    }, SOON_MS);
    await eventually(async () => expect(await found(urn, text)).to.equal(1), SOON_MS);
  }

  async function agree(): Promise<void> {
    await eventually(async () => {
      const { body } = await client().send<{ ready: boolean; index: { waiting: number; building: boolean } }>('GET', '/health/detailed');
      expect(body).to.deep.include({ ready: true });
      expect(body.index).to.include({ waiting: 0, building: false });
    }, RECOVERY_MS);
    for (const urn of all) {
      const { aspects } = (await client().entity(urn)).body;
      const text = aspects.datasetProperties?.value.description;
      if (text === undefined) continue;
      expect(await found(urn, String(text)), urn).to.equal(aspects.status?.value.removed === true ? 0 : 1);
    }
  }

  async function whileLoading(times: number, strike: () => Promise<void>): Promise<void> {
    const writing = load();
    try {
      for (let time = 0; time < times; time++) {
        await seconds(4);
        await strike();
      }
      await seconds(2);
    } finally {
      await writing.stop();
    }
  }

  let state = SEED;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 2 ** 31;
  };
  /** A moment at random: that is what is tested, and no condition could name it. */
  const seconds = (most: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200 + random() * most * 1_000));

  for (const [victim, times] of [
    ['Typesense', 2],
    ['Neo4j', 1],
  ] as const) {
    it(`${victim} after kill -9${times > 1 ? ', twice' : ''}`, async () => {
      await whileLoading(times, async () => {
        process.kill(engineOf(cairn.dataDir, victim), 'SIGKILL');
        await eventually(async () => expect((await fetch(`${cairn.url}/health`)).status).to.equal(200), RECOVERY_MS);
        await searchableSoon();
      });
      await agree();
    });
  }

  it('Cairn after kill -9', async () => {
    await whileLoading(1, async () => {
      await cairn.stop('SIGKILL');
      cairn = await startCairn({ DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    });
    await agree();
  });

  it('Cairn rebuilds a lost index from the graph by itself', async () => {
    const port = readFileSync(`${cairn.dataDir}/ports/typesense`, 'utf8').trim().split(/\s+/)[0];
    const key = readFileSync(`${cairn.dataDir}/secrets/typesense`, 'utf8').trim();
    const headers = { 'x-typesense-api-key': key };
    const collections = (await (await fetch(`http://127.0.0.1:${port}/collections`, { headers })).json()) as { name: string }[];
    for (const { name } of collections) await fetch(`http://127.0.0.1:${port}/collections/${name}`, { method: 'DELETE', headers });
    const urn = urns.dataset('crash.after', platform);
    const filter = where({ field: 'platform', values: [urns.platform(platform)] });
    await eventually(async () => {
      const answer = await client().send<{ value: { numEntities: number } }>('POST', '/entities?action=search', {
        json: { input: '*', entity: 'dataset', filter, count: 0, searchFlags: { includeSoftDeleted: true } },
      });
      // Until the loss is noticed there is no answer; from then on each says how many are missing.
      if (answer.status === 503) throw new Error(answer.text);
      const { numEntities } = answer.body.value;
      expect(numEntities + Number(answer.headers.get('X-Svc-Index-Lag') ?? 0), 'found, and told to be missing').to.be.at.least(DATASETS);
      expect(numEntities).to.be.at.least(DATASETS);
    }, RECOVERY_MS);
    await eventually(async () => {
      const answer = await client().ingestProposal(proposal(urn, 'datasetProperties', description('after')), { 'X-Svc-Sync-Index-Update': 'true' });
      expect(answer.status).to.equal(200);
      expect(await found(urn, 'after')).to.equal(1);
    }, RECOVERY_MS);
    await agree();
  });
});
