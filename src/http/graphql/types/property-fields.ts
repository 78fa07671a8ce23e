/**
 * Structured properties as GraphQL shows them: definitions, settings, and values on entities (docs/semantics.md 15.4).
 */
import { definitionFrom, entriesOf } from '../../../catalog/index.ts';
import { isRecord } from '../../../model/path.ts';
import { type EntityRef, type GraphContext, type Resolve, refNamed } from '../operation.ts';
import { describedConstant } from './type-names.ts';
import { typedValue } from './values.ts';

export const PROPERTY_FIELD_TYPES = `
enum PropertyCardinality { SINGLE MULTIPLE }
type AllowedValue { value: PropertyValue! description: String }
type TypeQualifier { allowedTypes: [EntityTypeEntity!] }
type StructuredPropertyDefinition {
  qualifiedName: String! displayName: String description: String cardinality: PropertyCardinality! immutable: Boolean! version: String
  valueType: DataTypeEntity entityTypes: [EntityTypeEntity!]! typeQualifier: TypeQualifier allowedPlatforms: [DataPlatform!]
  allowedValues: [AllowedValue!] created: AuditStamp lastModified: AuditStamp
}
type StructuredPropertySettings {
  isHidden: Boolean! showInSearchFilters: Boolean! showInAssetSummary: Boolean! hideInAssetSummaryWhenEmpty: Boolean!
  showAsAssetBadge: Boolean! showInColumnsTable: Boolean! lastModified: AuditStamp
}
type EntityTypeInfo { type: EntityType! qualifiedName: String! displayName: String description: String }
"The short name of a value type: STRING, NUMBER, DATE, URN, RICH_TEXT."
type DataTypeInfo { type: String! qualifiedName: String! displayName: String description: String }
type StructuredProperties { properties: [StructuredPropertiesEntry!]! }
type StructuredPropertiesEntry {
  structuredProperty: StructuredPropertyEntity values: [PropertyValue!]!
  "The entities that the values name, where the value type is URN." valueEntities: [Entity!]!
  associatedUrn: String! attribution: JSON created: AuditStamp lastModified: AuditStamp
}`;

export const PROPERTY_FIELD_TYPE_NAMES = [
  'StructuredPropertyDefinition',
  'StructuredPropertySettings',
  'EntityTypeInfo',
  'DataTypeInfo',
  'StructuredProperties',
];

export const PROPERTY_SETTINGS_FLAGS = [
  'isHidden',
  'showInSearchFilters',
  'showInAssetSummary',
  'hideInAssetSummaryWhenEmpty',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

type Json = Record<string, unknown>;
interface Field {
  readonly type: string;
  readonly resolve: Resolve<never, EntityRef>;
}

function from(aspect: string, type: string, make: (value: Json, context: GraphContext, urn: string) => unknown): Field {
  const resolve = async ({ read }: EntityRef, _: never, context: GraphContext): Promise<unknown> => {
    const value = await context.loaders.value(read, aspect);
    return value === undefined ? null : make(value, context, read.text);
  };
  return { type: `: ${type}`, resolve };
}

/** The entities that a list names. They count as list items of the answer. */
function refs({ catalog: { model }, budget }: GraphContext, urns: readonly string[]): EntityRef[] {
  budget.spend(urns.length);
  return urns.map((urn) => refNamed(model, urn)).filter((ref) => ref !== null);
}

const definition = from('propertyDefinition', 'StructuredPropertyDefinition', (json, context) => {
  const { model } = context.catalog;
  const read = definitionFrom(json);
  return {
    ...json,
    cardinality: read.cardinality,
    immutable: read.immutable,
    valueType: refNamed(model, read.valueType),
    entityTypes: refs(context, read.entityTypes),
    typeQualifier: json.typeQualifier === undefined ? null : { allowedTypes: refs(context, read.allowedTypes) },
    allowedPlatforms: json.allowedPlatforms === undefined ? null : refs(context, read.allowedPlatforms),
    allowedValues: Array.isArray(json.allowedValues)
      ? json.allowedValues.filter(isRecord).map((each) => ({ ...each, value: typedValue(each.value) }))
      : null,
  };
});

const settings = from('structuredPropertySettings', 'StructuredPropertySettings', (json) => ({
  ...Object.fromEntries(PROPERTY_SETTINGS_FLAGS.map((flag) => [flag, json[flag] === true])),
  lastModified: json.lastModified,
}));

const entityTypeInfo = from('entityTypeInfo', 'EntityTypeInfo', (json, { catalog: { model } }, urn) => ({
  ...json,
  type: describedConstant(model, urn),
}));

const dataTypeInfo = from('dataTypeInfo', 'DataTypeInfo', (json, _, urn) => ({ ...json, type: urn.slice(urn.lastIndexOf('.') + 1).toUpperCase() }));

/** The values of an entity that readers may see. */
export const structuredProperties = from('structuredProperties', 'StructuredProperties', (json, { catalog: { model } }, associatedUrn) => ({
  properties: entriesOf(json).map((entry) => ({
    ...entry,
    associatedUrn,
    structuredProperty: refNamed(model, entry.propertyUrn),
    values: entry.values.map(typedValue),
    valueEntities: async (_: unknown, context: GraphContext) => {
      const property = refNamed(model, entry.propertyUrn);
      const valueType = property && (await context.loaders.value(property.read, 'propertyDefinition'))?.valueType;
      if (!String(valueType).endsWith(`${model.names.word}.urn`)) return [];
      return refs(
        context,
        entry.values.flatMap((value) => ('string' in value ? [value.string] : [])),
      );
    },
  })),
}));

/** Fields of the entity types that carry these aspects. */
export const PROPERTY_FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  propertyDefinition: { definition, propertyDefinition: definition },
  structuredPropertySettings: { settings, structuredPropertySettings: settings },
  entityTypeInfo: { info: entityTypeInfo, entityTypeInfo, properties: entityTypeInfo },
  dataTypeInfo: { info: dataTypeInfo, dataTypeInfo, properties: dataTypeInfo },
  structuredProperties: { structuredProperties },
};
