/**
 * Reads OIDC_FILE: the identity providers, by the names that their addresses have (docs/access.md).
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ProviderTerms } from '../../catalog/index.ts';
import { messageOf, StartError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isLoopback } from '../../loopback.ts';

export interface ProviderSettings extends ProviderTerms {
  readonly name: string;
  /** What the button to continue with says. */
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly userClaim: string;
  readonly groupsClaim: string | undefined;
}

const NAME = /^[a-z][a-z\d-]{0,30}$/;
const OTHERS = 0o077;
const text = z.string({ error: 'expected a text' }).min(1, 'expected a text');
const flag = z.boolean({ error: 'expected true or false' });

/** Does nobody on the way read what is sent there? */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const PROVIDER = z
  .strictObject({
    title: text.optional(),
    issuer: z.string({ error: 'expected an address' }).refine(isSafeAddress, 'expected an address such as https://example.okta.com'),
    clientId: text,
    clientSecret: text.optional(),
    clientSecretFile: text.optional(),
    scopes: text.refine((scopes) => scopes.split(/\s+/).includes('openid'), 'expected scopes with openid among them').default('openid profile email'),
    userClaim: text.default('preferred_username'),
    groupsClaim: text.optional(),
    newUsers: flag.default(true),
    newGroups: flag.default(false),
    trustNames: flag.default(false),
  })
  .refine((one) => one.clientSecret === undefined || one.clientSecretFile === undefined, 'expected clientSecret or clientSecretFile, not both');

const FILE = z
  .record(z.string(), PROVIDER, { error: 'expected a provider below each name' })
  .refine((providers) => Object.keys(providers).every((name) => NAME.test(name)), 'expected names of small letters, digits and -');

/** @throws StartError that names the file, each wrong field and what was expected, never a secret */
export function readProvidersFile(file: string, log: Log): ProviderSettings[] {
  const source = textOf(file, `OIDC_FILE ${file}`);
  let parsed: unknown;
  try {
    parsed = parse(source);
  } catch {
    // The message of the parser would repeat the line, which may have the secret.
    throw new StartError(`OIDC_FILE ${file} is not YAML`);
  }
  const read = FILE.safeParse(parsed);
  if (!read.success) {
    const mistakes = read.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new StartError(`OIDC_FILE ${file}: ${mistakes.join('; ')}`);
  }
  const providers = Object.entries(read.data).map(([name, { title = name, clientSecret, clientSecretFile, groupsClaim, ...rest }]) => {
    const secretFile = clientSecretFile === undefined ? undefined : path.resolve(path.dirname(file), clientSecretFile);
    const secret = secretFile === undefined ? clientSecret : textOf(secretFile, `${name}.clientSecretFile of OIDC_FILE, ${secretFile},`).trim();
    if (clientSecret !== undefined) warnIfExposed(file, log);
    return { ...rest, name, title, clientSecret: secret, groupsClaim };
  });
  if (providers.length === 0) throw new StartError(`OIDC_FILE ${file} names no provider`);
  return providers;
}

function warnIfExposed(file: string, log: Log): void {
  const mode = statSync(file).mode & 0o777;
  if ((mode & OTHERS) !== 0 && process.platform !== 'win32') log('tokens.exposed', { file, mode: mode.toString(8).padStart(4, '0') });
}

function textOf(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${what} cannot be read: ${messageOf(error)}`);
  }
}
