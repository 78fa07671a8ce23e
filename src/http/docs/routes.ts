/**
 * `/rpc/docs`: a browsable reference of the endpoints and of the loaded model (docs/semantics.md 16.6), and the OpenAPI document itself.
 * The pages and all that they load come from this server.
 */
import { createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Router from '@koa/router';
import { aspectNotFound, entityTypeNotFound } from '../../errors.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { OWN_FILES, policy } from '../answer/safe-answers.ts';
import { sendJson } from '../answer/send.ts';
import type { Context, State } from '../types.ts';
import { apiDocument, type DocumentParts, pageDocument } from './document.ts';
import { docsAddress, html, page } from './html.ts';
import { aspectPage, entityTypePage, type ModelFrame, modelPage } from './model-pages.ts';

const ASSETS = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The files of the Swagger UI library that the page loads. */
const SERVED: Readonly<Record<string, string>> = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const POLICY = policy(OWN_FILES);

export function docsRoutes(router: Router<State>, parts: DocumentParts): void {
  const frame: ModelFrame = { model: parts.model, names: parts.model.names, base: parts.base };
  const docs = `/${frame.names.docsSegment}/docs`;
  const json = (addresses: readonly string[], document: object): void => {
    const text = JSON.stringify(document);
    for (const at of addresses) router.get(at, (context: Context) => sendJson(context, text));
  };
  json(['/openapi.json', '/openapi/v3/api-docs'], apiDocument(parts));
  json([`${docs}/reference.json`], pageDocument(parts));
  const reference = referencePage(frame);
  for (const at of [new RegExp(`^${docs}/?$`), '/openapi/swagger-ui/index.html']) router.get(at, (context: Context) => sendPage(context, reference));
  modelRoutes(router, `${docs}/model`, frame);
  for (const [name, type] of Object.entries(SERVED)) {
    router.get(`${docs}/${name}`, (context: Context) => {
      const file = path.join(ASSETS, name);
      context.type = type;
      context.length = statSync(file).size;
      context.set('Cache-Control', 'public, max-age=86400');
      context.body = createReadStream(file);
    });
  }
}

function modelRoutes(router: Router<State>, at: string, frame: ModelFrame): void {
  router.get(at, (context: Context) => sendPage(context, modelPage(frame)));
  router.get(`${at}/:type`, (context) => {
    const type = entityTypeNamed(frame.model, context.params.type ?? '');
    if (!type) throw entityTypeNotFound(context.params.type ?? '');
    sendPage(context as Context, entityTypePage(frame, type));
  });
  router.get(`${at}/aspect/:aspect`, (context) => {
    const aspect = frame.model.aspects.get(context.params.aspect ?? '');
    if (!aspect) throw aspectNotFound(context.params.aspect ?? '');
    sendPage(context as Context, aspectPage(frame, aspect));
  });
}

function sendPage(context: Context, text: string): void {
  context.type = 'text/html';
  context.set('Content-Security-Policy', POLICY);
  context.body = text;
}

function referencePage(frame: ModelFrame): string {
  const asset = (name: string): string => docsAddress(frame, name);
  return page(frame, {
    title: 'API reference',
    here: 'reference',
    style: 'docs.css',
    head: html`<link rel="stylesheet" href="${asset('swagger-ui.css')}">`,
    // The library itself creates the landmark of the main content.
    main: html`<div id="main" tabindex="-1"><div id="reference" data-document="${asset('reference.json')}"></div></div>
<noscript>This page needs JavaScript; what it shows is written in openapi.json.</noscript>`,
    tail: html`<script src="${asset('swagger-ui-bundle.js')}"></script><script src="${frame.base}ui/reference.js"></script>`,
  });
}
