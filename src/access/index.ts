/**
 * What the core may use of the decisions.
 */
export { type MovedRights, makeComparison, type RightsDifference } from './compare.ts';
export {
  granted,
  holders,
  type MayName,
  may,
  notGranted,
  type Policies,
  policiesOf,
  policiesOverTime,
  policiesTo,
  viewers,
  whyNot,
} from './decide.ts';
export { GROUP_LISTS, MEMBERSHIP_LISTS, ROLE_MEMBERSHIP, urnsIn } from './memberships.ts';
export { enoughToEdit, personalViewOf, VIEW_INFO } from './needs.ts';
export { compilePolicy, covers, type Policy } from './policy.ts';
export {
  ADMINISTRATION,
  displayName,
  isOfPlatform,
  isPrivilege,
  PLATFORM_PRIVILEGES,
  type PlatformPrivilege,
  PRIVILEGES_OF_TYPE,
  type Privilege,
} from './privileges.ts';
export { type Eyes, makeRights, POWERS, type Rights } from './rights.ts';
export { FIRST_POLICY, seedPolicies } from './seed-policies.ts';
export { OF_COLUMNS, seesAllColumns, seesColumn, tablesShowing } from './sensitive-columns.ts';
export type { Actor, AspectChange, AspectPart, Owner, Resource } from './types.ts';
export {
  ALL_ENTITIES,
  isSeenBare,
  NO_ENTITIES,
  reach,
  readable,
  type Scope,
  type Sight,
  scoped,
  seenWithin,
  sees,
  seesAllOf,
  VIEWING,
  visible,
} from './visible.ts';
