/**
 * A policy as the pages read and write it, and as a sentence: who may do what, where.
 */
import { dayOf } from './days.ts';
import { isRecord, recordsIn, stringsIn, textOf } from './is-record.ts';
import { privilegeWords } from './privileges.ts';

export interface Criterion {
  /** `DOMAIN`. */
  readonly field: string;
  readonly condition: 'EQUALS' | 'STARTS_WITH' | 'NOT_EQUALS';
  readonly values: readonly string[];
}

export interface PolicyForm {
  readonly name: string;
  readonly description: string;
  readonly type: 'METADATA' | 'PLATFORM';
  readonly state: 'ACTIVE' | 'INACTIVE' | 'DRAFT';
  readonly privileges: readonly string[];
  /** URNs. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly allUsers: boolean;
  readonly allGroups: boolean;
  readonly owners: boolean;
  readonly ownerTypes: readonly string[];
  /** All must be met; none: everything. */
  readonly criteria: readonly Criterion[];
  /** Only changes of these aspects, and of columns with one of these tags (URNs); none: any. */
  readonly aspects: readonly string[];
  readonly columnTags: readonly string[];
  /** When it ends, epoch ms. */
  readonly until: number | undefined;
}

export interface StoredPolicy extends PolicyForm {
  readonly urn: string;
  readonly editable: boolean;
}

export const NEW_POLICY: PolicyForm = {
  name: '',
  description: '',
  type: 'METADATA',
  state: 'ACTIVE',
  privileges: [],
  users: [],
  groups: [],
  roles: [],
  allUsers: false,
  allGroups: false,
  owners: false,
  ownerTypes: [],
  criteria: [],
  aspects: [],
  columnTags: [],
  until: undefined,
};

/** @param info the value of `dataHubPolicyInfo` */
export function policyOf(urn: string, info: Readonly<Record<string, unknown>>): StoredPolicy {
  const actors = isRecord(info.actors) ? info.actors : {};
  const resources = isRecord(info.resources) ? info.resources : {};
  const state = textOf(info.state);
  return {
    urn,
    editable: info.editable !== false,
    name: textOf(info.displayName) || urn,
    description: textOf(info.description),
    type: info.type === 'PLATFORM' ? 'PLATFORM' : 'METADATA',
    state: state === 'ACTIVE' || state === 'DRAFT' ? state : 'INACTIVE',
    privileges: stringsIn(info.privileges),
    users: stringsIn(actors.users),
    groups: stringsIn(actors.groups),
    roles: stringsIn(actors.roles),
    allUsers: actors.allUsers === true,
    allGroups: actors.allGroups === true,
    owners: actors.resourceOwners === true,
    ownerTypes: stringsIn(actors.resourceOwnersTypes),
    criteria: criteriaIn(resources),
    aspects: stringsIn(resources.aspects),
    columnTags: stringsIn(resources.columnsTagged),
    until: typeof info.expiresAt === 'number' ? info.expiresAt : undefined,
  };
}

/** Also in the form of old clients. */
function criteriaIn(resources: Readonly<Record<string, unknown>>): Criterion[] {
  if (isRecord(resources.filter))
    return recordsIn(resources.filter.criteria).map(({ field, values, condition }) => ({
      field: textOf(field).toUpperCase().replace('RESOURCE_', ''),
      values: stringsIn(values),
      condition: condition === 'STARTS_WITH' || condition === 'NOT_EQUALS' ? condition : 'EQUALS',
    }));
  const urns = resources.allResources === true ? [] : stringsIn(resources.resources);
  return [
    ...(typeof resources.type === 'string' ? [{ field: 'TYPE', condition: 'EQUALS' as const, values: [resources.type] }] : []),
    ...(urns.length > 0 ? [{ field: 'URN', condition: 'EQUALS' as const, values: urns }] : []),
  ];
}

/** What GraphQL takes. */
export function inputOf(form: PolicyForm) {
  const { name, description, type, state, privileges, users, groups, roles, allUsers, allGroups, owners, ownerTypes } = form;
  const [aspects, columnsTagged] = [form.aspects, form.columnTags].map((each) => (each.length > 0 ? each : null));
  return {
    ...{ name, description, type, state, privileges },
    actors: {
      ...{ users, groups, roles, allUsers, allGroups },
      resourceOwners: owners,
      ...(ownerTypes.length > 0 && { resourceOwnersTypes: ownerTypes }),
    },
    ...(type === 'METADATA' && { resources: { ...(form.criteria.length > 0 && { filter: { criteria: form.criteria } }), aspects, columnsTagged } }),
    expiresAt: form.until ?? null,
  };
}

/** A text, or an entity whose name stands there. */
type SentencePart = string | { readonly urn: string };

/** `Members of [Finance] may edit tags and glossary terms of datasets in the domain [Sales].` */
export function sentenceOf(policy: PolicyForm, typeWords: (type: string) => string): SentencePart[] {
  if (policy.privileges.length === 0) return tidy([...whoOf(policy), ': nothing yet.']);
  const { text, of } = doing(policy.privileges);
  const where = policy.type === 'PLATFORM' ? [] : [of ? ' of ' : ' ', ...whereOf(policy.criteria, typeWords), ...narrowingOf(policy)];
  const end = policy.until === undefined ? '' : `, until ${lastDayOf(policy.until)}`;
  return tidy([...whoOf(policy), ' may ', text, ...where, end, '.']);
}

/** The last day, or part of one, on which a policy counts. */
export const lastDayOf = (until: number): string => dayOf(until - 1);

function narrowingOf({ aspects, columnTags }: PolicyForm): SentencePart[] {
  return [
    ...(columnTags.length > 0 ? [', only on columns with the tag ', ...joined(named(columnTags, ''), 'or')] : []),
    ...(aspects.length > 0 ? [`, only in ${joinTexts(aspects)}`] : []),
  ];
}

const named = (urns: readonly string[], before: string): SentencePart[][] => urns.map((urn) => [before, { urn }]);

function whoOf({ users, groups, roles, allUsers, allGroups, owners, ownerTypes }: PolicyForm): SentencePart[] {
  if (allUsers) return ['All users'];
  const all: SentencePart[][] = [
    ...named(roles, 'the role '),
    ...named(groups, 'members of '),
    ...named(users, ''),
    ...(allGroups ? [['members of any group']] : []),
    ...(owners ? [ownerTypes.length === 0 ? ['owners'] : ['owners of the kind ', ...joined(named(ownerTypes, ''), 'or')]] : []),
  ];
  if (all.length === 0) return ['Nobody'];
  const [first = '', ...rest] = tidy(joined(all, 'and'));
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [first, ...rest];
}

const MOST = 4;
/** Of what is done: each verb has a list of its own. */
const MOST_VERBS = 8;

/** `a, b and c`; more than four: `a, b, c and 3 more`. */
function joined(all: readonly (readonly SentencePart[])[], word: string, most = MOST): SentencePart[] {
  const shown = all.length > most ? [...all.slice(0, most - 1), [`${all.length - most + 1} more`]] : all;
  return shown.flatMap((each, at) => [at === 0 ? '' : at === shown.length - 1 ? ` ${word} ` : ', ', ...each]);
}

/** Texts beside one another become one. */
function tidy(parts: readonly SentencePart[]): SentencePart[] {
  const found: SentencePart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part;
    else found.push(part);
  }
  return found;
}

/** Reading without the right to see decides nothing. */
const OF_READING = /^(EXISTS_ENTITY|SEARCH_|GET_|VIEW_ENTITY_QUERIES|VIEW_ALL_QUERIES)/;
const EVERYTHING = 25;

/** `of`: what follows belongs to what is done, as in "edit tags of". */
function doing(all: readonly string[]): { readonly text: string; readonly of: boolean } {
  const has = new Set(all);
  if (has.has('MANAGE_POLICIES') && all.length > EVERYTHING) return { text: 'do everything with the catalog as a whole', of: false };
  if (has.has('EDIT_ENTITY') && has.has('DELETE_ENTITY') && all.length > EVERYTHING) return { text: 'see, edit, create and delete', of: false };
  const counts = all.filter((each) => {
    if (OF_READING.test(each)) return !has.has('VIEW_ENTITY_PAGE') && !has.has('EDIT_ENTITY');
    return !(has.has('EDIT_ENTITY') && each !== 'EDIT_ENTITY' && each.startsWith('EDIT_'));
  });
  const verbs = new Map<string, string[]>();
  for (const text of counts.map(privilegeWords)) {
    const [verb = '', ...rest] = text.split(' ');
    verbs.set(verb, [...(verbs.get(verb) ?? []), ...(rest.length > 0 ? [rest.join(' ')] : [])]);
  }
  // What has no object first: "see and edit tags of datasets".
  const done = [...verbs].sort(([, one], [, other]) => Math.min(one.length, 1) - Math.min(other.length, 1));
  return {
    text: joinTexts(
      done.map(([verb, objects]) => `${verb} ${joinTexts(objects)}`.trim()),
      MOST_VERBS,
    ),
    of: done.some(([, objects]) => objects.length > 0),
  };
}

function joinTexts(texts: readonly string[], most = MOST): string {
  return joined(
    texts.map((each) => [each]),
    'and',
    most,
  ).join('');
}

/** What stands before the values of a criterion. */
const PLACES: Readonly<Record<string, string>> = {
  DOMAIN: 'in the domain ',
  CONTAINER: 'in ',
  TAG: 'with the tag ',
  OWNER: 'owned by ',
  DATA_PLATFORM_INSTANCE: 'on the instance ',
  GROUP_MEMBERSHIP: 'in the group ',
};

function whereOf(criteria: readonly Criterion[], typeWords: (type: string) => string): SentencePart[] {
  if (criteria.length === 0) return ['everything'];
  const types = criteria.find(({ field, condition }) => field === 'TYPE' && condition === 'EQUALS');
  const rest = criteria.filter((each) => each !== types);
  const places = rest.map((each) => placeOf(each, typeWords));
  if (types)
    return [
      types.values.length === 0 ? '…' : joinTexts(types.values.map((type) => typeWords(type).toLowerCase())),
      ...places.flatMap((place) => [' ', ...place]),
    ];
  const [first] = rest;
  const isNamed = first?.field === 'URN' && first.condition === 'EQUALS';
  return [isNamed ? '' : 'what is ', ...places.flatMap((place, at) => [at === 0 ? '' : ' ', ...place])];
}

function placeOf({ field, condition, values }: Criterion, typeWords: (type: string) => string): SentencePart[] {
  const wordOf = (value: string): SentencePart[] =>
    field === 'TYPE' ? [typeWords(value).toLowerCase()] : condition === 'STARTS_WITH' ? [`“${value}…”`] : [{ urn: value }];
  const words = values.length === 0 ? [['…']] : values.map(wordOf);
  const before =
    field === 'URN'
      ? condition === 'STARTS_WITH'
        ? 'whose URN begins with '
        : ''
      : field === 'TYPE'
        ? 'of the kind '
        : (PLACES[field] ?? `${field} `);
  if (condition === 'NOT_EQUALS' && field === 'TAG') return ['without the tag ', ...joined(words, 'or')];
  return [condition === 'NOT_EQUALS' ? 'not ' : '', before, ...joined(words, 'or')];
}
