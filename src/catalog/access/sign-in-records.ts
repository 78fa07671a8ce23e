/**
 * Records of sign-ins from elsewhere: the provider's ids of users, sessions that a provider has ended, what counts once, grants to programs. The id of a record
 * is the SHA-256 of its subject, so it is found without a list of sessions: a session names the records that end it.
 */
import type { EntityRow } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import { type Merge, mergeOf, type RawProposal } from '../write/proposal.ts';
import type { WriteResult } from '../write/write.ts';
import { jsonOf } from './json-of.ts';
import type { Makers } from './makers.ts';
import { hashOf, type TokenIdentity } from './token-info.ts';

export const RECORD_TYPE = 'signInRecord';
export const RECORD = 'signInRecordInfo';

export interface SignInRecord {
  readonly about: 'SUBJECT' | 'SESSION' | 'SIGN_IN' | 'SIGN_OUT' | 'CODE' | 'REFRESH' | 'GRANT';
  /** URN. */
  readonly user?: string;
  readonly issuer?: string;
  readonly subject?: string;
  /** How often the provider has ended all sessions of the person. */
  readonly ends?: number;
  /** Epoch ms. Absent for what stays. */
  readonly until?: number;
  readonly client?: string;
  readonly redirect?: string;
  readonly challenge?: string;
  readonly token?: string;
  /** The name that the program gives itself. */
  readonly name?: string;
  /** The id of the grant of a code or refresh token. */
  readonly grant?: string;
  /** Whoever uses it again ends the grant. */
  readonly used?: boolean;
  readonly makers?: Makers;
}

/** The id of a person, a session, a sign-in or a sign-out at a provider. */
export function idOf(about: SignInRecord['about'], issuer: string, name: string): string {
  return hashOf(JSON.stringify([about, issuer, name]));
}

export function recordUrn({ names }: Model, id: string): string {
  return `${names.urnPrefix}${RECORD_TYPE}:${id}`;
}

export function recordIn(row: EntityRow | undefined): SignInRecord | undefined {
  return jsonOf(row, RECORD) as SignInRecord | undefined;
}

/**
 * @param next what the commit makes of what it finds; undefined leaves it as it is. `see`: another record at this point of the commit
 */
export function recordMerge(
  entityUrn: string,
  next: (before: SignInRecord | undefined, see: (urn: string) => unknown) => SignInRecord | undefined,
  sees?: Merge['sees'],
): RawProposal {
  const merge = mergeOf<SignInRecord>(entityUrn, RECORD, (before, see) => next(before, (urn) => see(urn, RECORD)), sees);
  return { ...merge, secret: true };
}

/** The records with which a session ends. */
export function recordsOf(model: Model, identity: TokenIdentity | undefined): string[] {
  if (!identity) return [];
  return [identity.subject, ...(identity.session === undefined ? [] : [identity.session])].map((id) => recordUrn(model, id));
}

/** Has the provider ended the session? So has whoever took away the record of its person. */
export function isEnded(model: Model, identity: TokenIdentity, rows: ReadonlyMap<string, EntityRow>): boolean {
  const [person, session] = recordsOf(model, identity).map((urn) => recordIn(rows.get(urn)));
  return person?.ends !== identity.ends || session !== undefined;
}

/** Has a write changed something here? */
export function isChanged(item: WriteResult['items'][number]): boolean {
  return 'written' in item && item.written.some(({ outcome }) => outcome === 'changed');
}
