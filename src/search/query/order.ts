/**
 * The order that a request asks for, as Typesense takes it.
 */
import { badSort } from '../../errors.ts';
import { type Fields, nearestFields } from '../../model/fields.ts';
import { sortField } from '../document/index-fields.ts';
import type { UnknownField } from '../filter/expand.ts';
import { fieldNamed } from '../filter/property-fields.ts';
import { withoutKeyword } from './resolved-query.ts';
import type { Sort } from './types.ts';

/** @throws Refusal malformed for too many criteria */
export async function orderOf(sorts: readonly Sort[], fields: Fields, has: (physical: string) => Promise<boolean>): Promise<string | undefined> {
  const parts: string[] = [];
  let isKnown = false;
  for (const { field, order } of sorts) {
    const direction = order === 'ASCENDING' ? 'asc' : 'desc';
    const known = fieldNamed(fields, withoutKeyword(field));
    const physical = known && sortField(known, direction);
    // Missing texts would come first in descending order. Missing numbers come last anyway.
    const last = direction === 'desc' && physical?.startsWith('s_') && physical !== 's_urn' ? '(missing_values: last)' : '';
    isKnown ||= physical !== undefined;
    if (physical && (await has(physical))) parts.push(`${physical}${last}:${direction}`);
  }
  // Whether some entity has the field, which the reader may not see, does not decide whether the order is that of the ranking.
  if (parts.length === 0 && !isKnown) return undefined;
  if (!parts.some((part) => part.startsWith('s_urn:'))) parts.push('s_urn:asc');
  if (parts.length > 3) throw badSort('at most two fields; Cairn sorts equal results by URN');
  return parts.join(',');
}

/** Sort fields that do not exist. */
export function unknownSorts(sorts: readonly Sort[], fields: Fields): UnknownField[] {
  const unknown = sorts.map(({ field }) => field).filter((field) => fieldNamed(fields, withoutKeyword(field)) === undefined);
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field) }));
}
