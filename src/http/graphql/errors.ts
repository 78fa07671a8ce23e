/**
 * The one place that makes GraphQL errors of refusals (docs/semantics.md 15.1): always 200, with status, type, classification and code.
 */
import { GraphQLError } from 'graphql';
import { badGraphql, excerpt, internalError, Refusal } from '../../errors.ts';

/** Most characters of a message about a query, because it repeats parts of the query. */
const MOST_MESSAGE = 1_000;

/**
 * The error as the client sees it. If it is neither a refusal nor a mistake in the query, it is a mistake in Cairn: `unexpected` gets it,
 * and the client does not see its text.
 */
export function toClientError(error: GraphQLError, unexpected: (error: Error) => void): GraphQLError {
  const original = rootOf(error);
  if (original instanceof Refusal) return refused(error, original, 'DataFetchingException');
  if (original === undefined) {
    const classification = error.message.startsWith('Syntax Error') ? 'InvalidSyntax' : 'ValidationError';
    return refused(error, badGraphql(excerpt(error.message, MOST_MESSAGE)), classification);
  }
  unexpected(original);
  return refused(error, internalError(), 'DataFetchingException');
}

/** What a resolver threw; `undefined` if the query itself is wrong. */
function rootOf(error: GraphQLError): Error | undefined {
  let root: Error | undefined = error.originalError;
  while (root instanceof GraphQLError) root = root.originalError;
  return root;
}

/** `code` is the status, as the clients of the API know it: the code of the refusal stands beside it as `reason` (docs/errors.md). */
function refused(error: GraphQLError, { message, graphql, code, details }: Refusal, classification: string): GraphQLError {
  return new GraphQLError(message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: { ...graphql, classification, reason: code, ...(details.length > 0 && { details }) },
  });
}
