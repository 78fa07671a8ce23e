/**
 * The GraphQL schema: the types of the model, and what the files of openapi/graphql declare.
 */
import { buildASTSchema, type DefinitionNode, GraphQLSchema, isObjectType, isTypeDefinitionNode, Kind, parse } from 'graphql';
import type { Model } from '../../model/types.ts';
import { defaultFields } from './fields/defaults.ts';
import { documentFields } from './fields/documents.ts';
import { executions } from './fields/executions.ts';
import { facts } from './fields/facts.ts';
import { healthFields } from './fields/health.ts';
import { history } from './fields/history.ts';
import { offers } from './fields/offers.ts';
import { runs } from './fields/runs.ts';
import { stats } from './fields/stats.ts';
import { storedSettings } from './fields/stored-settings.ts';
import type { Resolvers } from './operation.ts';
import { invitations } from './operations/access/invitations.ts';
import { policies } from './operations/access/policies.ts';
import { privileges } from './operations/access/privileges.ts';
import { requests } from './operations/access/requests.ts';
import { tokens } from './operations/access/tokens.ts';
import { autoComplete } from './operations/auto-complete.ts';
import { browse } from './operations/browse.ts';
import { coverages } from './operations/coverage.ts';
import { owners } from './operations/edits/owners.ts';
import { partMutations } from './operations/edits/parts.ts';
import { states } from './operations/edits/states.ts';
import { tags } from './operations/edits/tags.ts';
import { texts } from './operations/edits/texts.ts';
import { lineage } from './operations/lineage.ts';
import { assets } from './operations/mutations/assets.ts';
import { documents } from './operations/mutations/documents.ts';
import { edges } from './operations/mutations/edges.ts';
import { formMutations } from './operations/mutations/forms.ts';
import { ingestion } from './operations/mutations/ingestion.ts';
import { links } from './operations/mutations/links.ts';
import { pages } from './operations/mutations/pages.ts';
import { patches } from './operations/mutations/patches.ts';
import { reports } from './operations/mutations/reports.ts';
import { stored } from './operations/mutations/stored.ts';
import { userSettings } from './operations/mutations/user-settings.ts';
import { versionSets } from './operations/mutations/version-sets.ts';
import { vocabulary } from './operations/mutations/vocabulary.ts';
import { recommended } from './operations/recommendations.ts';
import { scrolls } from './operations/scroll.ts';
import { searches } from './operations/search.ts';
import { propertyMutations } from './operations/structured-properties.ts';
import { suggested } from './operations/suggestions.ts';
import { attach } from './schema/attach.ts';
import { readFiles } from './schema/files.ts';
import { isFielded, mergeFiles } from './schema/merge.ts';
import { aspectFields } from './types/aspect-fields.ts';
import { makeAspectTypes } from './types/aspect-types.ts';
import { entityFields } from './types/entity-fields.ts';
import { entityTypes } from './types/entity-types.ts';
import { forms } from './types/forms.ts';
import { partInputs } from './types/part-inputs.ts';
import { propertyFields } from './types/property-fields.ts';
import { usageFields } from './types/series-fields.ts';
import { typeName } from './types/type-names.ts';

const RESOLVERS: readonly Resolvers[] = [
  entityFields,
  aspectFields,
  propertyFields,
  usageFields,
  facts,
  defaultFields,
  healthFields,
  runs,
  stats,
  history,
  executions,
  documentFields,
  storedSettings,
  propertyMutations,
  tags,
  owners,
  texts,
  states,
  forms,
  formMutations,
  lineage,
  searches,
  scrolls,
  coverages,
  recommended,
  autoComplete,
  browse,
  vocabulary,
  assets,
  stored,
  documents,
  links,
  pages,
  patches,
  edges,
  versionSets,
  reports,
  userSettings,
  tokens,
  invitations,
  requests,
  suggested,
  policies,
  privileges,
];

/** @param runsRecipes is INGESTION on? */
export function makeGraphSchema(model: Model, version: string, runsRecipes = false): GraphQLSchema {
  const files = readFiles();
  const named = new Map([...model.entityTypes.values()].map((type) => [typeName(type), type]));
  const declared = files.flatMap((each) => (isTypeDefinitionNode(each) ? [each.name.value] : []));
  const aspects = makeAspectTypes(model, new Set([...declared, ...named.keys()]));
  const types = entityTypes(model, aspects);
  const edits = partMutations(model, new Set([...declared, ...fieldsIn(files, 'Mutation')]));
  const modelled = parse([types.sdl, aspects.sdl(), edits.sdl, partInputs(model)].join('\n'), { noLocation: true }).definitions;
  const fields = new Set<unknown>(modelled.flatMap((each): readonly unknown[] => ('fields' in each ? (each.fields ?? []) : [])));
  const whole = buildASTSchema({ kind: Kind.DOCUMENT, definitions: mergeFiles(modelled, files, named) }, { assumeValidSDL: true }).toConfig();
  // Types that nothing leads to are left out: those of fields that a file replaces.
  const schema = new GraphQLSchema({ ...whole, types: whole.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0) });
  attach(model, schema, {
    ofModel: merged([types.resolvers, aspects.resolvers, edits.resolvers]),
    byHand: merged([offers(model, version, runsRecipes), ingestion(runsRecipes), ...RESOLVERS]),
    modelled: fields,
  });
  return schema;
}

/** The names of the fields that files declare of a type. */
function fieldsIn(files: readonly DefinitionNode[], type: string): string[] {
  return files.flatMap((each) => (isFielded(each) && each.name.value === type ? (each.fields ?? []).map(({ name }) => name.value) : []));
}

/** Merges resolvers: fields of one type come from several files. */
function merged(all: readonly Resolvers[]): Resolvers {
  const out: Record<string, Resolvers[string]> = {};
  for (const resolvers of all) for (const [type, fields] of Object.entries(resolvers)) out[type] = { ...out[type], ...fields };
  return out;
}
