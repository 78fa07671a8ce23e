/**
 * Policies: who may do what. Saving counts from the next request.
 */
import {
  type AnswerOf,
  changePolicyMutation,
  dryRunQuery,
  grantedQuery,
  levelQuery,
  makePolicyMutation,
  nodesQuery,
  policiesOnQuery,
  privilegeWordsQuery,
  removePolicyMutation,
} from '../../generated/queries.ts';
import { inputOf, type PolicyForm, policyOf, type StoredPolicy } from '../data/policy.ts';
import { compareNames, typeWord, typeWords } from '../data/words.ts';
import { settings, typeSettings } from '../settings.ts';
import { listInput } from './cards.ts';
import { graphql, mutate } from './client.ts';
import { byName, forgetName, type NamedCard } from './names.ts';
import { forgetRights, readRights } from './rights.ts';
import { typeOfUrn } from './urn.ts';

const CARD = ['dataHubPolicyInfo'];
/** None for one that the reader does not see. */
function policiesIn(sent: readonly ((NamedCard & { readonly urn: string }) | null)[]): StoredPolicy[] {
  return sent.flatMap((each) => {
    const info = each ? byName(each).dataHubPolicyInfo : undefined;
    return each && info ? [policyOf(each.urn, info)] : [];
  });
}

interface PolicyAsk {
  readonly query: string;
  readonly start: number;
  readonly count: number;
  /** URN: only those that grant to this group, or role. */
  readonly group?: string;
  readonly role?: string;
  /** Only those that name one of these privileges. */
  readonly privileges?: readonly string[];
}

export async function listPolicies(
  { query, start, count, group, role, privileges }: PolicyAsk,
  signal?: AbortSignal,
): Promise<{ total: number; policies: readonly StoredPolicy[] }> {
  const only = [
    ...(group === undefined ? [] : [{ field: 'groups', values: [group] }]),
    ...(privileges === undefined ? [] : [{ field: 'privileges', values: privileges }]),
    ...(role === undefined ? [] : [{ field: 'roles', values: [role] }]),
  ];
  const input = listInput({ query, types: ['DATAHUB_POLICY'], anyOf: only.length > 0 ? [only] : [], start, count });
  const { found } = await graphql(levelQuery, { input, card: CARD }, signal);
  return { total: found.total, policies: policiesIn(found.searchResults.map(({ entity }) => entity)) };
}

const MOST = 200;

/** These policies, as far as the reader sees them. */
export async function readPolicies(urns: readonly string[], signal?: AbortSignal): Promise<readonly StoredPolicy[]> {
  if (urns.length === 0) return [];
  const { entities } = await graphql(nodesQuery, { urns: urns.slice(0, MOST), card: CARD }, signal);
  return policiesIn(entities);
}

interface PrivilegeGroup {
  readonly title: string;
  readonly privileges: readonly string[];
}

export interface PolicyWords {
  readonly platform: readonly string[];
  /** Of assets: those of any, then what each type adds. */
  readonly groups: readonly PrivilegeGroup[];
  /** What conditions on the kind offer, with their titles. */
  readonly types: readonly (readonly [type: string, title: string])[];
}

/** All types that people see: rights to change some come with others, but each may be shown or not. */
function shownTypes(): (readonly [type: string, title: string])[] {
  const shown = Object.entries(settings.types).flatMap(([type, { internal }]) => (internal ? [] : [[type, typeWords(type, 2)] as const]));
  return shown.sort(([, one], [, other]) => compareNames(one, other));
}

/** What an editor of policies offers. */
export async function readPolicyWords(signal?: AbortSignal): Promise<PolicyWords> {
  const { appConfig } = await graphql(privilegeWordsQuery, {}, signal);
  const { platformPrivileges, resourcePrivileges } = appConfig.policiesConfig ?? {};
  const names = (list: readonly { readonly type: string | null }[] | null | undefined): string[] =>
    (list ?? []).flatMap(({ type }) => (type === null ? [] : [type]));
  const types = (resourcePrivileges ?? []).map(({ resourceType, privileges }) => ({
    type: resourceType ?? '',
    title: typeWord(resourceType ?? ''),
    privileges: names(privileges),
  }));
  const common = (types[0]?.privileges ?? []).filter((each) => types.every(({ privileges }) => privileges.includes(each)));
  const own = types.map(({ title, privileges }) => ({ title, privileges: privileges.filter((each) => !common.includes(each)) }));
  return {
    platform: names(platformPrivileges),
    groups: [{ title: 'Any asset', privileges: common }, ...own.filter(({ privileges }) => privileges.length > 0)],
    types: shownTypes(),
  };
}

/** @param urn of the policy that it replaces; undefined: a new one */
export async function savePolicy(urn: string | undefined, form: PolicyForm): Promise<void> {
  const input = inputOf(form);
  if (urn === undefined) await mutate(makePolicyMutation, { input });
  else {
    await mutate(changePolicyMutation, { urn, input });
    forgetName(urn);
  }
  forgetRights();
}

export async function deletePolicy(urn: string): Promise<void> {
  await mutate(removePolicyMutation, { urn });
  forgetRights();
}

export type DryRun = NonNullable<AnswerOf<typeof dryRunQuery>['run']>;
export type MovedRights = DryRun['differences'][number]['gains'];

/** What saving would change. Nothing is written. @param form undefined: the policy is deleted */
export async function dryRun(urn: string | undefined, form: PolicyForm | undefined, signal?: AbortSignal): Promise<DryRun> {
  const { run } = await graphql(dryRunQuery, { ...(urn !== undefined && { urn }), ...(form && { input: inputOf(form) }) }, signal);
  if (!run) throw new Error('The answer is empty.');
  return run;
}

/** The policies that grant somebody something on an entity, and how many of them the reader does not see. */
export async function readPoliciesOn(urn: string, signal?: AbortSignal): Promise<{ policies: readonly StoredPolicy[]; hidden: number }> {
  const { found } = await graphql(policiesOnQuery, { urn, card: CARD }, signal);
  const policies = policiesIn(found);
  return { policies, hidden: found.length - policies.length };
}

/** What a user may do, on an entity or at all, and why each policy that grants nothing does not: its reason by its URN. */
export async function readGranted(
  user: string,
  entity: string | undefined,
  signal?: AbortSignal,
): Promise<{ readonly privileges: readonly string[]; readonly reasons: ReadonlyMap<string, string> }> {
  const resourceSpec = entity === undefined ? undefined : { resourceUrn: entity, resourceType: typeSettings(typeOfUrn(entity))?.graphql ?? '' };
  const input = { actorUrn: user, includeEvaluationDetails: true, ...(resourceSpec && { resourceSpec }) };
  const { granted } = await graphql(grantedQuery, { input }, signal);
  return {
    privileges: granted?.privileges ?? [],
    reasons: new Map((granted?.evaluationDetails ?? []).map(({ policyUrn, reason }) => [policyUrn, reason])),
  };
}

/** What the reader may not do with an entity, and can ask for: the widest first. */
export async function readLacked(urn: string, signal?: AbortSignal): Promise<readonly string[]> {
  const { me } = await readRights();
  const [{ privileges }, { groups }] = await Promise.all([readGranted(me, urn, signal), readPolicyWords(signal)]);
  const title = typeWord(typeOfUrn(urn));
  const offered = groups.flatMap((group, at) => (at === 0 || group.title === title ? group.privileges : []));
  const has = new Set(privileges);
  const some = (begin: string): string[] => offered.filter((each) => each.startsWith(begin) && !has.has(each));
  return [...(has.has('EDIT_ENTITY') ? [] : some('EDIT_')), ...some('VIEW_SENSITIVE')];
}

interface Missing {
  readonly policy: StoredPolicy;
  /** Why it does not grant here. */
  readonly reason: string;
}

/** The policies that name one of these privileges, and what is missing that they grant it to the reader. */
export async function readMissing(privileges: readonly string[], entity: string | undefined, signal?: AbortSignal): Promise<readonly Missing[]> {
  const { me } = await readRights();
  const [{ policies }, { reasons }] = await Promise.all([
    listPolicies({ query: '', start: 0, count: 50, privileges }, signal),
    readGranted(me, entity, signal),
  ]);
  return policies.flatMap((policy) => {
    const reason = reasons.get(policy.urn);
    return reason === undefined ? [] : [{ policy, reason }];
  });
}
