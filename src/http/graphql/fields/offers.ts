/**
 * What the server supports, what the sender may do with it, and how much it stores.
 */
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { urnFrom } from '../../../model/named.ts';
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

/** A search among what has an application. */
const applicationAssets: Resolve<{ urn: string; input: SearchInput }> = (_, { urn, input }, context) => {
  const values = [urnOfType(context.catalog.model, urn, 'application').text];
  return searched(context, requestOf(context, { ...input, filters: [...(input.filters ?? []), { field: 'applications', values }] }));
};

/** A search among the assets of a data product. */
const productAssets: Resolve<{ urn: string; input: SearchInput }> = async (_, { urn, input }, context) => {
  const { catalog, loaders } = context;
  const assets = (await loaders.value(urnOfType(catalog.model, urn, 'dataProduct'), 'dataProductProperties'))?.assets;
  const values = (Array.isArray(assets) ? assets : []).map((each: { destinationUrn?: unknown }) => String(each.destinationUrn));
  return searched(context, requestOf(context, { ...input, filters: [...(input.filters ?? []), { field: 'urn', values }] }), values.length === 0);
};

const [ON, OFF] = [{ enabled: true }, { enabled: false }];

/** What the web frontend shows. */
const FEATURES = {
  metricsEnabled: true,
  readOnlyModeEnabled: false,
  showSearchFiltersV2: true,
  showBrowseV2: true,
  showAcrylInfo: false,
  erModelRelationshipFeatureEnabled: true,
  showAccessManagement: true,
  nestedDomainsEnabled: true,
  platformBrowseV2: true,
  businessAttributeEntityEnabled: true,
  dataContractsEnabled: true,
  editableDatasetNameEnabled: true,
  themeV2Enabled: true,
  themeV2Default: true,
  themeV2Toggleable: true,
  lineageGraphV2: true,
  showSeparateSiblings: false,
  showManageStructuredProperties: true,
  schemaFieldCLLEnabled: true,
  hideDbtSourceInLineage: false,
  schemaFieldLineageIgnoreStatus: true,
  showNavBarRedesign: true,
  showAutoCompleteResults: true,
  entityVersioningEnabled: true,
  showHasSiblingsFilter: false,
  showSearchBarAutocompleteRedesign: true,
  showManageTags: true,
  showIntroducePage: false,
  showIngestionPageRedesign: true,
  showLineageExpandMore: true,
};

/** Nothing of the operator's own: the frontend shows its defaults. */
const LOOKS = {
  hideGlossary: false,
  showFullTitleInLineage: false,
  queriesTab: { queriesTabResultSize: 5 },
  entityProfiles: { domain: {} },
  searchResult: { enableNameHighlight: true },
  theme: {},
};

/** @param appVersion of Cairn @param runsRecipes is INGESTION on? */
export function offers(model: Model, appVersion: string, runsRecipes: boolean): Resolvers {
  const appConfig = {
    appVersion,
    telemetryConfig: { enableThirdPartyLogging: false },
    semanticSearchConfig: { ...OFF, enabledEntities: [] },
    policiesConfig: policiesConfig(model),
    analyticsConfig: ON,
    authConfig: { tokenAuthEnabled: true },
    identityManagementConfig: ON,
    lineageConfig: { supportsImpactAnalysis: true },
    managedIngestionConfig: { enabled: runsRecipes },
    testsConfig: ON,
    viewsConfig: ON,
    entityIndexV3: OFF,
    visualConfig: LOOKS,
    homePageConfig: { firstInPersonalSidebar: 'YOUR_ASSETS' },
    searchBarConfig: { apiVariant: 'AUTOCOMPLETE_FOR_MULTIPLE' },
    featureFlags: FEATURES,
    chromeExtensionConfig: { ...ON, lineageEnabled: true },
  };
  return {
    Query: {
      me,
      appConfig: () => appConfig,
      getEntityCounts: costing(SEARCH, entityCounts),
      listDataProductAssets: costing(SEARCH, productAssets),
      listApplicationAssets: costing(SEARCH, applicationAssets),
      entityExists: (_, { urn }: { urn: string }, { catalog, loaders }) => loaders.exists(urnFrom(catalog.model, urn)),
      isAnalyticsEnabled: () => true,
      getQuickFilters: () => ({ quickFilters: [] }),
    },
  };
}
