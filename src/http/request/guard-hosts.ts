/**
 * Checks by which name a request reached Cairn, and which site it comes from. A browser sends requests for any page that its user has open;
 * its headers say from which site and to which host. Other clients do not send these headers and are not affected.
 */
import { foreignReader, unknownHost, unsupportedMediaType } from '../../errors.ts';
import { LOOPBACK_NAMES } from '../../loopback.ts';
import type { Context } from '../types.ts';
import { isJsonType } from './body.ts';

export interface HostSettings {
  /** Is the server open, that is, without tokens? */
  readonly open: boolean;
  /** The address that Cairn listens on. */
  readonly host: string;
  /** More names of this server, in lower case: `catalog.example.com`, `catalog.example.com:8443`. */
  readonly allowed: readonly string[];
  /** The address that people type, if the settings say it. */
  readonly publicUrl?: string | undefined;
}

const ANY_ADDRESS = ['0.0.0.0', '::'];
const MOST_SHOWN = 200;

/**
 * Middleware. An open server answers only to its own names, so that a page with a name that was made to lead here (DNS rebinding) reads
 * nothing. With tokens any name is answered, because no browser sends a token by itself, unless the settings list names. If a page of another
 * site asks, `state.elsewhere` says so.
 */
export function guardHosts(settings: HostSettings) {
  const publicHost = settings.publicUrl === undefined ? [] : [new URL(settings.publicUrl).host];
  const names = new Set([
    ...LOOPBACK_NAMES,
    ...publicHost.map(nameOf),
    ...settings.allowed.map(nameOf),
    ...(ANY_ADDRESS.includes(settings.host) ? [] : [bracketed(settings.host)]),
  ]);
  const ownPages = new Set([...settings.allowed, ...publicHost]);
  const guarded = settings.open || settings.allowed.length > 0;
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    const host = context.get('host').toLowerCase();
    context.state.elsewhere = otherOrigin(context, host, ownPages);
    // Without the header it is no browser. By an address of this machine nobody can be led astray: addresses are not looked up.
    if (guarded && host !== '' && !names.has(nameOf(host)) && nameOf(host) !== reachedAt(context)) {
      throw unknownHost(host.slice(0, MOST_SHOWN), settings.open);
    }
    return next();
  };
}

/**
 * Refuses pages of other sites. On an open server also bodies of a type that a browser sends for any page without asking, and old ones without
 * `Origin`.
 *
 * @throws Refusal forbidden, unsupportedMediaType
 */
export function refuseForeign(context: Context): void {
  const { elsewhere, known } = context.state;
  if (elsewhere !== undefined) throw foreignReader(context.path, elsewhere);
  const type = context.get('content-type');
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(context.method);
  if (known === 'claim' && hasBody && !isJsonType(type)) throw unsupportedMediaType(type);
}

/** What the browser says of a page that is not ours; undefined for our pages and for other clients. */
function otherOrigin(context: Context, host: string, ownPages: ReadonlySet<string>): string | undefined {
  const origin = context.get('origin');
  if (origin !== '' && !isOwn(origin, host, ownPages)) return `Origin ${origin.slice(0, MOST_SHOWN)}`;
  const site = context.get('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site' ? `Sec-Fetch-Site ${site}` : undefined;
}

/** Is it the origin of this server, or one that the settings name? `null` and other schemes never are. */
function isOwn(origin: string, host: string, ownPages: ReadonlySet<string>): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  const withPort = `${page.hostname}:${page.port || (page.protocol === 'https:' ? 443 : 80)}`;
  if (ownPages.has(page.host) || ownPages.has(withPort)) return true;
  const asked = `${page.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host === page.host;
}

/** `[::1]` of `[::1]:8080`. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, '');
}

function bracketed(address: string): string {
  return (address.includes(':') ? `[${address}]` : address).toLowerCase();
}

function reachedAt(context: Context): string {
  return bracketed((context.socket.localAddress ?? '').replace(/^::ffff:/, ''));
}
