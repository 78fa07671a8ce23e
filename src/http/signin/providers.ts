/**
 * The identity providers of this server, and the ways to them.
 */
import { StartError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { ProviderLink } from '../site.ts';
import { makeProvider, type Provider } from './provider.ts';
import { readProvidersFile } from './providers-file.ts';

/** By name. */
export type Providers = ReadonlyMap<string, Provider>;

interface PublicPlace {
  /** Without a path. */
  readonly publicUrl: string | undefined;
  readonly basePath: string;
}

/** @throws StartError if the file is wrong, or what single sign-on needs is missing */
export function openProviders(
  {
    oidcFile,
    publicUrl,
    basePath,
    authTokensFile,
  }: PublicPlace & { readonly oidcFile: string | undefined; readonly authTokensFile: string | undefined },
  log: Log,
): Providers {
  if (oidcFile === undefined) return new Map();
  if (publicUrl === undefined) throw new StartError('OIDC_FILE needs PUBLIC_URL: the address that people type, to which providers send them back');
  if (authTokensFile === undefined)
    throw new StartError('OIDC_FILE needs AUTH_TOKENS_FILE, which may be empty: without it this server is open, and nobody has to sign in');
  return new Map(readProvidersFile(oidcFile, log).map((each) => [each.name, makeProvider(each, `${publicUrl}${basePath}/callback/${each.name}`)]));
}

/** A sign-in begins and ends at the same address, because a cookie connects both. */
export function linksTo(providers: Providers, { publicUrl, basePath }: PublicPlace): ProviderLink[] {
  return [...providers.values()].map(({ name, title }) => ({ name, title, href: `${publicUrl}${basePath}/sso?provider=${name}` }));
}
