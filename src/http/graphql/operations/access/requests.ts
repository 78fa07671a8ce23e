/**
 * Requests for access. The core decides who may grant them.
 */
import type { Resolve, Resolvers } from '../../operation.ts';

interface AskInput {
  readonly privilege: string;
  readonly resource?: string | null;
  readonly reason?: string | null;
}

interface DecideInput {
  readonly urn: string;
  readonly grant: boolean;
  readonly until?: number | null;
  readonly note?: string | null;
}

const accessRequests: Resolve = (_, __, { catalog, actor }) => catalog.access.requests(actor);

const askForAccess: Resolve<{ input: AskInput }> = async (_, { input }, { catalog, actor, loaders }) => {
  const asked = await catalog.access.ask(actor, {
    privilege: input.privilege,
    resource: input.resource ?? undefined,
    reason: input.reason ?? undefined,
  });
  loaders.forget();
  return asked;
};

const decideAccessRequest: Resolve<{ input: DecideInput }> = async (_, { input }, { catalog, actor, loaders }) => {
  const { urn, grant } = input;
  const decided = await catalog.access.decide(actor, { urn, grant, until: input.until ?? undefined, note: input.note ?? undefined });
  loaders.forget();
  return decided;
};

export const requests: Resolvers = { Query: { accessRequests }, Mutation: { askForAccess, decideAccessRequest } };
