/**
 * The OpenAPI document: sound by a standard linter, and neither more nor less than what the server serves.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Router from '@koa/router';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { Catalog } from '../../src/catalog/index.ts';
import { systemRoutes } from '../../src/http/app.ts';
import { BULK_ROUTES, bulkRoutes } from '../../src/http/bulk/routes.ts';
import { CHANGE_ROUTES, changeRoutes } from '../../src/http/changes/routes.ts';
import { apiDocument, pageDocument } from '../../src/http/docs/document.ts';
import { GRAPHQL, graphRoutes } from '../../src/http/graphql/index.ts';
import { ACTIONS } from '../../src/http/legacy/actions.ts';
import { LEGACY_ROUTES, legacyRoutes } from '../../src/http/legacy/routes.ts';
import { MCP, mcpRoutes } from '../../src/http/mcp/routes.ts';
import { makeToolCalls } from '../../src/http/mcp/tool-calls.ts';
import { OPENAPI_ROUTES, openapiRoutes } from '../../src/http/openapi/routes.ts';
import { LINEAGE_ROUTES, lineageRoutes } from '../../src/http/openlineage/routes.ts';
import { NOTHING, type Operation } from '../../src/http/request/operation.ts';
import type { State } from '../../src/http/types.ts';
import { WEBHOOK_ROUTES, webhookRoutes } from '../../src/http/webhooks/routes.ts';
import { modelComponents } from '../../src/model/components.ts';
import { loadModel } from '../../src/model/load.ts';
import { examplesOf, parametersOf, type Reference } from '../support/examples.ts';

const model = loadModel('svc', undefined);
const parts = { model, version: '0.0.0', base: '/' };
const page = pageDocument(parts) as unknown as Reference;

/** What the pages themselves load, and the stewards' pages: nothing for clients. */
const OF_PAGES = /^\/(ui\/|rpc\/docs\/(reference\.json|index\.json|start))/;

/** Other names of parameters that are described: clients write them so. */
const SECOND_NAMES = new Set(['aspectNames', 'sort', 'relationshipType', 'relationshipType[]']);

/** What works without the core has no row: health, configuration, metrics, documents and pages. */
const WITHOUT_ROW = /^get \/(health|config|metrics|openapi\.json|openapi\/v3\/api-docs|openapi\/swagger-ui|rpc\/docs|api\/graphiql)/;

function routers(): Router<State>[] {
  const faces = new Router<State>();
  const catalog = { model } as Catalog;
  legacyRoutes(faces, catalog);
  openapiRoutes(faces, catalog);
  changeRoutes(faces, catalog, new AbortController().signal);
  webhookRoutes(faces, catalog);
  bulkRoutes(faces, catalog);
  lineageRoutes(faces, catalog);
  graphRoutes(faces, { catalog, log: () => undefined, version: '0.0.0' });
  mcpRoutes(faces, { catalog, log: () => undefined, version: '0.0.0', calls: makeToolCalls() });
  const health = {
    leaving: () => false,
    disk: () => undefined,
    bootstrapped: () => true,
    engines: async () => [],
    searchNodes: () => [],
    index: async () => undefined,
    edges: async () => undefined,
    webhooks: async () => undefined,
    work: () => ({ statements: 0, rows: 0, requests: 0, bytes: 0, steps: 0 }),
  };
  return [
    faces,
    systemRoutes({ model, log: () => undefined, version: '0.0.0', retention: false, baseUrl: '', basePath: '' }, health, makeToolCalls()),
  ];
}

function layers(): Router<State>['stack'] {
  return routers().flatMap(({ stack }) => stack);
}

describe('The OpenAPI document', () => {
  it('passes the recommended rules of a linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(apiDocument(parts)), absoluteRef: 'openapi.json', config });
    // Health and the like are never refused; platform events are always.
    const problems = found.filter(
      ({ ruleId, location }) =>
        ruleId !== 'operation-4xx-response' && !(ruleId === 'operation-2xx-response' && location[0]?.pointer === '#/paths/~1platform/post/responses'),
    );
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).to.deep.equal([]);
  });

  it('describes exactly the actions of the legacy API', () => {
    const described: Record<string, string[]> = {};
    for (const where of Object.keys(page.paths)) {
      const [, resource, action] = /^\/(\w+)\?action=(\w+)$/.exec(where) ?? [];
      if (resource !== undefined && action !== undefined) described[resource] = [...(described[resource] ?? []), action].sort();
    }
    const served = Object.entries(ACTIONS).map(([resource, actions]) => [resource, Object.keys(actions).sort()]);
    expect(described).to.deep.equal(Object.fromEntries(served));
  });

  it('describes exactly the routes', () => {
    const addresses = examplesOf(page).map(({ address, method }) => ({ path: address.split('?')[0] ?? '', method }));
    const routes = layers();
    const missing = addresses.filter(({ path: at, method }) => !routes.some((layer) => layer.match(at) && layer.methods.includes(method)));
    expect(missing, 'described, not served').to.deep.equal([]);
    const undescribed = routes.filter((layer) => !addresses.some(({ path: at }) => layer.match(at)));
    const ofClients = undescribed.filter(({ path }) => !OF_PAGES.test(String(path)) && !layerOfSite(path));
    expect(
      ofClients.map(({ path }) => String(path)),
      'served, not described',
    ).to.deep.equal([]);
  });

  it('describes exactly the parameters of each route', () => {
    const wrong = rows().flatMap(({ address, method, row: { query } }) => {
      const operation = page.paths[address]?.[method];
      if (!operation) return [`${method} ${address} is not described`];
      const described = parametersOf(page, operation).filter((each) => each.in === 'query');
      const one = [...new Set(described.map(({ name }) => name))].sort().join(' ');
      const other = query
        .filter((name) => !SECOND_NAMES.has(name))
        .sort()
        .join(' ');
      return one === other ? [] : [`${method} ${address} describes ${one}; known are ${other}`];
    });
    expect(wrong).to.deep.equal([]);
  });

  it('describes the answer that each row declares, for every status of success', () => {
    const wrong = rows().flatMap(({ address, method, row: { answer } }) => {
      const described = Object.entries(page.paths[address]?.[method]?.responses ?? {}).filter(([status]) => status.startsWith('2'));
      return described.flatMap(([status, response]) => {
        const shown = answerOf(response);
        return shown === answer ? [] : [`${method} ${address} describes ${shown} for ${status}; its row says ${answer}`];
      });
    });
    expect(wrong).to.deep.equal([]);
  });

  it('describes no other operations than those of the rows, the system and the documents', () => {
    const known = new Set(rows().map(({ address, method }) => `${method} ${address}`));
    const described = Object.entries(page.paths).flatMap(([address, item]) => Object.keys(item).map((method) => `${method} ${address}`));
    expect(described.filter((each) => !known.has(each) && !WITHOUT_ROW.test(each))).to.deep.equal([]);
    expect([...known].filter((each) => !described.includes(each))).to.deep.equal([]);
  });

  it('has each answer once, and none that no operation gives', () => {
    const answers = parse(readFileSync(path.join(import.meta.dirname, '../../openapi/answers.yaml'), 'utf8')) as Record<string, object>;
    const texts = Object.values(answers).map((schema) => JSON.stringify(schema));
    expect(new Set(texts).size).to.equal(texts.length);
    const text = JSON.stringify([page.paths, page.components.responses]);
    expect(Object.keys(answers).filter((name) => !text.includes(`"#/components/schemas/${name}"`))).to.deep.equal([]);
  });

  it('has no unfilled name of the namespace, and no broken reference', () => {
    for (const document of [apiDocument(parts), pageDocument(parts)]) {
      const text = JSON.stringify(document);
      expect(text).to.not.match(/\{(base|package|docs|syncHeader|lagHeader|warningHeader)\}|\{urn\}:|"version":"\{version\}"/);
      const components = document.components as Record<string, Record<string, unknown>>;
      for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) expect(components[kind], name).to.include.keys(name);
    }
  });

  it('has no schema with the name of a record of the model', () => {
    const api = parse(readFileSync(path.join(import.meta.dirname, '../../openapi/api.yaml'), 'utf8')) as { components: { schemas: object } };
    const answers = parse(readFileSync(path.join(import.meta.dirname, '../../openapi/answers.yaml'), 'utf8')) as object;
    expect(modelComponents(model)).to.not.have.any.keys(...Object.keys(api.components.schemas), ...Object.keys(answers));
    expect(api.components.schemas).to.not.have.any.keys(...Object.keys(answers));
  });

  it('has a unique operationId, a summary, and an example of every body', () => {
    const ids = Object.values(page.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).to.equal(ids.length);
    for (const item of Object.values(page.paths)) {
      for (const { operationId, summary, requestBody } of Object.values(item)) {
        expect(summary, operationId).to.be.a('string').and.not.equal('');
        for (const { examples } of Object.values(requestBody?.content ?? {})) expect(examples, operationId).to.be.an('object').that.is.not.empty;
      }
    }
  });
});

/** Each row with its address and method, as the reference has them. */
function rows(): { readonly address: string; readonly method: string; readonly row: Pick<Operation<unknown>, 'query' | 'answer'> }[] {
  const routes = Object.entries({
    ...LEGACY_ROUTES,
    ...OPENAPI_ROUTES,
    ...CHANGE_ROUTES,
    ...WEBHOOK_ROUTES,
    ...BULK_ROUTES,
    ...LINEAGE_ROUTES,
    '/api/graphql': { POST: GRAPHQL },
    '/mcp': { POST: MCP },
  }).flatMap(([address, methods]) => Object.entries(methods).map(([method, row]) => ({ address, method: method.toLowerCase(), row })));
  const actions = Object.entries(ACTIONS).flatMap(([resource, named]) =>
    Object.entries(named).map(([name, row]) => ({ address: `/${resource}?action=${name}`, method: 'post', row })),
  );
  return [...routes, ...actions];
}

/** The schema of an answer by its name. */
function answerOf(response: Reference['paths'][string][string]['responses'][string]): string {
  const shared = response.$ref?.split('/').at(-1);
  const content = (shared === undefined ? response : page.components.responses[shared])?.content;
  if (content === undefined) return NOTHING;
  const { schema } = content['application/json'] as { schema: { $ref?: string } };
  return schema.$ref?.replace('#/components/schemas/', '') ?? 'a schema without a name';
}

/** Pages of the stewards are served for whole trees of addresses. */
function layerOfSite(at: unknown): boolean {
  return at instanceof RegExp && at.test('/browse') && at.test('/properties');
}
