/**
 * The browsable reference of the endpoints (docs/semantics.md 16.6) and the OpenAPI document behind it.
 */
import { expect } from 'chai';
import { checkAnswer } from '../support/answers.ts';
import { sharedCairn } from '../support/shared.ts';

async function get(path: string): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(`${sharedCairn().url}${path}`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

describe('GET /rpc/docs', () => {
  it('is a browsable reference of the endpoints; everything that it loads is on this server', async () => {
    const page = await get('/rpc/docs');
    expect(page.status).to.equal(200);
    expect(page.type).to.contain('text/html');
    const named = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    const loaded = named.filter((address) => !/^(#|data:)/.test(address));
    expect(loaded).to.have.length.greaterThan(6);
    for (const address of loaded) {
      expect(address).to.match(/^\//);
      expect((await get(address)).status, address).to.equal(200);
    }
  });

  it('shows an OpenAPI document with every legacy resource and every aspect of the model', async () => {
    const { status, text } = await get('/openapi.json');
    expect(status).to.equal(200);
    const document = JSON.parse(text) as { openapi: string; paths: Record<string, unknown>; components: { schemas: Record<string, unknown> } };
    expect(document.openapi).to.match(/^3\.1/);
    expect(document.paths).to.include.keys('/aspects', '/aspects/{urn}', '/entities', '/entities/{urn}', '/entitiesV2/{urn}', '/relationships');
    expect(document.components.schemas).to.include.keys('ownership', 'schemaMetadata', 'datasetKey', 'AuditStamp');
    expect(text).to.not.match(/\{(base|version|\w+Actions)\}/);
  });
});

describe('GET /docs', () => {
  it('is the handbook; each of its pages and pictures is on this server', async () => {
    const index = await get('/docs');
    expect([index.status, index.type]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const pages = new Set([...index.text.matchAll(/href="(\/docs\/[^"#]+)/g)].map(([, address = '']) => address));
    expect([...pages]).to.include.members(['/docs/access', '/docs/tutorials/first-hour', '/docs/how-to/back-up', '/docs/security']);
    for (const address of pages) expect((await get(address)).status, address).to.equal(200);
    expect((await get('/docs/architecture.svg')).type).to.contain('image/svg+xml');
  });

  it('has nothing else', async () => {
    for (const address of ['/docs/nothing', '/docs/how-to/nothing', '/docs/..%2fpackage.json', '/docs/a/b/c', '/docs/%00'])
      expect((await get(address)).status, address).to.equal(404);
  });
});

describe('The check of every answer that tests get (test/README.md)', () => {
  const checked = (address: string, body: string): Promise<void> => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) };
    return checkAnswer('GET', new URL(address, sharedCairn().url), new Response(body, { headers }));
  };

  it('notices what the document does not say, and only that', async () => {
    const urn = encodeURIComponent('urn:svc:tag:x');
    await checked(`/entitiesV2/${urn}`, '{"urn": "urn:svc:tag:x", "entityName": "tag", "aspects": {}}');
    await checked('/unknown', '{}');
    for (const address of [`/entitiesV2/${urn}`, `/openapi/v3/entity/tag/${urn}`, `/openapi/v2/entity/tag/${urn}/status`]) {
      const failure: unknown = await checked(address, '{"results": []}').catch((error: unknown) => error);
      expect(String(failure), address).to.include('not what the OpenAPI document says');
    }
  });
});

describe('GET /openapi/v3/api-docs and /openapi/swagger-ui/index.html (docs/semantics.md 16.6)', () => {
  it('serve the description and the reference at the addresses that other clients expect', async () => {
    expect(await get('/openapi/v3/api-docs')).to.deep.equal(await get('/openapi.json'));
    expect(await get('/openapi/swagger-ui/index.html')).to.deep.equal(await get('/rpc/docs'));
  });
});

describe('GET /rpc/docs/model', () => {
  const links = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, address = '']) => address))];

  it('links to a page for every entity type and every aspect of the loaded model', async () => {
    const { text } = await get('/rpc/docs/model');
    const { total } = JSON.parse((await get('/openapi/v1/registry/models/entity/specifications?count=0')).text) as { total: number };
    const aspects = JSON.parse((await get('/openapi/v1/registry/models/aspect/specifications?count=0')).text) as { total: number };
    const types = links(text, /href="(\/rpc\/docs\/model\/(?!aspect\/)[^"]+)"/g);
    const ofAspects = links(text, /href="(\/rpc\/docs\/model\/aspect\/[^"]+)"/g);
    expect([types.length, ofAspects.length]).to.deep.equal([total, aspects.total]);
    for (const address of [...types, ...ofAspects]) expect((await get(address)).status, address).to.equal(200);
  });

  it('shows the URN, aspects, relationships and search fields of a type, and the fields of an aspect', async () => {
    const type = await get('/rpc/docs/model/dataset');
    for (const said of ['urn:svc:dataset:(&lt;platform&gt;,&lt;name&gt;,&lt;origin&gt;)', 'upstreamLineage', 'DownstreamOf', 'rowCount'])
      expect(type.text).to.contain(said);
    const aspect = await get('/rpc/docs/model/aspect/ownership');
    for (const said of ['com.svc.common.Ownership', 'owners[].owner', 'URN of corpuser, corpGroup', 'OwnedBy', 'hasOwners', 'ownerTypes'])
      expect(aspect.text).to.contain(said);
  });

  it('gives each part of the model, and each field, an address of its own', async () => {
    for (const [where, own] of [
      ['dataset', 'search-fields-rowcount'],
      ['aspect/ownership', 'fields-owners-.owner'],
      ['aspect/schemaMetadata', 'fields'],
    ] as const) {
      const { text } = await get(`/rpc/docs/model/${where}`);
      const ids = links(text, / id="([^"]+)"/g);
      expect(links(text, /class="anchor" href="#([^"]+)"/g), where).to.include(own);
      expect(links(text, / href="#([^"]+)"/g).filter((id) => !ids.includes(id))).to.deep.equal([]);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).to.deep.equal([]);
    }
  });

  it('answers 404 for what the model does not have', async () => {
    for (const address of ['/rpc/docs/model/spaceship', '/rpc/docs/model/aspect/warpCore']) expect((await get(address)).status).to.equal(404);
  });
});
