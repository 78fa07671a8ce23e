import { expect } from 'chai';
import { api } from '../support/client.ts';

interface Config {
  noCode: string;
  retention: unknown;
  statefulIngestionCapable: unknown;
  versions: Record<string, { version: string; commit: string }>;
  models: object;
  telemetry: Record<string, boolean>;
  managedIngestion: { enabled: boolean; defaultCliVersion: string };
  baseUrl: string;
  svc: { serverType: string };
}

describe('Health (docs/semantics.md 16.4)', () => {
  for (const path of ['/health', '/health/live', '/health/', '/health/live/']) {
    it(`GET ${path} answers 200 with an empty body when Cairn is ready`, async () => {
      const answer = await api.send('GET', path);
      expect(answer.status).to.equal(200);
      expect(answer.text).to.equal('');
      expect(answer.headers.get('Content-Type')).to.equal(null);
    });
  }

  it('GET /health/detailed says ready, bootstrapped, the state of each engine, and the time', async () => {
    const { status, body } = await api.send<{ ready: boolean; bootstrapped: boolean; timestamp: number; engines: { name: string; state: string }[] }>(
      'GET',
      '/health/detailed',
    );
    expect(status).to.equal(200);
    expect(body).to.include({ ready: true, bootstrapped: true });
    expect(body.engines.map(({ name, state }) => `${name} ${state}`)).to.have.members(['neo4j up', 'typesense up']);
    expect(body.timestamp).to.be.closeTo(Date.now(), 60_000);
  });

  it('HEAD /health answers as GET does', async () => {
    expect((await api.send('HEAD', '/health')).status).to.equal(200);
  });
});

describe('GET /config (docs/semantics.md 16.5)', () => {
  it('contains what clients read first: noCode is the text "true"', async () => {
    const { status, body } = await api.send<Config>('GET', '/config');
    expect(status).to.equal(200);
    expect(body.noCode).to.equal('true');
    expect(body).to.include({ statefulIngestionCapable: true, patchCapable: true, supportsImpactAnalysis: true });
    expect(body.retention).to.equal('false');
    expect(body).to.include.keys('timeZone', 'telemetry', 'managedIngestion', 'datasetUrnNameCasing', 'baseUrl');
    expect(body.managedIngestion.defaultCliVersion).to.match(/^\d/);
    expect(body.models).to.deep.equal({});
    expect(body.svc).to.have.keys('serverType');
  });

  it('versions has owner/product with version and commit', async () => {
    const { body } = await api.send<Config>('GET', '/config');
    const [[product, version] = ['', undefined]] = Object.entries(body.versions);
    expect(product).to.match(/^[^/]+\/[^/]+$/);
    expect(version).to.have.keys('version', 'commit');
    expect(version?.version).to.match(/^v\d+\.\d+\.\d+/);
  });
});

describe('Unknown routes (docs/semantics.md 1.2)', () => {
  it('404 names method and path', async () => {
    const { status, body } = await api.send('GET', '/no/such/path');
    expect(status).to.equal(404);
    expect(body).to.deep.include({ error: 'No endpoint GET /no/such/path.' });
  });

  it('405 lists the methods of the path', async () => {
    for (const [method, path] of [
      ['PUT', '/aspects?action=ingestProposal'],
      ['DELETE', '/entitiesV2/x'],
      ['POST', '/health'],
      ['POST', '/config'],
    ] as const) {
      const answer = await api.send(method, path);
      expect(answer.status, `${method} ${path}`).to.equal(405);
      expect(answer.headers.get('allow'), `${method} ${path}`).to.be.a('string');
    }
  });
});
