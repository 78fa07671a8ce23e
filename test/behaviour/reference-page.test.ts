/**
 * The browsable reference of the endpoints (document 1, endpoint 1) and the OpenAPI document behind it.
 */
import { expect } from 'chai';
import { sharedCairn } from '../support/shared.ts';

async function get(path: string): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(`${sharedCairn().url}${path}`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

describe('GET /rpc/docs', () => {
  it('opens a browsable reference of the endpoints, with all it loads from this server', async () => {
    const page = await get('/rpc/docs');
    expect(page.status).to.equal(200);
    expect(page.type).to.contain('text/html');
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded).to.have.length.greaterThan(2);
    for (const address of loaded) {
      expect(address).to.match(/^\//);
      expect((await get(address)).status, address).to.equal(200);
    }
  });

  it('shows an OpenAPI document that names every legacy resource and every aspect of the model', async () => {
    const { status, text } = await get('/openapi.json');
    expect(status).to.equal(200);
    const document = JSON.parse(text) as { openapi: string; paths: Record<string, unknown>; components: { schemas: Record<string, unknown> } };
    expect(document.openapi).to.match(/^3\.1/);
    expect(document.paths).to.include.keys('/aspects', '/aspects/{urn}', '/entities', '/entities/{urn}', '/entitiesV2/{urn}', '/relationships');
    expect(document.components.schemas).to.include.keys('ownership', 'schemaMetadata', 'datasetKey', 'AuditStamp');
    expect(text).to.not.match(/\{(base|version|\w+Actions)\}/);
  });
});
