/**
 * Who sends a request. Without AUTH_TOKENS_FILE everybody may read and write, and a client may name its user in a header;
 * with it, a request needs `Authorization: Bearer <token>` (docs/semantics.md 16.1).
 */

import { badHeader, expiredToken, foreignPage, noToken, type Refusal, readOnlyToken, unknownToken } from '../errors.ts';
import { systemActor, userUrn } from '../model/named.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn } from '../model/urn.ts';
import { PAGE_PATHS } from './page-paths.ts';
import type { Tokens } from './tokens.ts';
import type { TokenOwner } from './tokens-file.ts';
import type { Context } from './types.ts';

/** Open without a token, besides the pages (docs/semantics.md 16.1). */
const OPEN_PATH = /^\/(?:(?:health|config|metrics|openapi\.json|openapi\/v3\/api-docs|openapi\/swagger-ui|api\/graphiql|[a-z]+\/docs|ui)(?:\/|$))/;

function isOpen(path: string): boolean {
  return OPEN_PATH.test(path) || PAGE_PATHS.test(path);
}

/** Middleware: sets the actor, and why the sender may not write. Refuses unknown senders. */
export function authenticate(model: Model, tokens: Tokens | undefined) {
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    const owner = tokens && !isOpen(context.path) ? ownerOf(tokens, context) : undefined;
    if (owner) context.state.actor = userUrn(model, owner.user);
    else context.state.actor = (tokens ? undefined : namedActor(model, context)) ?? systemActor(model);
    const { elsewhere } = context.state;
    if (elsewhere !== undefined) context.state.mayNotWrite = foreignPage(elsewhere);
    else if (owner && !owner.mayWrite) context.state.mayNotWrite = readOnlyToken(owner.user);
    return next();
  };
}

function namedActor(model: Model, context: Context): string | undefined {
  const text = context.get(model.names.headers.actor);
  if (text === '') return undefined;
  const urn = parseUrn(model, text);
  if (isProblem(urn) || urn.type.name !== 'corpuser') {
    throw badHeader(model.names.headers.actor, 'the URN of a user', text);
  }
  return urn.text;
}

function ownerOf(tokens: Tokens, context: Context): TokenOwner {
  const token = /^Bearer\s+(\S+)$/i.exec(context.get('authorization'))?.[1];
  if (token === undefined) throw unauthorized(context, 'Bearer', noToken());
  const owner = tokens.ownerOf(token);
  const invalidToken = 'Bearer error="invalid_token"';
  if (!owner) throw unauthorized(context, invalidToken, unknownToken());
  if (owner.expires !== undefined && owner.expires <= Date.now()) throw unauthorized(context, invalidToken, expiredToken(owner.user, owner.expires));
  return owner;
}

/** 401 names the way in (RFC 6750). */
function unauthorized(context: Context, challenge: string, refusal: Refusal): Refusal {
  context.set('WWW-Authenticate', challenge);
  return refusal;
}
