/**
 * Several writers do at random what there is to be done, through two servers on one store of which one is started anew now and then; every
 * read is held against a small model (support/model/oracle.ts). Each writer has entities of its own, and one is shared by all.
 * `SEED=<seed>` does the same again.
 */
import { makeClient } from '../support/client.ts';
import { ownNames, urns } from '../support/make.ts';
import { compareReads, compareSearch, compareShared } from '../support/model/compare.ts';
import { makeModelWriter } from '../support/model/writer.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const WRITERS = 4;
const ROUNDS = 10;
const COMMANDS = 8;
const own = ownNames('model');

describe(`Random commands of ${WRITERS} writers against a model (seed ${SEED})`, function () {
  this.timeout(600_000);
  let engines: Record<string, string>;
  let first: RunningCairn;
  let second: RunningCairn;
  const clients = [makeClient(() => first.url, SVC), makeClient(() => second.url, SVC)] as const;
  const startSecond = (): Promise<RunningCairn> => startCairn(engines);
  before(async () => {
    engines = await emptyEngines();
    first = await startCairn(engines);
    second = await startSecond();
  });
  after(endAll);

  const shared = urns.dataset(own('shared'));
  const writers = Array.from({ length: WRITERS }, (_, number) => makeModelWriter(own, makeRandom(SEED + number), clients, shared));

  for (let round = 1; round <= ROUNDS; round++) {
    it(`round ${round}: every read agrees with the model`, async () => {
      await Promise.all(writers.map((writer) => writer.act(COMMANDS)));
      await Promise.all(writers.map(compareReads));
      const shares = writers.map((writer) => writer.shares);
      await compareShared(round % 2 === 0 ? clients[0] : clients[1], shared, shares);
    });
    if (round < ROUNDS && round % 2 === 0) {
      const signal = round % 4 === 0 ? 'SIGKILL' : 'SIGTERM';
      it(`a server is restarted after ${signal}`, async () => {
        await second.stop(signal);
        second = await startSecond();
      });
    }
  }

  it('search agrees with the model', async () => {
    for (const writer of writers) await compareSearch(writer);
  });
});
