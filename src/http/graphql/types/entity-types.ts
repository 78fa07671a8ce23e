/**
 * One GraphQL type for each entity type of the model: key fields, aspects, and the fields that every entity has.
 */
import { Refusal } from '../../../errors.ts';
import { propertySchema } from '../../../model/schema-walk.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../../model/types.ts';
import type { Urn } from '../../../model/urn.ts';
import { type EntityRef, type GraphContext, type Part, type Resolve, refOf, urnOfType } from '../operation.ts';
import { aspectFields } from './aspect-fields.ts';
import type { AspectTypes } from './aspect-types.ts';
import { ENTITY_FIELDS, entityFields } from './entity-fields.ts';
import { editedAspect, mainAspect } from './main-aspects.ts';
import { seriesFields } from './series-fields.ts';
import { OTHER, queryField, typeName } from './type-names.ts';
import { urnField } from './urn-fields.ts';

type AspectValue = Record<string, unknown>;
type Field = { readonly type: string; readonly resolve: Resolve<never, EntityRef> };

/** Types, their constants, and a query for each: `dataset(urn)`; null where nothing is stored under the URN. */
export function entityTypes(model: Model, types: AspectTypes): Part {
  const all = [...model.entityTypes.values()];
  const fields = new Map(all.map((type) => [type, fieldsOf(model, type, types)]));
  const sdl = [
    `enum EntityType { ${[...all.map(({ graphql }) => graphql), OTHER].join(' ')} }`,
    `"Anything that has a URN." interface Entity {\n${ENTITY_FIELDS}\n}`,
    ...all.map((type) => objectSdl(type, fields.get(type) ?? {})),
    `extend type Query {\n${all.map((type) => `  ${queryField(type)}(urn: String!): ${typeName(type)}`).join('\n')}\n}`,
  ];
  const resolvers: Record<string, unknown> = { Entity: { __resolveType: ({ read }: EntityRef) => typeName(read.type) } };
  for (const [type, own] of fields)
    resolvers[typeName(type)] = { ...entityFields, ...Object.fromEntries(Object.entries(own).map(([name, { resolve }]) => [name, resolve])) };
  resolvers.Query = Object.fromEntries(all.map((type) => [queryField(type), entityOfType(type)]));
  return { sdl: sdl.join('\n'), resolvers };
}

function objectSdl(type: EntityTypeSpec, fields: Readonly<Record<string, Field>>): string {
  const own = Object.entries(fields).map(([name, field]) => `  ${name}${field.type}`);
  return `${JSON.stringify(type.description)} type ${typeName(type)} implements Entity {\n${ENTITY_FIELDS}\n${own.join('\n')}\n}`;
}

function entityOfType(type: EntityTypeSpec): Resolve<{ urn: string }> {
  return async (_, { urn }, { catalog, loaders }) => {
    const read = urnOfType(catalog.model, urn, type.name);
    return (await loaders.exists(read)) ? refOf(read) : null;
  };
}

/** Fields that lead to other entities come before those that only show what is stored. */
function fieldsOf(model: Model, type: EntityTypeSpec, types: AspectTypes): Record<string, Field> {
  const special = { ...urnFields(model, type), ...aspectFields(type) };
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
  const keys = type.key.urnFields.map((field): [string, Field] => [
    field,
    { type: ': String', resolve: ({ read }) => keyText(read.parts, type, field) },
  ]);
  const aspects = [...stored]
    .filter(([name]) => !Object.hasOwn(special, name))
    .map(([name, aspect]): [string, Field] => [name, aspectField(aspect, types)]);
  return Object.assign({}, Object.fromEntries(aspects), ...series, Object.fromEntries(keys), special);
}

function keyText(parts: readonly string[], type: EntityTypeSpec, field: string): string | undefined {
  return parts[type.key.urnFields.indexOf(field)];
}

/** Key fields that hold a URN lead to the entity. */
function urnFields(model: Model, type: EntityTypeSpec): Record<string, Field> {
  const found = type.key.urnFields.flatMap((field): [string, Field][] => {
    const urn = urnField(model, propertySchema(model, type.key.schema, field));
    if (!urn) return [];
    return [[field, { type: `: ${urn.type}`, resolve: ({ read }, _, context) => urn.entities(keyText(read.parts, type, field), context) }]];
  });
  return Object.fromEntries(found);
}

/** Any version of an aspect; 0 is the latest. Null where there is none. */
function aspectField(aspect: AspectSpec, types: AspectTypes): Field {
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
