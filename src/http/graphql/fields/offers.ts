/**
 * What the server offers, what the sender may do with it, and how much it holds.
 */
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import type { Model } from '../../../model/types.ts';
import { costing, SEARCH } from '../cost.ts';
import { type Resolve, type Resolvers, refNamed, urnOfType } from '../operation.ts';
import { policiesConfig } from '../operations/access/policies-config.ts';
import { requestOf, type SearchInput, searched } from '../operations/search.ts';
import { typesNamed } from '../types/search-inputs.ts';

const me: Resolve = (_, __, { catalog, actor }) => {
  const corpUser = refNamed(catalog.model, actor);
  return corpUser && { corpUser };
};

/** The names of the fields of a type. */
export function fieldsOf(type: GraphQLOutputType): string[] {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.keys(named.getFields()) : [];
}

/** How many entities there are of each type; without types of all that are searched. */
const entityCounts: Resolve<{ input?: { types?: readonly string[] | null } | null }> = async (_, { input }, { catalog, budget }) => {
  const types = typesNamed(catalog.model, input?.types) ?? catalog.searchable;
  const counts = await budget.list(() => catalog.countEach(types, false));
  return { counts: types.map(({ name, graphql }) => ({ entityType: graphql, count: counts.get(name) ?? 0 })) };
};

/** A search among the assets of a data product. */
const productAssets: Resolve<{ urn: string; input: SearchInput }> = async (_, { urn, input }, context) => {
  const { catalog, loaders } = context;
  const assets = (await loaders.value(urnOfType(catalog.model, urn, 'dataProduct'), 'dataProductProperties'))?.assets;
  const values = (Array.isArray(assets) ? assets : []).map((each: { destinationUrn?: unknown }) => String(each.destinationUrn));
  return searched(context, requestOf(context, { ...input, filters: [...(input.filters ?? []), { field: 'urn', values }] }), values.length === 0);
};

const OFF = { enabled: false };

/** @param appVersion of Cairn */
export function offers(model: Model, appVersion: string): Resolvers {
  const appConfig = {
    appVersion,
    telemetryConfig: { enableThirdPartyLogging: false },
    semanticSearchConfig: { ...OFF, enabledEntities: [] },
    policiesConfig: policiesConfig(model),
    analyticsConfig: OFF,
    authConfig: { tokenAuthEnabled: true },
    identityManagementConfig: { enabled: true },
    lineageConfig: { supportsImpactAnalysis: true },
    managedIngestionConfig: OFF,
    testsConfig: OFF,
    viewsConfig: OFF,
    searchBarConfig: { apiVariant: 'AUTOCOMPLETE_FOR_MULTIPLE' },
    featureFlags: {},
    chromeExtensionConfig: { ...OFF, lineageEnabled: false },
  };
  return {
    Query: {
      me,
      appConfig: () => appConfig,
      getEntityCounts: costing(SEARCH, entityCounts),
      listDataProductAssets: costing(SEARCH, productAssets),
      isAnalyticsEnabled: () => false,
      getQuickFilters: () => ({ quickFilters: [] }),
      docPropagationSettings: () => ({ docColumnPropagation: false }),
    },
  };
}
