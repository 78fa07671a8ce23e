/**
 * `/rpc/docs`: a browsable reference of the endpoints and of the loaded model (docs/semantics.md 16.6), and the OpenAPI document itself.
 * The pages and all that they load come from this server.
 */
import { aspectNotFound, entityTypeNotFound } from '../../errors.ts';
import { fillNames } from '../../model/names.ts';
import { once } from '../../model/once.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { type Asset, asset, sendAsset } from '../answer/asset.ts';
import { OWN_FILES, policy } from '../answer/safe-answers.ts';
import { readExamples } from '../graphql/schema/files.ts';
import { open, type Routes, type SystemOperation } from '../request/operation.ts';
import { decodePart, lastPart } from '../request/path-params.ts';
import type { Context } from '../types.ts';
import { uiNames } from '../ui-files.ts';
import { docsIndex } from './docs-index.ts';
import { apiDocument, type DocumentParts, pageDocument } from './document.ts';
import { makeHandbook } from './handbook.ts';
import { docsAddress, html, page } from './html.ts';
import { aspectPage, entityTypePage, type ModelFrame, modelPage } from './model-pages.ts';
import { startPage } from './start-page.ts';

const POLICY = policy({ ...OWN_FILES, 'form-action': "'self'" });
/** The editor of GraphQL writes styles into its page. */
const EDITOR_POLICY = policy({ ...OWN_FILES, 'style-src': "'self' 'unsafe-inline'", 'form-action': "'self'" });

export function docsRoutes(parts: DocumentParts): Routes<SystemOperation> {
  const frame: ModelFrame = { model: parts.model, names: parts.model.names, base: parts.base, file: uiNames() };
  const handbook = makeHandbook(frame);
  const docs = `/${frame.names.docsSegment}/docs`;
  const shown = once(() => pageDocument(parts));
  const json = (document: () => unknown) => {
    const kept = once(() => asset('application/json', JSON.stringify(document())));
    return { GET: open((context) => sendAsset(context, kept())) };
  };
  const pages = keptPages(POLICY);
  const page = (run: SystemOperation['run']) => ({ GET: open(run) });
  const document = json(() => apiDocument(parts));
  const reference = page(pages('', () => referencePage(frame)));
  return {
    '/docs': page((context) => pages('handbook', () => handbook.page(''))(context)),
    '/docs/{page}': page((context) => {
      const name = lastPart(context);
      const picture = handbook.picture(name);
      if (picture) sendAsset(context, asset('image/svg+xml', picture));
      else pages(`handbook ${name}`, () => handbook.page(name))(context);
    }),
    '/docs/{kind}/{page}': page((context) => {
      const at = context.path
        .split('/')
        .slice(2, 4)
        .map((part) => decodePart(part))
        .join('/');
      pages(`handbook ${at}`, () => handbook.page(at))(context);
    }),
    '/openapi.json': document,
    '/openapi/v3/api-docs': document,
    [`${docs}/reference.json`]: json(shown),
    [`${docs}/index.json`]: json(() => docsIndex(frame, shown(), handbook)),
    [docs]: reference,
    '/openapi/swagger-ui/index.html': reference,
    [`${docs}/start`]: page(pages('start', () => startPage(frame))),
    '/api/graphiql': page(keptPages(EDITOR_POLICY)('', () => graphiqlPage(frame))),
    [`${docs}/model`]: page(pages('model', () => modelPage(frame))),
    [`${docs}/model/{type}`]: page((context) => {
      const name = lastPart(context);
      const type = entityTypeNamed(frame.model, name);
      if (!type) throw entityTypeNotFound(name);
      pages(type.name, () => entityTypePage(frame, type))(context);
    }),
    [`${docs}/model/aspect/{aspect}`]: page((context) => {
      const name = lastPart(context);
      const aspect = frame.model.aspects.get(name);
      if (!aspect) throw aspectNotFound(name);
      pages(`aspect ${aspect.name}`, () => aspectPage(frame, aspect))(context);
    }),
  };
}

/** Sends pages. Each is made when it is first asked for, and kept. */
function keptPages(contentPolicy: string) {
  const kept = new Map<string, Asset>();
  return (name: string, make: () => string) =>
    (context: Context): void => {
      const page = kept.get(name) ?? asset('text/html', make());
      kept.set(name, page);
      context.set('Content-Security-Policy', contentPolicy);
      sendAsset(context, page);
    };
}

function referencePage(frame: ModelFrame): string {
  return page(frame, {
    title: 'API reference',
    here: 'reference',
    styles: ['swaggerStyle', 'referenceStyle'],
    libraries: ['swagger'],
    scripts: ['reference'],
    // The library itself creates the landmark of the main content.
    main: html`<div id="main" tabindex="-1"><div id="reference" data-document="${docsAddress(frame, 'reference.json')}"></div></div>
<noscript>This page needs JavaScript; what it shows is written in openapi.json.</noscript>`,
  });
}

/** The GraphQL console: a page to write queries. */
function graphiqlPage(frame: ModelFrame): string {
  const examples = readExamples().map((example) => fillNames(frame.names, example));
  return page(frame, {
    title: 'GraphQL',
    here: 'console',
    styles: ['graphiqlStyle', 'consoleStyle'],
    scripts: ['console'],
    main: html`<main id="main" tabindex="-1"><h1 class="hidden-text">GraphQL console</h1>
<div id="console" data-examples="${JSON.stringify(examples)}"></div></main>
<noscript>This page needs JavaScript. The API itself is at ${frame.base}api/graphql.</noscript>`,
  });
}
