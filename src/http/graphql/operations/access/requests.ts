/**
 * Requests for access. The core decides who may grant them.
 */
import type { Arguments } from '../../../../generated/arguments.ts';
import type { Resolve, Resolvers } from '../../operation.ts';

const accessRequests: Resolve = (_, __, { catalog, actor }) => catalog.access.requests(actor);

const askForAccess: Resolve<Arguments['askForAccess']> = (_, { input: { privilege, resource, reason } }, { catalog, actor }) =>
  catalog.access.ask(actor, { privilege, resource: resource ?? undefined, reason: reason ?? undefined });

const decideAccessRequest: Resolve<Arguments['decideAccessRequest']> = (_, { input: { urn, grant, until, note } }, { catalog, actor }) =>
  catalog.access.decide(actor, { urn, grant, until: until ?? undefined, note: note ?? undefined });

export const requests: Resolvers = { Query: { accessRequests }, Mutation: { askForAccess, decideAccessRequest } };
