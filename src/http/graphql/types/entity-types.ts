/**
 * One GraphQL type for each entity type of the model: key fields, aspects, and the fields that every entity has.
 */
import { Refusal } from '../../../errors.ts';
import { propertySchema } from '../../../model/schema-walk.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../../model/types.ts';
import type { Urn } from '../../../model/urn.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refOf, urnOfType } from '../operation.ts';
import { partOf } from '../schema/places.ts';
import { platform } from './aspect-fields.ts';
import type { AspectTypes } from './aspect-types.ts';
import { SERIES_ENUMS, seriesFields } from './series-fields.ts';
import { NOT_STORED, queryField, typeName } from './type-names.ts';
import { urnField } from './urn-fields.ts';

type AspectValue = Record<string, unknown>;
type TypeField = { readonly type: string; readonly resolve: Resolve<never, EntityRef> };

/** Types, their constants, and a query for each: `dataset(urn)`. Where nothing is stored under the URN, `exists` is false. */
export function entityTypes(model: Model, types: AspectTypes): { readonly sdl: string; readonly resolvers: Resolvers } {
  const all = [...model.entityTypes.values()];
  const fields = new Map(all.map((type) => [type, fieldsOf(model, type, types)]));
  const sdl = [
    `enum EntityType { ${[...all.map(({ graphql }) => graphql), ...NOT_STORED].join(' ')} }`,
    SERIES_ENUMS,
    ...all.map((type) => objectSdl(type, fields.get(type) ?? {})),
    `extend type Query {\n${all.map((type) => `  ${queryField(type)}(urn: String!): ${typeName(type)}`).join('\n')}\n}`,
  ];
  const resolvers: Record<string, Resolvers[string]> = { Query: Object.fromEntries(all.map((type) => [queryField(type), entityOfType(type.name)])) };
  for (const [type, own] of fields) resolvers[typeName(type)] = Object.fromEntries(Object.entries(own).map(([name, { resolve }]) => [name, resolve]));
  return { sdl: sdl.join('\n'), resolvers };
}

function objectSdl(type: EntityTypeSpec, fields: Readonly<Record<string, TypeField>>): string {
  const own = Object.entries(fields).map(([name, field]) => `  ${name}${field.type}`);
  return `${JSON.stringify(type.description)} type ${typeName(type)} implements Entity {\n${own.join('\n')}\n}`;
}

/** The entity of this type that the argument names, also if nothing is stored. */
function entityOfType(type: string): Resolve<{ urn: string }> {
  return (_, { urn }, { catalog }) => refOf(urnOfType(catalog.model, urn, type));
}

/** The entity of this type that the argument names; null if nothing is stored. For what clients look up to learn whether it is there. */
export function storedEntity(type: string): Resolve<{ urn: string }> {
  return async (_, { urn }, { catalog, loaders }) => {
    const read = urnOfType(catalog.model, urn, type);
    return (await loaders.exists(read)) ? refOf(read) : null;
  };
}

/** Fields of the key come before those of aspects with the same name. */
function fieldsOf(model: Model, type: EntityTypeSpec, types: AspectTypes): Record<string, TypeField> {
  const keys = keyFields(model, type);
  const platformField = type.platform || type.aspects.has('dataPlatformInstance') ? { platform: { type: ': DataPlatform', resolve: platform } } : {};
  const stored = new Map<string, AspectSpec>();
  for (const aspect of type.aspects.values()) if (aspect.kind === 'versioned') stored.set(aspect.name, aspect);
  const main = mainAspect(type);
  if (main) stored.set('properties', main);
  if (main?.name.endsWith('Info')) stored.set('info', main);
  const tags = type.aspects.get('globalTags');
  if (tags) stored.set('tags', tags);
  const edited = editedAspect(type);
  if (edited) stored.set('editableProperties', edited);
  const series = [...type.aspects.values()].filter(({ kind }) => kind === 'timeseries').map((aspect) => seriesFields(aspect, types));
  const aspects = [...stored].map(([name, aspect]): [string, TypeField] => [name, aspectField(aspect, types)]);
  return Object.assign({}, Object.fromEntries(aspects), ...series, keys, platformField);
}

/** Key fields are texts; those that hold a URN lead to the entity. */
function keyFields(model: Model, type: EntityTypeSpec): Record<string, TypeField> {
  const fields = type.key.urnFields.map((field): [string, TypeField] => {
    const urn = urnField(model, propertySchema(model, type.key.schema, field));
    if (!urn) return [field, { type: ': String', resolve: ({ read }) => partOf(read, field) }];
    return [field, { type: `: ${urn.type}`, resolve: ({ read }, _, context) => urn.entities(partOf(read, field), context) }];
  });
  return Object.fromEntries(fields);
}

/** Any version of an aspect; 0 is the latest. Null where there is none. */
function aspectField(aspect: AspectSpec, types: AspectTypes): TypeField {
  const resolve: Resolve<{ version?: number | null }, EntityRef> = async ({ read }, { version }, context) =>
    version ? await olderValue(read, aspect, version, context) : await context.loaders.value(read, aspect.name);
  return { type: `(version: Long): ${types.of(aspect)}`, resolve };
}

async function olderValue(read: Urn, { name }: AspectSpec, version: number, { catalog, budget }: GraphContext): Promise<AspectValue | undefined> {
  try {
    const { value } = (await catalog.readVersion(read, name, version)).state;
    budget.aspect(value.text);
    return value.json as AspectValue;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'notFound') return undefined;
    throw error;
  }
}

/** `datasetProperties`, `chartInfo`. */
function mainAspect(type: EntityTypeSpec): AspectSpec | undefined {
  return aspectNamed(type, `${type.name}Properties`) ?? aspectNamed(type, `${type.name}Info`);
}

/** `editableDatasetProperties`, `corpUserEditableInfo`. */
function editedAspect(type: EntityTypeSpec): AspectSpec | undefined {
  return aspectNamed(type, `editable${type.name}Properties`) ?? aspectNamed(type, `${type.name}EditableInfo`);
}

/** Case does not matter: `schemafieldInfo`, `corpUserInfo`. */
function aspectNamed(type: EntityTypeSpec, name: string): AspectSpec | undefined {
  return [...type.aspects.values()].find((aspect) => aspect.name.toLowerCase() === name.toLowerCase());
}
