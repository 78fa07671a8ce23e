/**
 * The target of a webhook of a failing server. It fails at random itself. It may get an event again, but each for the first time in order, and
 * none is missing.
 */
import type { Change } from '../support/changes.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Random } from '../support/random.ts';
import { type CloudEvent, signers, startTarget } from '../support/target.ts';
import { makeMirror } from './mirror.ts';

const CATCH_UP_MS = 300_000;
const BATCH = 20;

export interface Receiver {
  /** Waits until it has everything. Answers what was wrong since the last call, in sentences; compares with the catalog what it knows. */
  check(client: Client): Promise<string[]>;
  /** How many events it accepted, and how many of them it had before. */
  figures(): { readonly events: number; readonly again: number; readonly refused: number };
  stop(): Promise<void>;
}

/** Registers a webhook for all changes from the beginning. The server needs WEBHOOK_PRIVATE_TARGETS=true. */
export async function startReceiver(client: Client, random: Random): Promise<Receiver> {
  const target = await startTarget();
  const mirror = makeMirror('the webhook');
  const figures = { events: 0, again: 0, refused: 0 };
  let secret = '';
  target.answer = (request) => {
    const dice = random.below(20);
    if (dice < 3) figures.refused++;
    if (dice === 0) return undefined;
    if (dice === 1) return 500;
    if (dice === 2) return { status: 503, headers: { 'Retry-After': '1' } };
    if (signers(request, [secret]).length === 0) mirror.complain('a request is not signed');
    for (const { data } of JSON.parse(request.body) as (CloudEvent & { data: Change })[]) {
      figures.events++;
      if (!mirror.take(data)) figures.again++;
    }
    return 204;
  };
  const json = { url: target.url, after: 0, batch: BATCH };
  const made = await client.send<{ id: string; secret: string }>('POST', '/webhooks', { json });
  if (made.status !== 201) throw new Error(`the webhook is refused: ${made.text}`);
  secret = made.body.secret;
  return {
    async check(reader) {
      await eventually(async () => {
        const { behind, state, reason } = (await reader.send<{ behind: number; state: string; reason?: string }>('GET', `/webhooks/${made.body.id}`))
          .body;
        if (behind !== 0) throw new Error(`the webhook is ${state} (${reason ?? 'no reason'}) and ${behind} commits behind`);
      }, CATCH_UP_MS);
      return mirror.differences(reader);
    },
    figures: () => figures,
    stop: () => target.stop(),
  };
}
