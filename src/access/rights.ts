/**
 * What one user may do, by the policies and entities that one request has read. Every change of that request is judged by the same state.
 */
import { narrowedToken, notForAnybody } from '../errors.ts';
import type { Part as EditedPart } from '../model/types.ts';
import { makeTakesFrom } from './administrators.ts';
import { type MayName, may, notGranted, type Policies, somewhere, type Verdict } from './decide.ts';
import { gainedByOwning } from './gained-by-owning.ts';
import { GROUP_LISTS, ROLE_MEMBERSHIP, urnsAdded } from './memberships.ts';
import { type Need, needsOf } from './needs.ts';
import { compilePolicy } from './policy.ts';
import type { Privilege } from './privileges.ts';
import { OF_COLUMNS } from './sensitive-columns.ts';
import type { Actor, AspectChange, AspectPart, Owner, Resource } from './types.ts';
import { isSeenBare, type Sight, sees, VIEWING } from './visible.ts';

/** Sees other entities as the user does who writes. */
export interface Eyes {
  /** Finds out which of these URNs are seen. */
  look(urns: readonly string[]): Promise<void>;
  /** Also true of what has not been looked at. */
  hides(urn: string): boolean;
}

export interface Rights {
  readonly actor: Actor;
  readonly policies: Policies;
  /** Absent for who sees everything. */
  readonly eyes?: Eyes | undefined;
  /** Refuses a change that is not allowed. @throws Refusal forbidden */
  judge(change: AspectChange): void;
  /**
   * Refuses a change of what does not exist for an actor who sees a part, before anything is told of it, unless the actor may make it. What exists and is
   * not seen is refused in any case: in the same words, unless the actor may make it.
   *
   * @param creation the change as of something new
   * @throws Refusal forbidden
   */
  judgeUnseen(creation: AspectChange, isThere: boolean): void;
  /** Refuses what would change something that is not seen. @throws Refusal forbidden */
  refuseUnseen(what: string): never;
  /** As `judge`, without a reason. */
  allows(change: AspectChange): boolean;
  has(anyOf: readonly Privilege[], resource?: string): boolean;
  /** Refuses what is about no single entity, or about one. @throws Refusal forbidden */
  require(what: string, anyOf: readonly Privilege[], resource?: string): void;
  /** Is one of these granted on some entities, at least? */
  hasSomewhere(anyOf: readonly Privilege[]): boolean;
  /** @throws Refusal forbidden */
  requireSomewhere(what: string, anyOf: readonly Privilege[]): void;
}

/** Whoever has one of them may become more than it was meant for. */
export const POWERS: readonly Privilege[] = [
  'MANAGE_POLICIES',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_USER_CREDENTIALS',
  'MANAGE_ACCESS_TOKENS',
  'MANAGE_SERVICE_ACCOUNTS',
  'MANAGE_SYSTEM_OPERATIONS',
];

export interface RightsParts {
  readonly actor: Actor;
  /** What the actor sees with this token; undefined: everything. */
  readonly sight: Sight | undefined;
  readonly eyes?: Eyes | undefined;
  /** What the actor's token is for; undefined: everything. */
  readonly within?: Sight | undefined;
  readonly policies: Policies;
  /** What is edited on entities, as the model says it. */
  readonly edited: readonly EditedPart[];
  canonical(text: string): string;
  /** What has been read of an entity; undefined if it has not been read. */
  resource(urn: string): Resource | undefined;
  /** An entity of which only the URN is known. */
  bare(urn: string): Resource;
  /** The owners that an aspect of owners says. */
  ownersIn(value: unknown): readonly Owner[];
  /** The path of the column that a URN names. */
  columnIn(urn: string): string | undefined;
  /** Is it a column that the actor does not see, or about one? */
  isColumnHidden?: ((urn: string) => boolean) | undefined;
  /** Would it change what an aspect says of columns that the actor does not see? */
  changesHidden?: ((change: AspectChange) => boolean) | undefined;
  /** Is told of each policy that has allowed something. */
  decided?: ((policy: string) => void) | undefined;
}

export function makeRights(parts: RightsParts): Rights {
  const { actor, sight, policies, eyes, canonical, resource, ownersIn, columnIn, decided } = parts;
  const sofar = makeSofar(actor, canonical);
  const floors = floorsOf(parts, sofar);
  const { mayName, about, isBeyond, verdictOn, ask } = makeVerdicts(parts);
  const takesFrom = makeTakesFrom({ actor, policies, canonical, resource });
  const { isHidden, touchesHidden, refuseUnseen, requireSeen } = makeSightRules(parts, mayName, about);
  return {
    actor,
    policies,
    eyes,
    judgeUnseen(creation, isThere) {
      const { urn } = creation;
      if (sight === undefined || (isThere && !isHidden(urn))) return;
      const ofNew = makeRights({ ...parts, decided: undefined, resource: (each) => (each === urn ? undefined : resource(each)) });
      if (!ofNew.allows(creation)) ofNew.judge(creation);
      if (isThere) requireSeen(whatOf(creation), urn);
    },
    refuseUnseen,
    judge(change) {
      const what = whatOf(change);
      const needs = needsOf(change, actor, floors);
      if ('never' in needs) throw notForAnybody(actor.urn, what, needs.never);
      if (isBeyond(change.urn, change)) throw narrowedToken(actor.urn, what);
      if (!change.creates) requireSeen(what, change.urn);
      for (const need of needs) ask(what, { on: change.urn, ...need }, change);
      if (touchesHidden(change))
        throw notGranted(policies, actor.urn, `${what} where it names columns that this user does not see`, OF_COLUMNS, mayName);
      const gained =
        columnIn(change.urn) === undefined ? gainedByOwning(change, { actor, policies, resource: about(change.urn), ownersIn }) : undefined;
      if (gained !== undefined) throw notForAnybody(actor.urn, what, `nobody makes oneself an owner who would then have ${gained}, too`);
      const from = takesFrom(change);
      if (from === 'oneself') throw notForAnybody(actor.urn, what, 'nobody gives up the right over policies: another administrator takes it away');
      if (from === 'for good') throw notForAnybody(actor.urn, what, 'who manages policies until some day takes this right from nobody');
      if (from === 'longer') throw notForAnybody(actor.urn, what, 'who manages policies until some day does not do so for longer by an own write');
      if (from === 'another') ask(`${what}, who manages policies`, { anyOf: ['MANAGE_POLICIES'] }, change);
      sofar.note(change);
    },
    allows(change) {
      const needs = needsOf(change, actor, floors);
      return (
        !('never' in needs) &&
        !isBeyond(change.urn, change) &&
        !touchesHidden(change) &&
        (change.creates === true || !isHidden(change.urn)) &&
        needs.every((need) => verdictOn({ on: change.urn, ...need }, change).may)
      );
    },
    has: (anyOf, on) => verdictOn({ anyOf, ...(on !== undefined && { on }) }).may,
    require: (what, anyOf, on) => ask(what, { anyOf, ...(on !== undefined && { on }) }),
    hasSomewhere: (anyOf) => !isBeyond(undefined) && somewhere(policies, actor, anyOf) !== undefined,
    requireSomewhere(what, anyOf) {
      if (isBeyond(undefined)) throw narrowedToken(actor.urn, what);
      const policy = somewhere(policies, actor, anyOf);
      if (!policy) throw notGranted(policies, actor.urn, what, anyOf, mayName);
      decided?.(policy.urn);
    },
  };
}

/** Completes "may not". */
function whatOf({ erases, urn, aspect }: AspectChange): string {
  return erases ? `delete ${urn}` : `change ${aspect} of ${urn}`;
}

/** Which entities stand above what policies may grant (needs.ts). */
function floorsOf({ actor, policies, canonical, resource, edited }: RightsParts, sofar: ReturnType<typeof makeSofar>) {
  return {
    canonical,
    // A group that has not been read may have a role.
    isPowerful: (group: string) =>
      sofar.empowered.has(group) ||
      (resource(group)?.roles.length ?? 1) > 0 ||
      POWERS.some((power) => policies.granting(power).some(({ actors }) => actors.groups.has(group) || actors.allGroups)),
    isMember: (group: string) => actor.groups.has(group) || sofar.joined.has(group) || resource(actor.urn)?.groups.includes(group) === true,
    isFixed: (policy: string) => policies.of.get(policy)?.editable === false,
    viewOf: (view: string) => resource(view)?.viewOf,
    parts: edited,
  };
}

/** What policies say of a need: about which part of which entity it is, and whether it is beyond the token. */
function makeVerdicts({ actor, sight, within, policies, canonical, resource, bare, columnIn, decided }: RightsParts) {
  const mayName: MayName = (urn) => sight === undefined || isSeenBare(sight, bare(urn));
  const about = (urn: string, change?: AspectChange): Resource => {
    const found = resource(urn) ?? bare(urn);
    const domains = change?.urn === urn ? change.domains : undefined;
    // What is new is where the request puts it.
    return domains ? { ...found, domains: domains.flatMap((domain) => resource(canonical(domain))?.domains ?? []) } : found;
  };
  // A new entity is more than its aspect, but for columns: their tables make them.
  const partOf = ({ columns }: Need, { urn, aspect, erases, creates }: AspectChange): AspectPart | undefined => {
    const column = columnIn(urn);
    if (erases || (creates && column === undefined)) return undefined;
    const paths = columns ?? (column === undefined ? undefined : [column]);
    return { aspect, columns: paths?.map((path) => about(urn).columnTags?.get(path) ?? []) };
  };
  // What is about no single entity is beyond a token for some.
  const isBeyond = (on: string | undefined, change?: AspectChange): boolean =>
    within !== undefined && (on === undefined || !sees(within, about(on, change)));
  const verdictOn = (need: Need, change?: AspectChange): Verdict => {
    const { anyOf, on } = need;
    if (!change && isBeyond(on)) return { may: false, anyOf };
    // What is needed on another entity is about all of it.
    const part = change && on === change.urn ? partOf(need, change) : undefined;
    return may(policies, actor, anyOf, on === undefined ? undefined : about(on, change), part);
  };
  const ask = (what: string, need: Need, change?: AspectChange): void => {
    if (!change && isBeyond(need.on)) throw narrowedToken(actor.urn, what);
    const verdict = verdictOn(need, change);
    if (verdict.may) return decided?.(verdict.policy.urn);
    const { anyOf, on } = need;
    throw notGranted(policies, actor.urn, what, anyOf, mayName, on);
  };
  return { mayName, about, isBeyond, verdictOn, ask };
}

/** Refuses what would change what is not seen. @param about what is known of an entity */
function makeSightRules(parts: RightsParts, mayName: MayName, about: (urn: string) => Resource) {
  const { actor, sight, within, policies } = parts;
  // Who changes what is not seen would overwrite what others have said.
  const isHidden = (urn: string): boolean => (sight !== undefined && !sees(sight, about(urn))) || parts.isColumnHidden?.(urn) === true;
  const touchesHidden = (change: AspectChange): boolean => !change.erases && parts.changesHidden?.(change) === true;
  const refuseUnseen: Rights['refuseUnseen'] = (what) => {
    throw notGranted(policies, actor.urn, what, VIEWING, mayName);
  };
  const requireSeen = (what: string, urn: string): void => {
    if (!isHidden(urn)) return;
    if (within && !sees(within, about(urn))) throw narrowedToken(actor.urn, what);
    refuseUnseen(what);
  };
  return { isHidden, touchesHidden, refuseUnseen, requireSeen };
}

/** What the request has changed so far: a group may get its role and its member in one request. */
function makeSofar(actor: Actor, canonical: (text: string) => string) {
  const [empowered, joined] = [new Set<string>(), new Set<string>()];
  return {
    /** Groups that have got a role, or rights over others. */
    empowered,
    /** Groups that the actor has joined. */
    joined,
    note({ urn, type, aspect, before, after }: AspectChange): void {
      const list = GROUP_LISTS[aspect];
      if (aspect === ROLE_MEMBERSHIP && urnsAdded(before, after, 'roles', canonical).length > 0) empowered.add(urn);
      if (urn === actor.urn && list !== undefined) for (const group of urnsAdded(before, after, list, canonical)) joined.add(group);
      if (type !== 'dataHubPolicy' || after === undefined) return;
      const { privileges, actors } = compilePolicy(urn, after, canonical);
      if (POWERS.some((power) => privileges.has(power))) for (const group of actors.groups) empowered.add(group);
    },
  };
}
