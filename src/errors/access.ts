/**
 * Refusals about who sends a request, and to which address.
 */
import { excerpt } from './abbreviate.ts';
import { Refusal } from './refusal.ts';

export function noToken(): Refusal {
  return new Refusal('no-token', 'This server requires a token: send the header Authorization: Bearer <token>');
}

export function unknownToken(): Refusal {
  return new Refusal('unknown-token', 'This server does not know the token: ask its operator for one');
}

/** `because` says what made the token, and how that ended. */
export function endedWithMaker(because: string): Refusal {
  return new Refusal('unknown-token', `This token has ended: ${because}. Ask for a new one`);
}

/** A token that was made by a token, and so on. */
export function tooManyMakers(most: number): Refusal {
  return new Refusal('outgrows-token', `This token comes from ${most} others, each made by the one before: sign in, and make one by yourself`);
}

/** `what` completes "may not", `allowed` says what the token may do instead. */
export function outgrowsToken(user: string, what: string, allowed: string, pointer = ''): Refusal {
  return new Refusal('outgrows-token', `${user} may not ${what} with this token: ${allowed}`, { details: [{ pointer, expected: allowed }] });
}

/** `expires`: epoch ms. */
export function expiredToken(user: string, expires: number): Refusal {
  return new Refusal('expired-token', `The token of ${user} expired at ${new Date(expires).toISOString()}: ask for a new one`);
}

export function readOnlyToken(user: string): Refusal {
  return new Refusal('read-only-token', `${user} may read but not write`);
}

/** `what` completes "may not". */
export function narrowedToken(user: string, what: string): Refusal {
  return new Refusal('narrowed-token', `${user} may not ${what} with this token: it was made for some types, domains or tools only`);
}

/** `by` has asked to be answered as another user. */
export function lookingOnly(by: string, as: string): Refusal {
  return new Refusal('read-only-token', `${by} looks as ${as}: this reads, and writes nothing`);
}

/** A write that a browser sends for a page of another site. `said`: the header that shows this. */
export function foreignPage(header: string): Refusal {
  return new Refusal(
    'foreign-page',
    `A page of another site may not write to this server (${header}). If it is a page of this Cairn behind a proxy, add its host to ALLOWED_HOSTS`,
  );
}

/** A request that may write, though its row only reads, and that a browser sends for a page of another site. `said`: the header that shows this. */
export function foreignReader(path: string, header: string): Refusal {
  return new Refusal(
    'foreign-page',
    `A page of another site may not use ${path} (${header}). If it is a page of this Cairn behind a proxy, add its host to ALLOWED_HOSTS`,
  );
}

/** `open`: the server has no tokens. */
export function unknownHost(host: string, open: boolean): Refusal {
  const other = open ? ', or require tokens (AUTH_TOKENS_FILE)' : '';
  return new Refusal('unknown-host', `Cairn does not know the host name ${host}: add it to ALLOWED_HOSTS${other}`);
}

export function noEndpoint(method: string, path: string): Refusal {
  return new Refusal('no-endpoint', `No endpoint ${method} ${path}.`);
}

/** Cairn has a base path, and the path does not begin with it. */
export function outsideBasePath(prefix: string): Refusal {
  return new Refusal('no-endpoint', `No endpoint outside ${prefix}: every path begins with ${prefix}`);
}

export function methodNotAllowed(path: string, allowed: string, method: string): Refusal {
  return new Refusal('method-not-allowed', `${path} supports ${allowed}, not ${method}`);
}

export function unknownAction(resource: string, known: string, name: string | undefined): Refusal {
  const came = name === undefined ? '' : `, got ${name}`;
  return new Refusal('unknown-action', `action: POST /${resource} expects one of ${known}${came}`, {
    details: [{ pointer: '/action', expected: `one of ${known}`, got: name }],
  });
}

/** `setWritable` with false. */
export function alwaysWritable(): Refusal {
  return new Refusal('always-writable', 'value: expected true, because this server is always writable; give clients read-only tokens instead', {
    details: [{ pointer: '/value', expected: 'true', got: false }],
  });
}

export function eventsNotTaken(): Refusal {
  return new Refusal('events-not-taken', 'Cairn does not support platform events: it has discarded this one and delivers it to nobody');
}

/** A mutation of known clients about something that Cairn does not have. */
export function notOffered(operation: string, because: string): Refusal {
  return new Refusal('not-offered', `Cairn does not offer ${operation}: ${because}`);
}

/** The value of a secret does not open with the key of this server. */
export function secretOfAnotherKey(urn: string): Refusal {
  return new Refusal(
    'secret-of-another-key',
    `The value of ${urn} was not encrypted with SECRETS_KEY of this server for it: set it again with updateSecret`,
  );
}

/** Whom to ask, where nobody who manages policies may be named, too. */
function askable(managers: string): string {
  return managers === '' ? 'an administrator' : `somebody who may manage policies (${managers})`;
}

/**
 * `what` completes "may not". `holders`: whom policies grant it to, `managers`: who manages policies; each is empty where nobody may be named. `on`: the entity whose
 * privileges are asked for.
 */
export function notAllowed(actor: string, what: string, anyOf: readonly string[], holders: string, managers: string, on?: string): Refusal {
  const expected = anyOf.join(' or ');
  const granted = holders === '' ? '' : ` It is granted by ${holders}.`;
  return new Refusal(
    'not-allowed',
    `${actor} may not ${what}: this needs ${expected}, which no policy grants here.${granted} Ask ${askable(managers)}`,
    {
      details: [{ pointer: '', expected, ...(on !== undefined && { got: on }) }],
    },
  );
}

/** `what` completes "may not": it shows the whole catalog, of which policies show this user a part. `viewers`, `managers`: as above. */
export function needsEverything(actor: string, what: string, viewers: string, managers: string): Refusal {
  const granted = viewers === '' ? '' : ` That is granted by ${viewers}.`;
  return new Refusal(
    'not-allowed',
    `${actor} may not ${what}: this needs VIEW_ENTITY_PAGE on everything, and policies show this user a part of the catalog.${granted} Ask ${askable(managers)}`,
    { details: [{ pointer: '', expected: 'VIEW_ENTITY_PAGE on everything' }] },
  );
}

/** No policy can allow it. */
export function notForAnybody(actor: string, what: string, because: string): Refusal {
  return new Refusal('not-for-anybody', `${actor} may not ${what}: ${because}`);
}

/** The user of a token is suspended, deleted, or newer than the token. */
export function tokenWithoutUser(user: string): Refusal {
  return new Refusal('user-not-active', `${user} is not an active user of this server: ask an administrator`);
}

/** The same for an unknown user, so that nobody learns who there is. */
export function wrongPassword(): Refusal {
  return new Refusal('wrong-password', 'The user name or the password is wrong, or the account is not active');
}

/** `seconds` until the next attempt. */
export function tooManyAttempts(seconds: number): Refusal {
  return new Refusal('too-many-attempts', `Too many attempts to sign in: try again in ${seconds} seconds`, { retryAfter: seconds });
}

/** Characters. The refusal does not repeat what was sent. */
export function passwordNeeds(fewest: number, most: number): Refusal {
  const expected = `a password of ${fewest} to ${most} characters`;
  return new Refusal('bad-parameter', `password: expected ${expected}`, { details: [{ pointer: '/password', expected }] });
}

/** What is guessed first: one of the commonest passwords, or a name of the user. The refusal does not repeat what was sent. */
export function passwordIsGuessed(): Refusal {
  const expected = 'a password that nobody guesses';
  return new Refusal(
    'bad-parameter',
    `password: expected ${expected}, but this is one of the commonest, or the name or address of the user: choose another, such as four words that do not belong together`,
    { details: [{ pointer: '/password', expected }] },
  );
}

export function noInvitation(): Refusal {
  return new Refusal('no-invitation', 'This invitation is unknown or has ended: ask who sent it for a new one');
}

export function wrongMailLink(): Refusal {
  return new Refusal('wrong-mail-link', 'This link is not one of a mail of this server: open it again from the mail, whole');
}

export function noReset(): Refusal {
  return new Refusal('no-reset', 'This reset link is unknown, used or has ended, or the account is not active: ask an administrator for a new one');
}

/** Nobody signs up under the name of somebody who has rights already. */
export function userExists(user: string): Refusal {
  return new Refusal('name-taken', `${user} is taken, or looks like a name that is: choose another name, or ask an administrator for a reset link`);
}

/** A token or a reset link for who has the name of a user of the tokens file. */
export function operatorsName(user: string): Refusal {
  return new Refusal('name-taken', `${user} has the name of an operator: only a token of the tokens file lets somebody in as this user`);
}

/** A session for somebody who may not have one. */
export function userNotActive(user: string): Refusal {
  return new Refusal('not-for-anybody', `${user} may not sign in: this is not an active user of this server`);
}

/** By single sign-on: the name that the provider tells cannot be that of a user. */
export function userNotToBe(name: string, provider: string): Refusal {
  return new Refusal('not-for-anybody', `${provider} calls you ${excerpt(name)}, which cannot be the name of a user here`);
}

export function userNotKnown(user: string, provider: string): Refusal {
  return new Refusal('not-for-anybody', `${user} is no user of this catalog, and ${provider} may not make users: ask an administrator`);
}

export function userSuspended(user: string): Refusal {
  return new Refusal('user-not-active', `The account ${user} is suspended: ask an administrator`);
}

/** A name is not enough to become somebody who has come in otherwise, or has rights. */
export function userTaken(user: string, provider: string): Refusal {
  return new Refusal(
    'name-taken',
    `${user} is, or looks like, the name of somebody who has a password, a token, rights or another identity: sign in as before, then continue with ${provider}; or ask an administrator`,
  );
}

/** By the provider of a single sign-on: why its notice of a sign-out does not count. */
export function badSignOut(because: string): Refusal {
  return new Refusal('bad-parameter', `logout_token: ${because}`, {
    details: [{ pointer: '/logout_token', expected: 'a logout token of this provider that is used once' }],
  });
}

export function noProvider(name: string): Refusal {
  return new Refusal('bad-parameter', `provider: no identity provider of this server is called ${excerpt(name)}`, {
    details: [{ pointer: '/provider', expected: 'the name of a provider in OIDC_FILE', got: name }],
  });
}
