/**
 * Reads the lines of a tokens file: `<token> <user> [read] [expires=<time>]`. A token is `sha256:` and its hash, as `npm run token` writes
 * it, or plain text.
 */
import { createHash } from 'node:crypto';
import { StartError } from '../errors.ts';
import { userUrn } from '../model/named.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn } from '../model/urn.ts';

export interface TokenOwner {
  readonly user: string;
  readonly mayWrite: boolean;
  /** The token expires at this time, epoch ms. If absent: never. */
  readonly expires?: number;
}

export interface TokensFile {
  /** By the hash of the token, so that a lookup takes the same time for every token. */
  readonly owners: ReadonlyMap<string, TokenOwner>;
  /** How many tokens are in plain text. */
  readonly plain: number;
}

const LINE = '<token> <user> [read] [expires=2030-01-31]';
const HASHED = /^sha256:([\da-f]{64})$/i;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Why this cannot be the name of a user; `undefined` if it can. It becomes the last part of a URN. */
export function userProblem(model: Model, user: string): string | undefined {
  // Inside other URNs these characters separate parts.
  if (/[(),]/.test(user)) return 'has one of ( ) , in it';
  const urn = parseUrn(model, userUrn(model, user));
  if (isProblem(urn)) return urn.problem;
  return urn.parts.length === 1 && urn.parts[0] === user ? undefined : 'is not one part of a URN';
}

/**
 * Reads the text of a tokens file. Empty lines and lines that begin with # are skipped.
 *
 * @throws StartError naming file and line, never a token
 */
export function readTokensFile(model: Model, file: string, text: string): TokensFile {
  const owners = new Map<string, TokenOwner>();
  const lines = new Map<string, number>();
  let plain = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const wrong = (what: string): StartError => new StartError(`${file} line ${index + 1}: ${what}`);
    const [token = '', user, ...options] = line.trim().split(/\s+/);
    if (user === undefined) throw wrong(`expected ${LINE}`);
    const hashed = HASHED.exec(token)?.[1]?.toLowerCase();
    if (hashed === undefined && token.startsWith('sha256:')) throw wrong('expected 64 hexadecimal digits after sha256:');
    const key = hashed ?? hashOf(token);
    const before = lines.get(key);
    if (before !== undefined) throw wrong(`this is the token of line ${before} again; expected a different token for each user`);
    const problem = userProblem(model, user);
    if (problem !== undefined) throw wrong(`${user} cannot be the name of a user: ${userUrn(model, user)} ${problem}`);
    owners.set(key, { user, ...rights(options, wrong) });
    lines.set(key, index + 1);
    if (hashed === undefined) plain++;
  }
  return { owners, plain };
}

function rights(options: readonly string[], wrong: (what: string) => StartError): Omit<TokenOwner, 'user'> {
  let mayWrite = true;
  let expires: number | undefined;
  for (const option of options) {
    const time = /^expires=(.*)$/.exec(option)?.[1];
    if (option === 'read' && mayWrite) mayWrite = false;
    else if (time === undefined || expires !== undefined) throw wrong(`expected ${LINE}`);
    else {
      expires = TIME.test(time) ? Date.parse(time) : Number.NaN;
      if (Number.isNaN(expires)) throw wrong(`expires: expected a time such as 2030-01-31 or 2030-01-31T18:00:00Z, got ${time}`);
    }
  }
  return { mayWrite, ...(expires === undefined ? {} : { expires }) };
}
