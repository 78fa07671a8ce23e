/**
 * `/rpc/docs`: a browsable reference of the endpoints and of the loaded model (docs/semantics.md 16.6), and the OpenAPI document itself.
 * The pages and all that they load come from this server.
 */
import type Router from '@koa/router';
import { aspectNotFound, entityTypeNotFound } from '../../errors.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { type Asset, asset, sendAsset } from '../answer/asset.ts';
import { OWN_FILES, policy } from '../answer/safe-answers.ts';
import { graphiqlPage } from '../graphql/graphiql.ts';
import type { Context, State } from '../types.ts';
import { uiNames } from '../ui-files.ts';
import { docsIndex } from './docs-index.ts';
import { apiDocument, type DocumentParts, pageDocument } from './document.ts';
import { docsAddress, html, page } from './html.ts';
import { aspectPage, entityTypePage, type ModelFrame, modelPage } from './model-pages.ts';
import { startPage } from './start-page.ts';

const POLICY = policy({ ...OWN_FILES, 'form-action': "'self'" });

export function docsRoutes(router: Router<State>, parts: DocumentParts): void {
  const frame: ModelFrame = { model: parts.model, names: parts.model.names, base: parts.base, file: uiNames() };
  const docs = `/${frame.names.docsSegment}/docs`;
  const shown = pageDocument(parts);
  const json = (addresses: readonly string[], document: unknown): void => {
    const kept = asset('application/json', JSON.stringify(document));
    for (const at of addresses) router.get(at, (context: Context) => sendAsset(context, kept));
  };
  json(['/openapi.json', '/openapi/v3/api-docs'], apiDocument(parts));
  json([`${docs}/reference.json`], shown);
  json([`${docs}/index.json`], docsIndex(frame, shown));
  const pages = keptPages();
  const reference = pages('', () => referencePage(frame));
  for (const at of [new RegExp(`^${docs}/?$`), '/openapi/swagger-ui/index.html']) router.get(at, reference);
  router.get(
    `${docs}/start`,
    pages('start', () => startPage(frame)),
  );
  router.get('/api/graphiql', graphiqlPage(frame));
  router.get(
    `${docs}/model`,
    pages('model', () => modelPage(frame)),
  );
  router.get(`${docs}/model/:type`, (context) => {
    const type = entityTypeNamed(frame.model, context.params.type ?? '');
    if (!type) throw entityTypeNotFound(context.params.type ?? '');
    pages(type.name, () => entityTypePage(frame, type))(context as Context);
  });
  router.get(`${docs}/model/aspect/:aspect`, (context) => {
    const aspect = frame.model.aspects.get(context.params.aspect ?? '');
    if (!aspect) throw aspectNotFound(context.params.aspect ?? '');
    pages(`aspect ${aspect.name}`, () => aspectPage(frame, aspect))(context as Context);
  });
}

/** Sends pages. Each is made when it is first asked for, and kept. */
function keptPages() {
  const kept = new Map<string, Asset>();
  return (name: string, make: () => string) =>
    (context: Context): void => {
      const page = kept.get(name) ?? asset('text/html', make());
      kept.set(name, page);
      context.set('Content-Security-Policy', POLICY);
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
