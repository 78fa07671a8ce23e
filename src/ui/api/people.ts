/**
 * Who comes in: users, groups, roles, invitations, and what each may do.
 */
import {
  acceptRoleMutation,
  accessQuery,
  addMembersMutation,
  assignRoleMutation,
  inviteQuery,
  levelQuery,
  makeGroupMutation,
  makeServiceMutation,
  membersOfQuery,
  removeGroupMutation,
  removeMembersMutation,
  removeServiceMutation,
  resetLinkMutation,
  setStatusMutation,
} from '../../generated/queries.ts';
import { aspectIn, type Values } from '../data/aspects.ts';
import { stringsIn, textOf } from '../data/is-record.ts';
import { settings } from '../settings.ts';
import { BY_NAME, listInput } from './cards.ts';
import { graphql, mutate, requestText } from './client.ts';
import { byName, forgetName, NAMING_ASPECTS, type NamedCard, nameOf } from './names.ts';
import { forgetRights } from './rights.ts';
import { noteSession } from './token.ts';

export interface Person {
  readonly urn: string;
  readonly name: string;
  /** What else tells them apart: a title, an address, a description. */
  readonly about: string;
  /** URNs. */
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: 'active' | 'suspended' | 'off' | 'deleted';
}

interface People {
  readonly total: number;
  readonly people: readonly Person[];
}

export type PeopleKind = 'users' | 'groups' | 'roles' | 'services';

const ACCOUNT = 'SERVICE_ACCOUNT';
const CARD = [
  ...NAMING_ASPECTS,
  ...['corpUserInfo', 'corpUserEditableInfo', 'corpUserStatus', 'corpGroupInfo', 'corpGroupEditableInfo', 'dataHubRoleInfo'],
  ...['roleMembership', 'groupMembership', 'nativeGroupMembership', 'status'],
];
const KINDS: Readonly<Record<PeopleKind, { readonly type: string; readonly accounts?: boolean }>> = {
  users: { type: 'CORP_USER', accounts: false },
  services: { type: 'CORP_USER', accounts: true },
  groups: { type: 'CORP_GROUP' },
  roles: { type: 'DATAHUB_ROLE' },
};

/** One page of the list, in the order of names. */
export async function listPeople(
  { kind, query, start, count }: { readonly kind: PeopleKind; readonly query: string; readonly start: number; readonly count: number },
  signal?: AbortSignal,
): Promise<People> {
  const { type, accounts } = KINDS[kind];
  const anyOf = accounts === undefined ? [] : [[{ field: 'typeNames', values: [ACCOUNT], negated: !accounts }]];
  const input = listInput({ query, types: [type], anyOf, start, count, sort: query.trim() === '' ? BY_NAME : undefined });
  const { found } = await graphql(levelQuery, { input, card: CARD }, signal);
  return { total: found.total, people: found.searchResults.flatMap(({ entity }) => (entity ? [personOf(entity.urn, entity)] : [])) };
}

function personOf(urn: string, sent: NamedCard): Person {
  const aspects = byName(sent);
  const list = (aspect: string, field: string): string[] => stringsIn(aspects[aspect]?.[field]);
  return {
    urn,
    name: textOf(aspects.dataHubRoleInfo?.name) || nameOf(urn, aspects),
    about: aboutIn(aspects),
    roles: list('roleMembership', 'roles'),
    groups: [...new Set([...list('nativeGroupMembership', 'nativeGroups'), ...list('groupMembership', 'groups')])],
    state: stateIn(aspects),
  };
}

function aboutIn(aspects: Values): string {
  const [info, edited, group, role] = ['corpUserInfo', 'corpUserEditableInfo', 'corpGroupInfo', 'dataHubRoleInfo'].map((name) => aspects[name]);
  const texts = [edited?.title, info?.title, edited?.email, info?.email, group?.description, role?.description].map(textOf);
  return [...new Set(texts.filter((text) => text !== ''))].join(' · ');
}

function stateIn(aspects: Values): Person['state'] {
  if (aspectIn(aspects, 'status')?.removed === true) return 'deleted';
  if (aspectIn(aspects, 'corpUserStatus')?.status === 'SUSPENDED') return 'suspended';
  return aspectIn(aspects, 'corpUserInfo')?.active === false ? 'off' : 'active';
}

const NATIVE = 'IsMemberOfNativeGroup';
/** By which relationships somebody is in a group, or has a role. */
const MEMBERSHIPS = { group: [NATIVE, 'IsMemberOfGroup'], role: ['IsMemberOfRole'] };

/** Who is in a group, or has a role. */
export async function listMembers(of: 'group' | 'role', urn: string, count: number, signal?: AbortSignal): Promise<People> {
  const { entity } = await graphql(membersOfQuery, { urn, types: MEMBERSHIPS[of], start: 0, count, card: CARD }, signal);
  const found = new Map(
    (entity?.members?.relationships ?? []).flatMap(({ entity: each }) => (each ? [[each.urn, personOf(each.urn, each)] as const] : [])),
  );
  return { total: entity?.members?.total ?? 0, people: [...found.values()] };
}

async function done(work: Promise<unknown>): Promise<void> {
  await work;
  forgetRights();
}

export const addMembers = (groupUrn: string, userUrns: readonly string[]): Promise<void> =>
  done(mutate(addMembersMutation, { input: { groupUrn, userUrns } }));
export const removeMember = (groupUrn: string, user: string): Promise<void> =>
  done(mutate(removeMembersMutation, { input: { groupUrn, userUrns: [user] } }));

/** Gives a role, instead of any other. @param role undefined: none */
export const assignRole = (actor: string, role: string | undefined): Promise<void> =>
  done(mutate(assignRoleMutation, { input: { actors: [actor], ...(role !== undefined && { roleUrn: role }) } }));

export const setSuspended = (urn: string, suspended: boolean): Promise<void> =>
  done(mutate(setStatusMutation, { urn, status: suspended ? 'SUSPENDED' : 'ACTIVE' }));

/** @returns its URN */
export async function makeGroup(name: string, description: string): Promise<string> {
  return (await mutate(makeGroupMutation, { input: { name, ...(description !== '' && { description }) } })).made ?? '';
}

export async function removeGroup(urn: string): Promise<void> {
  await done(mutate(removeGroupMutation, { urn }));
  forgetName(urn);
}

/** @returns its URN */
export async function makeService(displayName: string, description: string): Promise<string> {
  return (await mutate(makeServiceMutation, { input: { displayName, ...(description !== '' && { description }) } })).made?.urn ?? '';
}

export async function removeService(urn: string): Promise<void> {
  await mutate(removeServiceMutation, { urn });
  forgetName(urn);
}

const linkTo = (page: string, query: Readonly<Record<string, string>>): string =>
  `${location.origin}${settings.base}${page}?${new URLSearchParams(query)}`;

/** A link that lets people sign up for seven days, and gives them the role. */
export async function inviteLink(role: string | undefined): Promise<string> {
  const { made } = await graphql(inviteQuery, { input: role === undefined ? {} : { roleUrn: role } });
  return linkTo('signup', { invite_token: made?.inviteToken ?? '' });
}

/** A link with which the user sets a new password, for a day. */
export async function resetLink(userUrn: string): Promise<string> {
  const { made } = await mutate(resetLinkMutation, { input: { userUrn } });
  return linkTo('reset', { user: userUrn, reset_token: made?.resetToken ?? '' });
}

/** Makes the user and begins a session. @throws ApiError in words */
export async function signUp(person: Readonly<Record<'userUrn' | 'fullName' | 'email' | 'password' | 'inviteToken', string>>): Promise<void> {
  await requestText('signUp', { method: 'POST', body: person, trying: '', secret: true });
  noteSession();
}

/** Sets the password and begins a session. @throws ApiError in words */
export async function setPassword(userUrn: string, resetToken: string, password: string): Promise<void> {
  await requestText('resetNativeUserCredentials', { method: 'POST', body: { userUrn, resetToken, password }, trying: '', secret: true });
  noteSession();
}

/** Takes the role of an invitation, for who has an account. */
export const acceptInvitation = (inviteToken: string): Promise<void> => done(mutate(acceptRoleMutation, { input: { inviteToken } }));

interface Access {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly rolesViaGroups: readonly string[];
  readonly policies: readonly string[];
  readonly privileges: readonly string[];
}

/** What a user is in, and what follows from it. */
export async function readAccess(urn: string, signal?: AbortSignal): Promise<Access> {
  const { debugAccess: found } = await graphql(accessQuery, { urn }, signal);
  const { roles, groups, rolesViaGroups, policies, privileges } = found ?? {};
  return { roles: roles ?? [], groups: groups ?? [], rolesViaGroups: rolesViaGroups ?? [], policies: policies ?? [], privileges: privileges ?? [] };
}
