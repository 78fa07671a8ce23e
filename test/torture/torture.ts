/**
 * Kills and freezes Cairn and its engines, round by round, while clients write, one follows the change stream and one gets it by webhook.
 * Afterwards everything acknowledged is stored, both have had each change in order, and the store is consistent (`npm run verify`).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type LogLine, type RunningCairn, recordedEngines, runNode, startCairn } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { makeFollower } from './follower.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Figures, makeWriter } from './writer.ts';

const WRITERS = 8;
const DATASETS = 5;
/** How long it may take until everything works again, ms. */
const RECOVERY_MS = 600_000;
const VICTIMS = ['Typesense', 'Neo4j', 'Cairn'] as const;
/** The lines of the log that say how long something was away. */
const PHASES = /^(graph\.(back|written)|index\.back)$/;
const SIGNALS = ['SIGKILL', 'SIGSTOP'] as const;

export interface TortureOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly servers: 1 | 2;
  readonly say: (line: string) => void;
}

export interface Tortured extends Figures {
  readonly differences: readonly string[];
  /** `<victim> <signal>` → ms until everything worked again, by round. */
  readonly recoveries: ReadonlyMap<string, readonly number[]>;
  readonly webhook: ReturnType<Receiver['figures']>;
}

export async function torture({ rounds, seed, servers: size, say }: TortureOptions): Promise<Tortured> {
  const random = makeRandom(seed);
  const figures: Figures = { acknowledged: 0, unanswered: 0, refused: 0 };
  const differences: string[] = [];
  const recoveries = new Map<string, number[]>();
  const servers: RunningCairn[] = [];
  const privateTargets = { WEBHOOK_PRIVATE_TARGETS: 'true' };
  const settings: Record<string, string>[] = [privateTargets];
  let receiver: Receiver | undefined;
  const start = async (at: number): Promise<void> => {
    servers[at] = await startCairn(settings[at]);
    settings[at] = { ...settings[at], DATA_DIR: servers[at].dataDir, PORT: new URL(servers[at].url).port };
  };
  const url = (): string => random.of(servers).url;
  const client = makeClient(url, SVC);
  try {
    await start(0);
    if (size === 2) {
      settings[1] = { ...privateTargets, ...enginesOf((servers[0] as RunningCairn).dataDir) };
      await start(1);
    }
    const addresses = (): string[] => servers.map((each) => each.url);
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      makeWriter(`torture${seed}.w${at}`, DATASETS, makeRandom(seed + 1 + at), addresses, figures),
    );
    const follower = makeFollower(url);
    receiver = await startReceiver(client, makeRandom(seed));
    for (let round = 1; round <= rounds; round++) {
      const victim = VICTIMS[(round - 1) % VICTIMS.length] ?? 'Cairn';
      const signal = SIGNALS[Math.floor((round - 1) / VICTIMS.length) % SIGNALS.length] ?? 'SIGKILL';
      const running = Promise.all([...writers, follower].map((each) => each.run()));
      running.catch(() => undefined);
      // Random moments: the test is about these, and no condition could name them.
      await pause(500 + random.below(3_000));
      const at = victim === 'Cairn' ? random.below(size) : 0;
      const logged = servers.map(({ log }) => ({ log, from: log.length }));
      await strike(servers, at, victim, signal, 1_000 + random.below(5_000), start);
      const from = Date.now();
      await recovered(servers, `torture${seed}.round${round}`);
      const ms = Date.now() - from;
      recoveries.set(`${victim} ${signal}`, [...(recoveries.get(`${victim} ${signal}`) ?? []), ms]);
      await pause(random.below(1_000));
      for (const each of [...writers, follower]) each.stop();
      await running;
      await settled(servers);
      const wrong = [
        ...(await Promise.all(writers.map((writer) => writer.check(client)))).flat(),
        ...(await follower.check(client)),
        ...(await receiver.check(client)),
        ...(await verified(url())),
      ];
      differences.push(...wrong.map((line) => `round ${round}, ${victim} ${signal}: ${line}`));
      say(
        `round ${round}: ${victim} ${signal}, all works again after ${ms} ms, ${figures.acknowledged} writes acknowledged, ${wrong.length} differences`,
      );
      for (const line of phasesIn(logged)) say(`  ${line}`);
      for (const line of wrong) say(`  ${line}`);
    }
  } finally {
    await endAll();
    await receiver?.stop();
  }
  return { ...figures, differences, recoveries, webhook: receiver.figures() };
}

/** What the servers have logged of coming back: it says which phase took how long. */
function phasesIn(logged: readonly { readonly log: readonly LogLine[]; readonly from: number }[]): string[] {
  return logged.flatMap(({ log, from }, at) => log.slice(from).flatMap(({ event, msg }) => (PHASES.test(event) ? [`server ${at + 1}: ${msg}`] : [])));
}

/** Settings with which another server uses the engines of the first one. */
function enginesOf(dataDir: string): Record<string, string> {
  const read = (...names: string[]): string => readFileSync(path.join(dataDir, ...names), 'utf8').trim();
  const port = (name: string): string => read('ports', name).split(/\s+/)[0] ?? '';
  return {
    NEO4J_URI: `bolt://127.0.0.1:${port('neo4j')}`,
    NEO4J_USERNAME: 'neo4j',
    NEO4J_PASSWORD: read('secrets', 'neo4j'),
    TYPESENSE_URL: `http://127.0.0.1:${port('typesense')}`,
    TYPESENSE_API_KEY: read('secrets', 'typesense'),
  };
}

async function strike(
  servers: RunningCairn[],
  at: number,
  victim: (typeof VICTIMS)[number],
  signal: (typeof SIGNALS)[number],
  frozenMs: number,
  start: (at: number) => Promise<void>,
): Promise<void> {
  const server = servers[at] as RunningCairn;
  const pid = victim === 'Cairn' ? server.child.pid : recordedEngines((servers[0] as RunningCairn).dataDir)[victim];
  if (pid === undefined) throw new Error(`${victim} does not run`);
  process.kill(pid, signal);
  if (signal === 'SIGSTOP') {
    await pause(frozenMs);
    process.kill(pid, 'SIGCONT');
  } else if (victim === 'Cairn') {
    await server.end;
    await start(at);
  }
}

/** Every server is healthy again and accepts a write, and search shows it. */
export async function recovered(servers: readonly RunningCairn[], name: string): Promise<void> {
  for (const { url } of servers) {
    await eventually(async () => {
      const health = await fetch(`${url}/health`);
      if (health.status !== 200) throw new Error(`${url} is not healthy: ${health.status}`);
      const sent = proposal(urns.dataset(name), 'datasetProperties', description(name));
      const answer = await makeClient(() => url, SVC).ingestProposal(sent, { 'X-Svc-Sync-Index-Update': 'true' });
      if (answer.status !== 200 || answer.headers.get('x-svc-warning') !== null)
        throw new Error(`${url} does not write: ${answer.status} ${answer.text}`);
    }, RECOVERY_MS);
  }
}

/** Nothing waits for the indexer, and no index is being built. */
export async function settled(servers: readonly RunningCairn[]): Promise<void> {
  for (const { url } of servers) {
    await eventually(async () => {
      const { index } = (await (await fetch(`${url}/health/detailed`)).json()) as { index?: { waiting: number; building: boolean } };
      if (index?.waiting !== 0 || index.building) throw new Error(`the index of ${url} is not whole: ${JSON.stringify(index)}`);
    }, RECOVERY_MS);
  }
}

export async function verified(url: string): Promise<string[]> {
  const run = runNode('commands/verify.js', ['--url', url]);
  const { code } = await run.end;
  const lines = run
    .stdout()
    .split('\n')
    .filter((line) => line !== '');
  return code === 0 || lines.length > 0 ? lines : [`npm run verify ended with ${code}: ${run.stderr().slice(-500)}`];
}
