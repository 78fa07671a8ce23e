/**
 * Group commit: all that waits while a transaction is under way goes into the next one. 64 callers write five times as much this way as
 * with a transaction each (docs/engines.md 1); nobody waits for a timer. If much is waiting, the next transaction is read and decided while
 * Neo4j still writes the one before.
 */

import { budgetOfWrite, outsideBudgets } from '../../budget.ts';
import { writeGivenUp } from '../../errors.ts';
import type { Changes, Found, ReadSet } from '../../graph/changes.ts';
import type { Committed, Decide } from '../../graph/commit.ts';
import { isOfAll } from '../../graph/failures.ts';
import { makeSlices, type Slices, yieldIfDue } from '../../slices.ts';
import { MissingReads } from './missing-reads.ts';
import { openEyes } from './open-eyes.ts';
import { type Outcome, type PlanParts, plan } from './plan.ts';
import type { Unit } from './proposal.ts';
import { NOTHING_MORE, readSetOf, withMissing } from './read-set.ts';
import type { RecentEntities } from './recent-entities.ts';
import { deletesEntity, makeUnitQueue, type Waiting } from './unit-queue.ts';

/** How many URNs are remembered as existing. */
const MOST_KNOWN = 200_000;
/** So many proposals must wait before a second transaction begins beside the first: few are written faster together. */
const MUCH_WAITING = 150;

/** A transaction under way. */
interface Running {
  /** The entities of its units, and all that it has locked. */
  readonly locked: Set<string>;
  /** The entities at the ends of the edges that it writes. */
  readonly ends: Set<string>;
  /** Does it hard-delete an entity? Then no other transaction begins before its end. */
  readonly alone: boolean;
  /** Resolves when the transaction has read and decided, or has ended. */
  readonly decided: Promise<void>;
  readonly ended: Promise<void>;
}

/** What a transaction needs of itself until it ends. Nobody else keeps it: through `earlier` it would keep all transactions before. */
interface Mine extends Pick<Running, 'locked' | 'ends'> {
  /** The transactions that began before it and had not ended. */
  readonly earlier: readonly Running[];
  /** Says that it has decided. */
  readonly tell: () => void;
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
export type Commit = <Result>(needs: ReadSet, decide: Decide<Result>) => Promise<Committed<Result>>;

/** @param recent gets what each transaction has written */
export function makeCommitter(commit: Commit, parts: PlanParts, recent: Pick<RecentEntities, 'note'>): Committer {
  const { model } = parts;
  const queue = makeUnitQueue();
  let lane: Promise<void> | undefined;
  const known = new Set<string>();

  async function run(): Promise<void> {
    // Wait for one turn of the event loop, so that requests that arrive together share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
    const running = new Set<Running>();
    for (;;) {
      const batch = mayBegin(running) ? queue.take(new Set([...running].flatMap(({ locked }) => [...locked]))) : [];
      if (batch.length === 0) {
        if (running.size === 0) break;
        await Promise.race([...running].map(({ ended }) => ended));
        continue;
      }
      const begun = batch.filter(begins);
      if (begun.length === 0) continue;
      const mine = start(begun, [...running]);
      running.add(mine);
      void mine.ended.then(() => running.delete(mine));
      await mine.decided;
    }
    lane = undefined;
  }

  function mayBegin(running: ReadonlySet<Running>): boolean {
    const [first] = running;
    return !first || (running.size === 1 && !first.alone && queue.proposals() >= MUCH_WAITING);
  }

  /** Leaves out units whose requests have timed out: they have their answer already. */
  function begins({ budget, fail }: Waiting): boolean {
    if (budget.over()) {
      fail(writeGivenUp());
      return false;
    }
    budget.lift();
    return true;
  }

  function start(batch: readonly Waiting[], earlier: readonly Running[]): Running {
    let tell = (): void => undefined;
    const decided = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const locked = new Set(batch.flatMap(({ unit }) => unit.proposals.map(({ urn }) => urn.text)));
    const ends = new Set<string>();
    const alone = batch.some(({ unit }) => deletesEntity(unit));
    return { locked, ends, alone, decided, ended: runBatch(batch, { locked, ends, earlier, tell }).finally(tell) };
  }

  async function runBatch(batch: readonly Waiting[], mine: Mine): Promise<void> {
    const units = batch.map(({ unit }) => unit);
    try {
      const { result: outcomes, place } = await decideAndCommit(units, mine);
      recent.note(place.seq, outcomes);
      const slices = makeSlices();
      for (const [index, outcome] of outcomes.entries()) {
        const { unit, settle } = batch[index] as Waiting;
        await remember(unit, outcome, slices);
        settle('refusal' in outcome ? outcome : { ...outcome, seq: place.seq });
      }
    } catch (error) {
      // If one unit makes the batch fail, commit each alone, so that its neighbours succeed. If the engine is away or gives no connection,
      // each of them would wait for it in turn, and so would all writes behind them.
      if (batch.length > 1 && !isOfAll(error)) for (const each of batch) await runBatch([each], mine);
      else for (const { fail } of batch) fail(error);
    }
  }

  /**
   * Usually takes one transaction. It needs another one if the stored values refer to properties that the proposals do not, or if a known
   * entity has been deleted.
   */
  async function decideAndCommit(units: readonly Unit[], mine: Mine): Promise<Committed<Outcome[]>> {
    const isKnown = (urn: string): boolean => known.has(urn);
    for (let more = NOTHING_MORE; ; ) {
      const needs = await readSetOf(model, units, isKnown, more);
      for (const { urn } of needs.lock) mine.locked.add(urn);
      for (const other of mine.earlier) if (dependsOn(needs, other)) await other.ended;
      const asked = { ...more, urns: new Set([...needs.lock, ...needs.read].map(({ urn }) => urn)), known: isKnown };
      try {
        return await commit(needs, async (found, from) => {
          await openEyes(model, units, found, isKnown, more);
          const { outcomes, changes } = await plan(parts, units, found, asked, { now: timeOf(found, from), id: crypto.randomUUID() });
          addEnds(mine.ends, changes);
          mine.tell();
          return { changes, result: outcomes };
        });
      } catch (error) {
        if (!(error instanceof MissingReads)) throw error;
        more = withMissing(more, error);
        for (const urn of error.missing.born) known.delete(urn);
      }
    }
  }

  async function remember({ request }: Unit, outcome: Outcome, slices: Slices): Promise<void> {
    if ('refusal' in outcome) return;
    if (known.size > MOST_KNOWN) known.clear();
    for (const { urn, aspect, outcome: what, now } of outcome.written) {
      await yieldIfDue(slices);
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

/**
 * Must a transaction with these needs wait for the end of another one? Neo4j would make it wait for entities that both lock, but what it
 * reads without a lock it must read after the other one. Nor may it lock what the other one is about to: each would wait for the other.
 */
function dependsOn(needs: ReadSet, { locked, ends }: Running): boolean {
  const { lock, read: look, chains, propertyNames, badge, sizes, previous, versionSets, parts, reborn, above } = needs;
  if (badge || [propertyNames, sizes, previous, versionSets, parts, reborn, above].some(({ length }) => length > 0)) return true;
  return lock.some(({ urn }) => locked.has(urn) || ends.has(urn)) || look.some(({ urn }) => locked.has(urn)) || chains.some((urn) => locked.has(urn));
}

function addEnds(ends: Set<string>, { edgesBegin, edgesEnd, edgesStamp }: Changes): void {
  for (const rows of [edgesBegin, edgesEnd, edgesStamp]) for (const { source, target } of rows) ends.add(source).add(target);
}

/** The time of a commit, epoch ms. It is not earlier than anything that the commit has read: history must not run backwards. */
function timeOf(found: Found, from: number): number {
  let time = Math.max(Date.now(), from);
  for (const { aspects } of found.entities.values()) for (const { at } of aspects.values()) time = Math.max(time, at);
  return time;
}
