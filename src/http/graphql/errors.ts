/**
 * The one place that makes GraphQL errors of refusals (docs/semantics.md 15.1): always 200, with code, type and classification.
 */
import { GraphQLError } from 'graphql';
import { type Code, excerpt, Refusal } from '../../errors.ts';

interface Kind {
  readonly code: number;
  readonly type: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'NOT_FOUND' | 'CONFLICT' | 'SERVER_ERROR';
}

/** Most characters of a message about a query, because it repeats parts of the query. */
const MOST_MESSAGE = 1_000;

const BAD_REQUEST: Kind = { code: 400, type: 'BAD_REQUEST' };
const SERVER_ERROR: Kind = { code: 500, type: 'SERVER_ERROR' };

const KINDS: Readonly<Record<Code, Kind>> = {
  malformed: BAD_REQUEST,
  notJson: BAD_REQUEST,
  unauthorized: { code: 403, type: 'UNAUTHORIZED' },
  forbidden: { code: 403, type: 'UNAUTHORIZED' },
  notFound: { code: 404, type: 'NOT_FOUND' },
  methodNotAllowed: BAD_REQUEST,
  lengthMismatch: BAD_REQUEST,
  precondition: { code: 409, type: 'CONFLICT' },
  tooLarge: BAD_REQUEST,
  unsupportedMediaType: BAD_REQUEST,
  misdirected: BAD_REQUEST,
  invalid: BAD_REQUEST,
  unknownName: BAD_REQUEST,
  tooManyRequests: { code: 429, type: 'SERVER_ERROR' },
  internal: SERVER_ERROR,
  notImplemented: { code: 501, type: 'SERVER_ERROR' },
  unavailable: { code: 503, type: 'SERVER_ERROR' },
};

/**
 * The error as the client sees it. If it is neither a refusal nor a mistake in the query, it is a mistake in Cairn: `unexpected` gets it,
 * and the client does not see its text.
 */
export function shownError(error: GraphQLError, unexpected: (error: Error) => void): GraphQLError {
  const original = rootOf(error);
  if (original instanceof Refusal) {
    const details = original.details.length > 0 ? { details: original.details } : {};
    return again(error, original.message, { ...KINDS[original.code], classification: 'DataFetchingException', ...details });
  }
  if (original === undefined) {
    const classification = error.message.startsWith('Syntax Error') ? 'InvalidSyntax' : 'ValidationError';
    return again(error, excerpt(error.message, MOST_MESSAGE), { ...BAD_REQUEST, classification });
  }
  unexpected(original);
  return again(error, 'Internal server error occurred; the log of Cairn says more', { ...SERVER_ERROR, classification: 'DataFetchingException' });
}

/** What a resolver threw; `undefined` if the query itself is wrong. */
function rootOf(error: GraphQLError): Error | undefined {
  let root: Error | undefined = error.originalError;
  while (root instanceof GraphQLError) root = root.originalError;
  return root;
}

function again(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions,
  });
}
