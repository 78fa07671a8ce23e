/**
 * Who comes in by a secret, and whether it still counts.
 */
import type { Scope } from '../../access/index.ts';
import { expiredToken, tokenWithoutUser, unknownToken } from '../../errors.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { CREDENTIALS, credentialsIn } from './credentials.ts';
import { jsonOf } from './json-of.ts';
import { isThere } from './read-facts.ts';
import { isEnded, RECORD, recordsOf } from './sign-in-records.ts';
import { hashOf, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

/** A user whom policies decide about. */
export interface Decided {
  /** URN. */
  readonly user: string;
  /** What the token is for; undefined: everything. */
  readonly scope?: Scope | undefined;
}

export interface SignedIn extends Decided {
  /** URN of the token. */
  readonly token: string;
  readonly readOnly: boolean;
}

export const USER_INFO = 'corpUserInfo';
const USER_STATUS = 'corpUserStatus';
const USER_KEY = 'corpUserKey';
/** What decides whether a user may come in. */
export const USER_ASPECTS = [USER_KEY, USER_INFO, USER_STATUS, CREDENTIALS];

/** The user of a secret. @throws Refusal unauthorized if there is none, or if it does not count any more */
export async function userOf(model: Model, reader: EntityReader, secret: string): Promise<SignedIn & { info: TokenInfo }> {
  const token = `${model.names.urnPrefix}${TOKEN_TYPE}:${hashOf(secret)}`;
  const info = jsonOf((await reader([token], [TOKEN_INFO])).get(token), TOKEN_INFO) as TokenInfo | undefined;
  if (!info) throw unknownToken();
  const user = canonicalUrn(model, info.actorUrn);
  if (info.expiresAt !== undefined && info.expiresAt <= Date.now()) throw expiredToken(user, info.expiresAt);
  const rows = await reader([user, ...recordsOf(model, info.identity)], info.identity ? [...USER_ASPECTS, RECORD] : USER_ASPECTS);
  const row = rows.get(user);
  if (info.identity && isEnded(model, info.identity, rows)) throw unknownToken();
  if (!isActive(row) || madeAfter(row, info.createdAt)) throw tokenWithoutUser(user);
  if (info.type === SESSION && info.createdAt < (credentialsIn(row)?.changedAt ?? 0)) throw unknownToken();
  const { types, domains, tools } = info;
  const scope = types || domains || tools ? { types, domains: domains?.map((each) => canonicalUrn(model, each)), tools } : undefined;
  return { user, token, scope, readOnly: info.readOnly === true, info };
}

/** Does the user exist, and is the account neither suspended nor switched off? */
export function isActive(row: EntityRow | undefined): boolean {
  const [info, status] = [jsonOf(row, USER_INFO), jsonOf(row, USER_STATUS)];
  return isThere(row) && !(isRecord(info) && info.active === false) && !(isRecord(status) && status.status === 'SUSPENDED');
}

/** A user who was deleted and made again does not get old tokens back. */
function madeAfter(row: EntityRow | undefined, time: number): boolean {
  const key = row?.latest.find(({ name }) => name === USER_KEY);
  return key !== undefined && key.firstAt > time;
}
