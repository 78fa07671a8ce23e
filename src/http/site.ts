/**
 * The pages at `/`: the index page for every route of `src/ui/`, and its files below `/ui/`. Everything comes from this server, and the
 * pages may load nothing from elsewhere.
 */
import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import type { Names } from '../model/names.ts';
import type { EntityTypeSpec } from '../model/types.ts';
import { asset, sendAsset } from './answer/asset.ts';
import { OWN_FILES, policy } from './answer/safe-answers.ts';
import { PAGE_PATHS } from './page-paths.ts';
import type { Context, State } from './types.ts';
import { uiAssets, uiNames, uiText } from './ui-files.ts';

/** Of the scripts in the page itself, only this one may run. */
function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return policy({ ...OWN_FILES, 'script-src': `'self' 'sha256-${hash}'`, 'form-action': "'self'" });
}

export interface SiteParts {
  readonly names: Names;
  /** `/`, or `/catalog/`. */
  readonly base: string;
  readonly version: string;
  /** The types that a search covers if it names none. */
  readonly searched: readonly EntityTypeSpec[];
}

/** @throws StartError if the pages are not built */
export function siteRoutes(router: Router<State>, parts: SiteParts): void {
  // In the page, because it must run before the page is drawn: a file would be one more request to wait for.
  const theme = uiText(uiNames()('theme'));
  const index = asset('text/html', indexPage(parts, theme));
  const allowed = policyWith(theme);
  router.get(PAGE_PATHS, (context: Context) => {
    context.set('Content-Security-Policy', allowed);
    sendAsset(context, index);
  });
  for (const [name, file] of uiAssets()) {
    const hasHash = /-[0-9A-Z]{8}\./.test(name);
    router.get(`/ui/${name}`, (context: Context) => sendAsset(context, file, hasHash));
  }
}

/** The index page, with its base path and the names of the namespace as data for its script. */
function indexPage({ names, base, version, searched }: SiteParts, theme: string): string {
  const settings = {
    base,
    urnPrefix: names.urnPrefix,
    word: names.word,
    docs: `${names.docsSegment}/docs`,
    syncHeader: names.headers.syncIndex,
    version,
    searched: searched.map(({ graphql }) => graphql),
  };
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const filled: Readonly<Record<string, string>> = { base: escaped(base), settings: escaped(JSON.stringify(settings)), theme };
  return uiText('index.html').replace(/\{\{(\w+)\}\}/g, (whole, name: string) => filled[name] ?? whole);
}
