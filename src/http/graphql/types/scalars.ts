/**
 * Scalars beside GraphQL's own.
 */
import { GraphQLError, type GraphQLScalarType, Kind } from 'graphql';

function whole(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new GraphQLError(`expected a whole number between -2^53 and 2^53, got ${JSON.stringify(value)}`);
}

/** A whole number that JavaScript holds exactly. */
export const LONG: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral'> = {
  serialize: whole,
  parseValue: whole,
  parseLiteral: (node) => whole(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined),
};
