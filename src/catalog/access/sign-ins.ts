/**
 * Signs people in: by password, invitation, reset link or identity provider. A session is a token with a short life, so it ends as tokens do.
 */
import { badSignOut, unknownToken, userNotActive, wrongPassword } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { systemActor, urnFrom, userUrn } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';
import { upsert } from '../write/proposal.ts';
import type { AccessReader } from './access.ts';
import { credentialsIn } from './credentials.ts';
import { type ExternalPerson, type ProviderTerms, recogniseExternal } from './external-user.ts';
import { inTurn } from './in-turn.ts';
import { jsonOf } from './json-of.ts';
import { ANYBODY, allMakers, type Credential, type Makers, untilOf } from './makers.ts';
import type { TakenNames } from './names.ts';
import { isPassword } from './passwords.ts';
import { idOf, isChanged, RECORD, recordMerge, recordUrn, type SignInRecord } from './sign-in-records.ts';
import { type SignUps, signUps } from './sign-ups.ts';
import { makeSweeper } from './sweep.ts';
import { hashOf, newSecret, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenIdentity, type TokenInfo } from './token-info.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

export interface Session {
  /** URN. */
  readonly user: string;
  readonly secret: string;
  /** How long it lasts, ms. */
  readonly ms: number;
}

export interface SignOutNotice {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** The id of the notice, which counts once. */
  readonly id: string;
}

export interface SignIns extends SignUps {
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
}

export interface SignInParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly access: AccessReader;
  /** URNs of who is in a role or a group, by these relationships. */
  members(urn: string, types: readonly string[]): AsyncIterable<readonly string[]>;
  readonly written: Writers['written'];
  readonly names: TakenNames;
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
}

const SESSION_MS = 24 * 3_600_000;

export function makeSignIns({ model, graph, reader, access, members, written, names, ended }: SignInParts): WithSender<SignIns> {
  const userNamed = (name: string): string | undefined => {
    const urn = parseUrn(model, name.startsWith(model.names.urnPrefix) ? name : userUrn(model, name));
    return isProblem(urn) || urn.type.name !== 'corpuser' || urn.parts.length !== 1 ? undefined : urn.text;
  };
  const rowOf = async (user: string | undefined): Promise<EntityRow | undefined> =>
    user === undefined ? undefined : (await reader([user], USER_ASPECTS)).get(user);
  const begin = async (sender: Sender, user: string, identity?: TokenIdentity, by: Credential = ANYBODY): Promise<Session> => {
    const [secret, createdAt] = [newSecret(), Date.now()];
    const expiresAt = untilOf(by, createdAt + SESSION_MS);
    const makers = allMakers(by.makers);
    const base = { name: 'Signed in', type: SESSION, actorUrn: user, ownerUrn: user, createdAt, expiresAt };
    const info: TokenInfo = { ...base, ...(identity && { identity }), ...(makers.length > 0 && { makers }) };
    await written(sender, { proposals: [upsert(tokenUrn(secret), TOKEN_INFO, info)], together: true, actor: user });
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
    userNamed: (_, name) => userNamed(name),
    check: async (_, name, password) => (await recognise(name, password)) !== undefined,
    async logIn(sender, name, password) {
      const user = await recognise(name, password);
      if (user === undefined) throw wrongPassword();
      return begin(sender, user);
    },
    async begin(sender, name, by) {
      const user = userNamed(name);
      if (user === undefined || !isActive(await rowOf(user))) throw userNotActive(name);
      return begin(sender, user, undefined, by);
    },
    async end(sender, secret) {
      const urn = tokenUrn(secret);
      const info = jsonOf((await reader([urn], [TOKEN_INFO])).get(urn), TOKEN_INFO) as TokenInfo | undefined;
      if (info?.type !== SESSION) throw unknownToken();
      await written(sender, { proposals: [{ entityUrn: urn, changeType: 'DELETE' }], together: true, actor: info.actorUrn });
      return info.identity?.provider;
    },
    async beginExternal(sender, person, terms, as) {
      const { user, subject, ends, groups } = await recogniseExternal(
        { model, reader, access, userNamed, members, write: (request) => written(sender, request), names, inTurn: (work) => inTurn(graph, work) },
        person,
        terms,
        as,
      );
      const { provider, issuer, session } = person;
      const identity = { provider, subject, ends, ...(session !== undefined && { session: idOf('SESSION', issuer, session) }) };
      return { ...(await begin(sender, user, identity)), groups };
    },
    async useUp(sender, issuer, begun) {
      const once: SignInRecord = { about: 'SIGN_IN', issuer, until: Date.now() + SESSION_MS };
      const proposals = begun.map((each) => recordMerge(recordUrn(model, idOf('SIGN_IN', issuer, each)), (before) => (before ? undefined : once)));
      const { items } = await written(sender, { proposals, together: true, actor: systemActor(model) });
      return items.every(isChanged);
    },
    async endExternal(sender, { issuer, subject, session, id }) {
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
      const { items } = await written(sender, { proposals: [ended, used], together: true, actor: systemActor(model) });
      if (!items[1] || !isChanged(items[1])) throw badSignOut('this one was used already');
    },
    operatorsWhoSignIn: () => names.operatorsWhoSignIn(),
    sweep: makeSweeper({ model, graph, reader, written }),
    ...signUps({ model, graph, reader, written, names, ended, userNamed, rowOf }),
  };
}
