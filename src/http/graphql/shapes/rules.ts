/**
 * The rules of openapi/graphql: each makes the resolver of a field (openapi/graphql/README.md).
 */
import { type GraphQLField, type GraphQLSchema, getNamedType, getNullableType, isListType, isNonNullType, isObjectType } from 'graphql';
import { columnUrn } from '../../../model/column-urn.ts';
import type { Model } from '../../../model/types.ts';
import { type Costly, costing, SEARCH } from '../cost.ts';
import { type EntityRef, type GraphContext, type Resolve, refNamed, refOf, urnOfType } from '../operation.ts';
import { MADE } from './made/index.ts';
import type { FieldRule } from './merge.ts';
import { ownerOf } from './owners.ts';
import { relatedRule } from './related.ts';
import { listField, type RuleParts, texts } from './rule-parts.ts';
import { searchRule } from './search.ts';
import { entitySource, firstOf, partSource } from './sources.ts';
import { toFieldType } from './to-field-type.ts';
import { WRITES } from './writes.ts';

type MakeRule = (parts: RuleParts) => Resolve<never>;

const read: MakeRule = ({ ofEntity, show, args }) => {
  const places = texts(args.from).map(ofEntity ? entitySource : partSource);
  const otherwise = args.else === undefined ? [] : [args.else];
  return async (parent, _, context) => {
    const values = await firstOf(places, parent, context);
    return show(values.length > 0 ? values : otherwise, context);
  };
};

/** What Cairn does not have: nothing, in the form that the type wants. */
const none: MakeRule = ({ field }) => {
  const type = getNullableType(field.type);
  const empty = isListType(type) ? [] : isNonNullType(field.type) ? EMPTY[getNamedType(type).name] : null;
  if (empty === undefined) throw new Error(`openapi/graphql: ${field.name} must not be null, and has no empty value`);
  return () => empty;
};
const EMPTY: Readonly<Record<string, unknown>> = { Int: 0, Long: 0, Float: 0, Boolean: false, String: '' };

const fixed: MakeRule = ({ args }) => {
  const value: unknown = typeof args.json === 'string' ? JSON.parse(args.json) : args.value;
  return () => value;
};

/** About the entity that a part of an aspect belongs to. */
const owner: MakeRule = ({ show, args }) => {
  return (parent, _, context) => {
    const found = ownerOf(parent);
    if (found === undefined) return args.as === 'version' ? 0 : null;
    return args.as === 'version' ? found.version : show([found.entity.urn], context);
  };
};

/** The column of the owner whose path is in a field. */
const column: MakeRule = ({ args, show, model }) => {
  const place = partSource(String(args.path));
  return async (parent, _, context) => {
    const [path] = await place(parent, context);
    const found = ownerOf(parent);
    return found && typeof path === 'string' ? show([columnUrn(model, found.entity.urn, path)], context) : null;
  };
};

const MOST_ANCESTORS = 100;

/** Everything above an entity, the nearest first. An entity above itself ends the list. */
const ancestors: MakeRule = ({ schema, field, args }) => {
  const places = texts(args.through).map(entitySource);
  const into = listField(schema, getNamedType(field.type).name);
  return async (parent, _, context) => {
    const found = new Map<string, EntityRef>();
    const first = parent as EntityRef;
    for (let at: EntityRef = first; found.size < MOST_ANCESTORS; ) {
      const [above] = await firstOf(places, at, context);
      const next = refNamed(context.catalog.model, above);
      if (next === null || next.urn === first.urn || found.has(next.urn)) break;
      found.set(next.urn, context.budget.named(next) ?? next);
      at = next;
    }
    return { count: found.size, [into]: [...found.values()] };
  };
};

/** The entity of a type that the argument `urn` names; null if nothing is stored. */
const entity: MakeRule = ({ args }) => {
  const type = String(args.of);
  const resolve: Resolve<{ urn: string }> = async (_, { urn }, { catalog, loaders }) => {
    const wanted = urnOfType(catalog.model, urn, type);
    return (await loaders.exists(wanted)) ? refOf(wanted) : null;
  };
  return resolve as Resolve<never>;
};

/** Written in TypeScript. */
const made: MakeRule = ({ args, field }) => {
  const row = MADE[String(args.by)];
  if (typeof row === 'function') return row;
  if (row) {
    field.extensions = { ...field.extensions, ...row.extensions };
    return row.resolve;
  }
  throw new Error(`openapi/graphql: ${field.name} is made by ${args.by}, which nothing is called`);
};

const MAKERS: Readonly<Record<string, MakeRule | Costly<MakeRule>>> = {
  read,
  none,
  fixed,
  owner,
  column,
  ancestors,
  made,
  entity,
  related: costing(1, relatedRule),
  search: costing(SEARCH, searchRule),
  ...WRITES,
};

/** The resolver of a field of a shape. Notes what it costs. */
export function resolverOf(
  model: Model,
  schema: GraphQLSchema,
  { type, name, args }: FieldRule,
  field: GraphQLField<unknown, GraphContext>,
): Resolve<never> {
  const row = MAKERS[name];
  if (!row) throw new Error(`openapi/graphql: ${type}.${field.name} has the unknown rule @${name}`);
  const parent = schema.getType(type);
  const ofEntity = isObjectType(parent) && parent.getInterfaces().some((each) => each.name === 'Entity');
  const parts = { model, schema, field, ofEntity, show: toFieldType(model, schema, field.type), args };
  if (typeof row === 'function') return row(parts);
  field.extensions = { ...field.extensions, ...row.extensions };
  return row.resolve(parts);
}
