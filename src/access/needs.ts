/**
 * Which privileges a change needs: the table of aspects and types, and the floors that no policy undercuts. It is the same for every API.
 */
import { isRecord } from '../model/path.ts';
import { recordsIn } from '../model/pick.ts';
import type { Part } from '../model/types.ts';
import { GROUP_LISTS, ROLE_MEMBERSHIP, urnsAdded } from './memberships.ts';
import { isOfPlatform, type Privilege } from './privileges.ts';
import type { Actor, AspectChange } from './types.ts';

/** One of these privileges, on the changed entity or on another one; without an entity for those of the platform. */
export interface Need {
  readonly anyOf: readonly Privilege[];
  /** URN of the other entity. */
  readonly on?: string;
  /** The paths of the columns that it is about. */
  readonly columns?: readonly string[];
}

/** All of these; an empty list is allowed to everybody. Or why nobody may, whatever policies say. */
export type Needs = readonly Need[] | { readonly never: string };

/** What the table cannot know by itself. */
export interface Floors {
  /** A URN as it is stored. */
  canonical(text: string): string;
  /** Does membership of the group give rights over policies, people or the server? */
  isPowerful(group: string): boolean;
  /** Is the actor in the group, or would be if the group were there? */
  isMember(group: string): boolean;
  /** Whose view is it, if only one sees it? */
  viewOf(view: string): string | undefined;
  /** Is it a policy that may not be changed? */
  isFixed(policy: string): boolean;
  /** What is edited on entities, with the privileges for it. */
  readonly parts: readonly Part[];
}

const CREATE: Privilege = 'CREATE_ENTITY';
const EDIT: Privilege = 'EDIT_ENTITY';
const DELETE: Privilege = 'DELETE_ENTITY';
const POLICIES: Privilege = 'MANAGE_POLICIES';
const PEOPLE: Privilege = 'MANAGE_USERS_AND_GROUPS';
const SYSTEM: Privilege = 'MANAGE_SYSTEM_OPERATIONS';

/** Aspects that a privilege is enough for, beside EDIT_ENTITY; of parts the model says it (`x-aspect.part`). */
const BY_ASPECT: Readonly<Record<string, Privilege>> = {
  documentation: 'EDIT_ENTITY_DOCS',
  upstreamLineage: 'EDIT_LINEAGE',
  dataJobInputOutput: 'EDIT_LINEAGE',
  embed: 'EDIT_ENTITY_EMBED',
  operation: 'EDIT_ENTITY_OPERATIONS',
};

/** What is enough for the aspect, beside EDIT_ENTITY. */
function ownPrivilege(aspect: string, parts: readonly Part[]): Privilege | undefined {
  const ofPart = parts.find((part) => part.aspect === aspect)?.edit;
  return ofPart ?? BY_ASPECT[aspect] ?? (/^editable\w+Properties$/.test(aspect) ? 'EDIT_ENTITY_DOCS' : undefined);
}

/** The privileges over entities that are enough to change one of these parts, or a description. */
export function enoughToEdit(parts: readonly Part[]): Privilege[] {
  const own = parts.flatMap(({ edit }) => edit ?? []);
  return [EDIT, ...own.filter((privilege) => !isOfPlatform(privilege)), 'EDIT_ENTITY_DOCS'];
}

const DESCRIBE_COLUMN: Privilege = 'EDIT_DATASET_COL_DESCRIPTION';

/** What is enough for an aspect of a column: policies see it as its table, and know of nothing else about it. */
function ownOfColumn(aspect: string, parts: readonly Part[]): Privilege | undefined {
  return aspect === 'documentation' ? DESCRIBE_COLUMN : parts.find((part) => part.aspect === aspect)?.editColumn;
}

interface OfType {
  /** Enough for each of creating, changing and deleting. */
  readonly all: readonly Privilege[];
  readonly create?: readonly Privilege[];
  /** Nothing else is enough, not even EDIT_ENTITY: these decide about rights, or are of the whole server. */
  readonly alone?: true;
}

const BY_TYPE: Readonly<Record<string, OfType>> = {
  dataHubPolicy: { all: [POLICIES], alone: true },
  dataHubRole: { all: [POLICIES], alone: true },
  ownershipType: { all: ['MANAGE_GLOBAL_OWNERSHIP_TYPES'], alone: true },
  dataHubSecret: { all: ['MANAGE_SECRETS'], alone: true },
  dataHubConnection: { all: ['MANAGE_CONNECTIONS'], alone: true },
  dataHubIngestionSource: { all: ['MANAGE_INGESTION'], alone: true },
  dataHubExecutionRequest: { all: ['MANAGE_INGESTION'], alone: true },
  globalSettings: { all: [SYSTEM, 'MANAGE_FEATURES', 'MANAGE_GLOBAL_VIEWS'], alone: true },
  structuredProperty: { all: ['MANAGE_STRUCTURED_PROPERTIES'], alone: true },
  dataHubUpgrade: { all: [SYSTEM], alone: true },
  dataHubRetention: { all: [SYSTEM], alone: true },
  dataType: { all: [SYSTEM], alone: true },
  entityType: { all: [SYSTEM], alone: true },
  telemetry: { all: [SYSTEM], alone: true },
  dataHubView: { all: ['MANAGE_GLOBAL_VIEWS'], alone: true },
  dataHubPageTemplate: { all: ['MANAGE_HOME_PAGE_TEMPLATES'], alone: true },
  dataHubPageModule: { all: ['MANAGE_HOME_PAGE_TEMPLATES'], alone: true },
  incident: { all: ['EDIT_ENTITY_INCIDENTS'] },
  assertion: { all: ['EDIT_ENTITY_ASSERTIONS'] },
  query: { all: ['EDIT_ENTITY_QUERIES'] },
  dataContract: { all: ['EDIT_ENTITY_DATA_CONTRACT'] },
  post: { all: ['MANAGE_GLOBAL_ANNOUNCEMENTS'], create: ['CREATE_GLOBAL_ANNOUNCEMENTS'], alone: true },
  form: { all: ['MANAGE_DOCUMENTATION_FORMS'] },
  test: { all: ['MANAGE_TESTS'] },
  tag: { all: ['MANAGE_TAGS'], create: ['CREATE_TAGS'] },
  domain: { all: ['MANAGE_DOMAINS'], create: ['CREATE_DOMAINS'] },
  dataProduct: { all: ['MANAGE_DATA_PRODUCTS'] },
  glossaryTerm: { all: ['MANAGE_GLOSSARIES'] },
  glossaryNode: { all: ['MANAGE_GLOSSARIES'] },
  businessAttribute: { all: ['MANAGE_BUSINESS_ATTRIBUTE'], create: ['CREATE_BUSINESS_ATTRIBUTE'] },
};

/** The types that somebody with privileges of the platform keeps, who must see them for that. */
export function keptBy(has: (privilege: Privilege) => boolean): string[] {
  const kept = Object.entries(BY_TYPE).flatMap(([type, { all }]) => (all.some((each) => isOfPlatform(each) && has(each)) ? [type] : []));
  return [
    ...kept,
    ...(has(PEOPLE) ? ['corpuser', 'corpGroup'] : []),
    ...(has(POLICIES) ? ['accessRequest'] : []),
    ...(has('MANAGE_ACCESS_TOKENS') ? ['dataHubAccessToken'] : []),
  ];
}

const PROFILE = new Set(['corpUserEditableInfo', 'corpUserSettings', 'corpUserFollowing']);

export function needsOf(change: AspectChange, actor: Actor, floors: Floors): Needs {
  const { type, aspect } = change;
  if (type === 'dataHubAccessToken')
    return change.erases ? [{ anyOf: ['MANAGE_ACCESS_TOKENS'] }] : { never: 'tokens are made with createAccessToken' };
  if (type === 'accessRequest') return change.erases ? [{ anyOf: [POLICIES] }] : { never: 'requests are made with askForAccess' };
  if (type === 'suggestion') return change.erases ? [{ anyOf: [POLICIES] }] : { never: 'suggestions are made with suggestChange' };
  if (type === 'signInRecord') return { never: 'Cairn alone keeps how people come in' };
  if (type === 'inviteToken') return change.erases ? [{ anyOf: [PEOPLE] }] : { never: 'invitations are made with createInviteToken' };
  if (type === 'corpuser' || type === 'corpGroup') return needsOfPeople(change, actor, floors);
  if (type === 'dataHubPolicy' && floors.isFixed(change.urn)) return { never: 'Cairn keeps this policy as it is' };
  if (isPersonal(change, actor, floors)) return [];
  const ofColumn = ownOfColumn(aspect, floors.parts);
  if (type === 'schemaField' && !change.erases) return [{ anyOf: ofColumn ? [ofColumn, EDIT] : [EDIT] }];
  const { all = [], create = [], alone = false } = BY_TYPE[type] ?? {};
  const more = (others: readonly Privilege[]): Need => ({ anyOf: alone ? all : [...others, ...all] });
  if (change.erases) return [more([DELETE])];
  if (change.creates) return [{ anyOf: [...more([CREATE, EDIT]).anyOf, ...create] }];
  if (alone) return [{ anyOf: all }];
  if (aspect === 'status') return [more(isRemoved(change.after) || change.after === undefined ? [DELETE] : ['EDIT_ENTITY_STATUS', EDIT])];
  if (aspect === 'editableSchemaMetadata') return needsOfColumns(change, floors);
  // Who keeps forms asks them; whoever says that they are answered, or right, must be able to change the asset.
  if (aspect === 'forms' && saysMoreDone(change)) return [more([EDIT])];
  const own = ownPrivilege(aspect, floors.parts);
  return [more(own === undefined ? [EDIT] : [own, EDIT])];
}

/** Does it say more about forms than before: that one is complete or verified, or a question answered? */
function saysMoreDone({ before, after }: AspectChange): boolean {
  const old = new Set(saidDone(before));
  return saidDone(after).some((each) => !old.has(each));
}

function saidDone(forms: unknown): string[] {
  const [complete, verified] = [recordsIn(forms, 'completedForms'), recordsIn(forms, 'verifications')];
  const prompts = [...recordsIn(forms, 'incompleteForms'), ...complete].flatMap((form) => [
    ...recordsIn(form, 'completedPrompts').map((prompt) => said([form.urn, prompt])),
    ...recordsIn(form, 'incompletePrompts').flatMap(({ id, fieldAssociations }) =>
      recordsIn(fieldAssociations, 'completedFieldPrompts').map((column) => said([form.urn, id, column])),
    ),
  ]);
  return [...complete.map(({ urn }) => said(urn)), ...verified.map((each) => said(['verified', each])), ...prompts];
}

/** Users and groups: EDIT_ENTITY says nothing about them, and nobody becomes more by changing oneself. */
function needsOfPeople(change: AspectChange, actor: Actor, floors: Floors): Needs {
  const { type, urn, aspect, creates, erases, before, after } = change;
  const oneself = urn === actor.urn || floors.isMember(urn);
  if (erases) return urn === actor.urn ? { never: 'nobody deletes oneself' } : [{ anyOf: [PEOPLE] }];
  const maintainers: readonly Privilege[] = [creates ? 'CREATE_USERS_AND_GROUPS' : 'UPDATE_USERS_AND_GROUPS', PEOPLE];
  const people: readonly Need[] = [{ anyOf: maintainers }];
  const made = creates ? people : [];
  if (type === 'corpGroup' && (creates || (aspect === 'status' && isRemoved(before) && !isRemoved(after))) && floors.isPowerful(urn)) {
    if (oneself) return { never: 'nobody brings back a group of oneself that has a role or gives rights over others' };
    return [...people, { anyOf: [POLICIES] }];
  }
  if (aspect === ROLE_MEMBERSHIP) {
    if (oneself && urnsAdded(before, after, 'roles', floors.canonical).length > 0)
      return { never: 'nobody gives a role to oneself, or to a group of oneself' };
    return [...made, { anyOf: [POLICIES] }];
  }
  const list = GROUP_LISTS[aspect];
  if (list !== undefined) {
    const joined = urnsAdded(before, after, list, floors.canonical);
    const left = urnsAdded(after, before, list, floors.canonical);
    if (urn === actor.urn && joined.some(floors.isPowerful))
      return { never: 'nobody adds oneself to a group that has a role or gives rights over others' };
    const each = joined.map((group): Need[] => [
      ...(floors.isPowerful(group) ? [{ anyOf: [POLICIES] }] : []),
      urn === actor.urn ? { anyOf: [PEOPLE] } : { anyOf: ['EDIT_GROUP_MEMBERS'], on: group },
    ]);
    // Nothing changes: who may change some group may say so.
    const needs = [...made, ...each.flat(), ...left.map((group): Need => ({ anyOf: ['EDIT_GROUP_MEMBERS'], on: group }))];
    return needs.length > 0 ? needs.map((need) => (need.on === undefined ? need : { ...need, anyOf: [...need.anyOf, PEOPLE] })) : people;
  }
  if (type === 'corpGroup' && aspect === 'ownership') {
    const mine = ownersAdded(before, after)
      .map(floors.canonical)
      .some((owner) => owner === actor.urn || actor.groups.has(owner));
    return [...made, { anyOf: mine ? [PEOPLE] : ['EDIT_ENTITY_OWNERS', EDIT, PEOPLE] }];
  }
  if (creates) return people;
  if (type === 'corpuser' && PROFILE.has(aspect)) return urn === actor.urn ? [] : [{ anyOf: ['EDIT_USER_PROFILE', ...maintainers] }];
  if (type === 'corpGroup' && aspect === 'corpGroupEditableInfo') return [{ anyOf: ['EDIT_CONTACT_INFO', ...maintainers] }];
  return people;
}

/** The columns of a table: each kind of change needs its privilege. */
function needsOfColumns({ before, after }: AspectChange, { parts }: Floors): Needs {
  const ofParts = parts.filter(({ columns }) => columns === 'table');
  const kinds: readonly (readonly [string, Privilege])[] = [
    ...ofParts.map(({ aspect, editColumn = EDIT }) => [aspect, editColumn] as const),
    ['description', DESCRIBE_COLUMN],
  ];
  const named = new Set(['fieldPath', ...kinds.map(([field]) => field)]);
  const [old, now] = [columnsIn(before), columnsIn(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  const changed = (field: string): string[] => paths.filter((path) => said(old.get(path)?.[field]) !== said(now.get(path)?.[field]));
  const fields = new Set(paths.flatMap((path) => [...Object.keys(old.get(path) ?? {}), ...Object.keys(now.get(path) ?? {})]));
  if ([...fields].some((field) => !named.has(field) && changed(field).length > 0)) return [{ anyOf: [EDIT] }];
  const needed = kinds.flatMap(([field, privilege]): Need[] => {
    const columns = changed(field);
    return columns.length > 0 ? [{ anyOf: [privilege, EDIT], columns }] : [];
  });
  return needed.length > 0 ? needed : [{ anyOf: [...kinds.map(([, privilege]) => privilege), EDIT], columns: paths }];
}

function columnsIn(value: unknown): Map<string, Readonly<Record<string, unknown>>> {
  return new Map(recordsIn(value, 'editableSchemaFieldInfo').map((column) => [String(column.fieldPath), column]));
}

function said(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The aspect that says whose view it is. */
export const VIEW_INFO = 'dataHubViewInfo';
/** What somebody may make for oneself, and where it says so. */
const OF_ONESELF: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => unknown>> = {
  [VIEW_INFO]: ({ type }) => type,
  dataHubPageTemplateProperties: ({ visibility }) => isRecord(visibility) && visibility.scope,
  dataHubPageModuleProperties: ({ visibility }) => isRecord(visibility) && visibility.scope,
};

/** A view or a page of one's own that only oneself sees. */
function isPersonal({ type, urn, before, after, erases, aspect }: AspectChange, actor: Actor, floors: Floors): boolean {
  if (type === 'dataHubView' && (erases || aspect !== VIEW_INFO)) return floors.viewOf(urn) === actor.urn;
  const isMine = (value: unknown): boolean => ownerOf(aspect, value) === actor.urn;
  return !erases && isMine(after) && (before === undefined || isMine(before));
}

/** Whose it is, if only one sees it. */
function ownerOf(aspect: string, value: unknown): string | undefined {
  if (!isRecord(value) || OF_ONESELF[aspect]?.(value) !== 'PERSONAL' || !isRecord(value.created)) return undefined;
  return typeof value.created.actor === 'string' ? value.created.actor : undefined;
}

/** Whose view it is, if only one sees it. */
export function personalViewOf(info: unknown): string | undefined {
  return ownerOf(VIEW_INFO, info);
}

function isRemoved(status: unknown): boolean {
  return isRecord(status) && status.removed === true;
}

function ownersAdded(before: unknown, after: unknown): string[] {
  const ownersIn = (value: unknown): string[] => recordsIn(value, 'owners').map(({ owner }) => String(owner));
  const old = new Set(ownersIn(before));
  return ownersIn(after).filter((each) => !old.has(each));
}
