import Router from '@koa/router';
import { expect } from 'chai';
import { makeDispatch } from '../../src/http/request/dispatch.ts';
import { addressPattern } from '../../src/http/request/operation.ts';
import type { Context, State } from '../../src/http/types.ts';

/** The name of the route that answers. */
async function answering(method: string, path: string): Promise<string | undefined> {
  const router = new Router<State>();
  let answered: string | undefined;
  const says = (name: string) => () => {
    answered = name;
  };
  router.get(addressPattern('/health/live'), says('live'));
  router.get(addressPattern('/health'), says('health'));
  router.get(addressPattern('/model/{type}'), says('type'));
  router.get(addressPattern('/'), says('home'));
  router.get(addressPattern('/entities/{urn}'), says('entity'));
  router.post(/^\/entities\/?$/, says('action'));
  router.all(addressPattern('/openapi/v3/entity/{type}'), says('list'));
  router.all(addressPattern('/openapi/v3/entity/{type}/{urn}'), says('one'));
  const found = await makeDispatch(router)({ method, path } as Context);
  expect(found).to.equal(answered !== undefined);
  return answered;
}

describe('Finding the route of a request', () => {
  for (const [request, expected] of Object.entries({
    'GET /': 'home',
    'GET /searching': undefined,
    'GET /health': 'health',
    'HEAD /health': 'health',
    'GET /health/': 'health',
    'GET /Health': undefined,
    'GET /health/live': 'live',
    'GET /health/dead': undefined,
    'POST /health': undefined,
    'GET /model/data%20set': 'type',
    'GET /entities/urn:a/b': 'entity',
    'GET /ENTITIES/urn:a': undefined,
    'POST /entities': 'action',
    'POST /entities/': 'action',
    'PUT /entities': undefined,
    'PATCH /openapi/v3/entity/dataset': 'list',
    'GET /openapi/v3/entity/dataset/urn:x': 'one',
    'GET /openapi': undefined,
  })) {
    it(`${request}: ${expected ?? 'none'}`, async () => {
      const [method = '', path = ''] = request.split(' ');
      expect(await answering(method, path)).to.equal(expected);
    });
  }
});
