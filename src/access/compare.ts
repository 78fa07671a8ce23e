/**
 * What a changed policy would do: which users gain which privileges, and who loses some. It compares the stored policies with the same ones in
 * which one is replaced, for users and entities that somebody else has chosen.
 */
import { EDITABLE_SCHEMA_METADATA } from '../model/known-names.ts';
import { may, type Policies, policiesOf } from './decide.ts';
import { covers, grantsTo, isOver, type Narrowing, type Policy } from './policy.ts';
import { isOfPlatform, isPrivilege, type Privilege } from './privileges.ts';
import type { Actor, AspectPart, Resource } from './types.ts';

export interface MovedRights {
  /** In the order of the alphabet. */
  readonly privileges: readonly string[];
  /** On how many of the entities; none for what is about the whole catalog. */
  readonly assets: number;
  /** URNs of some of them. */
  readonly examples: readonly string[];
  /** The parts of entities that it is about: names of aspects, and `columns`; none for whole entities. */
  readonly parts: readonly string[];
}

export interface RightsDifference {
  /** URN of the user. */
  readonly user: string;
  readonly gains: MovedRights;
  readonly loses: MovedRights;
}

const MOST_EXAMPLES = 3;

/** @param urn of the policy that is replaced; undefined: a new one. @param draft what replaces it; undefined: nothing */
export function makeComparison(
  before: Policies,
  urn: string | undefined,
  draft: Policy | undefined,
): (actor: Actor, resources: readonly Resource[]) => RightsDifference | undefined {
  const old = urn === undefined ? undefined : before.of.get(urn);
  const others = policiesOf(before.all.filter((each) => each !== old));
  const named = [...new Set([...(old?.privileges ?? []), ...(draft?.privileges ?? [])])];
  const privileges = named.filter(isPrivilege);
  const narrowings = [old?.narrowed, draft?.narrowed].filter((each) => each !== undefined);
  return (actor, resources) => {
    const [gains, loses] = [makeMoved(), makeMoved()];
    const look = (of: readonly Privilege[], resource: Resource | undefined, part?: AspectPart): void => {
      const [was, is] = [grants(old, actor, resource, part), grants(draft, actor, resource, part)];
      if (!was && !is) return;
      for (const privilege of of) {
        const [had, has] = [was?.privileges.has(privilege) === true, is?.privileges.has(privilege) === true];
        if (had === has || may(others, actor, [privilege], resource, part).may) continue;
        (has ? gains : loses).add(privilege, resource?.urn, part);
      }
    };
    look(privileges.filter(isOfPlatform), undefined);
    const ofEntities = privileges.filter((each) => !isOfPlatform(each));
    if (ofEntities.length > 0)
      for (const resource of resources) {
        look(ofEntities, resource);
        for (const part of narrowings.flatMap((each) => partsOf(each, resource))) look(ofEntities, resource, part);
      }
    return gains.any() || loses.any() ? { user: actor.urn, gains: gains.moved(), loses: loses.moved() } : undefined;
  };
}

/** The policy, if it grants to this user here. */
function grants(policy: Policy | undefined, actor: Actor, resource: Resource | undefined, part?: AspectPart): Policy | undefined {
  if (!policy?.active || policy.problem !== undefined || isOver(policy, Date.now())) return undefined;
  // What is about the whole catalog asks of no entity.
  return grantsTo(policy, actor, resource) && covers(policy, resource, part) ? policy : undefined;
}

/** The parts of an entity that a policy could be narrowed to. */
function partsOf({ aspects, columnTags }: Narrowing, { columnTags: columns }: Resource): AspectPart[] {
  const names = [...(aspects ?? [EDITABLE_SCHEMA_METADATA])];
  if (!columnTags) return names.map((aspect) => ({ aspect }));
  return names.flatMap((aspect) => [...(columns?.values() ?? [])].map((tags) => ({ aspect, columns: [tags] })));
}

function makeMoved() {
  const privileges = new Set<string>();
  const assets = new Set<string>();
  const parts = new Set<string>();
  let whole = false;
  return {
    add: (privilege: string, urn: string | undefined, part: AspectPart | undefined): void => {
      privileges.add(privilege);
      if (part) parts.add(part.columns ? 'columns' : part.aspect);
      else whole = true;
      if (urn !== undefined) assets.add(urn);
    },
    any: (): boolean => privileges.size > 0,
    moved: (): MovedRights => ({
      privileges: [...privileges].sort(),
      assets: assets.size,
      examples: [...assets].slice(0, MOST_EXAMPLES),
      parts: whole ? [] : [...parts].sort(),
    }),
  };
}
