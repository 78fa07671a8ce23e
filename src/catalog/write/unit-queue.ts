/**
 * The queue of writes that wait for a transaction. A unit has the proposals that are committed together.
 */
import type { BudgetOfWrite } from '../../budget.ts';
import { tooManyWrites } from '../../errors.ts';
import type { UnitOutcome } from './plan.ts';
import type { Unit } from './proposal.ts';

/** Most proposals and most bytes of one transaction. Beyond that only the latency grows. */
const MOST_PROPOSALS = 500;
const MOST_BYTES = 4_000_000;
/** Most bytes of units that may wait. Beyond that new ones are refused, so that a burst cannot fill the memory. */
const MOST_WAITING_BYTES = 256_000_000;
/** Most units that a batch leaves out because of their entities. Searching further would cost more than waiting. */
const MOST_LEFT_OUT = 1_000;

export interface QueuedUnit {
  readonly unit: Unit;
  readonly bytes: number;
  readonly budget: BudgetOfWrite;
  readonly settle: (outcome: UnitOutcome) => void;
  readonly fail: (error: unknown) => void;
}

export interface UnitQueue {
  /** @throws Refusal unavailable if too much is waiting */
  add(waiting: Omit<QueuedUnit, 'bytes'>): void;
  /**
   * Takes the next batch. Units of the same entity keep their order.
   *
   * @param busy URNs of entities that other transactions are writing: their units stay
   */
  take(busy: ReadonlySet<string>): QueuedUnit[];
  /** How many proposals are waiting. */
  proposals(): number;
}

export function deletesEntity({ proposals }: Unit): boolean {
  return proposals.some(({ changeType, aspect }) => changeType === 'DELETE' && aspect.kind === 'key');
}

export function makeUnitQueue(): UnitQueue {
  /** `units[head]` is the next one. Removing items from the front of a long list would move all others. */
  let units: QueuedUnit[] = [];
  let head = 0;
  let bytes = 0;
  let waiting = 0;

  return {
    add(each) {
      const own = each.unit.proposals.reduce((sum, { value }) => sum + (value?.text.length ?? 0) + 500, 0);
      if (bytes + own > MOST_WAITING_BYTES) throw tooManyWrites();
      bytes += own;
      waiting += each.unit.proposals.length;
      units.push({ ...each, bytes: own });
    },
    take(busy) {
      const taken: QueuedUnit[] = [];
      const left: QueuedUnit[] = [];
      const blocked = new Set(busy);
      let [proposals, characters, at] = [0, 0, head];
      for (; at < units.length && left.length < MOST_LEFT_OUT; at++) {
        const each = units[at] as QueuedUnit;
        // A unit that hard-deletes an entity gets a transaction of its own: what it does to other entities must be stored before the next unit
        // is decided.
        const alone = deletesEntity(each.unit);
        if (alone && taken.length + left.length + busy.size > 0) break;
        const urns = each.unit.proposals.map(({ urn }) => urn.text);
        if (blocked.size > 0 && urns.some((urn) => blocked.has(urn))) {
          for (const urn of urns) blocked.add(urn);
          left.push(each);
          continue;
        }
        proposals += urns.length;
        characters += each.bytes;
        if (taken.length > 0 && (proposals > MOST_PROPOSALS || characters > MOST_BYTES)) break;
        taken.push(each);
        if (alone) {
          at++;
          break;
        }
      }
      head = at - left.length;
      for (const [index, each] of left.entries()) units[head + index] = each;
      if (head > units.length / 2) {
        units = units.slice(head);
        head = 0;
      }
      for (const each of taken) {
        bytes -= each.bytes;
        waiting -= each.unit.proposals.length;
      }
      return taken;
    },
    proposals: () => waiting,
  };
}
