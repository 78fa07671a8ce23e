/**
 * Limits the cost of one patch. A few operations can create a value that no memory holds, and each of many operations can walk through a
 * long list. So copies are measured before they are made, and visited items are counted.
 */
import { patchTooCostly, tooDeep, tooManyOperations } from '../../../errors.ts';
import { MOST_LEVELS } from '../../../model/weigh-json.ts';
import { countSteps } from '../../../slices.ts';

const MOST_OPERATIONS = 10_000;
/** Most characters that one patch may copy. Each list, object, number or text counts `EACH` more. */
const MOST_COPIED = 16 * 1024 * 1024;
const EACH = 64;
/** Most list items that one patch may visit or move. */
const MOST_ITEMS = 1_000_000;
/** Moving so many items costs as much as visiting one. */
const MOVED_AT_ONCE = 100;

export interface PatchBounds {
  /** `depth`: levels above the place that it is copied to. */
  copy(value: unknown, depth: number): void;
  /** Counts visited items. */
  look(items: number): void;
  /** Counts an item that is added to or removed from a list of this length. */
  shift(items: number): void;
}

/** All calls throw a Refusal if the limit is reached: tooLarge, or malformed if a value becomes too deep. */
export function makePatchBounds(): PatchBounds {
  let copied = 0;
  let items = 0;
  const look = (more: number): void => {
    items += more;
    countSteps(more);
    if (items > MOST_ITEMS) throw patchTooCostly('searches long lists too often');
  };
  return {
    look,
    shift: (length) => look(Math.ceil(length / MOVED_AT_ONCE)),
    copy(value, depth) {
      copied += sizeOf(value, MOST_COPIED - copied, depth);
      if (copied > MOST_COPIED) throw patchTooCostly('copies too much');
    },
  };
}

/** Size up to somewhat more than `most`. */
function sizeOf(value: unknown, most: number, depth: number): number {
  if (depth > MOST_LEVELS) throw tooDeep('What the patch makes', '/patch', MOST_LEVELS);
  if (typeof value === 'string') return EACH + value.length;
  if (typeof value !== 'object' || value === null) return EACH;
  let size = EACH;
  for (const key in value) {
    size += key.length + sizeOf((value as Record<string, unknown>)[key], most - size, depth + 1);
    if (size > most) break;
  }
  return size;
}

/** @throws Refusal tooLarge */
export function refuseManyOperations(operations: readonly unknown[]): void {
  if (operations.length <= MOST_OPERATIONS) return;
  throw tooManyOperations(operations.length, MOST_OPERATIONS);
}

/** Does a JSON pointer lead deeper than a value may go? */
export function leadsTooDeep(pointer: string): boolean {
  let levels = 0;
  for (let at = pointer.indexOf('/'); at >= 0; at = pointer.indexOf('/', at + 1)) if (++levels > MOST_LEVELS) return true;
  return false;
}
