/**
 * Structured properties as the rules see them (document 2; semantics 14): definitions, entries, and which entries count.
 */
import { isRecord } from '../model/path.ts';
import { PROPERTY_DEFINITION, PROPERTY_KEY, STATUS } from './known-aspects.ts';
import type { AspectState } from './proposal.ts';

export interface PropertyDefinition {
  readonly qualifiedName: string;
  readonly valueType: string;
  readonly entityTypes: readonly string[];
  readonly cardinality: 'SINGLE' | 'MULTIPLE';
  readonly immutable: boolean;
  readonly allowedValues: readonly PropertyValue[] | undefined;
  readonly allowedTypes: readonly string[];
  readonly allowedPlatforms: readonly string[];
  readonly version: string | undefined;
}

export type PropertyValue = { readonly string: string } | { readonly double: number };

/** One property with its values, in the `structuredProperties` aspect of an entity. */
export interface PropertyEntry {
  readonly propertyUrn: string;
  readonly values: readonly PropertyValue[];
  readonly [field: string]: unknown;
}

/** A property as it is now. */
export interface Property {
  readonly urn: string;
  /** Tells this definition from one that had its URN before, and from itself before a breaking change. */
  readonly id: string;
  readonly definition: PropertyDefinition;
  readonly removed: boolean;
}

/** The aspects of an entity that a property is made of. */
export type AspectLook = (aspect: string) => AspectState | undefined;

export const PROPERTY_ASPECTS = [PROPERTY_KEY, PROPERTY_DEFINITION, STATUS];

/** The property of a URN; `undefined` when it has no definition. */
export function propertyFrom(urn: string, aspect: AspectLook): Property | undefined {
  const key = aspect(PROPERTY_KEY);
  const definition = aspect(PROPERTY_DEFINITION);
  if (!key || !definition) return undefined;
  const read = definitionFrom(definition.value.json);
  return {
    urn,
    id: `${key.firstAt}.${read.version ?? ''}`,
    definition: read,
    removed: (aspect(STATUS)?.value.json as { removed?: unknown } | undefined)?.removed === true,
  };
}

/** A definition with its defaults filled in; the schema has checked its shape. */
export function definitionFrom(json: unknown): PropertyDefinition {
  const raw = isRecord(json) ? json : {};
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    qualifiedName: String(raw.qualifiedName),
    valueType: String(raw.valueType),
    entityTypes: texts(raw.entityTypes),
    cardinality: raw.cardinality === 'MULTIPLE' ? 'MULTIPLE' : 'SINGLE',
    immutable: raw.immutable === true,
    allowedValues: Array.isArray(raw.allowedValues) ? raw.allowedValues.filter(isRecord).map(({ value }) => value as PropertyValue) : undefined,
    allowedTypes: isRecord(raw.typeQualifier) ? texts(raw.typeQualifier.allowedTypes) : [],
    allowedPlatforms: texts(raw.allowedPlatforms),
    version: typeof raw.version === 'string' ? raw.version : undefined,
  };
}

export function entriesOf(json: unknown): PropertyEntry[] {
  return isRecord(json) && Array.isArray(json.properties) ? (json.properties.filter(isRecord) as unknown as PropertyEntry[]) : [];
}

/**
 * What an entry is: `live`; `hidden` while its property is soft-deleted; `dead` when the definition that it was written under is gone
 * (hard delete, or a breaking change with a new version).
 */
export function standing(entry: PropertyEntry, state: AspectState, property: Property | undefined): 'live' | 'hidden' | 'dead' {
  if (!property || state.meta.definitions?.[entry.propertyUrn] !== property.id) return 'dead';
  return property.removed ? 'hidden' : 'live';
}

/** The name under which a property is searched: every dot is an underscore (document 2, "Field naming"). */
export function queryName(id: string): string {
  return id.replaceAll('.', '_');
}

/** `{string=a}`, as messages show a value (semantics 14.4). */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${value.string}}` : `{double=${doubleText(value.double)}}`;
}

/** A number as users compare it: with a fraction (semantics 1.3). */
export function doubleText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
