/**
 * The directives of openapi/graphql: each makes the resolver of a field (openapi/graphql/README.md).
 */

import type { GraphQLSchema } from 'graphql';
import { type GraphQLOutputType, getNamedType, getNullableType, isAbstractType, isListType, isObjectType, isScalarType } from 'graphql';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { type Costly, costing, SEARCH } from '../cost.ts';
import type { Resolve } from '../operation.ts';
import { type GraphContext, refNamed } from '../operation.ts';
import { erase } from '../operations/mutations/write.ts';
import { typeName } from '../types/type-names.ts';
import type { Directive, DirectiveParts } from './merge.ts';
import { ownerOf } from './owners.ts';
import { entitySource, firstOf, partSource } from './places.ts';
import { searchDirective } from './search.ts';
import { isOfEntity, shownBy } from './stand-ins.ts';

function texts(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

const DIRECTIVES: Readonly<Record<string, (parts: DirectiveParts) => Resolve<never> | Costly<Resolve<never>>>> = {
  read: ({ model, schema, type, field, args }) => {
    const show = toFieldType(model, schema, field.type);
    if (isOfEntity(type)) {
      const places = texts(args.from).map(entitySource);
      return async (parent, _, context) => show(await firstOf(places, parent, context), context);
    }
    const places = texts(args.from).map(partSource);
    return (part, _, context) => {
      for (const place of places) {
        const values = place(part);
        if (values.length > 0) return show(values, context);
      }
      return show([], context);
    };
  },
  /** What Cairn does not have: nothing, in the form that the type wants. */
  none: ({ field }) => {
    const empty = isListType(getNullableType(field.type)) ? [] : null;
    return () => empty;
  },
  owner: () => (part) => ownerOf(part)?.entity.urn ?? null,
  search: (parts) => costing(SEARCH, searchDirective(parts)),
  erase: ({ args }) => erase(...texts(args.of)),
};

/** The resolver of a field with a directive. */
export function resolverByDirective(parts: Omit<DirectiveParts, 'args'>, { name, args }: Directive): Resolve<never> | Costly<Resolve<never>> {
  const directive = DIRECTIVES[name];
  if (directive) return directive({ ...parts, args });
  throw new Error(`openapi/graphql: ${parts.type.name}.${parts.field.name} has the unknown directive @${name}`);
}

type Show = (values: readonly unknown[], context: GraphContext) => unknown;

const ENTRY_TYPES = new Set(['StringMapEntry', 'CustomPropertiesEntry']);

/** @param values what the paths of a directive lead to: several for a path with `[]` */
function toFieldType(model: Model, schema: GraphQLSchema, type: GraphQLOutputType): Show {
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
