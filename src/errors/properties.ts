/**
 * Refusals of structured properties: definitions, settings, values.
 */
import type { Code } from './codes.ts';
import { type Detail, Refusal } from './refusal.ts';

function broken(code: Code, aspect: string, urn: string, rule: string, detail?: Detail): Refusal {
  return new Refusal(code, `Failed to validate ${aspect}: ${urn} ${rule}`, { details: detail ? [detail] : [] });
}

/** The aspects by their names in the model. This folder must not import the model. */
const VALUES = 'structuredProperties';
const DEFINITION = 'propertyDefinition';
const SETTINGS = 'structuredPropertySettings';

/** Values for an entity that does not exist. */
export function propertyWithoutEntity(urn: string): Refusal {
  return broken('property-without-entity', VALUES, urn, 'the entity does not exist; write another aspect of it first', {
    pointer: '/urn',
    expected: 'the URN of an entity that exists',
    got: urn,
  });
}

/** `at`: JSON pointer of the entry with the property's values, also in the functions below. */
export function repeatedProperty(urn: string, property: string, at: string): Refusal {
  return broken('repeated-property', VALUES, urn, `Property: ${property} has multiple entries`, {
    pointer: at,
    expected: 'one entry for each property',
  });
}

export function unknownProperty(urn: string, property: string, at: string): Refusal {
  return broken('unknown-property', VALUES, urn, `Property: ${property} does not exist or has no definition`, {
    pointer: `${at}/propertyUrn`,
    expected: 'a property that is defined',
    got: property,
  });
}

/** Values of a soft-deleted property. */
export function deletedProperty(urn: string, property: string, at: string): Refusal {
  return broken('deleted-property', VALUES, urn, `Property: ${property} Cannot apply a soft deleted Structured Property value`, {
    pointer: `${at}/propertyUrn`,
    expected: 'a property that is not soft-deleted',
    got: property,
  });
}

/** The definition of a soft-deleted property. */
export function deletedDefinition(urn: string): Refusal {
  return broken('deleted-property', DEFINITION, urn, 'Cannot mutate a soft deleted Structured Property Definition');
}

export function immutableProperty(urn: string, property: string, change: 'delete' | 'mutate'): Refusal {
  return broken('immutable-property', VALUES, urn, `Property: ${property} Cannot ${change} an immutable property`);
}

/** Several values for a property that accepts one. */
export function tooManyPropertyValues(urn: string, property: string, at: string, got: number): Refusal {
  return broken('too-many-property-values', VALUES, urn, `Property: ${property} has cardinality 1, but multiple values were assigned`, {
    pointer: `${at}/values`,
    expected: 'one value',
    got,
  });
}

/** A value has the wrong type, or is not one of the allowed values. `value`: as text. */
export function badPropertyValue(urn: string, property: string, value: string, should: string, detail: Detail): Refusal {
  return broken('bad-property-value', VALUES, urn, `Property: ${property}, value: ${value} should be ${should}`, detail);
}

/** A property is not for entities of this type. */
export function propertyOfOtherTypes(urn: string, property: string, at: string, type: string, types: string, got: string): Refusal {
  return broken('property-out-of-place', VALUES, urn, `Property: ${property} is not for entities of type ${type}`, {
    pointer: `${at}/propertyUrn`,
    expected: `an entity of ${types || 'no type'}`,
    got,
  });
}

/** A property is not for entities of this platform. */
export function propertyOfOtherPlatforms(urn: string, property: string, at: string, platforms: string, got: string | undefined): Refusal {
  return broken('property-out-of-place', VALUES, urn, `Property: ${property} is only for entities of ${platforms}`, {
    pointer: `${at}/propertyUrn`,
    expected: 'an entity of an allowed platform',
    got,
  });
}

/** A field of a definition violates a rule. `rule`: as a predicate. */
export function badDefinition(urn: string, rule: string, detail: Detail): Refusal {
  return broken('bad-property-definition', DEFINITION, urn, rule, detail);
}

/** A change of a definition that would make earlier values invalid. `rule`: as a predicate. */
export function breakingDefinition(urn: string, rule: string, detail: Detail): Refusal {
  return broken('breaking-definition', DEFINITION, urn, rule, detail);
}

export function propertyNameTaken(urn: string, namesake = 'another property'): Refusal {
  return broken(
    'property-name-taken',
    DEFINITION,
    urn,
    `would have the same search name as ${namesake}, because their ids differ only in . and _; choose another id`,
  );
}

/** A property is both hidden and shown. `field`: where it is shown. */
export function hiddenAndShown(urn: string, field: string): Refusal {
  const rule = 'Cannot have property isHidden = true while other display location settings are also true.';
  return broken('conflicting-display', SETTINGS, urn, rule, { pointer: `/${field}`, expected: 'false while isHidden is true', got: true });
}

/** A second property with the badge setting. `holder`: the first. */
export function secondBadge(urn: string, holder = 'another property'): Refusal {
  const rule = `Cannot have more than one property shown as an asset badge; ${holder} already is one.`;
  return broken('conflicting-display', SETTINGS, urn, rule, {
    pointer: '/showAsAssetBadge',
    expected: `false while ${holder} is the badge`,
    got: true,
  });
}
