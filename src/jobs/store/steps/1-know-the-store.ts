/**
 * Format 1: the store has a format and an epoch, and each commit names the epoch. The places of webhooks get it, too. Cairns before 0.3, which
 * write no log, cannot write to the store any more.
 */
import type { Graph } from '../../../graph/driver.ts';
import { clearMarks, guardMarks } from '../../../graph/store.ts';
import { listWebhooks, saveWebhook } from '../../../graph/webhooks.ts';
import type { UpgradeStep } from './step.ts';

const MARKS_AT_ONCE = 1_000;

/**
 * Lets all writes of Cairns before 0.3 fail. Runs at each start, because unreleased versions before 0.3 opened the store again.
 *
 * @param onCleared gets how many marks of such Cairns it has removed, page by page
 */
export async function closeToOlder(graph: Graph, onCleared: (cleared: number) => Promise<void> = async () => undefined): Promise<void> {
  for (let more = MARKS_AT_ONCE; more === MARKS_AT_ONCE; ) {
    more = await clearMarks(graph, MARKS_AT_ONCE);
    if (more > 0) await onCleared(more);
  }
  await guardMarks(graph);
}

export const knowTheStore: UpgradeStep = {
  name: 'know the store',
  async run({ graph, log, epoch }, from, note) {
    let cleared = Number(from ?? 0);
    await closeToOlder(graph, async (more) => {
      cleared += more;
      await note(String(cleared));
      log('store.upgrade-progress', { done: cleared });
    });
    for (const webhook of await listWebhooks(graph)) await saveWebhook(graph, { ...webhook, progress: { ...webhook.progress, epoch } });
  },
};
