/**
 * Puts the resolvers into the schema, and counts what is answered.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import type { Turns } from '../../../slices.ts';
import { LIST } from '../budget.ts';
import { INTROSPECTED } from '../cost.ts';
import type { EntityRef, GraphContext, Resolvers } from '../operation.ts';
import { LONG } from '../types/scalars.ts';
import { typeName } from '../types/type-names.ts';
import { resolverByDirective } from './directives.ts';
import { directiveOf } from './merge.ts';
import { owned, ownerOf } from './owners.ts';
import { isOfEntity, shownBy } from './stand-ins.ts';
import { sentUnread, unreadOf } from './unread.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;
type GraphField = GraphQLField<unknown, GraphContext>;

/** How fields are read: what the model says, and what the files and the code say of fields that the files declare. */
interface Sources {
  readonly ofModel: Resolvers;
  readonly byHand: Resolvers;
  /** The fields that are as the model has them. */
  readonly modelled: ReadonlySet<unknown>;
}

/** Changes the schema in place. @throws Error for a resolver without a field, and for an operation without a resolver */
export function attach(model: Model, schema: GraphQLSchema, sources: Sources): void {
  Object.assign(schema.getType('Long') as object, LONG);
  for (const [name, fields] of Object.entries(sources.byHand)) {
    const type = schema.getType(name);
    const known = isInterfaceType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
    const wrong = Object.keys(fields).find((field) => !known.some((each) => Object.hasOwn(each.getFields(), field)));
    if (wrong !== undefined) throw new Error(`openapi/graphql has no field ${name}.${wrong}`);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType ??= (value) => memberName(value, schema.getPossibleTypes(type));
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (type.name.startsWith('__')) {
        watchIntrospected(field);
        continue;
      }
      const row = resolverOf(model, schema, type, field, sources);
      if (row) field.resolve = (typeof row === 'function' ? row : row.resolve) as unknown as Resolver;
      else if (type === schema.getQueryType() || type === schema.getMutationType()) throw new Error(`nothing resolves ${type.name}.${field.name}`);
      if (typeof row === 'object') field.extensions = { ...field.extensions, ...row.extensions };
      watch(type, field, type === schema.getMutationType());
    }
  }
}

function resolverOf(model: Model, schema: GraphQLSchema, type: GraphQLObjectType, field: GraphField, { ofModel, byHand, modelled }: Sources) {
  const own = byHand[type.name]?.[field.name];
  if (own) return own;
  const directive = directiveOf(field.astNode);
  if (directive) return resolverByDirective({ model, schema, type, field }, directive);
  const ofEntities = isOfEntity(type) && !modelled.has(field.astNode) ? byHand.Entity?.[field.name] : undefined;
  return ofEntities ?? ofModel[shownBy(type) ?? type.name]?.[field.name];
}

/** Of entities their type; of records the member that has a field of theirs, else the last. */
function memberName(value: unknown, members: readonly GraphQLObjectType[]): string | undefined {
  if (!isRecord(value)) return members.at(-1)?.name;
  if (isRecord(value.read)) return typeName((value as unknown as EntityRef).read.type);
  const fields = Object.keys(value);
  return (members.find((each) => fields.some((field) => Object.hasOwn(each.getFields(), field))) ?? members.at(-1))?.name;
}

/** Items of an introspected list that are one piece of work. */
const FEW = 10;

/** Types of introspection are the same objects in every schema. */
const watched = new WeakSet<object>();

/** Introspection costs too, and the items of its lists wait for their turn. */
function watchIntrospected(field: GraphQLField<unknown, GraphContext | undefined>): void {
  if (watched.has(field)) return;
  watched.add(field);
  const inner = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    context?.budget.spend(LIST / INTROSPECTED);
    const found: unknown = inner(parent, args, context, info);
    return context && Array.isArray(found) && found.length > FEW ? inTurns(found, context.turns) : found;
  };
}

async function* inTurns(list: readonly unknown[], turns: Turns): AsyncGenerator {
  for (const item of list) {
    if (turns.overAlone()) await turns.wait();
    yield item;
  }
}

/** Each answered field costs. Parts of aspects remember whose they are. After a field that writes, everything is read again. */
function watch(type: GraphQLObjectType, field: GraphField, writes: boolean): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const inner: Resolver = writes ? (parent, args, context, info) => forgetting(context, resolve(parent, args, context, info)) : resolve;
  const unread = unreadOf(field.args);
  const named = getNamedType(field.type);
  const ofEntity = isOfEntity(type);
  const isPart = !isLeafType(named) && !isAbstractType(named) && !(isObjectType(named) && isOfEntity(named));
  field.resolve = (parent, args: Record<string, unknown>, context, info) => {
    context.budget.field();
    if (unread.length > 0) warnOfUnread(context, field.name, sentUnread(unread, args));
    const { turns } = context;
    const found: unknown = turns.over() ? turns.wait().then(() => inner(parent, args, context, info)) : inner(parent, args, context, info);
    if (!isPart) return found;
    const before = ofEntity ? { entity: parent as EntityRef, version: Number(args.version ?? 0) } : ownerOf(parent);
    if (before === undefined) return found;
    return found instanceof Promise ? found.then((part: unknown) => owned(part, before)) : owned(found, before);
  };
}

function warnOfUnread(context: GraphContext, field: string, paths: readonly string[]): void {
  if (paths.length > 0) context.warn(`Arguments of ${field} without effect: ${paths.join(', ')}`);
}

async function forgetting({ loaders }: GraphContext, answer: unknown): Promise<unknown> {
  const found = await answer;
  loaders.forget();
  return found;
}
