/**
 * The decision: may this user do this here, and why. Policies only grant, and one that grants is enough.
 */
import { notAllowed, type Refusal } from '../errors.ts';
import { covers, grantsTo, isOver, type Policy } from './policy.ts';
import { isOfPlatform, type Privilege } from './privileges.ts';
import type { Actor, AspectPart, Resource } from './types.ts';

export interface Policies {
  readonly all: readonly Policy[];
  /** Those that grant something to somebody. */
  readonly inForce: readonly Policy[];
  /** Those of them that grant a privilege. */
  granting(privilege: string): readonly Policy[];
  readonly of: ReadonlyMap<string, Policy>;
}

export type Verdict = { readonly may: true; readonly policy: Policy } | { readonly may: false; readonly anyOf: readonly Privilege[] };

/** @param now epoch ms: those that have ended grant nothing */
export function policiesOf(all: readonly Policy[], now: number = Date.now()): Policies {
  const inForce: Policy[] = [];
  for (const policy of all) {
    if (!policy.active || policy.problem !== undefined || isOver(policy, now)) continue;
    inForce.push(policy);
  }
  return indexed(all, inForce);
}

/** Those in force that may grant something to somebody: without a resource, or as its owner. */
export function policiesTo({ inForce }: Policies, actor: Actor): Policies {
  const mine = inForce.filter((policy) => policy.actors.owners || grantsTo(policy, actor, undefined));
  return indexed(mine, mine);
}

function indexed(all: readonly Policy[], inForce: readonly Policy[]): Policies {
  const byPrivilege = new Map<string, Policy[]>();
  for (const policy of inForce) {
    for (const privilege of policy.privileges) {
      const found = byPrivilege.get(privilege);
      if (found) found.push(policy);
      else byPrivilege.set(privilege, [policy]);
    }
  }
  return { all, inForce, of: new Map(all.map((each) => [each.urn, each])), granting: (privilege) => byPrivilege.get(privilege) ?? [] };
}

/** The policies as time passes: compiled again only when one of them ends. */
export function policiesOverTime(all: readonly Policy[]): (now: number) => Policies {
  const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
  let kept: { readonly policies: Policies; readonly from: number; readonly until: number } | undefined;
  return (now) => {
    if (!kept || now < kept.from || now >= kept.until)
      kept = {
        policies: policiesOf(all, now),
        from: Math.max(...ends.filter((end) => end <= now)),
        until: Math.min(...ends.filter((end) => end > now)),
      };
    return kept.policies;
  };
}

/**
 * Does some policy grant one of these privileges?
 *
 * @param resource what it is about; undefined for what is about no single entity
 * @param part what of it; undefined: all of it
 */
export function may(policies: Policies, actor: Actor, anyOf: readonly Privilege[], resource?: Resource, part?: AspectPart): Verdict {
  for (const privilege of anyOf) {
    const about = isOfPlatform(privilege) ? undefined : resource;
    const granting = (asked: AspectPart | undefined): Policy | undefined =>
      policies.granting(privilege).find((each) => grantsTo(each, actor, about) && covers(each, about, asked));
    const policy = granting(part) ?? ofEachColumn(granting, part);
    if (policy) return { may: true, policy };
  }
  return { may: false, anyOf };
}

/** A policy that grants somebody, named by it, one of these privileges on something. What follows from owning is not asked. */
export function somewhere(policies: Policies, actor: Actor, anyOf: readonly Privilege[]): Policy | undefined {
  return anyOf.flatMap((privilege) => policies.granting(privilege)).find((policy) => grantsTo(policy, actor, undefined));
}

/** Why a policy does not grant what it names; undefined if it does. */
export function whyNot(policy: Policy, actor: Actor, resource?: Resource): string | undefined {
  if (!policy.active) return 'it is not active';
  if (isOver(policy, Date.now())) return `it ended on ${new Date(policy.endsAt ?? 0).toISOString()}`;
  if (policy.problem !== undefined) return policy.problem;
  if (!grantsTo(policy, actor, resource)) return 'it does not grant to this user';
  if (policy.narrowed) return 'it is about parts of entities only';
  return covers(policy, resource) ? undefined : resource ? 'it is about other entities' : 'it is about some entities only';
}

/** Several columns may be granted by several policies: one of these, if all are. */
function ofEachColumn(granting: (part: AspectPart) => Policy | undefined, part: AspectPart | undefined): Policy | undefined {
  const columns = part?.columns;
  if (!part || !columns || columns.length < 2) return undefined;
  const found = columns.map((tags) => granting({ ...part, columns: [tags] }));
  return found.includes(undefined) ? undefined : found[0];
}

/** All privileges that are granted, in the order of the alphabet. */
export function granted(policies: Policies, actor: Actor, resource?: Resource): string[] {
  const found = policies.all.filter((policy) => whyNot(policy, actor, resource) === undefined);
  return [...new Set(found.flatMap(({ privileges }) => [...privileges]))].sort();
}

/** May this entity be named to who asks? A refusal names nobody who is hidden from its reader. */
export type MayName = (urn: string) => boolean;

/** To whom policies show everything, as `holders`. */
export function viewers(policies: Policies, mayName: MayName): string {
  const whole = policies.all.filter(({ criteria, narrowed }) => criteria === undefined && !narrowed);
  return holders(policiesOf(whole), ['VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE'], mayName);
}

const MOST_NAMED = 3;

/** To whom policies grant one of these privileges somewhere: whom to ask, as a sentence; empty if it is nobody who may be named. */
export function holders(policies: Policies, anyOf: readonly Privilege[], mayName: MayName): string {
  const found = [...new Set(anyOf.flatMap((privilege) => policies.granting(privilege)))];
  // Roles first: they say most in few words.
  found.sort((one, other) => Number(other.actors.roles.size > 0) - Number(one.actors.roles.size > 0));
  const said = found.flatMap(({ urn, name, actors }) => {
    const holding = holdersIn(actors, mayName);
    if (mayName(urn)) return [`"${name}" to ${holding === '' ? 'nobody' : holding}`];
    return holding === '' ? [] : [`a policy to ${holding}`];
  });
  const named = said.slice(0, MOST_NAMED).join(', ');
  return said.length > MOST_NAMED ? `${named} and ${said.length - MOST_NAMED} more` : named;
}

/** What none of these privileges lets a user do, whom to ask, and who could grant it. `what` completes "may not"; `on`: the URN that it is about. */
export function notGranted(policies: Policies, user: string, what: string, anyOf: readonly Privilege[], mayName: MayName, on?: string): Refusal {
  return notAllowed(user, what, anyOf, holders(policies, anyOf, mayName), holders(policies, ['MANAGE_POLICIES'], mayName), on);
}

/** Empty if it is nobody who may be named. */
function holdersIn({ users, groups, roles, allUsers, allGroups, owners }: Policy['actors'], mayName: MayName): string {
  if (allUsers) return 'all users';
  const urns = [...roles, ...groups, ...users].filter(mayName);
  const named = urns.slice(0, MOST_NAMED).join(', ');
  const parts = [named, urns.length > MOST_NAMED ? 'others' : '', allGroups ? 'members of groups' : '', owners ? 'owners' : ''];
  return parts.filter((part) => part !== '').join(', ');
}
