/**
 * Who sends a request. Without AUTH_TOKENS_FILE everybody may read and write, and a client may name its user in a header;
 * with it, a request needs `Authorization: Bearer <token>`, unless its row is open (docs/semantics.md 16.1). Tokens that were made at run time
 * count in both cases, as do sessions: policies decide what their users may change.
 */
import { ANYBODY, type Catalog, operatorCredential, SECRET_PREFIX, type SignedIn } from '../catalog/index.ts';
import {
  badHeader,
  cairnStarts,
  expiredToken,
  foreignPage,
  lookingOnly,
  narrowedToken,
  noSuchEntity,
  noToken,
  Refusal,
  readOnlyToken,
  unknownToken,
} from '../errors.ts';
import { systemActor, userUrn } from '../model/named.ts';
import type { Names } from '../model/names.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../model/urn.ts';
import { isJsonType } from './request/body.ts';
import { apiRow } from './rows.ts';
import type { Attempts } from './signin/attempts.ts';
import { clearSession, sessionIn } from './signin/cookies.ts';
import type { LookUp } from './signin/lookups.ts';
import { isCurrent, type Tokens } from './tokens.ts';
import type { TokenOwner } from './tokens-file.ts';
import type { Context } from './types.ts';

const MCP_PATH = '/mcp';
const INVALID_TOKEN = 'Bearer error="invalid_token"';

interface AuthParts {
  readonly model: Model;
  readonly tokens: Tokens | undefined;
  isOpen(context: Context): boolean;
  core(): Catalog | undefined;
  readonly attempts: Attempts;
  readonly lookUp: LookUp;
}

interface Sender {
  readonly signedIn?: SignedIn | undefined;
  readonly owner?: TokenOwner | undefined;
}

/** Middleware: sets the actor, and why the sender may not write. Refuses unknown senders, unless `isOpen` says that the request needs no token. */
export function authenticate(parts: AuthParts) {
  const { model, tokens, isOpen, core } = parts;
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    // A stream asks again.
    delete context.state.decided;
    delete context.state.lookedBy;
    const { signedIn, owner } = await senderOf(parts, context);
    if (signedIn?.scope?.tools && context.path !== MCP_PATH) throw narrowedToken(signedIn.user, `call ${context.method} ${context.path}`);
    if (signedIn) Object.assign(context.state, { decided: signedIn, actor: signedIn.user });
    else if (owner) context.state.actor = userUrn(model, owner.user);
    else if (!tokens) context.state.actor = namedActor(model, context) ?? systemActor(model);
    context.state.credential = signedIn?.credential ?? (owner ? operatorCredential(owner.user, owner.expires) : ANYBODY);
    context.state.known = owner || signedIn ? 'token' : tokens ? 'no' : 'claim';
    const { elsewhere } = context.state;
    if (elsewhere !== undefined) context.state.mayNotWrite = foreignPage(elsewhere);
    else if (owner && !owner.mayWrite) context.state.mayNotWrite = readOnlyToken(owner.user);
    else if (signedIn?.readOnly) context.state.mayNotWrite = readOnlyToken(signedIn.user);
    if (!isOpen(context)) await lookAs(model, context, signedIn, core);
    const [outcome] = await Promise.allSettled([next()]);
    if (!context.headerSent && !context.state.trail.seen().writes) {
      if (signedIn) await confirm(signedIn, context, core);
      else if (owner && tokens && !isOpen(context)) ownerOf(tokens, context);
    }
    if (outcome.status === 'rejected') throw outcome.reason;
  };
}

/**
 * Who sends the request. A server in front has a secret that somebody may guess, so its wrong ones count. Where no token is needed they are refused
 * nothing.
 *
 * @throws Refusal unauthorized, tooManyRequests
 */
async function senderOf(parts: AuthParts, context: Context): Promise<Sender> {
  const { tokens, isOpen, attempts } = parts;
  const find = async (): Promise<Sender> => {
    if (isOpen(context)) return { owner: tokens && validOwner(tokens, context) };
    const signedIn = (await signIn(context, parts)) ?? (await resume(context, parts));
    return { signedIn, owner: tokens && !signedIn ? ownerOf(tokens, context) : undefined };
  };
  const who = basicIn(context)?.user;
  if (who === undefined || !tokens) return find();
  const found = attempts.make(
    { door: 'server', address: context.state.address, who },
    find,
    ({ signedIn, owner }) => (signedIn ?? owner) !== undefined,
  );
  return isOpen(context) ? found.catch(() => ({})) : found;
}

/**
 * Checks again, before an answer goes out, that the sender may come in: the right may have ended meanwhile. A token of the file is looked up again.
 * Who has written gets the answer in any case.
 */
async function confirm(signedIn: SignedIn, context: Context, core: () => Catalog | undefined): Promise<void> {
  const { lookedBy, actor } = context.state;
  await challenging(context, async () => (lookedBy === undefined ? core()?.people.confirm(signedIn) : requireLook(signedIn, context, actor, core())));
}

async function requireLook(signedIn: SignedIn, { state }: Context, user: string, catalog: Catalog | undefined): Promise<void> {
  await catalog?.people.require(signedIn, `look as ${user}`, [['MANAGE_USERS_AND_GROUPS'], ['MANAGE_POLICIES']], state.trail.allowed);
}

/** Does a request only read what its reader sees, by calls that judge again after they have read? */
function onlyReads(context: Context, { headers }: Names): boolean {
  const row = apiRow(context);
  return row?.reads === true && row.shows === 'part' && row.needs === 'reading' && !row.ownPages && context.get(headers.lookAs) === '';
}

/** The user of a token that was made at run time; undefined if the request has none. Those of the file come first. */
async function signIn(context: Context, parts: AuthParts): Promise<SignedIn | undefined> {
  const secret = sentToken(context);
  if (secret === undefined || !secret.startsWith(SECRET_PREFIX) || parts.tokens?.ownerOf(secret)) return undefined;
  return userOf(secret, context, parts);
}

/**
 * The user of the session that a cookie names, where nothing else says who asks. A browser sends cookies by itself, so what may write needs a page
 * of this server, or a content type that no page of another site can send.
 *
 * @throws Refusal forbidden for a page of another site
 */
async function resume(context: Context, parts: AuthParts): Promise<SignedIn | undefined> {
  const secret = context.get('authorization') === '' ? sessionIn(context) : undefined;
  if (secret === undefined) return undefined;
  const own = context.get('origin') !== '' || context.get('sec-fetch-site') === 'same-origin' || isJsonType(context.get('content-type'));
  const { elsewhere = own ? undefined : 'no Origin' } = context.state;
  if (elsewhere !== undefined && !READING_METHODS.has(context.method)) throw foreignPage(elsewhere);
  return userOf(secret, context, parts);
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

async function userOf(secret: string, context: Context, { core, lookUp }: AuthParts): Promise<SignedIn> {
  const catalog = core();
  if (!catalog) throw cairnStarts();
  return challenging(context, () => lookUp(context, secret, () => catalog.people.signIn(secret, onlyReads(context, catalog.model.names))));
}

async function challenging<Result>(context: Context, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    if (context.get('authorization') === '') clearSession(context);
    throw unauthorized(context, INVALID_TOKEN, error);
  }
}

/**
 * Answers the request as to another user, if a header names one: whoever manages people and policies may look, and changes nothing meanwhile.
 *
 * @throws Refusal forbidden; notFound for a user that does not exist
 */
async function lookAs(model: Model, context: Context, signedIn: SignedIn | undefined, core: () => Catalog | undefined): Promise<void> {
  const user = userIn(model, context, model.names.headers.lookAs);
  if (user === undefined) return;
  const catalog = core();
  if (!catalog) throw cairnStarts();
  const { actor } = context.state;
  if (signedIn) await requireLook(signedIn, context, user.text, catalog);
  if (!(await catalog.exists([user], true))[0]) throw noSuchEntity(user.text);
  const { token } = signedIn ?? {};
  Object.assign(context.state, { decided: { user: user.text, ...(token && { token }) }, actor: user.text, lookedBy: actor });
  context.state.mayNotWrite ??= lookingOnly(actor, user.text);
}

function namedActor(model: Model, context: Context): string | undefined {
  return userIn(model, context, model.names.headers.actor)?.text;
}

function userIn(model: Model, context: Context, header: string): Urn | undefined {
  const text = context.get(header);
  if (text === '') return undefined;
  const urn = parseUrn(model, text);
  if (isProblem(urn) || urn.type.name !== 'corpuser') throw badHeader(header, 'the URN of a user', text);
  return urn;
}

function sentToken(context: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(context.get('authorization'))?.[1] ?? basicIn(context)?.token;
}

/** Servers in front of Cairn send the id and the secret of their client: a user of the file, and the token. */
function basicIn(context: Context): { user: string; token: string } | undefined {
  const [, encoded] = /^Basic\s+([\w+/=-]+)$/i.exec(context.get('authorization')) ?? [];
  const [, user, token] = /^([^:]*):(\S+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return user === undefined || token === undefined ? undefined : { user, token };
}

/** The owner of a token in the file; none if it is sent with the name of another user. */
function ownerIn(tokens: Tokens, context: Context, token: string): TokenOwner | undefined {
  const owner = tokens.ownerOf(token);
  const named = basicIn(context)?.user;
  return owner && (named === undefined || named === owner.user) ? owner : undefined;
}

/** The owner of a valid token. A missing or wrong one does no harm where none is needed. */
function validOwner(tokens: Tokens, context: Context): TokenOwner | undefined {
  const token = sentToken(context);
  const owner = token === undefined ? undefined : ownerIn(tokens, context, token);
  return owner && isCurrent(owner) ? owner : undefined;
}

function ownerOf(tokens: Tokens, context: Context): TokenOwner {
  const token = sentToken(context);
  if (token === undefined) throw unauthorized(context, 'Bearer', noToken());
  const owner = ownerIn(tokens, context, token);
  if (!owner) throw unauthorized(context, INVALID_TOKEN, unknownToken());
  if (owner.expires !== undefined && !isCurrent(owner)) throw unauthorized(context, INVALID_TOKEN, expiredToken(owner.user, owner.expires));
  return owner;
}

/** 401 names the way in (RFC 6750). */
function unauthorized(context: Context, challenge: string, refusal: Refusal): Refusal {
  context.set('WWW-Authenticate', challenge);
  return refusal;
}
