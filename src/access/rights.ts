/**
 * What one user may do, with what a request has read of policies and entities. Every change of that request is judged by it.
 */
import { narrowedToken, notAllowed, notForAnybody } from '../errors.ts';
import { makeTakesFrom } from './administrators.ts';
import { holders, may, type Policies, type Verdict } from './decide.ts';
import { type Need, needsOf } from './needs.ts';
import type { Privilege } from './privileges.ts';
import type { Actor, Change, Part, Resource } from './types.ts';
import { type Sight, sees, VIEWING } from './visible.ts';

export interface Rights {
  readonly actor: Actor;
  readonly policies: Policies;
  /** Refuses a change that is not allowed. @throws Refusal forbidden */
  judge(change: Change): void;
  /** As `judge`, without a reason. */
  allows(change: Change): boolean;
  has(anyOf: readonly Privilege[], resource?: string): boolean;
  /** Refuses what is about no single entity, or about one. @throws Refusal forbidden */
  require(what: string, anyOf: readonly Privilege[], resource?: string): void;
}

/** Whoever is in such a group may become more than the group was meant for. */
const POWERS: readonly Privilege[] = [
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_USER_CREDENTIALS',
  'MANAGE_ACCESS_TOKENS',
  'MANAGE_SERVICE_ACCOUNTS',
  'MANAGE_SYSTEM_OPERATIONS',
];

export interface RightsParts {
  readonly actor: Actor;
  /** What the actor sees; undefined: everything. */
  readonly sight: Sight | undefined;
  /** What the actor's token is for; undefined: everything. */
  readonly within?: Sight | undefined;
  readonly policies: Policies;
  canonical(text: string): string;
  /** What has been read of an entity; undefined if it has not been read. */
  resource(urn: string): Resource | undefined;
  /** An entity of which only the URN is known. */
  bare(urn: string): Resource;
  /** The path of the column that a URN names. */
  columnIn(urn: string): string | undefined;
  /** Is told of each policy that has allowed something. */
  decided?: ((policy: string) => void) | undefined;
}

export function makeRights({ actor, sight, within, policies, canonical, resource, bare, columnIn, decided }: RightsParts): Rights {
  const floors = {
    canonical,
    // A group that has not been read may have a role.
    isPowerful: (group: string) =>
      (resource(group)?.roles.length ?? 1) > 0 ||
      POWERS.some((power) => policies.granting(power).some(({ actors }) => actors.groups.has(group) || actors.allGroups)),
    isFixed: (policy: string) => policies.of.get(policy)?.editable === false,
  };
  const about = (urn: string): Resource => resource(urn) ?? bare(urn);
  // A new entity is more than its aspect, but for columns: their tables make them.
  const partOf = ({ columns }: Need, { urn, aspect, erases, creates }: Change): Part | undefined => {
    const column = columnIn(urn);
    if (erases || (creates && column === undefined)) return undefined;
    const paths = columns ?? (column === undefined ? undefined : [column]);
    return { aspect, columns: paths?.map((path) => about(urn).columnTags?.get(path) ?? []) };
  };
  // What is about no single entity is beyond a token for some.
  const isBeyond = (on: string | undefined): boolean => within !== undefined && (on === undefined || !sees(within, about(on)));
  const verdictOn = (need: Need, change?: Change): Verdict => {
    const { anyOf, on } = need;
    if (!change && isBeyond(on)) return { may: false, anyOf };
    // What is needed on another entity is about all of it.
    const part = change && on === change.urn ? partOf(need, change) : undefined;
    return may(policies, actor, anyOf, on === undefined ? undefined : about(on), part);
  };
  const takesFrom = makeTakesFrom({ actor, policies, canonical, resource });
  const ask = (what: string, need: Need, change?: Change): void => {
    if (!change && isBeyond(need.on)) throw narrowedToken(actor.urn, what);
    const verdict = verdictOn(need, change);
    if (verdict.may) return decided?.(verdict.policy.urn);
    const { anyOf, on } = need;
    throw notAllowed(actor.urn, what, anyOf, holders(policies, anyOf), holders(policies, ['MANAGE_POLICIES']), on);
  };
  // Who changes what is not seen would overwrite what others have said.
  const isHidden = ({ urn, creates }: Change): boolean => sight !== undefined && !creates && !sees(sight, about(urn));
  return {
    actor,
    policies,
    judge(change) {
      const what = change.erases ? `delete ${change.urn}` : `change ${change.aspect} of ${change.urn}`;
      const needs = needsOf(change, actor, floors);
      if ('never' in needs) throw notForAnybody(actor.urn, what, needs.never);
      if (isBeyond(change.urn)) throw narrowedToken(actor.urn, what);
      if (isHidden(change)) throw notAllowed(actor.urn, what, VIEWING, holders(policies, VIEWING), holders(policies, ['MANAGE_POLICIES']));
      for (const need of needs) ask(what, { on: change.urn, ...need }, change);
      const from = takesFrom(change);
      if (from === 'oneself') throw notForAnybody(actor.urn, what, 'nobody gives up the right over policies: another administrator takes it away');
      if (from === 'for good') throw notForAnybody(actor.urn, what, 'who manages policies until some day takes this right from nobody');
      if (from === 'another') ask(`${what}, who manages policies`, { anyOf: ['MANAGE_POLICIES'] }, change);
    },
    allows(change) {
      const needs = needsOf(change, actor, floors);
      return (
        !('never' in needs) && !isBeyond(change.urn) && !isHidden(change) && needs.every((need) => verdictOn({ on: change.urn, ...need }, change).may)
      );
    },
    has: (anyOf, on) => verdictOn({ anyOf, ...(on !== undefined && { on }) }).may,
    require: (what, anyOf, on) => ask(what, { anyOf, ...(on !== undefined && { on }) }),
  };
}
