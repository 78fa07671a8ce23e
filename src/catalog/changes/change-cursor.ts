/**
 * A place in the change stream as clients write it: `<epoch>-<commit>` or `<epoch>-<commit>.<position>`. The epoch names the life of the store
 * (docs/data-model.md 2.8): after a backup was restored, the same number is another commit.
 */
import { otherEpoch } from '../../errors.ts';
import type { LogPosition } from '../../graph/commit-log.ts';
import type { ChangeCursor } from './types.ts';

const CHANGE_CURSOR = /^(?:([0-9a-z]{4,32})-)?(\d{1,15})(?:\.(\d{1,6}))?$/;

export const CHANGE_CURSOR_FORM = 'the next of an earlier answer, such as 3f9a21c0de-42, the id of a change, or 0';

export function changeCursorText({ epoch, seq, count }: ChangeCursor): string {
  return `${epoch === undefined ? '' : `${epoch}-`}${seq}${count === undefined ? '' : `.${count}`}`;
}

/** The last commit of which a place has all changes. */
export function lastWhole({ seq, count }: Pick<ChangeCursor, 'seq' | 'count'>): number {
  return count === undefined ? seq : seq - 1;
}

/** A place from a text; without an epoch it counts as one of the present life. `undefined`: the text is none. */
export function parseChangeCursor(text: string): ChangeCursor | undefined {
  const [, epoch, seq, count] = CHANGE_CURSOR.exec(text) ?? [];
  if (seq === undefined) return undefined;
  return { seq: Number(seq), ...(epoch !== undefined && { epoch }), ...(count !== undefined && { count: Number(count) }) };
}

/** @throws Refusal gone for a place of another life */
export function refuseOtherEpoch(place: ChangeCursor, { epoch, seq }: Pick<LogPosition, 'epoch' | 'seq'>): void {
  if (place.epoch !== undefined && place.epoch !== epoch) throw otherEpoch(changeCursorText(place), changeCursorText({ epoch, seq }));
}
