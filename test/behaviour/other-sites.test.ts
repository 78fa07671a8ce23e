/** Pages of others in the browser of a reader (docs/semantics.md 16.2): they write nothing, and by a foreign name they read nothing. */
import { request } from 'node:http';
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const own = ownNames('sites');
const here = (): URL => new URL(sharedCairn().url);

/** `fetch` does not let the Host header be chosen. */
function ask(host: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = here();
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers: { host, ...headers }, agent: false });
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

// SECURITY.md O3
describe('A page of another site in the browser of a reader', () => {
  const elsewhere: readonly [what: string, headers: () => Record<string, string>][] = [
    ['cross-site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['same-site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['another port of this machine', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['another name of this machine', () => ({ Origin: `http://localhost:${here().port}` })],
    ['a sibling of localhost', () => ({ Origin: `http://app.localhost:${here().port}` })],
    ['a file, or a frame without rights', () => ({ Origin: 'null' })],
    ['another scheme', () => ({ Origin: `chrome-extension://${here().host}` })],
  ];
  for (const [what, headers] of elsewhere) {
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
      it(`cannot write: ${what}, ${type}`, async () => {
        const urn = urns.tag(own());
        const answer = await api.ingestProposal(proposal(urn, 'tagProperties', { name: 'planted' }), { ...headers(), 'Content-Type': type });
        expect(answer.status, answer.text).to.equal(403);
        expect(answer.text).to.include('another site').and.to.include('ALLOWED_HOSTS');
        expect((await api.aspect(urn, 'tagProperties')).status).to.equal(404);
      });
    }
  }

  it('cannot write on the other APIs', async () => {
    const urn = urns.tag(own());
    const headers = { Origin: 'http://127.0.0.1:1' };
    const json = { value: { name: 'planted' } };
    const path = `/openapi/v3/entity/tag/${encodeURIComponent(urn)}`;
    expect((await api.send('POST', `${path}/tagProperties`, { headers, json })).status).to.equal(403);
    expect((await api.send('DELETE', path, { headers })).status).to.equal(403);
    const query = `mutation { createTag(input: {id: "${own()}", name: "planted"}) }`;
    expect((await api.send('POST', '/api/graphql', { headers, json: { query } })).status).to.equal(403);
    expect((await api.send('HEAD', path)).status).to.equal(404);
  });

  // SECURITY.md O4
  it('cannot read with GraphQL or /mcp either, not even without an origin', async () => {
    const text = '{"query": "{ me { corpUser { urn } } }"}';
    for (const path of ['/api/graphql', '/mcp']) {
      const status = async (headers: Record<string, string>): Promise<number> => (await api.send('POST', path, { headers, text })).status;
      expect(await status({ Origin: 'http://127.0.0.1:1' }), path).to.equal(403);
      expect(await status({ 'Sec-Fetch-Site': 'same-site' }), path).to.equal(403);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain; x=application/json', ''])
        expect(await status({ 'Content-Type': type }), `${path} ${type}`).to.equal(415);
      expect(await status({ 'Content-Type': 'application/json;charset=utf-8', Origin: here().origin }), path).to.be.oneOf([200, 400]);
      expect((await api.send('GET', `${path}?query={me{corpUser{urn}}}`)).status, path).to.be.oneOf([400, 405]);
    }
  });

  for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }, {}] as Record<string, string>[]) {
    it(`is recognised: ${JSON.stringify(headers)} with our own origin can write`, async () => {
      const sent = { ...headers, Origin: here().origin };
      expect((await api.ingestProposal(proposal(urns.tag(own()), 'tagProperties', { name: 'ours' }), sent)).status).to.equal(200);
    });
  }

  it('may link to the pages of Cairn', async () => {
    expect((await api.send('GET', '/', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).to.equal(200);
  });

  // SECURITY.md O5
  it('can neither read the answers of Cairn nor show its pages in a frame', async () => {
    for (const path of ['/', '/rpc/docs', '/rpc/docs/model', '/api/graphiql', '/openapi.json', '/config', '/health', '/metrics', '/nothing-here']) {
      const { headers } = await api.send('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).to.include("default-src 'none'").and.to.include("frame-ancestors 'none'").and.to.include("base-uri 'none'");
      expect(policy, path).not.to.match(/unsafe-eval|https?:|\*/);
      expect(/script-src [^;]*unsafe-inline/.test(policy), path).to.equal(false);
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
      expect(headers.get('referrer-policy'), path).to.equal('same-origin');
      expect(headers.get('cross-origin-resource-policy'), path).to.equal('same-origin');
      expect(headers.get('access-control-allow-origin'), path).to.equal(null);
    }
  });
});

// SECURITY.md O2
describe('A catalog without tokens answers only to its own names', () => {
  const foreign = ['evil.example', 'evil.example:8080', 'app.localhost', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1', '[::2]'];
  for (const host of foreign) {
    it(`not by ${host}: 421 on reads, pages and writes`, async () => {
      const answers = [
        await ask(host, '/config'),
        await ask(host, '/'),
        await ask(host, '/health'),
        await ask(host, '/api/graphql', { origin: `http://${host}`, 'content-type': 'application/json' }, '{"query": "{ me { corpUser { urn } } }"}'),
      ];
      for (const { status, text } of answers) {
        expect(status, text).to.equal(421);
        expect(text).to.include(host).and.to.include('ALLOWED_HOSTS');
      }
    });
  }

  for (const host of ['localhost', 'LOCALHOST:1234', '127.0.0.1', '127.0.0.1:80', '[::1]:8080']) {
    it(`by ${host}`, async () => {
      expect((await ask(host, '/config')).status).to.equal(200);
    });
  }

  it('the answer does not repeat a long host name', async () => {
    const { text } = await ask(`${'a'.repeat(4000)}.example`, '/config');
    expect(text.length).to.be.below(1000);
  });

  it('GraphQL accepts writes from clients that send no origin, because they are not browsers', async () => {
    expect(await graphql(`mutation { createTag(input: {id: "${own()}", name: "ours"}) }`)).to.have.property('createTag');
  });
});
