/**
 * Reads in which groups and roles users and groups are. Each aspect that says it has one list of URNs.
 */
import { isRecord } from '../model/path.ts';

export const ROLE_MEMBERSHIP = 'roleMembership';

/** The lists of groups. */
export const GROUP_LISTS: Readonly<Record<string, string>> = { groupMembership: 'groups', nativeGroupMembership: 'nativeGroups' };

/** The lists of groups and of roles. */
export const MEMBERSHIP_LISTS: Readonly<Record<string, string>> = { ...GROUP_LISTS, [ROLE_MEMBERSHIP]: 'roles' };

/** The URNs of a list of an aspect. @param canonical makes a URN as it is stored */
export function urnsIn(value: unknown, list: string, canonical: (text: string) => string): string[] {
  const found = isRecord(value) ? value[list] : undefined;
  return Array.isArray(found) ? found.map((each) => canonical(String(each))) : [];
}

/** The URNs of a list that `after` has and `before` lacks. */
export function urnsAdded(before: unknown, after: unknown, list: string, canonical: (text: string) => string): string[] {
  const old = new Set(urnsIn(before, list, canonical));
  return urnsIn(after, list, canonical).filter((each) => !old.has(each));
}
