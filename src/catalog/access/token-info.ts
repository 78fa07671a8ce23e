/**
 * Tokens made at run time. Their ids are the SHA-256 of secrets of 256 random bits: an id is enough to find a token, and useless to whoever
 * reads it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lastPart } from '../../model/urn.ts';
import type { Makers } from './makers.ts';

export const TOKEN_TYPE = 'dataHubAccessToken';
export const TOKEN_INFO = 'dataHubAccessTokenInfo';
/** The type of a token that a sign-in makes. */
export const SESSION = 'SESSION';
/** The type of a token that a program got by asking its user (oauth.ts). */
export const OAUTH = 'OAUTH';
/** Names of service accounts begin with it. */
export const SERVICE_PREFIX = 'service_';

/** Secrets begin with it, so that people and scanners know what they have found. */
export const SECRET_PREFIX = 'cairn_';

/** Of a session by single sign-on: the ids of the records with which it ends (sign-in-records.ts). */
export interface TokenIdentity {
  /** The name of the provider. */
  readonly provider: string;
  readonly subject: string;
  /** How often the provider had ended all sessions of the person, when this one began. */
  readonly ends: number;
  readonly session?: string;
}

export interface TokenInfo {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly actorUrn: string;
  readonly ownerUrn: string;
  readonly identity?: TokenIdentity;
  /** By what it was made (makers.ts): it ends with each of them. */
  readonly makers?: Makers;
  /** The id of the record of the grant to a program: it ends with it. */
  readonly grant?: string;
  readonly readOnly?: boolean;
  /** What it is for (`Scope`). */
  readonly types?: readonly string[];
  readonly domains?: readonly string[];
  readonly tools?: readonly string[];
  /** Epoch ms, as is the end. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** To the day. */
  readonly lastUsedAt?: number;
}

/** @param user URN */
export function isServiceAccount(user: string): boolean {
  return lastPart(user).startsWith(SERVICE_PREFIX);
}

export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`;
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
