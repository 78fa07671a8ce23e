/**
 * What the reader may do, in the whole catalog and on one entity. Buttons that would be refused are not shown.
 */
import { type AnswerOf, entityRightsQuery, rightsQuery } from '../../generated/queries.ts';
import { graphql } from './client.ts';
import type { Suggestions } from './suggestions.ts';
import { hasSession, token } from './token.ts';

type Platform = Omit<NonNullable<AnswerOf<typeof rightsQuery>['me']['platformPrivileges']>, '__typename'>;
/** `managePolicies`. */
export type Right = keyof Platform;

export interface Rights {
  /** URN of the reader. */
  readonly me: string;
  may(right: Right): boolean;
}

let read: { readonly of: string; readonly rights: Promise<Rights> } | undefined;

/** Read once for each token or session; again after {@link forgetRights}. */
export function readRights(): Promise<Rights> {
  const of = `${token()} ${hasSession()}`;
  if (read?.of !== of) {
    const rights = ask();
    read = { of, rights };
    rights.catch(() => forgetRights());
  }
  return read.rights;
}

async function ask(): Promise<Rights> {
  const { me } = await graphql(rightsQuery, {});
  return { me: me.corpUser.urn, may: (right) => me.platformPrivileges?.[right] === true };
}

/** Roles, groups or policies have changed. */
export function forgetRights(): void {
  read = undefined;
}

export interface EntityRights {
  /** The aspects of which the reader may change some part. */
  readonly aspects: readonly string[];
  /** The paths of the columns of which the reader may change some part, where not all. */
  readonly columns: readonly string[];
  /** May delete it for good. */
  readonly mayDelete: boolean;
  /** May make more in it. */
  readonly mayFill: boolean;
  readonly mayReport: boolean;
  /** May write queries down, change and delete them. */
  readonly mayNote: boolean;
  /** May add and remove members of the group. */
  readonly mayAdmit: boolean;
  /** What others suggest that the reader may accept, what the reader has suggested, and of which parts that is possible. */
  readonly suggested: Suggestions & { readonly parts: readonly string[] };
}

export const NO_RIGHTS: EntityRights = {
  aspects: [],
  columns: [],
  mayDelete: false,
  mayFill: false,
  mayReport: false,
  mayNote: false,
  mayAdmit: false,
  suggested: { mine: [], toDecide: [], toDecideTotal: 0, parts: [] },
};

export async function readEntityRights(urn: string, signal?: AbortSignal): Promise<EntityRights> {
  const { entity, suggested } = await graphql(entityRightsQuery, { urn }, signal);
  const rights = entity?.rights;
  return {
    aspects: rights?.changeableAspects ?? [],
    columns: rights?.changeableColumns ?? [],
    mayDelete: rights?.canManageEntity === true,
    mayFill: rights?.canManageChildren === true,
    mayReport: rights?.canEditIncidents === true,
    mayNote: rights?.canEditQueries === true,
    mayAdmit: rights?.canEditMembers === true,
    suggested,
  };
}
