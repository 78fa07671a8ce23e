/**
 * What a property takes, made ready once for each definition: its lists can be long, and so can the values held against them.
 */
import type { PropertyDefinition, PropertyValue } from '../../properties/properties.ts';

export interface Taken {
  /** Is the value one of those allowed? Absent: any is. */
  readonly values: ((value: PropertyValue) => boolean) | undefined;
  /** URNs in lower case. */
  readonly entityTypes: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string>;
  /** Types of URNs that are values, in lower case; none: any. */
  readonly urnTypes: ReadonlySet<string>;
}

const ready = new WeakMap<PropertyDefinition, Taken>();

export function takenBy(definition: PropertyDefinition): Taken {
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
