/**
 * Structured properties as GraphQL shows them: definitions, settings, and values on entities (docs/semantics.md 15.4).
 */
import { definitionFrom, entriesOf } from '../../../catalog/index.ts';
import { isRecord, type JsonObject } from '../../../model/path.ts';
import { type EntityRef, type GraphContext, type Resolvers, refNamed } from '../operation.ts';
import { describedConstant } from './type-names.ts';
import { typedValue } from './values.ts';

const PROPERTY_SETTINGS_FLAGS = [
  'isHidden',
  'showInSearchFilters',
  'showInAssetSummary',
  'hideInAssetSummaryWhenEmpty',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** A field of every entity type that may carry the aspect. */
function from(aspect: string, make: (value: JsonObject, context: GraphContext, urn: string) => unknown) {
  return async ({ read }: EntityRef, _: unknown, context: GraphContext): Promise<unknown> => {
    const value = await context.loaders.value(read, aspect);
    return value === undefined ? null : make(value, context, read.text);
  };
}

/** The entities that a list names. They count as list items of the answer. */
function refs({ catalog: { model }, budget }: GraphContext, urns: readonly string[]): EntityRef[] {
  budget.spend(urns.length);
  return urns.map((urn) => refNamed(model, urn)).filter((ref) => ref !== null);
}

const definition = from('propertyDefinition', (json, context) => {
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

const settings = from('structuredPropertySettings', (json) => ({
  ...Object.fromEntries(PROPERTY_SETTINGS_FLAGS.map((flag) => [flag, json[flag] === true])),
  lastModified: json.lastModified,
}));

const entityTypeInfo = from('entityTypeInfo', (json, { catalog: { model } }, urn) => ({
  ...json,
  type: describedConstant(model, urn),
}));

const dataTypeInfo = from('dataTypeInfo', (json, _, urn) => ({ ...json, type: urn.slice(urn.lastIndexOf('.') + 1).toUpperCase() }));

/** The values of an entity that readers may see. */
export const structuredProperties = from('structuredProperties', (json, { catalog: { model } }, associatedUrn) => ({
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

export const propertyFields: Resolvers = {
  Entity: { structuredProperties },
  StructuredPropertyEntity: { definition, propertyDefinition: definition, settings, structuredPropertySettings: settings },
  EntityTypeEntity: { info: entityTypeInfo, entityTypeInfo, properties: entityTypeInfo },
  DataTypeEntity: { info: dataTypeInfo, dataTypeInfo, properties: dataTypeInfo },
};
