/**
 * Puts the resolvers of the shapes into the schema, and counts what is answered.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { LIST } from '../budget.ts';
import { INTROSPECTED } from '../cost.ts';
import type { EntityRef, GraphContext } from '../operation.ts';
import { typeName } from '../types/type-names.ts';
import type { Merged } from './merge.ts';
import { owned, ownerOf } from './owners.ts';
import { resolverOf } from './rules.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** Changes the schema in place. */
export function attachShapes(model: Model, schema: GraphQLSchema, { rules, marks }: Merged): void {
  for (const rule of rules) {
    const field = fieldOf(schema, rule.type, rule.field);
    if (field) field.resolve = resolverOf(model, schema, rule, field) as unknown as Resolver;
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType ??= (value) => memberName(value, type.getTypes(), marks);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) type.name.startsWith('__') ? watchIntrospected(field) : watch(type, field);
  }
}

function fieldOf(schema: GraphQLSchema, type: string, field: string): GraphQLField<unknown, GraphContext> | undefined {
  const found = schema.getType(type);
  return isObjectType(found) ? (found.getFields()[field] as GraphQLField<unknown, GraphContext> | undefined) : undefined;
}

/** Of entities their type; of records the member whose mark they carry, else the last. */
function memberName(value: unknown, members: readonly GraphQLObjectType[], marks: ReadonlyMap<string, string>): string | undefined {
  if (isRecord(value) && isRecord(value.read)) return typeName((value as unknown as EntityRef).read.type);
  const marked = members.find(({ name }) => isRecord(value) && Object.hasOwn(value, marks.get(name) ?? ''));
  return (marked ?? members.at(-1))?.name;
}

/** Types of introspection are the same objects in every schema. */
const watched = new WeakSet<object>();

/** Introspection costs too, and waits for its turn as others do. */
function watchIntrospected(field: GraphQLField<unknown, GraphContext | undefined>): void {
  if (watched.has(field)) return;
  watched.add(field);
  const inner = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    context?.budget.spend(LIST / INTROSPECTED);
    const { turns } = context ?? {};
    return turns?.overAlone() ? turns.wait().then(() => inner(parent, args, context, info)) : inner(parent, args, context, info);
  };
}

/** Each answered field costs. Parts of aspects remember whose they are. */
function watch(type: GraphQLObjectType, field: GraphQLField<unknown, GraphContext>): void {
  const inner = field.resolve ?? defaultFieldResolver;
  const named = getNamedType(field.type);
  const ofEntity = type.getInterfaces().some(({ name }) => name === 'Entity');
  const isPart =
    !isLeafType(named) && !isAbstractType(named) && !(isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Entity'));
  field.resolve = (parent, args: Record<string, unknown>, context, info) => {
    context.budget.field();
    const { turns } = context;
    const found: unknown = turns.over() ? turns.wait().then(() => inner(parent, args, context, info)) : inner(parent, args, context, info);
    if (!isPart) return found;
    const before = ofEntity ? { entity: parent as EntityRef, version: Number(args.version ?? 0) } : ownerOf(parent);
    if (before === undefined) return found;
    return found instanceof Promise ? found.then((part: unknown) => owned(part, before)) : owned(found, before);
  };
}
