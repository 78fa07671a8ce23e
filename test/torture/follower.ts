/**
 * A consumer of the change stream of a failing server. It knows the latest version of every aspect, so it notices a change that is missing,
 * comes twice, or comes too early.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Change, ChangesPage } from '../support/changes.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';

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
  /** URN → aspect → latest version. */
  const entities = new Map<string, Map<string, number>>();
  let wrong: string[] = [];
  let next = '0';
  let last: readonly number[] = [0, 0];
  let wanted = true;

  async function step(): Promise<boolean> {
    const answer = await fetch(`${url()}/changes?after=${next}&limit=500&wait=1`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as ChangesPage;
    for (const change of page.changes) take(change);
    next = page.next;
    return page.changes.length === 0 && Number(next) >= page.newest;
  }

  function take({ id, urn, aspect, change, wholeEntity, before, version }: Change): void {
    const [seq = 0, count = 0] = id.split('.').map(Number);
    const [lastSeq = 0, lastCount = 0] = last;
    if (seq < lastSeq || (seq === lastSeq && count <= lastCount)) wrong.push(`change ${id} came after ${lastSeq}.${lastCount}`);
    last = [seq, count];
    const known = entities.get(urn) ?? new Map<string, number>();
    entities.set(urn, known);
    if (change !== 'point' && before !== known.get(aspect)) {
      wrong.push(`change ${id} of ${urn} ${aspect}: expected version ${known.get(aspect) ?? 'none'} before it, got ${before ?? 'none'}`);
    }
    if (wholeEntity) entities.delete(urn);
    else if (change === 'delete') known.delete(aspect);
    else if (version !== undefined) known.set(aspect, version);
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
      const found = wrong;
      wrong = [];
      for (const [urn, known] of entities) {
        const { aspects } = (await client.entity(urn)).body;
        for (const [name, version] of known) {
          const stored = aspects[name]?.systemMetadata?.version;
          if (stored !== undefined && stored !== String(version))
            found.push(`${urn} ${name}: the stream says version ${version}, the catalog ${stored}`);
        }
      }
      return found;
    },
  };
}
