/**
 * Fills a Cairn over HTTP, as its users do: batches of proposals, a few at once.
 */

import type { Cairn } from '../support/cairn.ts';
import { type Client, makeClient, type Proposal } from '../support/client.ts';
import { SVC } from '../support/names.ts';

const BATCH = 400;
const AT_ONCE = 3;

export function clientOf(cairn: Cairn): Client {
  return makeClient(() => cairn.url, SVC);
}

/** Writes proposals in batches. The order of batches is not kept. */
export async function fill(api: Client, proposals: Iterable<Proposal>): Promise<number> {
  const batches = batchesOf(proposals);
  let written = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const batch of batches) {
        const { status, text } = await api.ingestProposalBatch(batch);
        if (status !== 200) throw new Error(`a batch was refused: ${status} ${text}`);
        written += batch.length;
      }
    }),
  );
  return written;
}

/** How often is asked whether the index has caught up, ms. */
const ASK_EVERY_MS = 50;

/** Waits until search shows all that was written. */
export async function searchable({ url }: Pick<Cairn, 'url'>): Promise<void> {
  for (;;) {
    const { index } = (await (await fetch(`${url}/health/detailed`)).json()) as { index?: { waiting: number } };
    if (index?.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** One iterator that several consumers draw from. */
function* batchesOf(proposals: Iterable<Proposal>): Generator<Proposal[]> {
  let batch: Proposal[] = [];
  for (const each of proposals) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
