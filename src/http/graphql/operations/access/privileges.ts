/**
 * What policies grant: to who asks, to a named user, here or anywhere.
 */
import { ADMINISTRATION, type Catalog, covers, editingMany, granted, type Privilege, whyNoCoverage, whyNot } from '../../../../catalog/index.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { EDITABLE_SCHEMA_METADATA, SCHEMA_METADATA } from '../../../../model/known-names.ts';
import { urnFrom } from '../../../../model/named.ts';
import { recordsIn } from '../../../../model/pick.ts';
import type { Model, Part } from '../../../../model/types.ts';
import { knownUrns } from '../../../../model/urn.ts';
import { fieldsOf } from '../../fields/offers.ts';
import { type EntityRef, type Resolve, type Resolvers, refNamed, urnOfType } from '../../operation.ts';

/** What a field of `platformPrivileges` stands for: one of these is enough. */
const PLATFORM: Readonly<Record<string, readonly Privilege[]>> = {
  managePolicies: ['MANAGE_POLICIES'],
  manageIdentities: ['MANAGE_USERS_AND_GROUPS'],
  createIdentities: ['CREATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS'],
  updateIdentities: ['UPDATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS'],
  manageUserCredentials: ['MANAGE_USER_CREDENTIALS'],
  manageServiceAccounts: ['MANAGE_SERVICE_ACCOUNTS'],
  manageSystemOperations: ['MANAGE_SYSTEM_OPERATIONS'],
  createDataProducts: ['CREATE_ENTITY', 'EDIT_ENTITY', 'MANAGE_DATA_PRODUCTS'],
  createDocuments: ['CREATE_ENTITY', 'EDIT_ENTITY'],
  editEverywhere: ['EDIT_ENTITY'],
  deleteEverywhere: ['DELETE_ENTITY'],
  manageGlobalViews: ['MANAGE_GLOBAL_VIEWS'],
  manageHomePageTemplates: ['MANAGE_HOME_PAGE_TEMPLATES'],
  manageFeatures: ['MANAGE_FEATURES'],
  manageApplications: ['EDIT_ENTITY'],
  manageDocumentationForms: ['MANAGE_DOCUMENTATION_FORMS'],
  manageSecrets: ['MANAGE_SECRETS'],
  generatePersonalAccessTokens: ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'],
  manageTokens: ['MANAGE_ACCESS_TOKENS'],
  createDomains: ['CREATE_DOMAINS', 'MANAGE_DOMAINS'],
  manageDomains: ['MANAGE_DOMAINS'],
  manageIngestion: ['MANAGE_INGESTION'],
  manageGlobalAnnouncements: ['MANAGE_GLOBAL_ANNOUNCEMENTS'],
  viewTests: ['VIEW_TESTS', 'MANAGE_TESTS'],
  manageTests: ['MANAGE_TESTS'],
  manageGlossaries: ['MANAGE_GLOSSARIES'],
  createTags: ['CREATE_TAGS', 'MANAGE_TAGS'],
  manageTags: ['MANAGE_TAGS'],
  manageOwnershipTypes: ['MANAGE_GLOBAL_OWNERSHIP_TYPES'],
  createBusinessAttributes: ['CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_BUSINESS_ATTRIBUTE'],
  manageBusinessAttributes: ['MANAGE_BUSINESS_ATTRIBUTE'],
  manageStructuredProperties: ['MANAGE_STRUCTURED_PROPERTIES'],
};
/** What everybody may do: the lists show each what this one may see. */
const READING = new Set(['viewTests', 'viewManageTags', 'viewStructuredPropertiesPage']);

const platformPrivileges: Resolve = async (_, __, { catalog, mayNotWrite }, { returnType }) => {
  const allowed = fieldsOf(returnType).map(async (name): Promise<[string, boolean]> => {
    const privileges = PLATFORM[name];
    return [name, READING.has(name) || (mayNotWrite === undefined && privileges !== undefined && (await catalog.access.mayI(privileges)))];
  });
  const everything = mayNotWrite === undefined && (await Promise.all(ADMINISTRATION.map((anyOf) => catalog.access.mayI(anyOf)))).every(Boolean);
  return {
    ...Object.fromEntries(await Promise.all(allowed)),
    editMany: mayNotWrite === undefined && (await catalog.access.mayISomewhere(editingMany(catalog.model))),
    doEverything: everything,
    viewAnalytics: (await whyNoCoverage(catalog)) === undefined,
    seeEverything: catalog.partial === undefined,
    write: mayNotWrite === undefined,
  };
};

/** The aspect that a field of `privileges` is about: who may change it may. Those of parts follow from the model: `canEditTags`. */
const ASPECTS: Readonly<Record<string, string>> = {
  canEditLineage: 'upstreamLineage',
  canEditEmbed: 'embed',
  canEditDescription: 'documentation',
};

/** The part that a field is about: `canEditGlossaryTerms`; of columns `canEditSchemaFieldTags`. */
function partMeant({ parts }: Pick<Model, 'parts'>, field: string, prefix: string): Part | undefined {
  return parts.find(({ plural }) => field === `${prefix}${plural.split(' ').map(capital).join('')}`);
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The aspect that a field is about: who may read it. */
const READ: Readonly<Record<string, string>> = {
  canViewDatasetUsage: 'datasetUsageStatistics',
  canViewDatasetProfile: 'datasetProfile',
  canViewDatasetOperations: 'operation',
};
const ON_ENTITY: Readonly<Record<string, readonly Privilege[]>> = {
  canManageChildren: ['MANAGE_GLOSSARIES', 'MANAGE_DOMAINS', 'EDIT_ENTITY'],
  canEditMembers: ['EDIT_GROUP_MEMBERS', 'MANAGE_USERS_AND_GROUPS'],
  canEditQueries: ['EDIT_ENTITY_QUERIES', 'EDIT_ENTITY'],
  canEditIncidents: ['EDIT_ENTITY_INCIDENTS', 'EDIT_ENTITY'],
  canEditAssertions: ['EDIT_ENTITY_ASSERTIONS', 'EDIT_ENTITY'],
  canEditDataProducts: ['EDIT_ENTITY'],
  canEditSchemaFieldDescription: ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY'],
};

const entityPrivileges: Resolve<never, EntityRef> = async ({ read }, _, { catalog, mayNotWrite }, { returnType }) => {
  const names = fieldsOf(returnType);
  const rights = mayNotWrite === undefined ? await catalog.access.rightsOver(read) : undefined;
  const may = async (name: string): Promise<boolean> => {
    const shown = READ[name];
    if (shown !== undefined) {
      const spec = read.type.aspects.get(shown);
      return spec === undefined || (await catalog.closed(read, spec)) === undefined;
    }
    if (mayNotWrite !== undefined) return false;
    if (!rights) return true;
    const aspect = ASPECTS[name] ?? partMeant(catalog.model, name, 'canEdit')?.aspect;
    if (aspect !== undefined) return rights.allows({ aspect });
    if (name === 'canManageEntity') return rights.allows({ aspect: read.type.key.name, erases: true });
    const ofColumns = partMeant(catalog.model, name, 'canEditSchemaField')?.editColumn;
    const privileges: readonly Privilege[] | undefined = ofColumns ? [ofColumns, 'EDIT_ENTITY'] : ON_ENTITY[name];
    return privileges !== undefined && rights.has(privileges);
  };
  const aspects = mayNotWrite ? [] : [...read.type.aspects.keys()].filter((aspect) => rights?.allows({ aspect }) ?? true);
  const answers = await Promise.all(names.map(async (name): Promise<[string, boolean]> => [name, await may(name)]));
  const changeableColumns = async (): Promise<string[] | null> => {
    if (!rights || aspects.includes(EDITABLE_SCHEMA_METADATA) || !read.type.aspects.has(EDITABLE_SCHEMA_METADATA)) return null;
    const [view] = await catalog.read([read], [SCHEMA_METADATA]);
    const schema = view?.aspects.find(({ aspect }) => aspect.name === SCHEMA_METADATA);
    const paths = recordsIn(schema?.state.value.json, 'fields').map(({ fieldPath }) => String(fieldPath));
    return paths.filter((column) => rights.allows({ aspect: EDITABLE_SCHEMA_METADATA, column }));
  };
  return { ...Object.fromEntries(answers), changeableAspects: aspects, changeableColumns };
};

/** Those of these entities that the sender sees: of others not even a name is told. */
async function seenAmong<Named extends { readonly urn: string }>(
  { model, partial, exists }: Catalog,
  named: readonly Named[],
): Promise<readonly Named[]> {
  if (!partial) return named;
  const urns = knownUrns(
    model,
    named.map(({ urn }) => urn),
  );
  const there = await exists(urns, true);
  const seen = new Set(urns.flatMap(({ text }, at) => (there[at] ? [text] : [])));
  return named.filter(({ urn }) => seen.has(urn));
}

const getGrantedPrivileges: Resolve<Arguments['getGrantedPrivileges']> = async (_, { input }, { catalog }) => {
  const { actorUrn, resourceSpec, includeEvaluationDetails } = input;
  const { people, model } = catalog;
  const { text: user } = urnOfType(model, actorUrn, 'corpuser');
  const [compiled, actor, resource] = await Promise.all([
    people.policies(),
    people.actor(user),
    resourceSpec ? people.resource(resourceSpec.resourceUrn) : undefined,
  ]);
  const told = includeEvaluationDetails ? await seenAmong(catalog, compiled.all) : [];
  const details = told.flatMap((policy) => {
    const reason = whyNot(policy, actor, resource);
    return reason === undefined ? [] : [{ policyName: policy.name, policyUrn: policy.urn, reason }];
  });
  return { privileges: granted(compiled, actor, resource), evaluationDetails: details };
};

const debugAccess: Resolve<{ userUrn: string }> = async (_, { userUrn }, { catalog }) => {
  const { people, model } = catalog;
  const user = urnOfType(model, userUrn, 'corpuser').text;
  const [compiled, actor, own] = await Promise.all([people.policies(), people.actor(user), people.resource(user)]);
  const groups = await people.resources([...actor.groups]);
  const viaGroups = [...new Set(groups.flatMap(({ roles }) => roles))];
  const grants = compiled.all.filter((policy) => whyNot({ ...policy, criteria: undefined }, actor) === undefined);
  return {
    roles: own.roles,
    groups: groups.map(({ urn }) => urn),
    groupsWithRoles: groups.filter(({ roles }) => roles.length > 0).map(({ urn }) => urn),
    rolesViaGroups: viaGroups,
    allRoles: [...new Set([...own.roles, ...viaGroups])],
    policies: (await seenAmong(catalog, grants)).map(({ urn }) => urn),
    privileges: [...new Set(grants.flatMap(({ privileges }) => [...privileges]))].sort(),
  };
};

const policiesOn: Resolve<{ urn: string }> = async (_, { urn }, { catalog }) => {
  const { people, model } = catalog;
  const [compiled, resource] = await Promise.all([people.policies(), people.resource(urnFrom(model, urn).text)]);
  const found = compiled.all.filter((policy) => policy.active && policy.problem === undefined && !policy.platform && covers(policy, resource));
  return (await seenAmong(catalog, found)).map((policy) => refNamed(model, policy.urn));
};

export const privileges: Resolvers = {
  Query: { getGrantedPrivileges, debugAccess, policiesOn },
  AuthenticatedUser: { platformPrivileges },
  Entity: { privileges: entityPrivileges, rights: entityPrivileges },
};
