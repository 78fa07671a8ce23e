/**
 * Invitations: a secret in a link that lets people sign up, or take a role. An entity for each role keeps the hashes of those that still count.
 */
import { randomBytes } from 'node:crypto';
import type { Privilege } from '../../access/index.ts';
import { badParameter, narrowedToken, noInvitation, noSuchEntity, notForAnybody, outgrowsToken } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import { urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { credentialOf, type Sender, type WithSender, type Writers } from '../sender.ts';
import { mergeOf } from '../write/proposal.ts';
import { credentialsMerge } from './credentials.ts';
import { jsonOf } from './json-of.ts';
import { type Makers, makersOfEntrance, untilOf } from './makers.ts';
import { isThere } from './read-facts.ts';
import { hashOf } from './token-info.ts';

const TYPE = 'inviteToken';
const PREFIX = 'cairn_invite_';
const INVITATION_MS = 7 * 24 * 3_600_000;
const RESET_MS = 24 * 3_600_000;
/** So many of a role count at a time: each further one ends the oldest. */
const MOST = 50;

interface StoredInvitation {
  readonly hash: string;
  readonly createdBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly makers?: Makers;
}

export interface Invitation {
  /** URN of the role that it gives. */
  readonly role: string | undefined;
  readonly createdBy: string;
  /** By what it was made: it counts no longer. */
  readonly makers: Makers;
}

export interface InvitationCalls {
  /**
   * @param alone end all earlier invitations to this role
   * @returns the secret @throws Refusal forbidden; notFound for a role that does not exist
   */
  invite(by: string, role: string | undefined, alone: boolean): Promise<string>;
  /** Gives the role of an invitation to who asks. @throws Refusal forbidden */
  acceptRole(by: string, invitation: string): Promise<void>;
  /** @returns the secret of a reset link, which replaces an earlier one @throws Refusal forbidden; notFound */
  createResetToken(by: string, user: string): Promise<string>;
}

export interface InvitationParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly written: Writers['written'];
  require(sender: Sender, what: string, all: readonly (readonly Privilege[])[]): Promise<void>;
  /** What else the sender needs who can then act as this user. */
  toActAs(sender: Sender, user: string): Promise<readonly (readonly Privilege[])[]>;
  /** Why what these have made does not count any more. */
  ended(makers: Makers): Promise<string | undefined>;
}

export function invitationCalls({ model, reader, written, require, toActAs, ended }: InvitationParts): WithSender<InvitationCalls> {
  const exists = async (urn: string, key: string): Promise<boolean> => isThere((await reader([urn], [key])).get(urn));
  return {
    async invite(sender, by, named, alone) {
      const role = named === undefined ? undefined : urnFrom(model, named);
      if (role && role.type.name !== 'dataHubRole') throw badParameter('/input/roleUrn', 'the URN of a role', named);
      // Who gives a role decides about rights.
      await require(sender, role ? `invite people to ${role.text}` : 'invite people', [
        ['CREATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS'],
        ...(role ? [['MANAGE_POLICIES'] as const] : []),
      ]);
      if (role && !(await exists(role.text, role.type.key.name))) throw noSuchEntity(role.text);
      const [id, now] = [idOf(role?.text), Date.now()];
      const secret = `${PREFIX}${id}_${randomBytes(32).toString('base64url')}`;
      const credential = credentialOf(sender);
      const makers = makersOfEntrance(credential, by);
      const expiresAt = untilOf(credential, now + INVITATION_MS);
      const added: StoredInvitation = { hash: hashOf(secret), createdBy: by, createdAt: now, expiresAt, ...(makers.length > 0 && { makers }) };
      const make = (before: unknown): object => {
        const kept = alone ? [] : storedIn(before).filter(({ expiresAt }) => expiresAt > now);
        return { ...(role && { role: role.text }), invitations: [...kept, added].slice(-MOST) };
      };
      await written(sender, { proposals: [mergeOf(urnOf(model, id), TYPE, make)], together: true, actor: by });
      return secret;
    },
    async acceptRole(sender, by, secret) {
      if (sender.decided?.scope) throw narrowedToken(by, 'accept an invitation');
      const invitation = await invitationOf(model, reader, secret);
      if (!invitation || (await ended(invitation.makers)) !== undefined) throw noInvitation();
      const { role, createdBy } = invitation;
      if (role === undefined) return;
      if (createdBy === by) throw notForAnybody(by, `accept ${role}`, 'nobody gives a role to oneself');
      const proposal = mergeOf(by, 'roleMembership', (before) => ({ roles: withRole(model, before?.roles, role) }));
      await written(sender, { proposals: [proposal], together: true, actor: by });
    },
    async createResetToken(sender, by, named) {
      const { text: user, type } = urnFrom(model, named);
      if (type.name !== 'corpuser') throw badParameter('/input/userUrn', 'the URN of a user', named);
      await require(sender, `make a reset link of ${user}`, [['MANAGE_USER_CREDENTIALS'], ...(await toActAs(sender, user))]);
      if (!(await exists(user, type.key.name))) throw noSuchEntity(user);
      const credential = credentialOf(sender);
      // A password outlives the token: with one of the own user, a program would be the user.
      if (user === by && credential.kind === 'token')
        throw outgrowsToken(by, 'make a reset link of the own user', 'sign in with the password, or let another administrator make the link');
      const secret = randomBytes(32).toString('base64url');
      const end = untilOf(credential, Date.now() + RESET_MS);
      const makers = makersOfEntrance(credential, by);
      const proposal = credentialsMerge(user, (before = { hashedPassword: '', changedAt: 0 }) => ({
        ...before,
        passwordResetToken: hashOf(secret),
        passwordResetTokenExpirationTimeMillis: end,
        passwordResetMakers: makers,
      }));
      await written(sender, { proposals: [proposal], together: true, actor: by });
      return secret;
    },
  };
}

/** The invitation with this secret; undefined if there is none that counts. */
export async function invitationOf(model: Model, reader: EntityReader, secret: string): Promise<Invitation | undefined> {
  const [, id] = /^cairn_invite_([\da-f]{16})_/.exec(secret) ?? [];
  if (id === undefined) return undefined;
  const urn = urnOf(model, id);
  const value = jsonOf((await reader([urn], [TYPE])).get(urn), TYPE);
  const hash = hashOf(secret);
  const found = storedIn(value).find((each) => each.hash === hash && each.expiresAt > Date.now());
  const role = isRecord(value) && typeof value.role === 'string' ? canonicalUrn(model, value.role) : undefined;
  return found && { role, createdBy: canonicalUrn(model, found.createdBy), makers: found.makers ?? [] };
}

function withRole(model: Model, roles: unknown, role: string): string[] {
  const before = Array.isArray(roles) ? roles.map((each) => canonicalUrn(model, String(each))) : [];
  return [...new Set([...before, role])];
}

function storedIn(value: unknown): StoredInvitation[] {
  return isRecord(value) && Array.isArray(value.invitations) ? (value.invitations as StoredInvitation[]) : [];
}

function idOf(role: string | undefined): string {
  return hashOf(role ?? '').slice(0, 16);
}

function urnOf({ names }: Model, id: string): string {
  return `${names.urnPrefix}${TYPE}:${id}`;
}
