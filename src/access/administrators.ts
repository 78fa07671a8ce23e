/**
 * Keeps somebody who can manage policies: administrators cannot take this right from themselves, and nobody else can take it from them. So
 * every change leaves at least one administrator. Actors to whom no policy applies, such as operators, are not checked.
 */
import { isRecord } from '../model/path.ts';
import { may, type Policies, policiesOf } from './decide.ts';
import { MEMBERSHIP_LISTS, ROLE_MEMBERSHIP, urnsAdded, urnsIn } from './memberships.ts';
import { compilePolicy, covers, grantsTo, type Policy } from './policy.ts';
import type { Privilege } from './privileges.ts';
import type { Actor, AspectChange, Resource } from './types.ts';

const POLICIES: readonly Privilege[] = ['MANAGE_POLICIES'];

export interface AdministratorParts {
  readonly actor: Actor;
  readonly policies: Policies;
  canonical(text: string): string;
  /** What has been read of an entity. */
  resource(urn: string): Resource | undefined;
}

/**
 * From whom a change of this request takes the right over policies: from the actor, from another administrator by who is none (who brings none back
 * either), from one who has it for good by one who has it until some day, or from nobody. `longer`: who has it until some day would have it for
 * longer. It remembers the changes, because several together may do what none does alone.
 */
export type TakesFrom = (change: AspectChange) => 'oneself' | 'another' | 'for good' | 'longer' | undefined;

export function makeTakesFrom({ actor, policies, canonical, resource }: AdministratorParts): TakesFrom {
  const granting = policies.granting('MANAGE_POLICIES');
  const forGood = policiesOf(granting.filter(({ endsAt }) => endsAt === undefined));
  const forNow = policiesOf(granting);
  const isForGood = may(forGood, actor, POLICIES).may;
  const isAdministrator = isForGood || may(forNow, actor, POLICIES).may;
  const own = isAdministrator ? makeSelf({ actor, policies: isForGood ? forGood : forNow, canonical, resource }, isForGood) : undefined;
  const takes = (change: AspectChange, from: Policies, orBringsBack = false): boolean => {
    const { urn, type } = change;
    if (!weakens(change, canonical) && !(orBringsBack && isOff(change.aspect, change.before))) return false;
    if (type === 'corpuser') return may(from, actorOf(urn, resource), POLICIES).may;
    const group: Actor = { urn: '', groups: new Set([urn]), roles: new Set(resource(urn)?.roles ?? []) };
    return type === 'corpGroup' && may(from, group, POLICIES).may;
  };
  const end = endFor(forNow, actor);
  return (change) => {
    if (!own) return takes(change, forNow, true) ? 'another' : undefined;
    if (!own(change)) return 'oneself';
    if (change.type === 'dataHubPolicy' && change.after !== undefined) {
      const changed = new Map([[change.urn, compilePolicy(change.urn, change.after, canonical)]]);
      if (endFor(withChanged(forNow, changed, Date.now()), actor) > end) return 'longer';
    }
    return !isForGood && (forGood.of.has(change.urn) || (change.urn !== actor.urn && takes(change, forGood))) ? 'for good' : undefined;
  };
}

/** Says of each change whether the actor still manages policies after it: for good, if it is so now. */
function makeSelf({ actor, policies, canonical, resource }: AdministratorParts, forGood: boolean): (change: AspectChange) => boolean {
  const rolesOf = new Map<string, Set<string>>([...actor.groups].map((group) => [group, new Set(resource(group)?.roles ?? [])]));
  let direct = new Set(resource(actor.urn)?.roles ?? actor.roles);
  let gone = false;
  const left = new Set<string>();
  const changed = new Map<string, Policy | undefined>();
  const noteOwn = ({ aspect, before, after, erases }: AspectChange): void => {
    if (erases || isOff(aspect, after)) gone = true;
    const list = MEMBERSHIP_LISTS[aspect];
    if (list === undefined) return;
    const now = urnsIn(after, list, canonical);
    if (aspect === ROLE_MEMBERSHIP) direct = new Set(now);
    else {
      for (const group of urnsAdded(after, before, list, canonical)) left.add(group);
      for (const group of now) left.delete(group);
    }
  };
  const noteGroup = ({ urn, aspect, after, erases }: AspectChange): void => {
    if (erases || isOff(aspect, after)) left.add(urn);
    if (aspect === ROLE_MEMBERSHIP) rolesOf.set(urn, new Set(urnsIn(after, 'roles', canonical)));
  };
  return (change) => {
    const { urn, type, aspect, after, erases } = change;
    if (urn === actor.urn) noteOwn(change);
    else if (type === 'corpGroup' && rolesOf.has(urn)) noteGroup(change);
    else if (type === 'dataHubPolicy' && (erases || aspect === 'dataHubPolicyInfo'))
      changed.set(urn, after === undefined ? undefined : compilePolicy(urn, after, canonical));
    else return true;
    const groups = [...rolesOf.keys()].filter((group) => !left.has(group));
    const roles = new Set([...direct, ...groups.flatMap((group) => [...(rolesOf.get(group) ?? [])])]);
    return (
      !gone &&
      may(
        withChanged(policies, changed, forGood ? Number.POSITIVE_INFINITY : Date.now()),
        { urn: actor.urn, groups: new Set(groups), roles },
        POLICIES,
      ).may
    );
  };
}

function withChanged(policies: Policies, changed: ReadonlyMap<string, Policy | undefined>, now: number): Policies {
  if (changed.size === 0) return policies;
  return policiesOf([...policies.all.filter(({ urn }) => !changed.has(urn)), ...[...changed.values()].filter((each) => each !== undefined)], now);
}

/** Until when somebody has the right over policies, epoch ms. */
function endFor(policies: Policies, actor: Actor): number {
  const mine = policies.granting('MANAGE_POLICIES').filter((policy) => grantsTo(policy, actor, undefined) && covers(policy, undefined));
  return Math.max(0, ...mine.map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY));
}

/** May the change take rights away from the user or the group that it is about? */
function weakens({ aspect, before, after, erases }: AspectChange, canonical: (text: string) => string): boolean {
  if (erases || isOff(aspect, after)) return true;
  const list = MEMBERSHIP_LISTS[aspect];
  return list !== undefined && urnsAdded(after, before, list, canonical).length > 0;
}

/** Is a user suspended or switched off by this value, or an entity soft-deleted? */
function isOff(aspect: string, after: unknown): boolean {
  if (!isRecord(after)) return false;
  if (aspect === 'status') return after.removed === true;
  return aspect === 'corpUserStatus' ? after.status === 'SUSPENDED' : aspect === 'corpUserInfo' && after.active === false;
}

/** A user, as far as it was read. */
function actorOf(urn: string, resource: (urn: string) => Resource | undefined): Actor {
  const { groups = [], roles = [] } = resource(urn) ?? {};
  return { urn, groups: new Set(groups), roles: new Set([...roles, ...groups.flatMap((group) => resource(group)?.roles ?? [])]) };
}
