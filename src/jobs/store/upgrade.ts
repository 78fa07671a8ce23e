/**
 * Brings an older store to the format of this Cairn: one numbered step after the other, while other servers wait. A step that was interrupted
 * continues where it stood. A store of a newer format is refused.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../errors.ts';
import { FORMAT } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { endUpgrade, newEpoch, noteUpgrade, noteWriter, readStore, type Store } from '../../graph/store.ts';
import type { Log } from '../../log.ts';
import { makeLease } from '../lease.ts';
import { closeToOlder, knowTheStore } from './steps/1-know-the-store.ts';
import { knowTheNamespace } from './steps/2-know-the-namespace.ts';
import type { UpgradeStep } from './steps/step.ts';

/** Step n makes format n of format n - 1. A released step never changes; another format is another step at the end. */
export const STEPS: readonly UpgradeStep[] = [knowTheStore, knowTheNamespace];

const POLL_MS = 500;

/**
 * Refuses a store whose format this Cairn does not know. Call it before anything is written.
 *
 * @param version of this Cairn
 * @throws StartError
 */
export async function refuseNewerStore(graph: Graph, version: string): Promise<void> {
  const store = await readStore(graph);
  if (store) refuseNewer(store, version);
}

function refuseNewer({ format, writtenBy }: Store, version: string): void {
  if (format <= FORMAT) return;
  throw new StartError(
    `The store has format ${format}, which Cairn ${writtenBy} has written; this is Cairn ${version}, which knows formats up to ${FORMAT}: ` +
      `start Cairn ${writtenBy} or later, or restore a backup from before the upgrade`,
  );
}

/**
 * Does the steps that the store has not had yet. Call it once the log exists, before the first commit.
 *
 * @throws StartError if another server upgrades the store to a newer format meanwhile
 */
export async function upgradeStore(graph: Graph, log: Log, version: string, signal: AbortSignal): Promise<void> {
  const lease = makeLease(graph, 'upgrade', () => undefined);
  try {
    for (let waits = false; ; ) {
      const store = await readStore(graph);
      if (!store) throw new Error('the graph has no log: start Cairn again');
      refuseNewer(store, version);
      const step = STEPS[store.format];
      if (!step) break;
      if ((await lease.hold()) === undefined) {
        if (!waits) log('store.upgrade-elsewhere');
        waits = true;
        await pause(POLL_MS, undefined, { signal });
        continue;
      }
      // Another server may have ended this step just before.
      if ((await readStore(graph))?.format !== store.format) continue;
      const number = store.format + 1;
      // A store without a commit has nothing to upgrade: its first start only gives it the format.
      const isNew = store.seq === 0;
      if (!isNew) log('store.upgrading', { step: number, of: STEPS.length, name: step.name });
      const epoch = store.epoch || newEpoch();
      await step.run({ graph, log, epoch }, store.upgradedTo, (place) => noteUpgrade(graph, place));
      signal.throwIfAborted();
      await endUpgrade(graph, number, version, epoch);
      if (!isNew) log('store.upgraded', { format: number });
    }
    await closeToOlder(graph);
    await noteWriter(graph, version);
  } finally {
    await lease.resign();
  }
}
