/**
 * The queries `entity(urn)` and `entities(urns)` for every entity type; null if nothing is stored.
 */

import { tooMany } from '../../../errors.ts';
import { urnFrom } from '../../../model/named.ts';
import { costing, SEARCH } from '../cost.ts';
import { type EntityRef, type GraphContext, type Part, type Resolve, refOf } from '../operation.ts';

const MOST = 1000;

async function entityRef(urn: string, { catalog, loaders }: GraphContext): Promise<EntityRef | null> {
  const read = urnFrom(catalog.model, urn);
  return (await loaders.exists(read)) ? refOf(read) : null;
}

export const one: Resolve<{ urn: string }> = (_, { urn }, context) => entityRef(urn, context);

const several: Resolve<{ urns: readonly string[] }> = (_, { urns }, context) => {
  if (urns.length > MOST) throw tooMany('/urns', `${MOST} URNs`, urns.length);
  return Promise.all(urns.map((urn) => entityRef(urn, context)));
};

export const entities: Part = {
  sdl: `
extend type Query {
  entity(urn: String!): Entity
  "In the order of the URNs."
  entities(urns: [String!]!): [Entity]!
}`,
  resolvers: { Query: { entity: one, entities: costing(SEARCH, several) } },
};
