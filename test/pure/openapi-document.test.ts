/**
 * The OpenAPI document: sound by a standard linter, and neither more nor less than what the server serves.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { parse } from 'yaml';
import { apiDocument, pageDocument } from '../../src/http/docs/document.ts';
import { makeFront } from '../../src/http/front.ts';
import { ACTIONS } from '../../src/http/legacy/actions.ts';
import { makeToolCalls } from '../../src/http/mcp/tool-calls.ts';
import { NOTHING } from '../../src/http/request/operation.ts';
import { API_ROUTES, hasRpcErrors, type Row } from '../../src/http/rows.ts';
import { makeSite } from '../../src/http/site.ts';
import { modelComponents } from '../../src/model/components.ts';
import { parametersOf, type Reference } from '../support/examples.ts';
import { model } from '../unit/support/model.ts';

const parts = { model, version: '0.0.0', base: '/' };
const documents = { api: apiDocument(parts), page: pageDocument(parts) };
const page = documents.page as unknown as Reference;

/** Addresses for the pages themselves, not for clients. */
const OF_PAGES = new Set([
  ...Object.keys(makeSite({ names: model.names, base: '/', version: '0.0.0', searched: [], types: [], parts: [], mail: false }).routes),
  ...['reference.json', 'index.json', 'start'].map((name) => `/rpc/docs/${name}`),
]);

/** Other names of parameters that are described: clients write them so. */
const SECOND_NAMES = new Set(['aspectNames', 'sort', 'relationshipType', 'relationshipType[]']);

const health = {
  leaving: () => false,
  disk: () => undefined,
  bootstrapped: () => true,
  engines: async () => [],
  searchNodes: () => [],
  index: async () => undefined,
  edges: async () => undefined,
  webhooks: async () => undefined,
  mail: async () => undefined,
  refused: () => new Map(),
  work: () => ({ statements: 0, rows: 0, requests: 0, bytes: 0, steps: 0 }),
};
const front = makeFront(
  { model, log: () => undefined, version: '0.0.0', retention: false, runsRecipes: false, baseUrl: '', basePath: '', mail: false },
  health,
  makeToolCalls(),
).routes;

describe('The OpenAPI document', () => {
  it('passes the recommended rules of a linter [long]', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(documents.api), absoluteRef: 'openapi.json', config });
    // Health and the like are never refused; platform events are always. Some only lead to a page.
    const problems = found.filter(
      ({ ruleId, location }) =>
        ruleId !== 'operation-4xx-response' &&
        !(
          ruleId === 'operation-2xx-response' &&
          /^#\/paths\/~1(platform|logOut|unsubscribe|authenticate|sso|callback)\b/.test(location[0]?.pointer ?? '')
        ),
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

  it('describes exactly the operations that are served', () => {
    const described = Object.entries(page.paths).flatMap(([address, item]) => Object.keys(item).map((method) => `${method} ${address}`));
    const served = [...rows(), ...rowsOf(front)].map(({ address, method }) => `${method} ${address}`);
    expect(described.filter((each) => !served.some((one) => sameAddress(one, each)))).to.deep.equal([]);
    const ofClients = served.filter((each) => !OF_PAGES.has(each.replace('get ', '')));
    expect(ofClients.filter((each) => !described.some((one) => sameAddress(one, each)))).to.deep.equal([]);
  });

  it('says of exactly the open rows that they need no token; but for those by which people come in and go, they only answer GET', () => {
    const open = [...rows(), ...rowsOf(front)].filter(({ row }) => row.open);
    const unlocked = open.filter(({ method, row }) => method !== 'get' || !row.reads).map(({ address }) => address);
    expect([...new Set(unlocked)]).to.deep.equal([
      '/logIn',
      '/signUp',
      '/resetNativeUserCredentials',
      '/logOut',
      '/unsubscribe',
      '/callback/{provider}/logout',
      '/auth/oauth2/register',
      '/auth/oauth2/token',
    ]);
    const described = Object.entries(page.paths).flatMap(([address, item]) =>
      Object.entries(item).flatMap(([method, { security }]) => (security?.length === 0 ? [`${method} ${address}`] : [])),
    );
    expect(described.filter((each) => !open.some(({ address, method }) => sameAddress(`${method} ${address}`, each)))).to.deep.equal([]);
    const ofClients = open.filter(({ address }) => !OF_PAGES.has(address)).map(({ address, method }) => `${method} ${address}`);
    expect(ofClients.filter((each) => !described.some((one) => sameAddress(one, each)))).to.deep.equal([]);
  });

  it('describes for each operation the errors of the form that its path has', () => {
    const wrong = rows().flatMap(({ address, method }) => {
      const form = hasRpcErrors(address.split('?')[0] ?? '') ? /\/Rpc(Error|Unavailable)$/ : /\/(Error|Unavailable)$/;
      const errors = Object.entries(page.paths[address]?.[method]?.responses ?? {}).filter(
        ([status, { $ref }]) => status >= '400' && $ref !== undefined,
      );
      return errors.flatMap(([status, { $ref = '' }]) => (form.test($ref) ? [] : [`${method} ${address} ${status}: ${$ref}`]));
    });
    expect(wrong).to.deep.equal([]);
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

  it('has each answer once, and none that no operation gives', () => {
    const answers = parse(readFileSync(path.join(import.meta.dirname, '../../openapi/answers.yaml'), 'utf8')) as Record<string, object>;
    const texts = Object.values(answers).map((schema) => JSON.stringify(schema));
    expect(new Set(texts).size).to.equal(texts.length);
    const text = JSON.stringify([page.paths, page.components.responses]);
    expect(Object.keys(answers).filter((name) => !text.includes(`"#/components/schemas/${name}"`))).to.deep.equal([]);
  });

  it('has no unfilled name of the namespace, and no broken reference', () => {
    for (const document of Object.values(documents)) {
      const text = JSON.stringify(document);
      expect(text).to.not.match(/\{(base|package|docs|syncHeader|lagHeader|warningHeader)\}|\{urn\}:|"version":"\{version\}"/);
      const components = document.components as Record<string, Record<string, unknown>>;
      const named = new Set([...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`));
      expect([...named].filter((each) => !Object.hasOwn(components[each.split('/')[0] ?? ''] ?? {}, each.split('/')[1] ?? ''))).to.deep.equal([]);
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

interface Placed<Each> {
  readonly address: string;
  readonly method: string;
  readonly row: Each;
}

function rowsOf<Each>(routes: Readonly<Record<string, Readonly<Record<string, Each>>>>): Placed<Each>[] {
  return Object.entries(routes).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, row]) => ({ address, method: method.toLowerCase(), row })),
  );
}

/** Each row of the APIs with its address and method, as the reference has them. */
function rows(): Placed<Row>[] {
  const actions = Object.entries(ACTIONS).flatMap(([resource, named]) =>
    Object.entries(named).map(([name, row]) => ({ address: `/${resource}?action=${name}`, method: 'post', row })),
  );
  return [...rowsOf({ ...API_ROUTES.rpc, ...API_ROUTES.openapi }), ...actions];
}

/** Parameters of a path may have other names. */
function sameAddress(one: string, other: string): boolean {
  return one.replaceAll(/\{\w+\}/g, '{}') === other.replaceAll(/\{\w+\}/g, '{}');
}

/** The schema of an answer by its name. */
function answerOf(response: Reference['paths'][string][string]['responses'][string]): string {
  const shared = response.$ref?.split('/').at(-1);
  const content = (shared === undefined ? response : page.components.responses[shared])?.content;
  if (content === undefined) return NOTHING;
  const { schema } = (content['application/json'] ?? content['text/event-stream']) as { schema: { $ref?: string } };
  return schema.$ref?.replace('#/components/schemas/', '') ?? 'a schema without a name';
}
