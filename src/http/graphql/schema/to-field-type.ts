/**
 * A stored value in the form that the type of a field wants: entities for URNs, lists of key and value for maps.
 */
import type { GraphQLSchema } from 'graphql';
import { type GraphQLOutputType, getNamedType, getNullableType, isAbstractType, isListType, isObjectType, isScalarType } from 'graphql';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { type GraphContext, refNamed } from '../operation.ts';
import { typeName } from '../types/type-names.ts';
import { shownBy } from './stand-ins.ts';

type Show = (values: readonly unknown[], context: GraphContext) => unknown;

const ENTRY_TYPES = new Set(['StringMapEntry', 'CustomPropertiesEntry']);

/** @param values what the paths of a directive lead to: several for a path with `[]` */
export function toFieldType(model: Model, schema: GraphQLSchema, type: GraphQLOutputType): Show {
  const list = isListType(getNullableType(type));
  const named = getNamedType(type);
  const entities = entityNames(model, schema, named.name);
  if (entities) {
    const one = (value: unknown, context: GraphContext): unknown => {
      const ref = refNamed(model, value);
      return ref && entities.has(typeName(ref.read.type)) ? context.budget.named(ref) : null;
    };
    return (values, context) =>
      list
        ? values
            .flat()
            .map((each) => one(each, context))
            .filter((each) => each !== null)
        : one(values.flat()[0], context);
  }
  if (ENTRY_TYPES.has(named.name)) return ([value]) => (isRecord(value) ? Object.entries(value).map(([key, each]) => ({ key, value: each })) : null);
  if (isScalarType(named) && named.name === 'String')
    return (values) => (list ? values.flat().map(String) : isRecord(values[0]) ? JSON.stringify(values[0]) : (values[0] ?? null));
  return (values) => (list ? values.flat() : (values[0] ?? null));
}

/** The names of the entity types that a type stands for; undefined if it is no type of entities. */
function entityNames(model: Model, schema: GraphQLSchema, name: string): ReadonlySet<string> | undefined {
  const all = new Set([...model.entityTypes.values()].map(typeName));
  const type = schema.getType(name);
  if (isObjectType(type))
    return [name, shownBy(type)].some((each) => each !== undefined && all.has(each)) ? new Set([shownBy(type) ?? name]) : undefined;
  if (!isAbstractType(type)) return undefined;
  const members = schema.getPossibleTypes(type).map((each) => each.name);
  const known = members.filter((each) => all.has(each));
  return known.length > 0 ? new Set(known) : undefined;
}
