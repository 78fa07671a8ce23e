/**
 * The directives of openapi/graphql: each makes the resolver of a field (openapi/graphql/README.md).
 */
import { getNullableType, isListType } from 'graphql';
import { type Costly, costing, SEARCH } from '../cost.ts';
import type { Resolve } from '../operation.ts';
import { erase } from '../operations/mutations/write.ts';
import type { Directive, DirectiveParts } from './merge.ts';
import { ownerOf } from './owners.ts';
import { entitySource, firstOf, partSource } from './places.ts';
import { searchDirective } from './search.ts';
import { isOfEntity } from './stand-ins.ts';
import { toFieldType } from './to-field-type.ts';

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
