/**
 * The pages at `/`: the index page for every route of `src/ui/`, and its files below `/ui/`. Everything comes from this server, and the
 * pages may load nothing from elsewhere.
 */
import { createHash } from 'node:crypto';
import { textsOf } from '../catalog/index.ts';
import { COVERAGE, SCHEMA_FIELD_TYPE } from '../model/known-names.ts';
import { LINEAGE_HOLDERS } from '../model/lineage-holders.ts';
import { systemActor } from '../model/named.ts';
import type { Names } from '../model/names.ts';
import { nestingTypes } from '../model/nesting.ts';
import { isLinkPart } from '../model/parts.ts';
import type { EntityTypeSpec, Part } from '../model/types.ts';
import { PAGE_ADDRESSES } from '../pages.ts';
import { asset, sendAsset } from './answer/asset.ts';
import { OWN_FILES, policy } from './answer/safe-answers.ts';
import { MOST_EACH } from './bulk/params.ts';
import { open, type Routes, type SystemOperation } from './request/operation.ts';
import type { Context } from './types.ts';
import { uiAssets, uiNames, uiText } from './ui-files.ts';

/** Of the scripts in the page itself, only this one may run. */
function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return policy({ ...OWN_FILES, 'script-src': `'self' 'sha256-${hash}'`, 'form-action': "'self'" });
}

interface SiteParts {
  readonly names: Names;
  /** `/`, or `/catalog/`. */
  readonly base: string;
  readonly version: string;
  /** Does this server send mails? */
  readonly mail: boolean;
  /** The types that a search covers if it names none. */
  readonly searched: readonly EntityTypeSpec[];
  readonly types: readonly EntityTypeSpec[];
  readonly parts: readonly Part[];
  readonly providers?: readonly ProviderLink[];
}

/** A way to sign in by an identity provider: the words of its button, and where it leads. */
export interface ProviderLink {
  readonly name: string;
  readonly title: string;
  readonly href: string;
}

/** The pages hold no data of the catalog: their scripts ask the API for it. */
interface Site {
  readonly routes: Routes<SystemOperation>;
  /** Says to a reader that there is nothing at this address: 404. */
  readonly nothingHere: (context: Context) => void;
}

/** @throws StartError if the pages are not built */
export function makeSite(parts: SiteParts): Site {
  // In the page, because it must run before the page is drawn: a file would be one more request to wait for.
  const theme = uiText(uiNames()('theme'));
  const index = asset('text/html', indexPage(parts, theme));
  const allowed = policyWith(theme);
  const page = (context: Context, status: number): void => {
    context.set('Content-Security-Policy', allowed);
    sendAsset(context, index, { status });
  };
  const pages = PAGE_ADDRESSES.map((address) => [address, { GET: open((context) => page(context, 200)) }]);
  const files = [...uiAssets()].map(([name, file]) => {
    const forever = /-[0-9A-Z]{8}\./.test(name);
    return [`/ui/${name}`, { GET: open((context) => sendAsset(context, file, { forever })) }];
  });
  return { routes: Object.fromEntries([...pages, ...files]), nothingHere: (context) => page(context, 404) };
}

/** What the pages know of each type before they ask. */
function typesOfPages(types: readonly EntityTypeSpec[]): Record<string, object> {
  const flowing = new Set<string>();
  for (const { name, aspects } of types)
    for (const { relationships, columnLineage } of aspects.values()) {
      if (columnLineage.length > 0) flowing.add(name).add(SCHEMA_FIELD_TYPE);
      for (const { lineage, to = [] } of relationships) if (lineage !== undefined) for (const end of [name, ...to]) flowing.add(end);
    }
  const nesting = nestingTypes(types);
  const described = types.map((type) => {
    const { name, graphql, page, aspects } = type;
    // Coverage has a page of its own.
    const series = [...aspects.values()].some(({ kind, name: own }) => kind === 'timeseries' && own !== COVERAGE);
    return [name, { graphql, ...page, lineage: flowing.has(name), nests: nesting.has(name), series, ...edgesByHand(name), ...textsOf(type) }];
  });
  return Object.fromEntries(described);
}

/** What people call aspects. */
function nounsOf(types: readonly EntityTypeSpec[]): Record<string, string> {
  const aspects = types.flatMap((type) => [...type.aspects.values()]);
  return Object.fromEntries(aspects.flatMap(({ name, noun }) => (noun === undefined ? [] : [[name, noun]])));
}

/** What people edit on entities, with the types of its links as the pages name them. */
export function partsOfPages(parts: readonly Part[], types: readonly EntityTypeSpec[]): object[] {
  const constants = new Map(types.map(({ name, graphql }) => [name, graphql]));
  return parts.map((part) => {
    const { name, aspect, shape, noun, word, plural, title, list, key, columns, suggested } = part;
    const held = isLinkPart(part) ? part.types.flatMap((type) => constants.get(type) ?? []) : [];
    return { name, aspect, shape, noun, word, plural, title, list, key, columns, suggested, types: held };
  });
}

/** What people may say that entities of the type are made from, and the aspect that has most of it. */
function edgesByHand(name: string): { madeFrom?: string[]; edgesIn?: string | undefined } {
  const holders = LINEAGE_HOLDERS.filter(({ downstream }) => downstream === name);
  if (holders.length === 0) return {};
  return { madeFrom: holders.map(({ upstream }) => upstream), edgesIn: holders.find(({ end }) => end === 'downstream')?.aspect };
}

/** The index page, with its base path and the names of the namespace as data for its script. */
function indexPage({ names, base, version, mail, searched, types, parts, providers = [] }: SiteParts, theme: string): string {
  const settings = {
    base,
    namespace: names.namespace,
    urnPrefix: names.urnPrefix,
    word: names.word,
    system: systemActor({ names }),
    docs: `${names.docsSegment}/docs`,
    syncHeader: names.headers.syncIndex,
    version,
    mail,
    searched: searched.map(({ graphql }) => graphql),
    types: typesOfPages(types),
    nouns: nounsOf(types),
    parts: partsOfPages(parts, types),
    providers,
    mostEach: MOST_EACH,
  };
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const filled: Readonly<Record<string, string>> = { base: escaped(base), settings: escaped(JSON.stringify(settings)), theme };
  return uiText('index.html').replace(/\{\{(\w+)\}\}/g, (whole, name: string) => filled[name] ?? whole);
}
