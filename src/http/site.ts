/**
 * The pages at `/`: the index page for every route of `src/ui/`, and its files below `/ui/`. Everything comes from this server, and the
 * pages may load nothing from elsewhere.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type Router from '@koa/router';
import { StartError } from '../errors.ts';
import type { Names } from '../model/names.ts';
import { OWN_FILES, policy } from './answer/safe-answers.ts';
import type { Context, State } from './types.ts';

const FOLDER = path.join(import.meta.dirname, '../ui');
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const POLICY = policy({ ...OWN_FILES, 'worker-src': "'self'", 'form-action': "'self'" });

/** The routes of `src/ui/app.tsx`. No path of the API begins like this. */
const PAGES = /^\/(?:$|(?:search|browse|entity|properties|hooks)(?:\/|$))/;

interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

export interface SiteParts {
  readonly names: Names;
  /** `/`, or `/catalog/`. */
  readonly base: string;
  readonly version: string;
}

/** @throws StartError if the pages are not built */
export function siteRoutes(router: Router<State>, parts: SiteParts): void {
  const files = readAssets();
  const index = asset('text/html', Buffer.from(indexPage(parts)));
  router.get(PAGES, (context: Context) => {
    context.set('Content-Security-Policy', POLICY);
    context.set('Cache-Control', 'no-cache');
    send(context, index);
  });
  for (const [name, file] of files) {
    router.get(`/ui/${name}`, (context: Context) => {
      context.set('Cache-Control', /-[0-9A-Z]{8}\./.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
      send(context, file);
    });
  }
}

function send(context: Context, { type, etag, plain, packed }: Asset): void {
  context.type = type;
  context.etag = etag;
  context.vary('Accept-Encoding');
  context.status = 200;
  if (context.fresh) {
    context.status = 304;
    return;
  }
  const mayPack = context.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (mayPack) context.set('Content-Encoding', 'gzip');
  context.body = mayPack ? packed : plain;
}

function asset(type: string, plain: Buffer): Asset {
  return { type, etag: createHash('sha256').update(plain).digest('hex').slice(0, 16), plain, packed: gzipSync(plain) };
}

function readAssets(): Map<string, Asset> {
  const names = readFolder().filter((name) => path.extname(name) in TYPES);
  return new Map(names.map((name) => [name, asset(TYPES[path.extname(name)] ?? '', readFileSync(path.join(FOLDER, name)))]));
}

function readFolder(): string[] {
  try {
    return readdirSync(FOLDER);
  } catch {
    throw new StartError(`${FOLDER} is missing: build it with npm run build`);
  }
}

/** The index page, with its base path and the names of the namespace as data for its script. */
function indexPage({ names, base, version }: SiteParts): string {
  const settings = {
    base,
    urnPrefix: names.urnPrefix,
    word: names.word,
    docs: `${names.docsSegment}/docs`,
    syncHeader: names.headers.syncIndex,
    version,
  };
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const filled: Readonly<Record<string, string>> = { base: escaped(base), settings: escaped(JSON.stringify(settings)) };
  return readFileSync(path.join(FOLDER, 'index.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (whole, name: string) => filled[name] ?? whole);
}
