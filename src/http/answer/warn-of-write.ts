/**
 * Warnings in the answer to a write.
 */
import type { Catalog, WriteResult } from '../../catalog/index.ts';
import { firstOf } from '../../errors.ts';
import type { Context } from '../types.ts';
import { warn } from './warn.ts';

/** In one warning. */
const MOST_NAMED = 20;

type Notes = Omit<WriteResult, 'items'>;

/**
 * Warns a writer in the header (docs/semantics.md 1.4):
 *
 * - of fields that the model does not have: they were kept as sent, but may be typos
 * - of keys that contradict their URNs: they were not kept
 * - of long texts and lists, which search finds in part
 * - of columns that a schema does not have
 * - of edges that people drew and that a whole value left out
 * - if search does not show the write, although the writer asked to wait for it
 */
export function warnOfWrite(context: Context, catalog: Catalog, notes: Notes): void {
  const { unknownFields, otherKeys = [], cutFields = [], cutLists = [], missingColumns = [], lostEdges = [], notSearchable } = notes;
  const warnings = [
    ...(unknownFields.length > 0 ? [`Unknown fields were kept as sent: ${listed(unknownFields)}`] : []),
    ...(otherKeys.length > 0 ? [`The URN was kept instead of the key that was sent: ${listed(otherKeys)}`] : []),
    ...(cutFields.length > 0 ? [`Only the beginning of long texts is searched: ${listed(cutFields)}`] : []),
    ...(cutLists.length > 0 ? [`Only the first values of long lists are searched: ${listed(cutLists)}`] : []),
    ...(missingColumns.length > 0 ? [`The schema does not have these columns: ${listed(missingColumns)}`] : []),
    ...(lostEdges.length > 0 ? [`Lineage that people drew is gone: ${listed(lostEdges.map(edgeText))}`] : []),
    ...(notSearchable ? ['Written, but search does not show it yet'] : []),
  ];
  for (const warning of warnings) warn(context, catalog.model.names, warning);
}

function edgeText({ holder, other, by }: NonNullable<Notes['lostEdges']>[number]): string {
  return `${other} of ${holder}${by === undefined ? '' : ` (drawn by ${by})`}`;
}

const listed = (names: readonly string[]): string => firstOf(names, MOST_NAMED);
