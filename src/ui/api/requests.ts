/**
 * Requests for access: the reader's own, and those that the reader may decide.
 */
import { type AnswerOf, accessRequestsQuery, askForAccessMutation, decideRequestMutation } from '../../generated/queries.ts';
import { graphql, mutate } from './client.ts';
import { forgetRights } from './rights.ts';

export type AccessRequests = AnswerOf<typeof accessRequestsQuery>['found'];
export type AccessRequest = AccessRequests['mine'][number];

/** Requests for access, and how many suggestions wait for the reader. */
export async function readRequests(signal?: AbortSignal): Promise<{ readonly requests: AccessRequests; readonly suggestions: number }> {
  const { found, suggested } = await graphql(accessRequestsQuery, {}, signal);
  return { requests: found, suggestions: suggested.toDecideTotal };
}

/** @param entity URN of what it is about; undefined: the whole catalog */
export async function askForAccess(privilege: string, entity: string | undefined, reason: string): Promise<void> {
  const said = reason.trim();
  await mutate(askForAccessMutation, {
    input: { privilege, ...(entity !== undefined && { resource: entity }), ...(said !== '' && { reason: said }) },
  });
}

/** @param days how long it is granted; undefined: it is declined */
export async function decideRequest(urn: string, days: number | undefined): Promise<void> {
  const until = days === undefined ? {} : { until: Date.now() + days * 24 * 3_600_000 };
  await mutate(decideRequestMutation, { input: { urn, grant: days !== undefined, ...until } });
  forgetRights();
}
