/**
 * `/rpc/docs`: a browsable reference of the endpoints (document 1, endpoint 1), and the OpenAPI document itself.
 * The page and all it loads come from this server.
 */
import { createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Router from '@koa/router';
import type { Context, State } from '../context.ts';
import { apiDocument, type DocumentParts } from './document.ts';

const ASSETS = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The files of the reference page's library that the page asks for. */
const SERVED: Record<string, string> = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript', 'favicon-32x32.png': 'image/png' };

export function docsRoutes(router: Router<State>, parts: DocumentParts): void {
  const docs = `/${parts.model.names.docsSegment}/docs`;
  const document = JSON.stringify(apiDocument(parts));
  router.get('/openapi.json', (context: Context) => {
    context.type = 'application/json';
    context.body = document;
  });
  router.get([docs, `${docs}/`], (context: Context) => {
    context.type = 'text/html';
    context.set('Content-Security-Policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self'");
    context.body = page(parts.base, docs);
  });
  router.get(`${docs}/start.js`, (context: Context) => {
    context.type = 'text/javascript';
    context.body = `SwaggerUIBundle({ url: ${JSON.stringify(`${parts.base}openapi.json`)}, dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: 0, docExpansion: 'list', filter: true });`;
  });
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

function page(base: string, docs: string): string {
  const at = `${base.replace(/\/$/, '')}${docs}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn: API reference</title>
<link rel="icon" href="${at}/favicon-32x32.png">
<link rel="stylesheet" href="${at}/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="${at}/swagger-ui-bundle.js"></script>
<script src="${at}/start.js"></script>
</body>
</html>
`;
}
