import { expect } from 'chai';
import { makeRouter } from '../../src/http/request/make-router.ts';

const ROUTES = {
  '/health/live': { GET: 'live' },
  '/health': { GET: 'health' },
  '/model/{type}': { GET: 'type' },
  '/': { GET: 'home' },
  '/entities/{urn}': { GET: 'entity' },
  '/entities': { POST: 'action' },
  '/openapi/v3/entity/{type}': { GET: 'list', PATCH: 'list' },
  '/openapi/v3/entity/{type}/{urn}': { GET: 'one', HEAD: 'whether' },
};
const { row, methods } = makeRouter<string>(ROUTES, () => undefined);

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
    'HEAD /openapi/v3/entity/dataset/urn:x': 'whether',
    'HEAD /openapi/v3/entity/dataset': 'list',
    'GET /openapi': undefined,
  })) {
    it(`${request}: ${expected ?? 'none'}`, () => {
      const [method = '', path = ''] = request.split(' ');
      expect(row(method, path)).to.equal(expected);
    });
  }

  it('knows the methods at a path', () => {
    expect(methods('/entities')).to.deep.equal(['POST']);
    expect(methods('/health')).to.have.members(['HEAD', 'GET']);
    expect(methods('/nothing')).to.deep.equal([]);
  });
});
