/**
 * Group commit: one write transaction under way, and all that waits meanwhile goes into the next one. 64 callers write five times
 * as much this way as with a transaction each (docs/engines.md 1); nobody waits for a timer.
 */

import { type BudgetOfWrite, budgetOfWrite, outsideBudgets } from '../../budget.ts';
import { unavailable } from '../../errors.ts';
import type { Found, Need, Needs } from '../../graph/changes.ts';
import type { Decide } from '../../graph/commit.ts';
import { isAway } from '../../graph/failures.ts';
import { breathe, makeSlices, type Slices } from '../../slices.ts';
import { NeedMore } from './further-needs.ts';
import { needsOf } from './needs.ts';
import { type Outcome, type PlanParts, plan } from './plan.ts';
import type { Unit } from './proposal.ts';

/** A transaction takes units up to this many proposals or bytes of values: beyond, only the latency grows. */
const MOST_PROPOSALS = 500;
const MOST_BYTES = 4_000_000;
/** Units that may wait: beyond, new ones are refused, so that a burst cannot fill the memory. */
const MOST_WAITING_BYTES = 256_000_000;
/** URNs that are remembered as written before. */
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
   * Writes units, each whole or not at all, with whatever else waits.
   *
   * @throws Refusal unavailable when the graph is away or too much waits
   */
  submit(units: readonly Unit[]): Promise<Outcome[]>;
  /** Resolves when nothing waits or is under way. */
  drained(): Promise<void>;
}

/** One transaction: what it needs, and what is decided on what it finds (`graph/commit.ts`). */
export type Commit = <Result>(needs: Needs, decide: Decide<Result>) => Promise<Result>;

export function makeCommitter(commit: Commit, parts: PlanParts): Committer {
  const { model } = parts;
  /** First those at `head`: what is taken from the front of a long list would move all the rest. */
  let waiting: Waiting[] = [];
  let head = 0;
  let waitingBytes = 0;
  let lane: Promise<void> | undefined;
  const known = new Set<string>();

  /** The next batch. What has waited so long that its request was given up is not begun; the answers of all others wait for the outcome. */
  function take(): Waiting[] {
    let proposals = 0;
    let bytes = 0;
    let count = 0;
    for (let at = head; at < waiting.length; at++) {
      const each = waiting[at] as Waiting;
      proposals += each.unit.proposals.length;
      bytes += each.bytes;
      // What a hard delete does to others must stand before the next unit is decided, and the other way round.
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
      if (each.budget.over()) each.fail(unavailable('The request has been given up; nothing was written'));
      else {
        each.budget.lift();
        begun.push(each);
      }
    }
    return begun;
  }

  async function run(): Promise<void> {
    // One turn of the event loop, so that requests that arrived together go together.
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
      const outcomes = await decideAndCommit(units);
      const slices = makeSlices();
      for (const [index, outcome] of outcomes.entries()) {
        const { unit, settle } = batch[index] as Waiting;
        await remember(unit, outcome, slices);
        settle(outcome);
      }
    } catch (error) {
      // Whatever one of them met, its neighbours shall not pay for it. When the engine is away it is away for all.
      if (batch.length > 1 && !isAway(error)) for (const each of batch) await runBatch([each]);
      else for (const { fail } of batch) fail(error);
    }
  }

  /** Mostly one transaction; another one when the values found name properties that the proposals do not, or what was known is gone. */
  async function decideAndCommit(units: readonly Unit[]): Promise<Outcome[]> {
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
      // An outcome without a value tells nothing of its entity: it may be a deletion of what was not there.
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
              if (waitingBytes + bytes > MOST_WAITING_BYTES)
                return fail(unavailable('More writes wait than the graph takes; send this one again in a moment'));
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

/** The time of a commit, epoch ms: not before anything that it has read. Clocks of servers differ, and history must not run backwards. */
function timeOf(found: Found): number {
  let time = Date.now();
  for (const { aspects } of found.entities.values()) for (const { at } of aspects.values()) time = Math.max(time, at);
  return time;
}
