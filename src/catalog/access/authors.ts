/**
 * Work that runs in the name of a user, such as a bulk change, ends when the account ends. Operators need not be in the catalog: their work
 * ends only if they were in it.
 */
import type { EntityReader } from '../../graph/read.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

/** Who ordered something. */
export interface Author {
  readonly createdBy: string;
  /** Was it a user of the catalog? */
  readonly isUser?: true | undefined;
}

export interface Authors {
  /** Who orders something now. */
  of(user: string): Promise<Author>;
  /** Why nothing more is done for the author; undefined while it may be. */
  gone(author: Author): Promise<string | undefined>;
}

export function makeAuthors(reader: EntityReader): Authors {
  const rowOf = async (user: string) => (await reader([user], USER_ASPECTS)).get(user);
  return {
    of: async (user) => ({ createdBy: user, ...((await rowOf(user))?.exists && { isUser: true as const }) }),
    gone: async ({ createdBy, isUser }) => {
      const row = await rowOf(createdBy);
      if (row?.exists ? isActive(row) : !isUser) return undefined;
      return `${createdBy}, who ordered it, is not an active user any more`;
    },
  };
}
