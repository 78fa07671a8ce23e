/**
 * Prepares the allowed values of a definition once, because the lists and the values to check can be long.
 */
import type { PropertyDefinition, PropertyValue } from '../../properties/properties.ts';

interface AllowedValues {
  /** Is the value allowed? If absent: every value is. */
  readonly values: ((value: PropertyValue) => boolean) | undefined;
  /** URNs in lower case. */
  readonly entityTypes: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string>;
  /** Allowed types of URNs as values, in lower case. If empty: any. */
  readonly urnTypes: ReadonlySet<string>;
}

const ready = new WeakMap<PropertyDefinition, AllowedValues>();

export function takenBy(definition: PropertyDefinition): AllowedValues {
  let taken = ready.get(definition);
  if (!taken) {
    taken = {
      values: definition.allowedValues && allowedIn(definition.allowedValues, definition.valueType.endsWith('.number')),
      entityTypes: new Set(definition.entityTypes.map((each) => each.toLowerCase())),
      platforms: new Set(definition.allowedPlatforms),
      urnTypes: new Set(definition.allowedTypes.map((each) => each.slice(each.lastIndexOf('.') + 1).toLowerCase())),
    };
    ready.set(definition, taken);
  }
  return taken;
}

/** Numbers are compared as numbers, whichever way they are written (docs/semantics.md 14.4). */
function allowedIn(values: readonly PropertyValue[], asNumbers: boolean): (value: PropertyValue) => boolean {
  const keyOf = (value: PropertyValue): string | number => ('double' in value ? value.double : asNumbers ? Number(value.string) : value.string);
  const keys = new Set(values.map(keyOf));
  return (value) => keys.has(keyOf(value));
}
