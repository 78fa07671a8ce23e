/**
 * Which privileges users would gain by an ownership that they give to themselves: policies for owners apply from the next request.
 */
import { OWNERSHIP } from '../model/known-names.ts';
import { may, type Policies } from './decide.ts';
import { isPrivilege, PRIVILEGES_OF_TYPE, type Privilege, READING_PRIVILEGES } from './privileges.ts';
import type { Actor, AspectChange, Owner, Resource } from './types.ts';

const OF_ANY_TYPE = PRIVILEGES_OF_TYPE.get('container') ?? [];
/** Who changes owners sees the entity already. */
const READING = new Set<string>(READING_PRIVILEGES.filter((each) => each !== 'VIEW_ENTITY_QUERIES'));

interface OwningParts {
  readonly actor: Actor;
  readonly policies: Policies;
  /** The entity before the change. */
  readonly resource: Resource;
  ownersIn(value: unknown): readonly Owner[];
}

/** A privilege over the entity that the actor lacks; undefined if there is none. Who makes an entity may own it. */
export function gainedByOwning(change: AspectChange, { actor, policies, resource, ownersIn }: OwningParts): Privilege | undefined {
  if (change.aspect !== OWNERSHIP || change.creates || change.after === undefined) return undefined;
  const owners = ownersIn(change.after);
  if (!owners.some(({ owner }) => owner === actor.urn || actor.groups.has(owner))) return undefined;
  const after = { ...resource, owners };
  const ofType: readonly string[] = PRIVILEGES_OF_TYPE.get(change.type) ?? OF_ANY_TYPE;
  const named = new Set(policies.all.filter(({ actors }) => actors.owners).flatMap(({ privileges }) => [...privileges]));
  return [...named]
    .filter(isPrivilege)
    .filter((each) => ofType.includes(each) && !READING.has(each))
    .find((each) => {
      const enough: readonly Privilege[] = each.startsWith('EDIT_') ? [each, 'EDIT_ENTITY'] : [each];
      return may(policies, actor, [each], after).may && !may(policies, actor, enough, resource).may;
    });
}
