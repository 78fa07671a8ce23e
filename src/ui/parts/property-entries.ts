/**
 * The values of structured properties in their aspect.
 */
import type { PropertyValue } from '../api/properties.ts';
import { listIn } from '../data/labels.ts';

export interface PropertyEntry {
  readonly propertyUrn: string;
  readonly values: readonly PropertyValue[];
}

export function entriesIn(value: Readonly<Record<string, unknown>> | undefined): readonly PropertyEntry[] {
  return listIn<PropertyEntry>(value, 'properties');
}

export function textOf(value: PropertyValue): string {
  return 'double' in value ? String(value.double) : value.string;
}

export function sameValue(one: PropertyValue, other: PropertyValue): boolean {
  return 'double' in one ? 'double' in other && one.double === other.double : 'string' in other && one.string === other.string;
}

export function sameValues(one: readonly PropertyValue[], other: readonly PropertyValue[]): boolean {
  return one.length === other.length && one.every((value, at) => other[at] !== undefined && sameValue(value, other[at]));
}
