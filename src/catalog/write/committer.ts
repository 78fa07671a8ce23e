/**
 * Group commit: all that waits while a transaction is under way goes into the next one (batch.ts). 64 callers write five times as much this way
 * as with a transaction each (docs/engines.md 1); nobody waits for a timer. If much is waiting, the next transaction is read and decided while
 * Neo4j still writes the one before.
 */
import { budgetOfWrite, outsideBudgets } from '../../budget.ts';
import { writeGivenUp } from '../../errors.ts';
import { type Commit, makeBatchWriter, type Transaction, type WriteBatch } from './batch.ts';
import type { PlanParts, UnitOutcome } from './plan.ts';
import type { Unit } from './proposal.ts';
import type { RecentEntities } from './recent-entities.ts';
import { deletesEntity, makeUnitQueue, type QueuedUnit, type UnitQueue } from './unit-queue.ts';

/** So many proposals must wait before a second transaction begins beside the first: few are written faster together. */
const MUCH_WAITING = 150;

export interface Committer {
  /**
   * Writes units in one transaction with others that wait. Each unit is written completely or not at all.
   *
   * @throws Refusal unavailable if the graph does not answer or too much is waiting
   */
  submit(units: readonly Unit[]): Promise<UnitOutcome[]>;
  /** Resolves when nothing is waiting or being written. */
  drained(): Promise<void>;
}

/** @param recent gets what each transaction has written */
export function makeCommitter(commit: Commit, parts: PlanParts, recent: Pick<RecentEntities, 'note'>): Committer {
  const queue = makeUnitQueue();
  const writeBatch = makeBatchWriter({ ...parts, commit, recent });
  let lane: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Wait for one turn of the event loop, so that requests that arrive together share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
    await writeWaiting(queue, writeBatch, () => {
      lane = undefined;
    });
  }

  return {
    submit(units) {
      const budget = budgetOfWrite();
      return Promise.all(
        units.map(
          (unit) =>
            new Promise<UnitOutcome>((settle, fail) => {
              queue.add({ unit, budget, settle, fail });
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

/** Writes until nothing waits. Calls `onIdle` in the same turn as it finds that: what comes later begins anew. */
async function writeWaiting(queue: UnitQueue, writeBatch: WriteBatch, onIdle: () => void): Promise<void> {
  const running = new Set<Transaction>();
  for (;;) {
    const batch = mayBegin(running, queue) ? queue.take(new Set([...running].flatMap(({ locked }) => [...locked]))) : [];
    if (batch.length === 0) {
      if (running.size === 0) return onIdle();
      await Promise.race([...running].map(({ ended }) => ended));
      continue;
    }
    const begun = batch.filter(begins);
    if (begun.length === 0) continue;
    const transaction = begin(begun, [...running], writeBatch);
    running.add(transaction);
    void transaction.ended.then(() => running.delete(transaction));
    await transaction.decided;
  }
}

function mayBegin(running: ReadonlySet<Transaction>, queue: UnitQueue): boolean {
  const [first] = running;
  return !first || (running.size === 1 && !first.alone && queue.proposals() >= MUCH_WAITING);
}

/** Leaves out units whose requests have timed out: they have their answer already. */
function begins({ budget, fail }: QueuedUnit): boolean {
  if (budget.over()) {
    fail(writeGivenUp());
    return false;
  }
  budget.lift();
  return true;
}

/** @param earlier the transactions under way */
function begin(batch: readonly QueuedUnit[], earlier: readonly Transaction[], writeBatch: WriteBatch): Transaction {
  let tell = (): void => undefined;
  const decided = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const locked = new Set(batch.flatMap(({ unit }) => unit.proposals.map(({ urn }) => urn.text)));
  const ends = new Set<string>();
  const alone = batch.some(({ unit }) => deletesEntity(unit));
  return { locked, ends, alone, decided, ended: writeBatch(batch, { locked, ends, earlier, tell }).finally(tell) };
}
