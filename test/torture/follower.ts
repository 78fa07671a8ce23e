/**
 * A consumer of the change stream of a failing server. It knows the latest version of every aspect, so it notices a change that is missing,
 * comes twice, or comes too early.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type ChangesPage, commitOf } from '../support/changes.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { makeMirror } from './mirror.ts';

const PAUSE_MS = 100;
const CATCH_UP_MS = 120_000;

export interface Follower {
  /** Follows the stream until it is stopped. */
  run(): Promise<void>;
  stop(): void;
  /** Waits until it has everything. Answers what was wrong since the last call, in sentences; compares with the catalog what it knows. */
  check(client: Client): Promise<string[]>;
}

/** @param url the server to ask, read at each attempt */
export function makeFollower(url: () => string): Follower {
  const mirror = makeMirror('the stream');
  let next = '0';
  let wanted = true;

  async function step(): Promise<boolean> {
    const answer = await fetch(`${url()}/changes?after=${next}&limit=500&wait=1`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as ChangesPage;
    for (const change of page.changes) if (!mirror.take(change)) mirror.complain(`change ${change.id} came after ${mirror.last()}`);
    next = page.next;
    return page.changes.length === 0 && commitOf(next) >= page.newest;
  }

  return {
    async run() {
      wanted = true;
      while (wanted) await step().catch(() => pause(PAUSE_MS));
    },
    stop() {
      wanted = false;
    },
    async check(client) {
      await eventually(async () => {
        if (!(await step())) throw new Error('the stream is not at its end');
      }, CATCH_UP_MS);
      return mirror.differences(client);
    },
  };
}
