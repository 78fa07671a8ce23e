/**
 * The complete list of refusals: every code in an answer of Cairn, and its status on each API. docs/errors.md explains each; a test
 * compares the two.
 */

interface Kind {
  /** Status on OpenAPI, GraphQL and system paths. */
  readonly status: number;
  /** Status on the legacy (RPC) API, if it differs (docs/semantics.md 1.1). */
  readonly rpcStatus?: number;
  /** `extensions` in GraphQL (docs/semantics.md 15.1), whose answers are all 200. */
  readonly graphql: GraphqlStatus;
  /** The `error` text of the OpenAPI body, if it is not the message (docs/semantics.md 1.2). */
  readonly title?: string;
}

export interface GraphqlStatus {
  readonly code: number;
  readonly type: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'NOT_FOUND' | 'CONFLICT' | 'SERVER_ERROR';
}

const BAD_REQUEST: GraphqlStatus = { code: 400, type: 'BAD_REQUEST' };
const UNAUTHORIZED: GraphqlStatus = { code: 403, type: 'UNAUTHORIZED' };
const NOT_FOUND: GraphqlStatus = { code: 404, type: 'NOT_FOUND' };
const CONFLICT: GraphqlStatus = { code: 409, type: 'CONFLICT' };

/** One row for each kind of refusal, one column for each API. */
export const KINDS = {
  malformed: { status: 400, graphql: BAD_REQUEST },
  notJson: { status: 400, graphql: BAD_REQUEST, title: 'Invalid JSON format' },
  invalid: { status: 400, rpcStatus: 422, graphql: BAD_REQUEST, title: 'Validation Error' },
  unknownName: { status: 400, rpcStatus: 422, graphql: BAD_REQUEST },
  unauthorized: { status: 401, graphql: UNAUTHORIZED },
  forbidden: { status: 403, graphql: UNAUTHORIZED },
  notFound: { status: 404, graphql: NOT_FOUND },
  methodNotAllowed: { status: 405, graphql: BAD_REQUEST },
  gone: { status: 410, graphql: NOT_FOUND },
  lengthMismatch: { status: 412, graphql: BAD_REQUEST },
  precondition: { status: 412, rpcStatus: 422, graphql: CONFLICT, title: 'Precondition Error' },
  tooLarge: { status: 413, graphql: BAD_REQUEST },
  requestTimeout: { status: 408, graphql: BAD_REQUEST },
  headersTooLarge: { status: 431, graphql: BAD_REQUEST },
  unsupportedMediaType: { status: 415, graphql: BAD_REQUEST },
  misdirected: { status: 421, graphql: BAD_REQUEST },
  tooManyRequests: { status: 429, graphql: { code: 429, type: 'BAD_REQUEST' } },
  internal: { status: 500, graphql: { code: 500, type: 'SERVER_ERROR' } },
  notImplemented: { status: 501, graphql: { code: 501, type: 'SERVER_ERROR' } },
  unavailable: { status: 503, graphql: { code: 503, type: 'SERVER_ERROR' } },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** Every code with its kind. Clients may rely on a code, so never rename one. */
export const CODES = {
  // The request itself.
  'bad-parameter': 'malformed',
  'missing-parameter': 'malformed',
  'conflicting-parameters': 'malformed',
  'too-many-items': 'malformed',
  'too-long': 'malformed',
  'too-deep': 'malformed',
  'inexact-integer': 'malformed',
  'bad-tool-input': 'malformed',
  'bad-encoding': 'malformed',
  'bad-header': 'malformed',
  'bad-body': 'malformed',
  'not-json': 'notJson',
  'not-utf-8': 'notJson',
  'body-too-large': 'tooLarge',
  'too-many-values': 'tooLarge',
  'unsupported-media-type': 'unsupportedMediaType',
  'bad-graphql': 'malformed',
  'client-hung-up': 'malformed',
  'headers-too-large': 'headersTooLarge',
  'request-too-slow': 'requestTimeout',
  'not-http': 'malformed',
  'too-much-at-once': 'tooManyRequests',
  // Who sends the request, and to which address.
  'no-token': 'unauthorized',
  'unknown-token': 'unauthorized',
  'expired-token': 'unauthorized',
  'read-only-token': 'forbidden',
  'foreign-page': 'forbidden',
  'unknown-host': 'misdirected',
  'no-endpoint': 'notFound',
  'method-not-allowed': 'methodNotAllowed',
  'unknown-action': 'malformed',
  'always-writable': 'malformed',
  'events-not-taken': 'notImplemented',
  'not-offered': 'notImplemented',
  // Names and URNs.
  'bad-urn': 'malformed',
  'missing-urn': 'malformed',
  'wrong-entity-type': 'malformed',
  'wrong-aspect-kind': 'malformed',
  'unknown-entity-type': 'unknownName',
  'unknown-aspect': 'unknownName',
  'unknown-relationship': 'unknownName',
  'unknown-record': 'unknownName',
  'not-in-model': 'notFound',
  'no-such-entity': 'notFound',
  'no-such-aspect': 'notFound',
  'no-such-version': 'notFound',
  'no-such-run': 'notFound',
  'no-such-bulk': 'notFound',
  'no-such-webhook': 'notFound',
  'no-such-subscription': 'notFound',
  'no-versions': 'notFound',
  'no-snapshot': 'notFound',
  // The past, points and lineage.
  'unknown-history': 'malformed',
  'as-of-not-served': 'malformed',
  'too-many-points': 'malformed',
  'too-much-lineage': 'malformed',
  'unknown-lineage-type': 'malformed',
  'log-cut': 'gone',
  'other-epoch': 'gone',
  // Webhooks.
  'private-target': 'malformed',
  'too-many-webhooks': 'malformed',
  'too-many-subscriptions': 'malformed',
  'webhook-changes': 'unavailable',
  // Bulk changes.
  'too-many-bulk': 'malformed',
  'cannot-undo': 'malformed',
  'bulk-changes': 'unavailable',
  // Searches.
  'bad-filter': 'malformed',
  'too-many-criteria': 'malformed',
  'deleted-property-in-filter': 'malformed',
  'bad-query': 'malformed',
  'bad-sort': 'malformed',
  'bad-cursor': 'malformed',
  'answer-too-large': 'tooLarge',
  // Writes.
  'bad-target': 'invalid',
  'bad-target-urn': 'invalid',
  'wrong-target-type': 'invalid',
  'bad-snapshot': 'malformed',
  'nothing-to-describe': 'invalid',
  'bad-union': 'invalid',
  'length-mismatch': 'lengthMismatch',
  'empty-batch': 'malformed',
  'no-aspect-named': 'malformed',
  'missing-value': 'malformed',
  'bad-change-type': 'malformed',
  'bad-aspect-value': 'invalid',
  'key-mismatch': 'invalid',
  'key-too-long': 'invalid',
  'too-many-column-pairs': 'invalid',
  'too-many-edges': 'invalid',
  'already-exists': 'invalid',
  'missing-reference': 'invalid',
  'outdated-aspect': 'invalid',
  'version-not-kept': 'invalid',
  'too-many-proposals': 'tooLarge',
  'too-much-written': 'tooLarge',
  'bad-patch': 'malformed',
  'patch-does-not-fit': 'invalid',
  'patch-too-costly': 'tooLarge',
  'too-many-operations': 'tooLarge',
  // Conditions.
  'condition-failed': 'precondition',
  'unknown-condition': 'malformed',
  'condition-out-of-place': 'malformed',
  // Structured properties.
  'property-without-entity': 'invalid',
  'repeated-property': 'invalid',
  'unknown-property': 'invalid',
  'deleted-property': 'invalid',
  'immutable-property': 'invalid',
  'too-many-property-values': 'invalid',
  'bad-property-value': 'invalid',
  'property-out-of-place': 'invalid',
  'bad-property-definition': 'invalid',
  'property-name-taken': 'invalid',
  'breaking-definition': 'invalid',
  'conflicting-display': 'invalid',
  // Why Cairn cannot answer now.
  'graph-away': 'unavailable',
  'graph-broken': 'unavailable',
  'graph-busy': 'unavailable',
  'disk-full': 'unavailable',
  'graph-full': 'unavailable',
  'write-contention': 'unavailable',
  'store-upgraded': 'unavailable',
  'too-many-writes': 'unavailable',
  'search-away': 'unavailable',
  'search-too-slow': 'unavailable',
  'index-building': 'unavailable',
  'result-in-motion': 'unavailable',
  'request-timeout': 'unavailable',
  starting: 'unavailable',
  stopping: 'unavailable',
  internal: 'internal',
} as const satisfies Record<string, KindName>;

export type Code = keyof typeof CODES;
