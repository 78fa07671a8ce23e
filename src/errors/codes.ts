/**
 * The complete list of refusals: every code in an answer of Cairn, its status on each API, and what it means. The build writes the list into
 * docs/errors.md.
 */

interface RefusalKind {
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
} as const satisfies Record<string, RefusalKind>;

export type KindName = keyof typeof KINDS;

/** Every code: its kind, and what happened or what to do, in few words, if the code does not say it. Clients may rely on a code, so never rename one. */
export const CODES = {
  // The request itself.
  'bad-parameter': ['malformed'],
  'missing-parameter': ['malformed'],
  'conflicting-parameters': ['malformed'],
  'too-many-items': ['malformed'],
  'too-long': ['malformed'],
  'too-deep': ['malformed', 'JSON is nested more than 200 levels deep'],
  'inexact-integer': ['malformed', 'an integer beyond ±2^53; send a text'],
  'long-number': ['malformed', 'a number of more than 1,200 characters'],
  'bad-tool-input': ['malformed', '`/mcp` has no such tool, or its arguments do not fit its schema'],
  'bad-encoding': ['malformed'],
  'bad-header': ['malformed'],
  'bad-body': ['malformed'],
  'not-json': ['notJson'],
  'not-utf-8': ['notJson'],
  'body-too-large': ['tooLarge'],
  'too-many-values': ['tooLarge'],
  'unsupported-media-type': ['unsupportedMediaType'],
  'bad-graphql': ['malformed', 'the query has a syntax error, does not fit the schema, or is too large'],
  'client-hung-up': ['malformed', 'the client closed the connection; only the audit log has this'],
  'headers-too-large': ['headersTooLarge', 'address and headers are too long; the body has the fields of both APIs'],
  'request-too-slow': ['requestTimeout'],
  'not-http': ['malformed', 'Node cannot read this as HTTP'],
  'too-much-at-once': ['tooManyRequests', 'too many requests, polls or bytes of this caller under way; wait `Retry-After`'],
  // Who sends the request, and to which address.
  'no-token': ['unauthorized', 'send `Authorization: Bearer <token>`'],
  'unknown-token': ['unauthorized'],
  'expired-token': ['unauthorized'],
  'read-only-token': ['forbidden'],
  'user-not-active': ['unauthorized', 'the user of the token is suspended, deleted, or was made after the token'],
  'wrong-password': ['unauthorized', 'or unknown user, or suspended'],
  'too-many-attempts': ['tooManyRequests', 'wait `Retry-After`'],
  'no-invitation': ['forbidden'],
  'wrong-mail-link': ['forbidden'],
  'no-reset': ['forbidden'],
  'name-taken': ['invalid', 'a user, a policy or the tokens file has the name, or one that looks like it'],
  'not-allowed': ['forbidden', 'no policy grants what this needs; the message names the privileges and who has them'],
  'outgrows-token': ['forbidden', 'what a token makes may do no more, and last no longer, than the token'],
  'narrowed-token': ['forbidden', 'the token was made for other types, domains or tools'],
  'not-for-anybody': ['forbidden', 'no policy can grant this: it would give rights to oneself, or change what Cairn keeps'],
  'foreign-page': ['forbidden', 'a browser sends this for a page of another site; for your own page, add its host to `ALLOWED_HOSTS`'],
  'unknown-host': ['misdirected', 'the server does not know this host name; add it to `ALLOWED_HOSTS`, or use tokens without that setting'],
  'no-endpoint': ['notFound'],
  'method-not-allowed': ['methodNotAllowed'],
  'unknown-action': ['malformed'],
  'always-writable': ['malformed'],
  'events-not-taken': ['notImplemented'],
  'not-offered': ['notImplemented'],
  'secret-of-another-key': ['precondition'],
  // Names and URNs.
  'bad-urn': ['malformed'],
  'missing-urn': ['malformed'],
  'wrong-entity-type': ['malformed'],
  'wrong-aspect-kind': ['malformed', 'a timeseries in place of a versioned aspect, or the reverse'],
  'unknown-entity-type': ['unknownName', 'not in the model; `MODEL_DIR` adds types'],
  'unknown-aspect': ['unknownName', 'not in the model, or not of this type'],
  'unknown-relationship': ['unknownName'],
  'unknown-record': ['unknownName'],
  'not-in-model': ['notFound', 'the path has an unknown entity type or aspect'],
  'no-such-entity': ['notFound'],
  'no-such-aspect': ['notFound'],
  'no-such-column': ['invalid', 'the schema has no column of this name; the message names the nearest'],
  'ambiguous-column': ['invalid', 'the name means several columns; send the path of one'],
  'no-such-version': ['notFound'],
  'no-such-run': ['notFound'],
  'no-such-bulk': ['notFound'],
  'no-such-webhook': ['notFound'],
  'no-such-subscription': ['notFound'],
  'no-such-session': ['notFound'],
  'no-versions': ['notFound'],
  'no-snapshot': ['notFound', 'this type has no snapshot; use `/entitiesV2`'],
  // The past, points and lineage.
  'unknown-history': ['malformed', 'history does not reach back to `asOf`'],
  'as-of-not-served': ['malformed', '`asOf` is misspelt, or this operation does not take it'],
  'too-many-points': ['malformed'],
  'too-much-lineage': ['malformed'],
  'unknown-lineage-type': ['malformed'],
  'log-cut': ['gone', 'the change stream lacks what follows this commit; read everything again, then follow'],
  'other-epoch': ['gone', 'a place or scroll of before a backup was restored or the data were copied; begin again'],
  // Webhooks.
  'private-target': ['malformed', 'the target is a private address; see `WEBHOOK_PRIVATE_TARGETS`'],
  'too-many-webhooks': ['malformed'],
  'too-many-subscriptions': ['malformed'],
  'webhook-changes': ['unavailable'],
  // Bulk changes.
  'too-many-bulk': ['malformed'],
  'cannot-undo': ['malformed', 'it is still at work, or has hard-deleted entities'],
  'bulk-changes': ['unavailable'],
  // Searches.
  'bad-filter': ['malformed'],
  'too-many-criteria': ['malformed', 'put the values of one field into one criterion'],
  'deleted-property-in-filter': ['malformed'],
  'bad-query': ['malformed'],
  'bad-sort': ['malformed'],
  'bad-cursor': ['malformed'],
  'answer-too-large': ['tooLarge'],
  // Writes.
  'bad-person-name': ['invalid', 'the name of a person has characters that nobody sees, or is too long'],
  'bad-target': ['invalid', 'both a URN and a key aspect, or neither, or a key aspect without type'],
  'bad-target-urn': ['invalid'],
  'wrong-target-type': ['invalid'],
  'bad-snapshot': ['malformed'],
  'nothing-to-describe': ['invalid', 'the entity has no description, or no columns, to edit'],
  'bad-union': ['invalid', 'an object must have exactly one key'],
  'length-mismatch': ['lengthMismatch'],
  'empty-batch': ['malformed'],
  'no-aspect-named': ['malformed'],
  'missing-value': ['malformed'],
  'bad-change-type': ['malformed', 'a timeseries takes only `UPSERT`'],
  'bad-aspect-value': ['invalid', 'the value does not fit the schema; `details` lists the fields'],
  'key-mismatch': ['invalid', 'a patch would make the key contradict the URN'],
  'key-too-long': ['invalid'],
  'too-many-column-pairs': ['invalid'],
  'too-many-edges': ['invalid'],
  'already-exists': ['invalid', 'use `UPSERT`, or another id'],
  'stage-out-of-order': ['invalid', '`allowedPreviousStages` of the stage does not have the present one'],
  'bad-schedule': ['invalid', 'the interval is not as in cron, or never comes again; or nobody knows the time zone'],
  'missing-reference': ['invalid', 'the value references an entity that must exist; write it first'],
  'outdated-aspect': ['invalid', 'a reference is in an aspect that the model no longer has; add it again, or delete the entity'],
  'version-not-kept': ['invalid', 'retention has removed the version that a rollback needs'],
  'too-many-proposals': ['tooLarge', 'too many for one transaction; send several requests, or `perItem`'],
  'too-much-written': ['tooLarge'],
  'bad-patch': ['malformed'],
  'patch-does-not-fit': ['invalid', 'an operation does not apply to the current value; read it again'],
  'patch-too-costly': ['tooLarge', 'a patch copies or scans too much; send it in parts, or the whole value'],
  'too-many-operations': ['tooLarge'],
  // Conditions.
  'condition-failed': ['precondition', 'somebody else has written since; read and decide again'],
  'unknown-condition': ['malformed', 'a header of a proposal is no condition'],
  'condition-out-of-place': ['malformed', 'the condition does not apply to this request'],
  // Structured properties.
  'property-without-entity': ['invalid'],
  'repeated-property': ['invalid'],
  'unknown-property': ['invalid'],
  'deleted-property': ['invalid'],
  'immutable-property': ['invalid'],
  'too-many-property-values': ['invalid'],
  'bad-property-value': ['invalid'],
  'property-out-of-place': ['invalid'],
  'bad-property-definition': ['invalid'],
  'property-name-taken': ['invalid', 'another property has the same name in searches; ids must differ in more than `.` and `_`'],
  'breaking-definition': ['invalid', 'the change would make values invalid; use a higher `version`'],
  'below-itself': ['invalid', 'the entity would be above itself, as a domain in one of its subdomains'],
  'sensitive-tag': ['invalid', 'switch `isSensitive` off first'],
  'conflicting-display': ['invalid', 'the property is hidden and shown, or would be a second badge'],
  // Why Cairn cannot answer now.
  'graph-away': ['unavailable', 'Neo4j does not answer, or refuses the credentials'],
  'graph-broken': ['unavailable', 'Neo4j met a critical error or is read-only; Cairn restarts its own, you restart yours'],
  'graph-busy': ['unavailable', 'Neo4j could not do this within its limits; ask for less'],
  'disk-full': ['unavailable', 'the disk has less than `DISK_RESERVE_MB` left; reads go on'],
  'graph-full': ['unavailable'],
  'write-contention': ['unavailable'],
  'store-upgraded': ['unavailable', 'a newer Cairn has upgraded the store; stop this server'],
  'too-many-writes': ['unavailable'],
  'search-away': ['unavailable', 'Typesense does not answer, or refuses the key'],
  'search-too-slow': ['unavailable', 'the search took too long; use more filters'],
  'index-building': ['unavailable'],
  'result-in-motion': ['unavailable'],
  'request-timeout': ['unavailable', 'longer than `REQUEST_SECONDS`; ask for less at once'],
  starting: ['unavailable'],
  stopping: ['unavailable'],
  internal: ['internal', 'an error in Cairn; report it with its log lines'],
} as const satisfies Record<string, readonly [KindName, string?]>;

export type Code = keyof typeof CODES;
