/**
 * Scalars beside GraphQL's own, and the list form of maps.
 */
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import type { Part } from '../operation.ts';

function whole(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new GraphQLError(`expected a whole number between -2^53 and 2^53, got ${JSON.stringify(value)}`);
}

const Long = new GraphQLScalarType({
  name: 'Long',
  description: 'A whole number between -2^53 and 2^53',
  serialize: whole,
  parseValue: whole,
  parseLiteral: (node) => whole(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined),
});

const Json = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON value, as it is stored' });

export const scalars: Part = {
  sdl: 'scalar Long\nscalar JSON\ntype StringMapEntry { key: String! value: String }\ntype CustomPropertiesEntry { key: String! value: String }',
  resolvers: { Long, JSON: Json },
};
