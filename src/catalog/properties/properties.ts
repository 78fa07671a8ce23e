/**
 * Structured properties as the rules see them (docs/semantics.md 14): definitions, entries, and which entries count.
 */
import { doubleText } from '../../model/double-text.ts';
import { PROPERTY_DEFINITION, STATUS } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import { shorten } from '../../model/schema-check.ts';
import { type AspectState, saysRemoved } from '../state.ts';

export interface PropertyDefinition {
  readonly qualifiedName: string;
  readonly displayName: string | undefined;
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

/** The present state of a property. */
export interface Property {
  readonly urn: string;
  /**
   * Identifies this definition. It differs from that of an earlier property with the same URN, and changes with each breaking change. It is
   * random. A definition that an older Cairn wrote has none: its time and version identify it until it breaks or starts again.
   */
  readonly id: string;
  readonly definition: PropertyDefinition;
  readonly removed: boolean;
}

/** Gives an aspect of the property's entity. */
type AspectLook = (aspect: string) => AspectState | undefined;

export const PROPERTY_ASPECTS = [PROPERTY_DEFINITION, STATUS];

/** The property with this URN; `undefined` if it has no definition. */
export function propertyFrom(urn: string, aspect: AspectLook): Property | undefined {
  const definition = aspect(PROPERTY_DEFINITION);
  if (!definition) return undefined;
  const own = definitionOf(definition);
  return {
    urn,
    id: definition.meta.identity ?? `${definition.firstAt}.${own.version ?? ''}`,
    definition: own,
    removed: saysRemoved(aspect(STATUS)?.value.json),
  };
}

const read = new WeakMap<AspectState, PropertyDefinition>();

/** Reads a definition. The result is kept, because many values are compared with it. */
function definitionOf(state: AspectState): PropertyDefinition {
  const definition = read.get(state) ?? definitionFrom(state.value.json);
  read.set(state, definition);
  return definition;
}

/** A definition with its defaults filled in; the schema has checked its shape. */
export function definitionFrom(json: unknown): PropertyDefinition {
  const raw = isRecord(json) ? json : {};
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    qualifiedName: String(raw.qualifiedName),
    displayName: typeof raw.displayName === 'string' ? raw.displayName : undefined,
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
  return recordsIn(json, 'properties') as unknown as PropertyEntry[];
}

/**
 * The state of an entry: `live`; `hidden` while its property is soft-deleted; `dead` if the definition under which it was written no longer
 * exists (hard delete, or a breaking change with a new version).
 */
export function standing(entry: PropertyEntry, state: Pick<AspectState, 'meta'>, property: Property | undefined): 'live' | 'hidden' | 'dead' {
  if (!property || state.meta.definitions?.[entry.propertyUrn] !== property.id) return 'dead';
  return property.removed ? 'hidden' : 'live';
}

/** Do these settings make the property the badge? */
export function isBadge(settings: AspectState | undefined): boolean {
  return (settings?.value.json as { showAsAssetBadge?: unknown } | undefined)?.showAsAssetBadge === true;
}

/** The name under which a property is searched: every dot is an underscore (docs/semantics.md 14.6). */
export function queryName(id: string): string {
  return id.replaceAll('.', '_');
}

/** A text that is equal for equal values. */
export function valueKey(value: PropertyValue): string {
  return 'string' in value ? `s${value.string}` : `d${value.double}`;
}

/** `{string=a}`, as messages show a value (docs/semantics.md 14.4). */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${shorten(value.string)}}` : `{double=${doubleText(value.double)}}`;
}
