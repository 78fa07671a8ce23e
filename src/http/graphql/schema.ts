/**
 * The GraphQL schema: entity types and aspects from the model, and the operations, a file each.
 */
import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Model } from '../../model/types.ts';
import { about } from './about.ts';
import type { GraphContext, Part, Resolvers } from './operation.ts';
import { autoComplete } from './operations/auto-complete.ts';
import { browse } from './operations/browse.ts';
import { createStructuredProperty } from './operations/create-structured-property.ts';
import { deleteStructuredProperty } from './operations/delete-structured-property.ts';
import { entities } from './operations/entities.ts';
import { lineage } from './operations/lineage.ts';
import { scrolls } from './operations/scroll.ts';
import { searches } from './operations/search.ts';
import { updateStructuredProperty } from './operations/update-structured-property.ts';
import { ASPECT_FIELD_TYPES } from './types/aspect-fields.ts';
import { makeAspectTypes } from './types/aspect-types.ts';
import { ENTITY_FIELD_TYPES } from './types/entity-fields.ts';
import { entityTypes } from './types/entity-types.ts';
import { forms } from './types/forms.ts';
import { PROPERTY_FIELD_TYPE_NAMES, PROPERTY_FIELD_TYPES } from './types/property-fields.ts';
import { propertyInputs } from './types/property-inputs.ts';
import { propertyValues } from './types/property-values.ts';
import { scalars } from './types/scalars.ts';
import { searchInputs } from './types/search-inputs.ts';
import { searchResultTypes } from './types/search-results.ts';
import { SERIES_FIELD_TYPES } from './types/series-fields.ts';
import { tags } from './types/tags.ts';
import { typeName } from './types/type-names.ts';
import { valueTypes } from './types/values.ts';

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
  const taken = new Set([...PROPERTY_FIELD_TYPE_NAMES, ...namesIn(fixed.join('\n')), ...[...model.entityTypes.values()].map(typeName)]);
  const aspects = makeAspectTypes(model, taken);
  const types = entityTypes(model, aspects);
  const resolvers = [...parts, types].map((part) => part.resolvers);
  return createSchema<GraphContext>({
    typeDefs: [...fixed, types.sdl, aspects.sdl()],
    resolvers: merged([...resolvers, aspects.resolvers]) as never,
  });
}

/** The names of the types that an SDL declares. */
function namesIn(sdl: string): string[] {
  return [...sdl.matchAll(/^(?:type|input|enum|union|interface|scalar)\s+(\w+)/gm)].map(([, name = '']) => name);
}

/** Merges resolvers: fields of one type come from several parts. */
function merged(all: readonly Resolvers[]): Resolvers {
  const out: Record<string, unknown> = {};
  for (const resolvers of all) {
    for (const [type, fields] of Object.entries(resolvers)) out[type] = type in out ? { ...(out[type] as object), ...(fields as object) } : fields;
  }
  return out;
}
