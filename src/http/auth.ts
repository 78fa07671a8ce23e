/**
 * Who sends a request. Without AUTH_TOKENS_FILE everybody may read and write, and a client may name its user in a header;
 * with it, a request needs `Authorization: Bearer <token>`, unless its row is open (docs/semantics.md 16.1).
 */

import { badHeader, expiredToken, foreignPage, noToken, type Refusal, readOnlyToken, unknownToken } from '../errors.ts';
import { systemActor, userUrn } from '../model/named.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn } from '../model/urn.ts';
import type { Tokens } from './tokens.ts';
import type { TokenOwner } from './tokens-file.ts';
import type { Context } from './types.ts';

/** Middleware: sets the actor, and why the sender may not write. Refuses unknown senders, unless `isOpen` says that the request needs no token. */
export function authenticate(model: Model, tokens: Tokens | undefined, isOpen: (context: Context) => boolean) {
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    const owner = tokens && (isOpen(context) ? validOwner(tokens, context) : ownerOf(tokens, context));
    if (owner) context.state.actor = userUrn(model, owner.user);
    else if (!tokens) context.state.actor = namedActor(model, context) ?? systemActor(model);
    context.state.known = owner ? 'token' : tokens ? 'no' : 'claim';
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

function sentToken(context: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(context.get('authorization'))?.[1];
}

/** The owner of a valid token. A missing or wrong one does no harm where none is needed. */
function validOwner(tokens: Tokens, context: Context): TokenOwner | undefined {
  const token = sentToken(context);
  const owner = token === undefined ? undefined : tokens.ownerOf(token);
  return owner && isCurrent(owner) ? owner : undefined;
}

function isCurrent({ expires }: TokenOwner): boolean {
  return expires === undefined || expires > Date.now();
}

function ownerOf(tokens: Tokens, context: Context): TokenOwner {
  const token = sentToken(context);
  if (token === undefined) throw unauthorized(context, 'Bearer', noToken());
  const owner = tokens.ownerOf(token);
  const invalidToken = 'Bearer error="invalid_token"';
  if (!owner) throw unauthorized(context, invalidToken, unknownToken());
  if (owner.expires !== undefined && !isCurrent(owner)) throw unauthorized(context, invalidToken, expiredToken(owner.user, owner.expires));
  return owner;
}

/** 401 names the way in (RFC 6750). */
function unauthorized(context: Context, challenge: string, refusal: Refusal): Refusal {
  context.set('WWW-Authenticate', challenge);
  return refusal;
}
