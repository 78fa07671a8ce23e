/**
 * Users who may do much and none of whom may become more (docs/access.md 5), and what they would write for it. It is made once: what is refused changes
 * nothing.
 */
import { makePolicy, makeUser, type User } from './access.ts';
import { graphql } from './graphql.ts';
import { ownership, ownNames, urns } from './make.ts';
import { write } from './writes.ts';

const own = ownNames('ways');
const role = (name: string): string => urns.of('dataHubRole', name);
const ACTIVE_GROUP = { displayName: 'G', admins: [], members: [], groups: [] };

const PEOPLE = [
  ...['MANAGE_USERS_AND_GROUPS', 'MANAGE_USER_CREDENTIALS', 'MANAGE_ACCESS_TOKENS', 'MANAGE_SERVICE_ACCOUNTS', 'CREATE_USERS_AND_GROUPS'],
  ...['UPDATE_USERS_AND_GROUPS', 'MANAGE_GLOBAL_OWNERSHIP_TYPES', 'GENERATE_PERSONAL_ACCESS_TOKENS'],
];
const EVERYTHING = ['EDIT_ENTITY', 'DELETE_ENTITY', 'CREATE_ENTITY', 'EDIT_GROUP_MEMBERS', 'EDIT_ENTITY_OWNERS', 'EDIT_USER_PROFILE'];
const DAY = 24 * 3_600_000;

/** Users that may do much, none of them everything. */
export interface World {
  /** The role Editor; owns the groups `mine` and `powerful`. */
  readonly editor: User;
  /** Manages people, tokens, service accounts and credentials, but no policies. */
  readonly people: User;
  /** Manages people and policies. */
  readonly manager: User;
  /** Changes and deletes every entity, and nothing of the platform. */
  readonly everything: User;
  /** Gives owners of one table. */
  readonly giver: User;
  /** Manages people and policies, until tomorrow. */
  readonly guest: User;
  readonly admin: User;
  /** A suspended administrator. */
  readonly away: User;
  readonly other: User;
  /** All but `other` and `admin` are members. */
  readonly mine: string;
  readonly plain: string;
  /** Has the role Admin. */
  readonly powerful: string;
  /** A policy lets its members manage policies. */
  readonly named: string;
  /** Soft-deleted, with the role Admin; `people` and `manager` are members. */
  readonly gone: string;
  readonly table: string;
  /** A service account with the role Admin. */
  readonly program: string;
  /** The policy of the guest. */
  readonly guests: string;
  /** A run that took the role Admin from `everything`. */
  readonly run: string;
}

export async function makeWorld(): Promise<World> {
  const [editor, admin, away] = [await makeUser(own(), 'Editor'), await makeUser(own(), 'Admin'), await makeUser(own(), 'Admin')];
  await write(away.urn, 'corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor: away.urn } });
  const [people, manager, everything, giver, guest, other] = [
    await makeUser(own()),
    await makeUser(own()),
    await makeUser(own(), 'Reader'),
    await makeUser(own()),
    await makeUser(own()),
    await makeUser(own()),
  ];
  const [mine, plain, powerful, named, gone, table] = [
    urns.group(own()),
    urns.group(own()),
    urns.group(own()),
    urns.group(own()),
    urns.group(own()),
    urns.dataset(own()),
  ];
  for (const group of [mine, plain, powerful, named, gone]) await write(group, 'corpGroupInfo', ACTIVE_GROUP);
  for (const group of [powerful, gone]) await write(group, 'roleMembership', { roles: [role('Admin')] });
  for (const { urn } of [people, manager]) await write(urn, 'nativeGroupMembership', { nativeGroups: [mine, gone] });
  await write(gone, 'status', { removed: true });
  for (const { urn } of [editor, everything, giver, guest]) await write(urn, 'nativeGroupMembership', { nativeGroups: [mine] });
  for (const group of [mine, powerful]) await write(group, 'ownership', ownership(editor.urn));
  await write(table, 'datasetProperties', { description: 'x', customProperties: {} });
  const platform = (users: string[], privileges: string[], more: object = {}) => makePolicy({ type: 'PLATFORM', users, privileges, ...more });
  await platform([people.urn], PEOPLE);
  await platform([manager.urn], ['MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES']);
  await makePolicy({ type: 'PLATFORM', groups: [named], privileges: ['MANAGE_POLICIES'] });
  await makePolicy({ users: [everything.urn], privileges: EVERYTHING });
  await makePolicy({ users: [giver.urn], privileges: ['EDIT_ENTITY_OWNERS'], criteria: [{ field: 'URN', values: [table] }] });
  const guests = await platform([guest.urn], ['MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES'], { expiresAt: Date.now() + DAY });
  const { createServiceAccount } = await graphql('mutation { createServiceAccount(input: { displayName: "P" }) { urn } }');
  await write(createServiceAccount.urn, 'roleMembership', { roles: [role('Admin')] });
  const run = own();
  await write(everything.urn, 'roleMembership', { roles: [role('Admin')] });
  await write(everything.urn, 'roleMembership', { roles: [role('Reader')] }, { systemMetadata: { runId: run, lastObserved: 0 } });
  return {
    editor,
    people,
    manager,
    everything,
    giver,
    guest,
    admin,
    away,
    other,
    mine,
    plain,
    powerful,
    named,
    gone,
    table,
    program: createServiceAccount.urn,
    guests,
    run,
  };
}
