/**
 * The stored credentials of users who sign in with a password. No API shows them.
 */
import type { EntityRow } from '../../graph/read.ts';
import { mergeOf, type RawProposal } from '../write/proposal.ts';
import { jsonOf } from './json-of.ts';
import type { Makers } from './makers.ts';

export const CREDENTIALS = 'corpUserCredentials';

export interface Credentials {
  /** Empty until there is a password. */
  readonly hashedPassword: string;
  /** Epoch ms, as is the end of the reset token. Sessions from before have ended. */
  readonly changedAt: number;
  /** The SHA-256 of the secret in a reset link. */
  readonly passwordResetToken?: string;
  readonly passwordResetTokenExpirationTimeMillis?: number;
  /** By what the reset link was made: it counts no longer. */
  readonly passwordResetMakers?: Makers;
  /** The ids of the records of who the user is at identity providers. */
  readonly identities?: readonly string[];
}

/** With a new password: reset links and sessions from before have ended, who the user is elsewhere stays. */
export function withPassword(before: Credentials | undefined, hashedPassword: string, changedAt: number): Credentials {
  return { hashedPassword, changedAt, ...(before?.identities && { identities: before.identities }) };
}

export function credentialsIn(row: EntityRow | undefined): Credentials | undefined {
  return jsonOf(row, CREDENTIALS) as Credentials | undefined;
}

/** @param next what the commit makes of what it finds; undefined leaves it as it is */
export function credentialsMerge(user: string, next: (before: Credentials | undefined) => Credentials | undefined): RawProposal {
  return { ...mergeOf(user, CREDENTIALS, next), secret: true, onlyWith: user };
}
