/**
 * Tokens that were made at run time. Their secrets are told once.
 */
import { createTokenMutation, revokeTokenMutation, tokensQuery } from '../../generated/queries.ts';
import { textOf } from '../data/is-record.ts';
import { graphql, mutate } from './client.ts';
import { byName } from './names.ts';
import { idOfUrn } from './urn.ts';

export interface AccessToken {
  readonly id: string;
  readonly name: string;
  /** URNs of the user who acts with it, and of who made it. */
  readonly actor: string;
  readonly owner: string;
  /** A session in a browser. */
  readonly session: boolean;
  readonly readOnly: boolean;
  /** Epoch ms, as are the others. */
  readonly createdAt: number | undefined;
  readonly expiresAt: number | undefined;
  /** To the day. */
  readonly usedAt: number | undefined;
}

interface AccessTokens {
  readonly total: number;
  readonly tokens: readonly AccessToken[];
}

export const DURATIONS = [
  ['ONE_HOUR', 'An hour'],
  ['ONE_DAY', 'A day'],
  ['ONE_WEEK', 'A week'],
  ['ONE_MONTH', 'A month'],
  ['THREE_MONTHS', 'Three months'],
  ['SIX_MONTHS', 'Six months'],
  ['ONE_YEAR', 'A year'],
  ['NO_EXPIRY', 'Without an end'],
] as const;
export type Duration = (typeof DURATIONS)[number][0];

const timeIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Of any kind: without a filter on it sessions are left out. */
const ANY_KIND = { field: 'type', condition: 'EXISTS' as const };

/** Sessions, too. @param actors URNs of users; undefined: of all that the reader may see */
export async function listTokens(
  { actors, start, count }: { readonly actors: readonly string[] | undefined; readonly start: number; readonly count: number },
  signal?: AbortSignal,
): Promise<AccessTokens> {
  const input = { start, count, filters: [ANY_KIND, ...(actors ? [{ field: 'actorUrn', values: actors }] : [])] };
  const { found } = await graphql(tokensQuery, { input, card: ['dataHubAccessTokenInfo'] }, signal);
  const tokens = (found?.tokens ?? []).map((sent): AccessToken => {
    const info = byName(sent).dataHubAccessTokenInfo ?? {};
    return {
      id: idOfUrn(sent.urn),
      name: textOf(info.name),
      actor: textOf(info.actorUrn),
      owner: textOf(info.ownerUrn),
      session: info.type === 'SESSION',
      readOnly: info.readOnly === true,
      createdAt: timeIn(info.createdAt),
      expiresAt: timeIn(info.expiresAt),
      usedAt: timeIn(info.lastUsedAt),
    };
  });
  return { total: found?.total ?? 0, tokens };
}

/** When each user was last active: the newest use of a token, or start of a session. A user is missing if the reader may not see their tokens. */
export async function lastSeen(users: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  if (users.length === 0) return seen;
  const { tokens } = await listTokens({ actors: users, start: 0, count: 1000 }, signal);
  for (const { actor, usedAt, session, createdAt } of tokens) {
    const at = usedAt ?? (session ? createdAt : undefined);
    if (at !== undefined) seen.set(actor, Math.max(at, seen.get(actor) ?? 0));
  }
  return seen;
}

/** @returns the secret, which nobody is told again */
export async function createToken(made: {
  readonly actor: string;
  readonly service: boolean;
  readonly name: string;
  readonly duration: Duration;
  readonly readOnly: boolean;
}): Promise<string> {
  const { actor, service, ...rest } = made;
  const input = { ...rest, actorUrn: actor, type: service ? ('SERVICE_ACCOUNT' as const) : ('PERSONAL' as const) };
  return (await mutate(createTokenMutation, { input })).made?.accessToken ?? '';
}

export async function revokeToken(id: string): Promise<void> {
  await mutate(revokeTokenMutation, { id });
}
