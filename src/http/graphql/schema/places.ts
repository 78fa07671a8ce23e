/**
 * Places that hold the value of a field: `tagProperties.description` or `urn.name` of an entity, `createStamp.actor` of a part of an aspect.
 */
import { type Path, parsePath, valuesAt } from '../../../model/path.ts';
import type { Urn } from '../../../model/urn.ts';
import type { EntityRef, GraphContext } from '../operation.ts';

/** A part of the URN, instead of an aspect. */
const OF_URN = 'urn';

type ReadSource = (parent: unknown, context: GraphContext) => Promise<readonly unknown[]> | readonly unknown[];

/** @throws Error for a text that is not a path */
function pathOf(text: string): Path {
  const path = parsePath(text);
  if (path) return path;
  throw new Error(`openapi/graphql: ${text} is not a path`);
}

/** The values at a place of an entity; none if nothing is stored there. */
export function entitySource(text: string): ReadSource {
  const [first, ...rest] = pathOf(text);
  const aspect = first && 'field' in first ? first.field : '';
  const [field] = rest;
  if (aspect === OF_URN) return (parent) => present([partOf((parent as EntityRef).read, field && 'field' in field ? field.field : '')]);
  return async (parent, { loaders }) => {
    const { read } = parent as EntityRef;
    const value = read.type.aspects.has(aspect) ? await loaders.value(read, aspect) : undefined;
    return value === undefined ? [] : present(valuesAt(rest, value));
  };
}

export function partSource(text: string): (part: unknown) => readonly unknown[] {
  const path = pathOf(text);
  return (part) => present(valuesAt(path, part));
}

/** A part of a URN, by the name of the field of the key. */
export function partOf({ parts, type }: Urn, field: string): string | undefined {
  return parts[type.key.urnFields.indexOf(field)];
}

function present(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => value !== undefined && value !== null && value !== '');
}

/** The values at the first place that holds any. */
export async function firstOf(places: readonly ReadSource[], parent: unknown, context: GraphContext): Promise<readonly unknown[]> {
  for (const place of places) {
    const values = await place(parent, context);
    if (values.length > 0) return values;
  }
  return [];
}
