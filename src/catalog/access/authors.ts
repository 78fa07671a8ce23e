/**
 * Work that runs in the name of a user, such as a bulk change, ends with the account, and with the token or session by which it was ordered.
 * Operators need not be in the catalog: if they were, their work ends with the account, too.
 */
import type { EntityReader } from '../../graph/read.ts';
import type { Makers } from './makers.ts';
import { isActive, USER_ASPECTS } from './user-of.ts';

/** Who ordered something. */
export interface Author {
  readonly createdBy: string;
  /** Was it a user of the catalog? */
  readonly isUser?: true | undefined;
  /** By what it was ordered. */
  readonly makers?: Makers | undefined;
}

export interface Authors {
  /** @param makers by what the user orders something now */
  of(user: string, makers: Makers): Promise<Author>;
  /** Why nothing more is done for the author; undefined while it may be. */
  gone(author: Author): Promise<string | undefined>;
}

export function makeAuthors(reader: EntityReader, ended: (makers: Makers | undefined) => Promise<string | undefined>): Authors {
  const rowOf = async (user: string) => (await reader([user], USER_ASPECTS)).get(user);
  return {
    of: async (user, makers) => ({
      createdBy: user,
      ...((await rowOf(user))?.exists && { isUser: true as const }),
      ...(makers.length > 0 && { makers }),
    }),
    gone: async ({ createdBy, isUser, makers }) => {
      const row = await rowOf(createdBy);
      if (row?.exists ? isActive(row) : !isUser) return ended(makers);
      return `${createdBy}, who ordered it, is not an active user any more`;
    },
  };
}
