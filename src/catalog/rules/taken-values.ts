/**
 * What a property takes, made ready once for each definition: its lists can be long, and so can the values held against them.
 */
import type { PropertyDefinition, PropertyValue } from '../properties.ts';

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
      values: definition.allowedValues && allowedIn(definition.allowedValues),
      entityTypes: new Set(definition.entityTypes.map((each) => each.toLowerCase())),
      platforms: new Set(definition.allowedPlatforms),
      urnTypes: new Set(definition.allowedTypes.map((each) => each.slice(each.lastIndexOf('.') + 1).toLowerCase())),
    };
    ready.set(definition, taken);
  }
  return taken;
}

/** A numeric text stands for its number (semantics 14.4). */
function allowedIn(values: readonly PropertyValue[]): (value: PropertyValue) => boolean {
  const numbers = new Set(values.flatMap((value) => ('double' in value ? value.double : [])));
  const texts = new Set(values.flatMap((value) => ('double' in value ? [] : value.string)));
  return (value) => numbers.has(Number('double' in value ? value.double : value.string)) || ('string' in value && texts.has(value.string));
}
