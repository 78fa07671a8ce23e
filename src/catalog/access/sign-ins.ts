/**
 * People come in: with a password, by an invitation, by a reset link. A session is a token with a short life, so it ends as tokens do.
 */
import { randomBytes } from 'node:crypto';
import { badParameter, noInvitation, noReset, userExists, userNotActive, wrongPassword } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { readUrns } from '../../graph/urns.ts';
import { valueOf } from '../../model/json.ts';
import { systemActor, userUrn } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, lastPart, parseUrn } from '../../model/urn.ts';
import type { RawProposal } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import { type AccessReader, isActive, USER_ASPECTS } from './access.ts';
import { type Credentials, credentialsIn, credentialsMerge } from './credentials.ts';
import { invitationOf } from './invitations.ts';
import { jsonOf } from './json-of.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { hashOf, newSecret, SERVICE_PREFIX, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

export interface Session {
  /** URN. */
  readonly user: string;
  readonly secret: string;
  /** How long it lasts, ms. */
  readonly ms: number;
}

export interface SignUp {
  readonly user: string;
  readonly password: string;
  readonly invitation: string;
  readonly fullName: string;
  readonly email: string;
  readonly title?: string | undefined;
}

export interface SignIns {
  /** URN of the user that is named, by name or URN; undefined if there can be none. */
  userNamed(name: string): string | undefined;
  /** Is it the password of an active user? @throws Refusal tooManyRequests */
  check(name: string, password: string): Promise<boolean>;
  /** @throws Refusal unauthorized, the same for an unknown user and for a wrong password */
  logIn(name: string, password: string): Promise<Session>;
  /** A session without a password: for who has been recognised in another way. @throws Refusal forbidden unless the user is active */
  begin(name: string): Promise<Session>;
  end(secret: string): Promise<void>;
  /** @returns the URN of the new user @throws Refusal forbidden without an invitation; invalid for a user that exists */
  signUp(request: SignUp): Promise<string>;
  /** @returns the URN of the user, whose sessions have ended @throws Refusal forbidden unless the token counts */
  reset(name: string, token: string, password: string): Promise<string>;
}

export interface SignInParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  write(request: WriteRequest): Promise<WriteResult>;
}

const SESSION_MS = 24 * 3_600_000;
/** So many tokens are looked at with each new session, at a random place; those of sessions that are over are deleted. */
const SWEPT = 20;

export function makeSignIns({ model, graph, reader, access, write }: SignInParts): SignIns {
  const userNamed = (name: string): string | undefined => {
    const urn = parseUrn(model, name.startsWith(model.names.urnPrefix) ? name : userUrn(model, name));
    return isProblem(urn) || urn.type.name !== 'corpuser' || urn.parts.length !== 1 ? undefined : urn.text;
  };
  const rowOf = async (user: string | undefined): Promise<EntityRow | undefined> =>
    user === undefined ? undefined : (await reader([user], USER_ASPECTS)).get(user);
  const begin = async (user: string): Promise<Session> => {
    const [secret, createdAt] = [newSecret(), Date.now()];
    const info: TokenInfo = { name: 'Signed in', type: SESSION, actorUrn: user, ownerUrn: user, createdAt, expiresAt: createdAt + SESSION_MS };
    const over = await oldSessions();
    await write({ proposals: [proposal(tokenUrn(secret), TOKEN_INFO, { ...info }), ...over], together: false, actor: user });
    return { user, secret, ms: SESSION_MS };
  };
  const tokenUrn = (secret: string): string => `${model.names.urnPrefix}${TOKEN_TYPE}:${hashOf(secret)}`;
  const oldSessions = async (): Promise<RawProposal[]> => {
    const prefix = `${model.names.urnPrefix}${TOKEN_TYPE}:`;
    const urns = await readUrns(graph, { from: `${prefix}${randomBytes(8).toString('hex')}`, below: `${prefix}g` }, 0, SWEPT);
    const rows = await reader(urns, [TOKEN_INFO]);
    const isOver = (info: TokenInfo | undefined): boolean => info?.type === SESSION && (info.expiresAt ?? 0) < Date.now();
    return urns.filter((urn) => isOver(jsonOf(rows.get(urn), TOKEN_INFO) as TokenInfo | undefined)).map(deletion);
  };
  const recognise = async (name: string, password: string): Promise<string | undefined> => {
    const user = userNamed(name);
    const row = await rowOf(user);
    const same = await isPassword(credentialsIn(row)?.hashedPassword, password);
    return same && isActive(row) ? user : undefined;
  };
  return {
    userNamed,
    check: async (name, password) => (await recognise(name, password)) !== undefined,
    async logIn(name, password) {
      const user = await recognise(name, password);
      if (user === undefined) throw wrongPassword();
      return begin(user);
    },
    async begin(name) {
      const user = userNamed(name);
      if (user === undefined || !isActive(await rowOf(user))) throw userNotActive(name);
      return begin(user);
    },
    async end(secret) {
      const urn = tokenUrn(secret);
      const info = jsonOf((await reader([urn], [TOKEN_INFO])).get(urn), TOKEN_INFO) as TokenInfo | undefined;
      if (info?.type === SESSION) await write({ proposals: [deletion(urn)], together: true, actor: info.actorUrn });
    },
    async signUp({ user: name, password, invitation, fullName, email, title }) {
      const found = await invitationOf(model, reader, invitation);
      if (!found) throw noInvitation();
      const user = userNamed(name);
      if (user === undefined || /[\s(),]/.test(lastPart(user))) throw badParameter('/userUrn', 'the URN of a user, without blanks and ( ) ,', name);
      const reserved = lastPart(user).startsWith(SERVICE_PREFIX) || user === systemActor(model);
      // Whom a policy names has rights: nobody takes them by taking the name.
      const named = (await access.policies()).all.some(({ actors }) => actors.users.has(user));
      if (reserved || named || (await rowOf(user))?.exists) throw userExists(user);
      const now = Date.now();
      const credentials: Credentials = { hashedPassword: await hashPassword(password), changedAt: now };
      const info = { active: true, displayName: fullName, fullName, email, ...(title !== undefined && { title }) };
      const proposals = [
        proposal(user, 'corpUserInfo', info, 'CREATE_ENTITY'),
        proposal(user, 'corpUserStatus', { status: 'ACTIVE', lastModified: { time: now, actor: user } }),
        proposal(user, 'origin', { type: 'NATIVE' }),
        ...(found.role === undefined ? [] : [proposal(user, 'roleMembership', { roles: [found.role] })]),
        credentialsMerge(user, (before) => before ?? credentials),
      ];
      await write({ proposals, together: true, actor: user });
      return user;
    },
    async reset(name, token, password) {
      const user = userNamed(name);
      const row = await rowOf(user);
      const [hash, now] = [hashOf(token), Date.now()];
      const counts = (credentials: Credentials | undefined): boolean =>
        credentials?.passwordResetToken === hash && (credentials.passwordResetTokenExpirationTimeMillis ?? 0) > now;
      if (user === undefined || !isActive(row) || !counts(credentialsIn(row))) throw noReset();
      const credentials: Credentials = { hashedPassword: await hashPassword(password), changedAt: now };
      const merge = credentialsMerge(user, (before) => (counts(before) ? credentials : undefined));
      const { items } = await write({ proposals: [merge], together: true, actor: user });
      // Somebody else has used the link meanwhile.
      if (!items.some((item) => 'written' in item && item.written.some(({ outcome }) => outcome === 'changed'))) throw noReset();
      return user;
    },
  };
}

function proposal(
  entityUrn: string,
  aspectName: string,
  value: Record<string, unknown>,
  changeType: 'UPSERT' | 'CREATE_ENTITY' = 'UPSERT',
): RawProposal {
  return { entityUrn, aspectName, changeType, value: valueOf(value) };
}

function deletion(entityUrn: string): RawProposal {
  return { entityUrn, changeType: 'DELETE' };
}
