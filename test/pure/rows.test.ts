/** The rows of the APIs: what each shows to a reader who sees a part of the catalog (docs/access.md 6). */
import { expect } from 'chai';
import { ACTIONS } from '../../src/http/legacy/actions.ts';
import { API_ROUTES, type Row } from '../../src/http/rows.ts';

function rowsThat(show: Row['shows']): string[] {
  const routes = Object.entries({ ...API_ROUTES.rpc, ...API_ROUTES.openapi }).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, { shows }]) => (shows === show ? [`${method} ${address}`] : [])),
  );
  const actions = Object.entries(ACTIONS).flatMap(([resource, named]) =>
    Object.entries(named).flatMap(([name, { shows }]) => (shows === show ? [`${resource}.${name}`] : [])),
  );
  return [...routes, ...actions].sort();
}

describe('Rows that need to see everything', () => {
  it('are these', () => {
    const ofWebhooks = ['', '/{id}', '/{id}/deliveries'].map((rest) => `GET /webhooks${rest}`);
    const changing = ['rotate', 'replay', 'resume', 'ping'].map((what) => `POST /webhooks/{id}/${what}`);
    expect(rowsThat('all')).to.deep.equal(
      [
        ...['DELETE /relationships', 'GET /bulk', 'GET /bulk/{id}', 'GET /bulk/{id}/refused', 'GET /subscriptions'],
        ...['POST /bulk', 'POST /bulk/{id}/resume', 'POST /bulk/{id}/stop', 'POST /bulk/{id}/undo'],
        ...['POST /webhooks', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}', ...ofWebhooks, ...changing],
        ...['POST /subscriptions', 'DELETE /subscriptions/{id}', 'aspects.getCount', 'aspects.restoreIndices', 'entities.applyRetention'],
        ...['entities.deleteReferences', 'entities.setWritable', 'runs.list', 'runs.describe', 'runs.rollback', 'operations.restoreIndices'],
        ...['operations.rebuildIndex', 'operations.dropUnusedProperties', 'operations.verify', 'operations.indexProblems'],
        'platform.producePlatformEvent',
      ].sort(),
    );
  });
});
