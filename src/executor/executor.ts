/**
 * Runs what the catalog is asked to run (INGESTION=true): requests to the executor `default`, in their order and a few at a time, and sources whose
 * schedule is due. Several servers share the work; what a server that died has left is told, and not run again.
 */

import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { keptOfType } from '../catalog/read/kept-of-type.ts';
import { reasonOf } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import { makeEntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Log } from '../log.ts';
import { INGESTION_SOURCE_INFO, INGESTION_SOURCE_TYPE } from '../model/known-names.ts';
import { makeAccount } from './account.ts';
import { type CarryingParts, carryOut, claimRequest, endWith, statusOf, tell } from './carry-out.ts';
import type { Limits } from './child.ts';
import { makeOpenRequests } from './open-requests.ts';
import { type ExecutionRequest, hasEnded, queueOf } from './requests.ts';
import { scheduledIn } from './schedules.ts';
import { makeScheduler } from './start-scheduled.ts';

interface ExecutorParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly log: Log;
  readonly tail: RecentCommits;
  /** How many run at a time. */
  readonly runs: number;
  readonly limits: Limits;
  readonly toolEnv: Readonly<Record<string, string>>;
  readonly cacheDir: string;
  readonly dataDir: string;
  /** This server, with the prefix of its paths. */
  readonly url: string;
}

interface Running {
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

const IDLE_MS = 1_000;

export function startExecutor(parts: ExecutorParts): Loop {
  const { catalog, graph, log, tail, dataDir } = parts;
  const { model } = catalog;
  const carrying: CarryingParts = { ...parts, folder: path.join(dataDir, 'ingestion') };
  // A server that was killed could not remove its own.
  rmSync(carrying.folder, { recursive: true, force: true });
  const kept = { model, graph, tail, reader: makeEntityReader(graph) };
  const requests = makeOpenRequests(kept, catalog, parts.limits.ms);
  const sources = keptOfType(kept, INGESTION_SOURCE_TYPE, INGESTION_SOURCE_INFO, scheduledIn);
  const startScheduled = makeScheduler(catalog, log);
  const running = new Map<string, Running>();
  let hasAccount = false;
  log('ingestion.on');

  /** Does nothing if another server has taken it. */
  async function take(request: ExecutionRequest): Promise<void> {
    const ending = new AbortController();
    const claim = await claimRequest({ graph }, request.urn, () => endWith(ending, 'ABORTED'));
    if (!claim) return;
    let isFree = false;
    try {
      isFree = (await statusOf(catalog, request.urn)) === undefined;
    } finally {
      // Another server, or an executor elsewhere, has begun it meanwhile.
      if (!isFree) await claim.end(!claim.isLeft);
    }
    if (!isFree) return;
    const carried = carryOut(carrying, request, claim, ending).catch((error: unknown) => {
      log('ingestion.not-begun', { run: request.urn, reason: reasonOf(error) });
      return false;
    });
    const ended = carried.then(async (told) => {
      await claim.end(told);
      running.delete(request.urn);
      loop.wake();
    });
    running.set(request.urn, { ending, ended });
  }

  /** Tells that a run was left behind, if a server of this catalog had it and is gone. */
  async function tellLeft({ urn }: ExecutionRequest): Promise<void> {
    const claim = await claimRequest({ graph }, urn);
    if (!claim) return;
    let isLeft = claim.isLeft;
    try {
      isLeft = isLeft && !hasEnded(await statusOf(catalog, urn));
      if (isLeft) {
        log('ingestion.left', { run: urn });
        await tell(
          { catalog },
          urn,
          'ABORTED',
          'The server that ran this has ended. What it had written until then stays: roll the run back, or run it again.\n',
        );
      }
      requests.settle(urn);
    } finally {
      // The server may only have been frozen: then it learns that somebody else has had its run.
      await claim.end(!isLeft);
    }
  }

  async function step(): Promise<boolean> {
    if (!hasAccount) await makeAccount(catalog);
    hasAccount = true;
    const open = await requests.read();
    for (const { request, isCancelled } of open) {
      const own = running.get(request.urn);
      if (own && isCancelled) endWith(own.ending, 'CANCELLED');
    }
    const { next, cancelled, elsewhere } = queueOf(open, new Set(running.keys()), Date.now());
    for (const request of cancelled) await tell({ catalog }, request.urn, 'CANCELLED', 'Somebody stopped this before it began.');
    for (const request of elsewhere) await tellLeft(request);
    for (const request of next) if (running.size < parts.runs) await take(request);
    const busy = new Set(open.map(({ request }) => request.source));
    await startScheduled(await sources(), (source) => busy.has(source));
    return false;
  }

  const loop = startLoop('ingestion', step, IDLE_MS, log);
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      for (const { ending } of running.values()) endWith(ending, 'ABORTED');
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}
