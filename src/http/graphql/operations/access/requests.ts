/**
 * Requests for access. The core decides who may grant them.
 */
import type { Arguments } from '../../../../generated/arguments.ts';
import type { Resolve, Resolvers } from '../../operation.ts';

const accessRequests: Resolve = (_, __, { catalog, actor }) => catalog.access.requests(actor);

const askForAccess: Resolve<Arguments['askForAccess']> = async (_, { input }, { catalog, actor, loaders }) => {
  const asked = await catalog.access.ask(actor, {
    privilege: input.privilege,
    resource: input.resource ?? undefined,
    reason: input.reason ?? undefined,
  });
  loaders.forget();
  return asked;
};

const decideAccessRequest: Resolve<Arguments['decideAccessRequest']> = async (_, { input }, { catalog, actor, loaders }) => {
  const { urn, grant } = input;
  const decided = await catalog.access.decide(actor, { urn, grant, until: input.until ?? undefined, note: input.note ?? undefined });
  loaders.forget();
  return decided;
};

export const requests: Resolvers = { Query: { accessRequests }, Mutation: { askForAccess, decideAccessRequest } };
