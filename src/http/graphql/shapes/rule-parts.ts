/**
 * What the rules of openapi/graphql have in common.
 */
import { type GraphQLField, type GraphQLSchema, getNullableType, isListType, isObjectType } from 'graphql';
import type { Model } from '../../../model/types.ts';
import type { GraphContext } from '../operation.ts';
import type { Rule } from './merge.ts';
import type { Show } from './to-field-type.ts';

export interface RuleParts {
  readonly model: Model;
  readonly schema: GraphQLSchema;
  readonly field: GraphQLField<unknown, GraphContext>;
  /** Whether the rule is about a field of an entity, not of a part of an aspect. */
  readonly ofEntity: boolean;
  readonly show: Show;
  readonly args: Rule['args'];
}

/** The field of a result that has its items: the only list. */
export function listField(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  const lists = isObjectType(type) ? Object.values(type.getFields()).filter((each) => isListType(getNullableType(each.type))) : [];
  const [only] = lists;
  if (only) return only.name;
  throw new Error(`openapi/graphql: ${name} has no list`);
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}
