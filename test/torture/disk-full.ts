/**
 * Fills the disk under a Cairn to the last byte, round by round, while clients write; then frees the space. Nothing else is done, and
 * afterwards all works again and everything acknowledged is stored.
 */
import { appendFileSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeClient } from '../support/client.ts';
import { description, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { recovered, settled, type TortureOptions, verified } from './torture.ts';
import { type Figures, makeWriter } from './writer.ts';

const WRITERS = 2;
const DATASETS = 5;
const PAUSE_MS = 200;
const MB = 1_048_576;
/** How the space goes, in turns: at once, or down to some MB that Cairn and its engines take themselves. */
const WAYS = ['at once', 'slowly'] as const;

export interface Filled extends Figures {
  readonly differences: readonly string[];
  readonly recoveries: readonly number[];
}

const free = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Writes until so much is free, or until nothing is. */
function fill(file: string, left: number): void {
  const chunk = Buffer.alloc(MB, 1);
  try {
    for (;;) {
      const more = free(path.dirname(file)) - left;
      if (more <= 0) return;
      appendFileSync(file, more < MB ? chunk.subarray(0, more) : chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Lets the disk be full for some seconds. Whatever an engine gives back meanwhile is taken too. */
async function fullFor(ms: number, folder: string, random: Random, way: (typeof WAYS)[number]): Promise<void> {
  const filler = path.join(folder, 'filler');
  if (way === 'slowly') {
    for (let left = 400 * MB; left > MB; left -= random.below(80) * MB) {
      fill(filler, left);
      await pause(300);
    }
  }
  const until = Date.now() + ms;
  while (Date.now() < until) {
    fill(filler, 0);
    await pause(20);
  }
  rmSync(filler);
}

/** Writes long texts until the end of the returned function, so that the log of Neo4j goes from file to file. Nobody checks them. */
function press(url: string): () => Promise<void> {
  const over = new AbortController();
  const client = makeClient(() => url, SVC);
  const run = async (): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const long = `${turn} `.repeat(20_000);
      const sent = Array.from({ length: 5 }, (_, at) => proposal(urns.dataset(`disk.long${at}`), 'datasetProperties', description(long)));
      const answer = await client.ingestProposalBatch(sent).catch(() => undefined);
      if (answer?.status !== 200) await pause(PAUSE_MS);
    }
  };
  const running = run();
  return () => {
    over.abort();
    return running;
  };
}

/**
 * @param folder an empty folder on a small disk of its own
 * @param reserve DISK_RESERVE_MB; `0` lets the writers go on to the end
 */
export async function fillDisk({ rounds, seed, say }: TortureOptions, folder: string, reserve: string): Promise<Filled> {
  if (readdirSync(folder).length > 0 || free(folder) > 8_000 * MB) throw new Error(`${folder} is not empty, or not on a small disk of its own`);
  const random = makeRandom(seed);
  const figures: Figures = { acknowledged: 0, unanswered: 0, refused: 0 };
  const differences: string[] = [];
  const recoveries: number[] = [];
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  try {
    const cairn: RunningCairn = await startCairn({ DATA_DIR: dataDir, DISK_RESERVE_MB: reserve });
    const client = makeClient(() => cairn.url, SVC);
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      makeWriter(`disk${seed}.w${at}`, DATASETS, makeRandom(seed + 1 + at), () => [cairn.url], figures),
    );
    for (let round = 1; round <= rounds; round++) {
      const way = WAYS[round % WAYS.length] ?? 'at once';
      const running = Promise.all(writers.map((each) => each.run()));
      running.catch(() => undefined);
      await pause(500 + random.below(3_000));
      const pressed = press(cairn.url);
      await fullFor(1_000 + random.below(10_000), folder, random, way);
      await pressed();
      const from = Date.now();
      await recovered([cairn], `disk${seed}.round${round}`);
      const ms = Date.now() - from;
      recoveries.push(ms);
      for (const each of writers) each.stop();
      await running;
      await settled([cairn]);
      const wrong = [...(await Promise.all(writers.map((writer) => writer.check(client)))).flat(), ...(await verified(cairn.url))];
      differences.push(...wrong.map((line) => `round ${round}: ${line}`));
      say(`round ${round}: full ${way}, all works again after ${ms} ms, ${figures.acknowledged} writes acknowledged, ${wrong.length} differences`);
      for (const line of wrong) say(`  ${line}`);
    }
  } finally {
    await endAll();
  }
  return { ...figures, differences, recoveries };
}
