/**
 * Refusals about who sends a request, and to which address.
 */
import { Refusal } from './refusal.ts';

export function noToken(): Refusal {
  return new Refusal('no-token', 'Send a token: Authorization: Bearer <token>');
}

export function unknownToken(): Refusal {
  return new Refusal('unknown-token', 'This token is not known here');
}

/** `expires`: epoch ms. */
export function expiredToken(user: string, expires: number): Refusal {
  return new Refusal('expired-token', `This token of ${user} was good until ${new Date(expires).toISOString()}: ask for a new one`);
}

export function readOnlyToken(user: string): Refusal {
  return new Refusal('read-only-token', `${user} may read but not write`);
}

/** A write that a browser sends for a page of another site. `said`: the header that shows this. */
export function foreignPage(said: string): Refusal {
  return new Refusal(
    'foreign-page',
    `A page of another site may not write here (${said}). Where it is a page of this Cairn behind a proxy, name its host in ALLOWED_HOSTS`,
  );
}

export function unknownHost(host: string): Refusal {
  return new Refusal(
    'unknown-host',
    `Cairn does not know the host ${host} as one of its names: add it to ALLOWED_HOSTS, or ask for tokens (AUTH_TOKENS_FILE)`,
  );
}

export function noEndpoint(method: string, path: string): Refusal {
  return new Refusal('no-endpoint', `No endpoint ${method} ${path}.`);
}

/** Cairn has a base path, and the path does not begin with it. */
export function outsideBasePath(prefix: string): Refusal {
  return new Refusal('no-endpoint', `Cairn stands below ${prefix}`);
}

export function methodNotAllowed(path: string, allowed: string, method: string): Refusal {
  return new Refusal('method-not-allowed', `${path} takes ${allowed}, not ${method}`);
}

export function unknownAction(resource: string, known: string, name: string | undefined): Refusal {
  const said = name === undefined ? '' : `; ${name} is none of them`;
  return new Refusal('unknown-action', `POST /${resource} needs ?action= with one of ${known}${said}`, {
    details: [{ pointer: '/action', expected: `one of ${known}`, got: name }],
  });
}

/** `setWritable` with false. */
export function alwaysWritable(): Refusal {
  return new Refusal('always-writable', 'value: this server is always writable; give clients tokens that may only read, or stop it', {
    details: [{ pointer: '/value', expected: 'true', got: false }],
  });
}

export function eventsNotTaken(): Refusal {
  return new Refusal(
    'events-not-taken',
    'Nothing listens to events here, so this one would be lost: nobody was told of it. Do not send events to Cairn',
  );
}
