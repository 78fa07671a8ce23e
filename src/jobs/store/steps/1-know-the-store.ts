/**
 * Format 1: the store has a format and an epoch, and each commit names the epoch. The places of webhooks get it, too. Cairns before 0.3, which
 * write no log, cannot write to the store any more.
 */
import { clearMarks, guardMarks } from '../../../graph/store.ts';
import { listWebhooks, saveWebhook } from '../../../graph/webhooks.ts';
import type { UpgradeStep } from './step.ts';

const MARKS_AT_ONCE = 1_000;

export const knowTheStore: UpgradeStep = {
  name: 'know the store',
  async run({ graph, log, epoch }, from, note) {
    let cleared = Number(from ?? 0);
    for (let more = MARKS_AT_ONCE; more === MARKS_AT_ONCE; ) {
      more = await clearMarks(graph, MARKS_AT_ONCE);
      cleared += more;
      if (more > 0) {
        await note(String(cleared));
        log('store.upgrade-progress', { done: cleared });
      }
    }
    await guardMarks(graph);
    for (const webhook of await listWebhooks(graph)) await saveWebhook(graph, { ...webhook, progress: { ...webhook.progress, epoch } });
  },
};
