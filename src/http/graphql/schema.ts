/**
 * The GraphQL schema: entity types and aspects from the model, and the operations, a file each.
 */
import { type DefinitionNode, type GraphQLSchema, isTypeDefinitionNode, Kind, parse } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Model } from '../../model/types.ts';
import { about } from './about.ts';
import type { GraphContext, Part, Resolvers } from './operation.ts';
import { autoComplete } from './operations/auto-complete.ts';
import { browse } from './operations/browse.ts';
import { createStructuredProperty } from './operations/create-structured-property.ts';
import { deleteStructuredProperty } from './operations/delete-structured-property.ts';
import { labels } from './operations/edits/labels.ts';
import { owners } from './operations/edits/owners.ts';
import { states } from './operations/edits/states.ts';
import { texts } from './operations/edits/texts.ts';
import { entities } from './operations/entities.ts';
import { lineage } from './operations/lineage.ts';
import { scrolls } from './operations/scroll.ts';
import { searches } from './operations/search.ts';
import { updateStructuredProperty } from './operations/update-structured-property.ts';
import { attachShapes } from './shapes/attach.ts';
import { readShapes } from './shapes/files.ts';
import { mergeShapes } from './shapes/merge.ts';
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
  labels,
  owners,
  texts,
  states,
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
  const shapes = readShapes();
  const named = new Map([...model.entityTypes.values()].map((type) => [typeName(type), type]));
  const taken = new Set([...PROPERTY_FIELD_TYPE_NAMES, ...namesIn(parsed(fixed.join('\n'))), ...namesIn(shapes), ...named.keys()]);
  const aspects = makeAspectTypes(model, taken);
  const types = entityTypes(model, aspects);
  const resolvers = [...parts, types].map((part) => part.resolvers);
  const whole = mergeShapes(parsed([...fixed, types.sdl, aspects.sdl()].join('\n')), shapes, named);
  const schema = createSchema<GraphContext>({
    typeDefs: { kind: Kind.DOCUMENT, definitions: whole.definitions },
    resolvers: merged([...resolvers, aspects.resolvers]) as never,
  });
  attachShapes(model, schema, whole);
  return schema;
}

function parsed(sdl: string): readonly DefinitionNode[] {
  return parse(sdl, { noLocation: true }).definitions;
}

/** The names of the types that are declared, not extended. */
function namesIn(definitions: readonly DefinitionNode[]): string[] {
  return definitions.flatMap((each) => (isTypeDefinitionNode(each) ? [each.name.value] : []));
}

/** Merges resolvers: fields of one type come from several parts. */
function merged(all: readonly Resolvers[]): Resolvers {
  const out: Record<string, unknown> = {};
  for (const resolvers of all) {
    for (const [type, fields] of Object.entries(resolvers)) out[type] = type in out ? { ...(out[type] as object), ...(fields as object) } : fields;
  }
  return out;
}
