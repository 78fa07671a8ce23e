/**
 * What readers do not see: values of properties that are soft-deleted, hard-deleted or defined anew (docs/semantics.md 14.2, 14.3, 14.5).
 */
import { valueOf } from '../../model/json.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import { entriesOf, type Property, standing } from '../properties/properties.ts';
import { type AspectState, withValue } from '../state.ts';

/** The URNs of the properties in the value of an aspect. */
export function propertiesNamed(aspect: string, state: AspectState): string[] {
  return aspect === PROPERTY_VALUES ? entriesOf(state.value.json).map(({ propertyUrn }) => propertyUrn) : [];
}

/** The aspect with only the entries that count; the same object if all of them do. */
export function visibleState(aspect: string, state: AspectState, property: (urn: string) => Property | undefined): AspectState {
  if (aspect !== PROPERTY_VALUES) return state;
  const entries = entriesOf(state.value.json);
  const live = entries.filter((entry) => standing(entry, state, property(entry.propertyUrn)) === 'live');
  if (live.length === entries.length) return state;
  return withValue(state, valueOf({ ...(state.value.json as object), properties: live }));
}
