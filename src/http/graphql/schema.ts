/**
 * The GraphQL schema: entity types and aspects from the model, and the operations, a file each.
 */
import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Model } from '../../model/types.ts';
import { about } from './about.ts';
import { ASPECT_FIELD_TYPE_NAMES, ASPECT_FIELD_TYPES } from './aspect-fields.ts';
import { makeAspectTypes } from './aspect-types.ts';
import { autoComplete } from './auto-complete.ts';
import { browse } from './browse.ts';
import { createStructuredProperty } from './create-structured-property.ts';
import { deleteStructuredProperty } from './delete-structured-property.ts';
import { entities } from './entities.ts';
import { ENTITY_FIELD_TYPES } from './entity-fields.ts';
import { entityTypes } from './entity-types.ts';
import { forms } from './forms.ts';
import { lineage } from './lineage.ts';
import type { GraphContext, Part, Resolvers } from './operation.ts';
import { PROPERTY_FIELD_TYPE_NAMES, PROPERTY_FIELD_TYPES } from './property-fields.ts';
import { propertyInputs } from './property-inputs.ts';
import { propertyValues } from './property-values.ts';
import { scalars } from './scalars.ts';
import { scrolls } from './scroll.ts';
import { searches } from './search.ts';
import { searchInputs } from './search-inputs.ts';
import { searchResultTypes } from './search-results.ts';
import { SERIES_FIELD_TYPES } from './series-fields.ts';
import { tags } from './tags.ts';
import { typeName } from './type-names.ts';
import { updateStructuredProperty } from './update-structured-property.ts';
import { valueTypes } from './values.ts';

const OPERATIONS: readonly Part[] = [
  entities,
  createStructuredProperty,
  updateStructuredProperty,
  deleteStructuredProperty,
  propertyValues,
  tags,
  forms,
  lineage,
  searches,
  scrolls,
  autoComplete,
  browse,
];

const ROOTS = 'type Query type Mutation';

export function makeGraphSchema(model: Model, version: string): GraphQLSchema {
  const parts = [scalars, valueTypes, propertyInputs, searchInputs, searchResultTypes, about(version), ...OPERATIONS];
  const fixed = [ROOTS, ENTITY_FIELD_TYPES, ASPECT_FIELD_TYPES, PROPERTY_FIELD_TYPES, SERIES_FIELD_TYPES, ...parts.map(({ sdl }) => sdl)];
  const taken = new Set([
    ...ASPECT_FIELD_TYPE_NAMES,
    ...PROPERTY_FIELD_TYPE_NAMES,
    ...namesIn(fixed.join('\n')),
    ...[...model.entityTypes.values()].map(typeName),
  ]);
  const aspects = makeAspectTypes(model, taken);
  const types = entityTypes(model, aspects);
  const resolvers = [...parts, types].map((part) => part.resolvers);
  return createSchema<GraphContext>({
    typeDefs: [...fixed, types.sdl, aspects.sdl()],
    resolvers: merged([...resolvers, aspects.resolvers]) as never,
  });
}

/** Names of the types that an SDL declares. */
function namesIn(sdl: string): string[] {
  return [...sdl.matchAll(/^(?:type|input|enum|union|interface|scalar)\s+(\w+)/gm)].map(([, name = '']) => name);
}

/** Fields of one type come from several parts. */
function merged(all: readonly Resolvers[]): Resolvers {
  const out: Record<string, unknown> = {};
  for (const resolvers of all) {
    for (const [type, fields] of Object.entries(resolvers)) out[type] = type in out ? { ...(out[type] as object), ...(fields as object) } : fields;
  }
  return out;
}
