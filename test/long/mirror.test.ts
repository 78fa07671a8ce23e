/** Kills the consumer of docs/changes.md and Cairn at random moments while others write. At the end its mirror of the catalog is exact. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { deletion, description, ownNames, proposal, status, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';

const own = ownNames('mirror');
const ROUNDS = 6;
/** In a round. */
const WRITES = 60;
/** `MIRROR_SEED=<seed>` repeats the same moments. */
const SEED = Number(process.env.MIRROR_SEED ?? Math.floor(Math.random() * 2 ** 31));
const CATCH_UP_MS = 60_000;

interface Mirror {
  readonly next: string;
  readonly entities: Record<string, Record<string, unknown>>;
}

describe(`A consumer of the change stream that is killed (seed ${SEED})`, function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  let program: string;
  let file: string;
  const all = Array.from({ length: 30 }, () => urns.dataset(own()));

  before(async () => {
    const [, text = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync(path.join(import.meta.dirname, '../../docs/changes.md'), 'utf8')) ?? [];
    const folder = throwAwayFolder();
    [program, file] = [path.join(folder, 'mirror.mjs'), path.join(folder, 'mirror.json')];
    writeFileSync(program, text);
    cairn = await startCairn();
  });
  after(endAll);

  let state = SEED;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };

  const consume = (): ChildProcess => spawn(process.execPath, [program, cairn.url, file], { stdio: 'inherit' });
  const client = makeClient(() => cairn.url, SVC);

  /** Random writes: values, deletions of aspects and of entities. Calls `strike` after some of them. */
  async function writeSome(strike: () => void): Promise<void> {
    const moment = random(WRITES);
    for (let count = 0; count < WRITES; count++) {
      if (count === moment) strike();
      const urn = all[random(all.length)] ?? '';
      const kind = random(10);
      if (kind === 0) await client.send('POST', '/entities?action=delete', { json: { urn } });
      else if (kind === 1) await client.ingestProposal(deletion(urn, 'datasetProperties'));
      else if (kind === 2) await client.ingestProposal(proposal(urn, 'status', status(random(2) === 0)));
      else
        await client.ingestProposalBatch([
          proposal(urn, 'datasetProperties', description(`write ${random(1000)}`)),
          proposal(all[random(all.length)] ?? '', 'status', status(false)),
        ]);
    }
  }

  async function exact(): Promise<void> {
    const mirror = JSON.parse(readFileSync(file, 'utf8')) as Mirror;
    for (const urn of all) {
      const { aspects } = (await client.entity(urn)).body;
      const stored = Object.fromEntries(Object.entries(aspects).map(([name, { value }]) => [name, value]));
      // Every URN has a key aspect to read. An entity that exists has further aspects.
      expect(mirror.entities[urn] ?? {}, urn).to.deep.equal(Object.keys(stored).length > 1 ? stored : {});
    }
  }

  it('misses no change and keeps no deleted value', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const consumer = consume();
      await writeSome(() => consumer.kill('SIGKILL'));
      if (round === ROUNDS - 3) {
        await cairn.stop('SIGKILL');
        cairn = await startCairn({ DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
      }
    }
    const consumer = consume();
    await eventually(exact, CATCH_UP_MS);
    consumer.kill('SIGKILL');
  });
});
