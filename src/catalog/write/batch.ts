/**
 * Writes one batch of units in one transaction: reads what they need, decides, commits, and answers each unit.
 */

import type { Eyes } from '../../access/index.ts';
import type { CommitChanges, ReadSet, ReadState } from '../../graph/changes.ts';
import type { CommitResult, Decide } from '../../graph/commit.ts';
import { isOfAll } from '../../graph/failures.ts';
import type { Model } from '../../model/types.ts';
import { makeSlices, type Slices, yieldIfDue } from '../../slices.ts';
import { lostDrawnEdges } from './drawn-edges.ts';
import { MissingReads } from './missing-reads.ts';
import { type PlanParts, plan, type UnitOutcome } from './plan.ts';
import { isReplacing, type Unit } from './proposal.ts';
import { type More, NOTHING_MORE, readSetOf, withMissing } from './read-set.ts';
import type { RecentEntities } from './recent-entities.ts';
import type { QueuedUnit } from './unit-queue.ts';

/** How many URNs are remembered as existing. */
const MOST_KNOWN = 200_000;

/** A transaction under way. */
export interface Transaction {
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
export interface OwnTransaction extends Pick<Transaction, 'locked' | 'ends'> {
  /** The transactions that began before it and had not ended. */
  readonly earlier: readonly Transaction[];
  /** Says that it has decided. */
  readonly tell: () => void;
}

/** Runs one transaction: reads what is needed, decides, writes (`graph/commit.ts`). */
export type Commit = <Result>(needs: ReadSet, decide: Decide<Result>) => Promise<CommitResult<Result>>;

interface BatchParts extends PlanParts {
  readonly commit: Commit;
  /** Gets what each transaction has written. */
  readonly recent: Pick<RecentEntities, 'note'>;
}

/** URNs that exist, as far as this server knows. */
interface ExistingUrns {
  has(urn: string): boolean;
  /** They have not been there, or have been deleted since. */
  forget(urns: readonly string[]): void;
  /** Follows what a unit has written. */
  follow(unit: Unit, outcome: UnitOutcome, slices: Slices): Promise<void>;
}

/** Writes a batch, and answers all that wait in it. Never rejects. */
export type WriteBatch = (batch: readonly QueuedUnit[], own: OwnTransaction) => Promise<void>;

export function makeBatchWriter(parts: BatchParts): WriteBatch {
  const existing = makeExistingUrns();
  return async function writeBatch(batch, own) {
    const units = batch.map(({ unit }) => unit);
    try {
      const { result: outcomes, place } = await decideAndCommit(parts, existing, units, own);
      parts.recent.note(place.seq, outcomes);
      const slices = makeSlices();
      for (const [index, outcome] of outcomes.entries()) {
        const { unit, settle } = batch[index] as QueuedUnit;
        await existing.follow(unit, outcome, slices);
        settle('refusal' in outcome ? outcome : { ...outcome, seq: place.seq });
      }
    } catch (error) {
      // If one unit makes the batch fail, commit each alone, so that its neighbours succeed. If the engine is away or gives no connection,
      // each of them would wait for it in turn, and so would all writes behind them.
      if (batch.length > 1 && !isOfAll(error)) for (const each of batch) await writeBatch([each], own);
      else for (const { fail } of batch) fail(error);
    }
  };
}

/**
 * Usually takes one transaction. It needs another one if the stored values refer to properties that the proposals do not, or if a known
 * entity has been deleted.
 */
async function decideAndCommit(
  { commit, ...parts }: BatchParts,
  existing: ExistingUrns,
  units: readonly Unit[],
  own: OwnTransaction,
): Promise<CommitResult<UnitOutcome[]>> {
  const { model } = parts;
  for (let more = NOTHING_MORE; ; ) {
    const needs = await readSetOf(model, units, existing.has, more);
    for (const { urn } of needs.lock) own.locked.add(urn);
    for (const other of own.earlier) if (dependsOn(needs, other)) await other.ended;
    const scope = { ...more, urns: new Set([...needs.lock, ...needs.read].map(({ urn }) => urn)), known: existing.has };
    try {
      return await commit(needs, async (found, from) => {
        await openEyes(model, units, found, existing.has, more);
        const { outcomes, changes } = await plan(parts, units, found, scope, { now: timeOf(found, from), id: crypto.randomUUID() });
        addEnds(own.ends, changes);
        own.tell();
        return { changes, result: outcomes };
      });
    } catch (error) {
      if (!(error instanceof MissingReads)) throw error;
      more = withMissing(more, error);
      existing.forget(error.missing.born);
    }
  }
}

function makeExistingUrns(): ExistingUrns {
  const known = new Set<string>();
  return {
    has: (urn) => known.has(urn),
    forget(urns) {
      for (const urn of urns) known.delete(urn);
    },
    async follow({ request }, outcome, slices) {
      if ('refusal' in outcome) return;
      if (known.size > MOST_KNOWN) known.clear();
      for (const { urn, aspect, outcome: what, now } of outcome.written) {
        await yieldIfDue(slices);
        if (what === 'changed' && aspect.kind === 'key' && now?.seq === 1) request.born.add(urn.text);
        if (what === 'deleted' && aspect.kind === 'key') known.delete(urn.text);
        // An outcome without a value does not show that the entity exists: it may be a deletion of something that did not exist.
        else if (now) known.add(urn.text);
      }
    },
  };
}

/**
 * Must a transaction with these needs wait for the end of another one? Neo4j would make it wait for entities that both lock, but what it
 * reads without a lock it must read after the other one. Nor may it lock what the other one is about to: each would wait for the other.
 */
function dependsOn(needs: ReadSet, { locked, ends }: Transaction): boolean {
  const { lock, read: look, chains, propertyNames, badge, sizes, previous, versionSets, parts, reborn, above } = needs;
  if (badge || [propertyNames, sizes, previous, versionSets, parts, reborn, above].some(({ length }) => length > 0)) return true;
  return lock.some(({ urn }) => locked.has(urn) || ends.has(urn)) || look.some(({ urn }) => locked.has(urn)) || chains.some((urn) => locked.has(urn));
}

function addEnds(ends: Set<string>, { edgesBegin, edgesEnd, edgesStamp }: CommitChanges): void {
  for (const rows of [edgesBegin, edgesEnd, edgesStamp]) for (const { source, target } of rows) ends.add(source).add(target);
}

/** The time of a commit, epoch ms. It is not earlier than anything that the commit has read: history must not run backwards. */
function timeOf(found: ReadState, from: number): number {
  let time = Math.max(Date.now(), from);
  for (const { aspects } of found.entities.values()) for (const { at } of aspects.values()) time = Math.max(time, at);
  return time;
}

export async function openEyes(model: Model, units: readonly Unit[], found: ReadState, known: (urn: string) => boolean, more: More): Promise<void> {
  for (const [eyes, own] of unitsByEyes(units)) {
    const { lock, read, chains, propertyNames, badge, versionSets } = await readSetOf(model, own, known, more);
    const holders = [...propertyNames.map((name) => found.propertyNames.get(name)), badge ? found.badge : undefined];
    await eyes.look([
      ...[...lock, ...read].map(({ urn }) => urn),
      ...chains.flatMap((urn) => found.chains.get(urn) ?? []),
      ...versionSets.flatMap((urn) => found.versions.get(urn) ?? []).map(({ urn }) => urn),
      ...holders.filter((urn) => urn !== undefined),
      ...drawnEnds(own, found),
    ]);
  }
}

/** The far ends and the makers of edges that people drew, in values that these units replace. The writers are warned of edges that get lost. */
function drawnEnds(units: readonly Unit[], found: ReadState): string[] {
  return units
    .flatMap(({ proposals }) => proposals.filter(isReplacing))
    .flatMap(({ urn, aspect }) => lostDrawnEdges(aspect, urn.text, found.entities.get(urn.text)?.aspects.get(aspect.name)?.value, undefined))
    .flatMap(({ other, by }) => (by === undefined ? [other] : [other, by]));
}

function unitsByEyes(units: readonly Unit[]): Map<Eyes, Unit[]> {
  const found = new Map<Eyes, Unit[]>();
  for (const unit of units) {
    const eyes = unit.request.rights?.eyes;
    if (!eyes) continue;
    const own = found.get(eyes);
    if (own) own.push(unit);
    else found.set(eyes, [unit]);
  }
  return found;
}
