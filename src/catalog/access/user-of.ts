/**
 * Who comes in by a secret, and whether it still counts.
 */
import type { Scope } from '../../access/index.ts';
import { expiredToken, tokenWithoutUser, unknownToken } from '../../errors.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { Look } from '../read/kept-facts.ts';
import { CREDENTIALS, credentialsIn } from './credentials.ts';
import { jsonOf } from './json-of.ts';
import { type Credential, isTokenMaker, type MakersParts, type Operators, requireMakers, tokenMaker } from './makers.ts';
import { isThere } from './read-facts.ts';
import { isEnded, RECORD, recordIn, recordsOf, recordUrn } from './sign-in-records.ts';
import { hashOf, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

/** A user whom policies decide about. */
export interface Principal {
  /** URN. */
  readonly user: string;
  /** What the token is for; undefined: everything. */
  readonly scope?: Scope | undefined;
  /** By what the user has come in. If absent, nobody asks whether that still counts. */
  readonly session?: SessionState | undefined;
}

/** By what a user has come in, and whether that still counts. The questions of one request share it. */
export interface SessionState {
  readonly secret: string;
  /** The place in the log at which it counted. Absent: it was known from before the request, or it is over. */
  at: string | undefined;
  /** What was looked at when the user came in, until the first question of the request. */
  look: Look | undefined;
}

export interface SignedIn extends Principal {
  readonly session: SessionState;
  /** URN of the token. */
  readonly token: string;
  readonly readOnly: boolean;
  readonly credential: Credential;
}

export const USER_INFO = 'corpUserInfo';
const USER_STATUS = 'corpUserStatus';
const USER_KEY = 'corpUserKey';
/** What decides whether a user may come in. */
export const USER_ASPECTS = [USER_KEY, USER_INFO, USER_STATUS, CREDENTIALS];

export interface UserParts {
  readonly model: Model;
  readonly reader: EntityReader;
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
}

/** The user of a secret. @throws Refusal unauthorized if there is none, or if it does not count any more */
export async function userOf(parts: UserParts, secret: string): Promise<Omit<SignedIn, 'session'> & { info: TokenInfo }> {
  const { model } = parts;
  const id = hashOf(secret);
  const { user, info } = await countingToken(parts, id);
  await requireMakers(makersOf(parts), info.makers);
  const { types, domains, tools } = info;
  const scope = types || domains || tools ? { types, domains: domains?.map((each) => canonicalUrn(model, each)), tools } : undefined;
  return { user, token: tokenUrn(model, id), scope, readOnly: info.readOnly === true, credential: credentialOf(id, info), info };
}

/** What knows whether makers still count. A token that does not count is refused, whatever has made it. */
export function makersOf(parts: UserParts): MakersParts {
  const { reader, operators } = parts;
  return {
    operators,
    requireToken: async (id) => {
      await countingToken(parts, id);
    },
    isActive: async (urn) => isActive((await reader([urn], USER_ASPECTS)).get(urn)),
  };
}

async function countingToken({ model, reader }: UserParts, id: string): Promise<{ readonly user: string; readonly info: TokenInfo }> {
  const token = tokenUrn(model, id);
  const stored = (await reader([token], [TOKEN_INFO])).get(token);
  const info = jsonOf(stored, TOKEN_INFO) as TokenInfo | undefined;
  if (!info) throw unknownToken();
  const { identity, grant } = info;
  const user = canonicalUrn(model, info.actorUrn);
  if (info.expiresAt !== undefined && info.expiresAt <= Date.now()) throw expiredToken(user, info.expiresAt);
  const granted = grant === undefined ? undefined : recordUrn(model, grant);
  const records = [...recordsOf(model, identity), ...(granted === undefined ? [] : [granted])];
  const rows = await reader([user, ...records], records.length > 0 ? [...USER_ASPECTS, RECORD] : USER_ASPECTS);
  const row = rows.get(user);
  if (identity && isEnded(model, identity, rows)) throw unknownToken();
  if (granted !== undefined && !recordIn(rows.get(granted))) throw unknownToken();
  if (!isActive(row) || madeAfter(row, stored)) throw tokenWithoutUser(user);
  if (info.type === SESSION && info.createdAt < (credentialsIn(row)?.changedAt ?? 0)) throw unknownToken();
  return { user, info };
}

function tokenUrn({ names }: Model, id: string): string {
  return `${names.urnPrefix}${TOKEN_TYPE}:${id}`;
}

/** A session is its person, unless a token has made it. */
function credentialOf(id: string, { type, makers = [], createdAt, expiresAt }: TokenInfo): Credential {
  const work = [...makers, tokenMaker(id)];
  if (type === SESSION && !makers.some(isTokenMaker)) return { kind: 'person', makers, work };
  return { kind: 'token', makers: work, work, until: expiresAt, ...(expiresAt !== undefined && { lifeMs: expiresAt - createdAt }) };
}

/** Does the user exist, and is the account neither suspended nor switched off? */
export function isActive(row: EntityRow | undefined): boolean {
  const [info, status] = [jsonOf(row, USER_INFO), jsonOf(row, USER_STATUS)];
  return isThere(row) && !(isRecord(info) && info.active === false) && !(isRecord(status) && status.status === 'SUSPENDED');
}

/** A user who was deleted and made again does not get old tokens back. The times of their commits decide, not what clocks of servers said. */
function madeAfter(user: EntityRow | undefined, token: EntityRow | undefined): boolean {
  const firstAt = (row: EntityRow | undefined, aspect: string): number => row?.latest.find(({ name }) => name === aspect)?.firstAt ?? 0;
  return firstAt(user, USER_KEY) > firstAt(token, TOKEN_INFO);
}
