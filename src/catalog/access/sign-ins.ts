/**
 * Signs people in: by password, invitation, reset link or identity provider. A session is a token with a short life, so it ends as tokens do.
 */
import { badParameter, badSignOut, noInvitation, noReset, unknownToken, userExists, userNotActive, wrongPassword } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { systemActor, urnFrom, userUrn } from '../../model/named.ts';
import { shownNameProblem } from '../../model/person-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, lastPart, parseUrn } from '../../model/urn.ts';
import { upsert } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import type { AccessReader } from './access.ts';
import { type Credentials, credentialsIn, credentialsMerge, withPassword } from './credentials.ts';
import { type ExternalPerson, type ProviderTerms, recogniseExternal } from './external-user.ts';
import { inTurn } from './in-turn.ts';
import { invitationOf } from './invitations.ts';
import { jsonOf } from './json-of.ts';
import { ANYBODY, allMakers, type Credential, type Makers, untilOf } from './makers.ts';
import { nameProblem, type TakenNames } from './names.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { idOf, RECORD, recordMerge, recordUrn, type SignInRecord } from './sign-in-records.ts';
import { makeSweeper } from './sweep.ts';
import { hashOf, newSecret, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenIdentity, type TokenInfo } from './token-info.ts';
import { isActive, USER_ASPECTS, USER_INFO } from './user-of.ts';

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

/** What a provider says of a sign-out there. Without a session: all of the person. */
export interface SignOutNotice {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** The id of the notice, which counts once. */
  readonly id: string;
}

export interface SignIns {
  /** URN of the user that is named, by name or URN; undefined if there can be none. */
  userNamed(name: string): string | undefined;
  /** Is it the password of an active user? @throws Refusal tooManyRequests */
  check(name: string, password: string): Promise<boolean>;
  /** @throws Refusal unauthorized, the same for an unknown user and for a wrong password */
  logIn(name: string, password: string): Promise<Session>;
  /**
   * A session without a password: for who has been recognised in another way.
   *
   * @param by by what somebody has come in who makes it for another: it ends with that
   * @throws Refusal forbidden unless the user is active
   */
  begin(name: string, by?: Credential): Promise<Session>;
  /**
   * The user whom a provider has recognised, found or made, with a session.
   *
   * @param as URN of the user of the present session
   * @throws Refusal forbidden, unauthorized, invalid unless they may come in
   */
  beginExternal(person: ExternalPerson, terms: ProviderTerms, as?: string): Promise<Session & { readonly groups: readonly string[] }>;
  /** Uses up what a sign-in by a provider has begun with, on all servers; false if one of it has been used before. */
  useUp(issuer: string, begun: readonly string[]): Promise<boolean>;
  /** @returns the name of the provider of the session, if it is by single sign-on @throws Refusal unauthorized if there is no such session */
  end(secret: string): Promise<string | undefined>;
  /** Ends sessions because their provider says so: one, or all of a person. @throws Refusal malformed for a notice that was used already */
  endExternal(notice: SignOutNotice): Promise<void>;
  /** URNs of the users of the tokens file who also sign in, with a password or by a provider. */
  operatorsWhoSignIn(): Promise<string[]>;
  /** Deletes a few sessions and records that are over, from where it was; true if there may be more. */
  sweep(): Promise<boolean>;
  /**
   * @param as URN of who asks with a token: an operator may take the own name
   * @returns the URN of the new user @throws Refusal forbidden without an invitation; invalid for a name that is taken
   */
  signUp(request: SignUp, as?: string): Promise<string>;
  /** @returns the URN of the user, whose sessions have ended @throws Refusal forbidden unless the token counts */
  reset(name: string, token: string, password: string): Promise<string>;
}

export interface SignInParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  /** URNs of who is in a role or a group, by these relationships. */
  members(urn: string, types: readonly string[]): AsyncIterable<readonly string[]>;
  write(request: WriteRequest): Promise<WriteResult>;
  readonly names: TakenNames;
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
}

const SESSION_MS = 24 * 3_600_000;

export function makeSignIns({ model, graph, reader, access, members, write, names, ended }: SignInParts): SignIns {
  const userNamed = (name: string): string | undefined => {
    const urn = parseUrn(model, name.startsWith(model.names.urnPrefix) ? name : userUrn(model, name));
    return isProblem(urn) || urn.type.name !== 'corpuser' || urn.parts.length !== 1 ? undefined : urn.text;
  };
  const rowOf = async (user: string | undefined): Promise<EntityRow | undefined> =>
    user === undefined ? undefined : (await reader([user], USER_ASPECTS)).get(user);
  const begin = async (user: string, identity?: TokenIdentity, by: Credential = ANYBODY): Promise<Session> => {
    const [secret, createdAt] = [newSecret(), Date.now()];
    const expiresAt = untilOf(by, createdAt + SESSION_MS);
    const makers = allMakers(by.makers);
    const base = { name: 'Signed in', type: SESSION, actorUrn: user, ownerUrn: user, createdAt, expiresAt };
    const info: TokenInfo = { ...base, ...(identity && { identity }), ...(makers.length > 0 && { makers }) };
    await write({ proposals: [upsert(tokenUrn(secret), TOKEN_INFO, info)], together: true, actor: user });
    return { user, secret, ms: expiresAt - createdAt };
  };
  const tokenUrn = (secret: string): string => `${model.names.urnPrefix}${TOKEN_TYPE}:${hashOf(secret)}`;
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
    async begin(name, by) {
      const user = userNamed(name);
      if (user === undefined || !isActive(await rowOf(user))) throw userNotActive(name);
      return begin(user, undefined, by);
    },
    async end(secret) {
      const urn = tokenUrn(secret);
      const info = jsonOf((await reader([urn], [TOKEN_INFO])).get(urn), TOKEN_INFO) as TokenInfo | undefined;
      if (info?.type !== SESSION) throw unknownToken();
      await write({ proposals: [{ entityUrn: urn, changeType: 'DELETE' }], together: true, actor: info.actorUrn });
      return info.identity?.provider;
    },
    async beginExternal(person, terms, as) {
      const { user, subject, ends, groups } = await recogniseExternal(
        { model, reader, access, userNamed, members, write, names, inTurn: (work) => inTurn(graph, work) },
        person,
        terms,
        as,
      );
      const { provider, issuer, session } = person;
      const identity = { provider, subject, ends, ...(session !== undefined && { session: idOf('SESSION', issuer, session) }) };
      return { ...(await begin(user, identity)), groups };
    },
    async useUp(issuer, begun) {
      const once: SignInRecord = { about: 'SIGN_IN', issuer, until: Date.now() + SESSION_MS };
      const proposals = begun.map((each) => recordMerge(recordUrn(model, idOf('SIGN_IN', issuer, each)), (before) => (before ? undefined : once)));
      const { items } = await write({ proposals, together: true, actor: systemActor(model) });
      return items.every(isChanged);
    },
    async endExternal({ issuer, subject, session, id }) {
      const until = Date.now() + SESSION_MS;
      const notice = recordUrn(model, idOf('SIGN_OUT', issuer, id));
      const urn = urnFrom(model, notice);
      const ended =
        session === undefined
          ? recordMerge(
              recordUrn(model, idOf('SUBJECT', issuer, subject ?? '')),
              (before, see) => (see(notice) === undefined && before ? { ...before, ends: (before.ends ?? 0) + 1 } : undefined),
              [{ urn, aspect: RECORD }],
            )
          : recordMerge(recordUrn(model, idOf('SESSION', issuer, session)), () => ({ about: 'SESSION', issuer, until }));
      const used = recordMerge(notice, (before) => (before ? undefined : { about: 'SIGN_OUT', issuer, until }));
      const { items } = await write({ proposals: [ended, used], together: true, actor: systemActor(model) });
      if (!items[1] || !isChanged(items[1])) throw badSignOut('this one was used already');
    },
    operatorsWhoSignIn: names.operatorsWhoSignIn,
    sweep: makeSweeper({ model, graph, reader, write }),
    async signUp({ user: name, password, invitation, fullName, email, title }, as) {
      const found = await invitationOf(model, reader, invitation);
      if (!found || (await ended(found.makers)) !== undefined) throw noInvitation();
      const user = userNamed(name);
      const problem = user === undefined ? 'is no URN of a user' : nameProblem(user);
      if (user === undefined || problem !== undefined) throw badParameter('/userUrn', `the URN of a user, but the name ${problem}`, name);
      for (const [field, text = ''] of Object.entries({ fullName, email, title })) {
        const wrong = shownNameProblem(text);
        if (wrong !== undefined) throw badParameter(`/${field}`, `a text that others can read, but it ${wrong}`, text);
      }
      const hashedPassword = await hashPassword(password, [lastPart(user), email]);
      const now = Date.now();
      const credentials: Credentials = { hashedPassword, changedAt: now };
      const info = { active: true, displayName: fullName, fullName, email, ...(title !== undefined && { title }) };
      const proposals = [
        { ...upsert(user, 'corpUserInfo', info), changeType: 'CREATE_ENTITY' as const },
        upsert(user, 'corpUserStatus', { status: 'ACTIVE', lastModified: { time: now, actor: user } }),
        upsert(user, 'origin', { type: 'NATIVE' }),
        ...(found.role === undefined ? [] : [upsert(user, 'roleMembership', { roles: [found.role] })]),
        credentialsMerge(user, (before) => before ?? credentials),
      ];
      // Two who take names that look alike do so one after the other.
      return inTurn(graph, async () => {
        const taken = await names.taken(user);
        if (taken && !(taken.by === 'tokens file' && taken.user === user && as === user)) throw userExists(user);
        await write({ proposals, together: true, actor: user });
        return user;
      });
    },
    async reset(name, token, password) {
      const user = userNamed(name);
      const row = await rowOf(user);
      const [hash, now] = [hashOf(token), Date.now()];
      if ((await ended(credentialsIn(row)?.passwordResetMakers)) !== undefined) throw noReset();
      const counts = (credentials: Credentials | undefined): boolean =>
        credentials?.passwordResetToken === hash && (credentials.passwordResetTokenExpirationTimeMillis ?? 0) > now;
      if (user === undefined || !isActive(row) || !counts(credentialsIn(row))) throw noReset();
      const hashed = await hashPassword(password, namesOf(user, row));
      const merge = credentialsMerge(user, (before) => (counts(before) ? withPassword(before, hashed, now) : undefined));
      const { items } = await write({ proposals: [merge], together: true, actor: user });
      // Somebody else has used the link meanwhile.
      if (!items.some(isChanged)) throw noReset();
      return user;
    },
  };
}

function isChanged(item: WriteResult['items'][number]): boolean {
  return 'written' in item && item.written.some(({ outcome }) => outcome === 'changed');
}

/** By which others know somebody. */
function namesOf(user: string, row: EntityRow | undefined): string[] {
  const { email } = (jsonOf(row, USER_INFO) ?? {}) as { readonly email?: unknown };
  return [lastPart(user), ...(typeof email === 'string' ? [email] : [])];
}
