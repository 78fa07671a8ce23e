/**
 * Identity providers decide about groups, but they cannot remove the last administrator: the last one who can sign in keeps the groups that
 * give this right.
 */
import { type Actor, may, type Policies, type Policy, type Privilege } from '../../access/index.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import type { AccessReader } from './access.ts';
import { credentialsIn } from './credentials.ts';
import { IN_GROUP, IN_ROLE } from './members.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

export interface LastAdministratorParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  /** URNs of who is in a role or a group, by these relationships, in pages. */
  members(urn: string, types: readonly string[]): AsyncIterable<readonly string[]>;
}

const POLICIES: readonly Privilege[] = ['MANAGE_POLICIES'];

/**
 * Those of the groups that a user shall lose that the user keeps.
 *
 * @param lost URNs of groups @param given URNs of groups that the user shall have
 */
export async function keptByLast(parts: LastAdministratorParts, user: string, lost: readonly string[], given: readonly string[]): Promise<string[]> {
  if (lost.length === 0) return [];
  const { access } = parts;
  const [policies, actor, own] = await Promise.all([access.policies(), access.actor(user), access.resource(user)]);
  if (!may(policies, actor, POLICIES).may) return [];
  const left = [...new Set([...actor.groups, ...given])].filter((group) => !lost.includes(group));
  const rolesOf = new Map((await access.resources([...left, ...lost])).map(({ urn, roles }) => [urn, roles]));
  const withGroups = (groups: readonly string[], roles: readonly string[]): Actor => ({
    urn: user,
    groups: new Set(groups),
    roles: new Set([...roles, ...groups.flatMap((group) => rolesOf.get(group) ?? [])]),
  });
  if (may(policies, withGroups(left, own.roles), POLICIES).may || (await hasOther(parts, policies, user))) return [];
  return lost.filter((group) => may(policies, withGroups([group], []), POLICIES).may);
}

/** Does somebody else who can sign in manage policies? */
async function hasOther(parts: LastAdministratorParts, policies: Policies, user: string): Promise<boolean> {
  const actors = policies.granting('MANAGE_POLICIES').map((policy) => policy.actors);
  if (actors.some(({ allUsers, allGroups }) => allUsers || allGroups)) return true;
  for await (const some of namedBy(parts, actors)) if (await isOneOther(parts, policies, user, some)) return true;
  return false;
}

/** The users whom these parts of policies name: themselves, by a role, or by a group. In pages: mostly the first one has somebody. */
async function* namedBy({ model, members }: LastAdministratorParts, actors: readonly Policy['actors'][]): AsyncGenerator<readonly string[]> {
  const isGroup = (urn: string): boolean => urn.startsWith(`${model.names.urnPrefix}corpGroup:`);
  const groups = new Set<string>();
  const usersOf = (urns: readonly string[]): string[] => {
    for (const urn of urns) if (isGroup(urn)) groups.add(urn);
    return urns.filter((urn) => !isGroup(urn));
  };
  yield usersOf(actors.flatMap(({ users, groups: named }) => [...users, ...named]));
  for (const role of new Set(actors.flatMap(({ roles }) => [...roles]))) for await (const page of members(role, IN_ROLE)) yield usersOf(page);
  for (const group of groups) yield* members(group, IN_GROUP);
}

/** Is one of these somebody else, who can sign in and manages policies? */
async function isOneOther({ reader, access }: LastAdministratorParts, policies: Policies, user: string, urns: readonly string[]): Promise<boolean> {
  const others = urns.filter((urn) => urn !== user);
  if (others.length === 0) return false;
  const rows = await reader(others, USER_ASPECTS);
  const comeIn = others.filter((urn) => {
    const { hashedPassword = '', identities = [] } = credentialsIn(rows.get(urn)) ?? {};
    return isActive(rows.get(urn)) && (hashedPassword !== '' || identities.length > 0);
  });
  return (await access.actors(comeIn)).some((other) => may(policies, other, POLICIES).may);
}
