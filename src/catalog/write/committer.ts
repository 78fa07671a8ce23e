/**
 * Group commit: one write transaction under way, and all that waits meanwhile goes into the next one. 64 callers write five times
 * as much this way as with a transaction each (docs/engines.md 1); nobody waits for a timer.
 */

import { type BudgetOfWrite, budgetOfWrite, outsideBudgets } from '../../budget.ts';
import { tooManyWrites, writeGivenUp } from '../../errors.ts';
import type { Found, Need, Needs } from '../../graph/changes.ts';
import type { Committed, Decide } from '../../graph/commit.ts';
import { isAway } from '../../graph/failures.ts';
import { breathe, makeSlices, type Slices } from '../../slices.ts';
import { NeedMore } from './further-needs.ts';
import { needsOf } from './needs.ts';
import { type Outcome, type PlanParts, plan } from './plan.ts';
import type { Unit } from './proposal.ts';

/** Most proposals and most bytes of one transaction. Beyond that only the latency grows. */
const MOST_PROPOSALS = 500;
const MOST_BYTES = 4_000_000;
/** Most bytes of units that may wait. Beyond that new ones are refused, so that a burst cannot fill the memory. */
const MOST_WAITING_BYTES = 256_000_000;
/** How many URNs are remembered as existing. */
const MOST_KNOWN = 200_000;

interface Waiting {
  readonly unit: Unit;
  readonly bytes: number;
  readonly budget: BudgetOfWrite;
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (error: unknown) => void;
}

function deletesEntity(unit: Unit | undefined): boolean {
  return unit?.proposals.some(({ changeType, aspect }) => changeType === 'DELETE' && aspect.kind === 'key') ?? false;
}

export interface Committer {
  /**
   * Writes units in one transaction with others that wait. Each unit is written completely or not at all.
   *
   * @throws Refusal unavailable if the graph does not answer or too much is waiting
   */
  submit(units: readonly Unit[]): Promise<Outcome[]>;
  /** Resolves when nothing is waiting or being written. */
  drained(): Promise<void>;
}

/** Runs one transaction: reads what is needed, decides, writes (`graph/commit.ts`). */
export type Commit = <Result>(needs: Needs, decide: Decide<Result>) => Promise<Committed<Result>>;

export function makeCommitter(commit: Commit, parts: PlanParts): Committer {
  const { model } = parts;
  /** `waiting[head]` is the next one. Removing items from the front of a long list would move all others. */
  let waiting: Waiting[] = [];
  let head = 0;
  let waitingBytes = 0;
  let lane: Promise<void> | undefined;
  const known = new Set<string>();

  /** Takes the next batch. It skips units whose requests have timed out: they have their answer already. */
  function take(): Waiting[] {
    let proposals = 0;
    let bytes = 0;
    let count = 0;
    for (let at = head; at < waiting.length; at++) {
      const each = waiting[at] as Waiting;
      proposals += each.unit.proposals.length;
      bytes += each.bytes;
      // A unit that hard-deletes an entity gets a transaction of its own: what it does to other entities must be stored before the next unit is
      // decided.
      const alone = deletesEntity(each.unit) || deletesEntity(waiting[at - 1]?.unit);
      if (count > 0 && (alone || proposals > MOST_PROPOSALS || bytes > MOST_BYTES)) break;
      count++;
    }
    const taken = waiting.slice(head, head + count);
    head += count;
    if (head > waiting.length / 2) {
      waiting = waiting.slice(head);
      head = 0;
    }
    const begun: Waiting[] = [];
    for (const each of taken) {
      waitingBytes -= each.bytes;
      if (each.budget.over()) each.fail(writeGivenUp());
      else {
        each.budget.lift();
        begun.push(each);
      }
    }
    return begun;
  }

  async function run(): Promise<void> {
    // Wait for one turn of the event loop, so that requests that arrive together share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > head) {
      const batch = take();
      if (batch.length > 0) await runBatch(batch);
    }
    lane = undefined;
  }

  async function runBatch(batch: Waiting[]): Promise<void> {
    const units = batch.map(({ unit }) => unit);
    try {
      const { result: outcomes, place } = await decideAndCommit(units);
      const slices = makeSlices();
      for (const [index, outcome] of outcomes.entries()) {
        const { unit, settle } = batch[index] as Waiting;
        await remember(unit, outcome, slices);
        settle('refusal' in outcome ? outcome : { ...outcome, seq: place.seq });
      }
    } catch (error) {
      // If one unit makes the batch fail, commit each alone, so that its neighbours succeed. If the engine is away, it is away for all.
      if (batch.length > 1 && !isAway(error)) for (const each of batch) await runBatch([each]);
      else for (const { fail } of batch) fail(error);
    }
  }

  /**
   * Usually takes one transaction. It needs another one if the stored values refer to properties that the proposals do not, or if a known
   * entity has been deleted.
   */
  async function decideAndCommit(units: readonly Unit[]): Promise<Committed<Outcome[]>> {
    const isKnown = (urn: string): boolean => known.has(urn);
    for (let more: readonly Need[] = []; ; ) {
      const needs = await needsOf(model, units, isKnown, more);
      const asked = { urns: new Set([...needs.lock, ...needs.look].map(({ urn }) => urn)), known: isKnown };
      try {
        return await commit(needs, async (found) => {
          const { outcomes, changes } = await plan(parts, units, found, asked, { now: timeOf(found), id: crypto.randomUUID() });
          return { changes, result: outcomes };
        });
      } catch (error) {
        if (!(error instanceof NeedMore)) throw error;
        more = [...more, ...error.needs];
        for (const urn of error.born) known.delete(urn);
      }
    }
  }

  async function remember({ request }: Unit, outcome: Outcome, slices: Slices): Promise<void> {
    if ('refusal' in outcome) return;
    if (known.size > MOST_KNOWN) known.clear();
    for (const { urn, aspect, outcome: what, now } of outcome.written) {
      await breathe(slices);
      if (what === 'changed' && aspect.kind === 'key' && now?.seq === 1) request.born.add(urn.text);
      if (what === 'deleted' && aspect.kind === 'key') known.delete(urn.text);
      // An outcome without a value does not show that the entity exists: it may be a deletion of something that did not exist.
      else if (now) known.add(urn.text);
    }
  }

  return {
    submit(units) {
      const budget = budgetOfWrite();
      return Promise.all(
        units.map(
          (unit) =>
            new Promise<Outcome>((settle, fail) => {
              const bytes = unit.proposals.reduce((sum, { value }) => sum + (value?.text.length ?? 0) + 500, 0);
              if (waitingBytes + bytes > MOST_WAITING_BYTES) return fail(tooManyWrites());
              waitingBytes += bytes;
              waiting.push({ unit, bytes, budget, settle, fail });
              lane ??= outsideBudgets(run);
            }),
        ),
      );
    },
    async drained() {
      while (lane) await lane;
    },
  };
}

/**
 * The time of a commit, epoch ms. It is never earlier than anything that the commit has read: clocks of servers differ, and history must
 * not run backwards.
 */
function timeOf(found: Found): number {
  let time = Date.now();
  for (const { aspects } of found.entities.values()) for (const { at } of aspects.values()) time = Math.max(time, at);
  return time;
}
