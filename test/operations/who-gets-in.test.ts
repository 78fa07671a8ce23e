/** ALLOWED_HOSTS, HOST and tokens: by which names Cairn is reached, who gets in, and whose pages may write. No engine is needed: what gets through is 503. */

import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import type { Reference } from '../support/examples.ts';
import { endAll, type RunningCairn, startingCairn, throwAwayFolder } from '../support/process.ts';

const AWAY = { NEO4J_URI: 'bolt://127.0.0.1:1', NEO4J_PASSWORD: 'none', TYPESENSE_URL: 'http://127.0.0.1:1', TYPESENSE_API_KEY: 'none' };
/** What a request that gets through is answered without engines. */
const THROUGH = 503;
const WRITE = '/aspects?action=ingestProposal';

function ask(cairn: RunningCairn, where: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(cairn.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: where, method: where === WRITE ? 'POST' : 'GET', headers, agent: false });
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(where === WRITE ? '{}' : undefined);
  });
}

describe('ALLOWED_HOSTS', () => {
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startingCairn({ ...AWAY, HOST: '0.0.0.0', ALLOW_OPEN: 'true', ALLOWED_HOSTS: 'catalog.example.com, Catalog:8443' });
  });
  after(endAll);

  it('lists the hosts to which Cairn answers, on any port', async () => {
    for (const host of ['catalog.example.com', 'catalog.example.com:8080', 'catalog:9', 'CATALOG:8443', 'localhost:8080'])
      expect(await ask(cairn, '/health/live', { host }), host).to.equal(200);
    for (const host of ['other.example.com', 'catalog.example.com.evil.example', '0.0.0.0:8080', '192.0.2.1'])
      expect(await ask(cairn, '/health/live', { host }), host).to.equal(421);
  });

  it('allows pages of these hosts to write if a proxy changes Host, but not pages on other ports', async () => {
    const host = '127.0.0.1:8080';
    for (const origin of ['https://catalog.example.com', 'http://catalog.example.com', 'https://catalog:8443'])
      expect(await ask(cairn, WRITE, { host, origin }), origin).to.equal(THROUGH);
    for (const origin of ['https://catalog.example.com:9999', 'https://catalog', 'https://catalog.example.com.evil.example'])
      expect(await ask(cairn, WRITE, { host, origin }), origin).to.equal(403);
  });

  it('is enough for a proxy that keeps Host and ends TLS', async () => {
    expect(await ask(cairn, WRITE, { host: 'catalog.example.com', origin: 'https://catalog.example.com' })).to.equal(THROUGH);
    expect(await ask(cairn, WRITE, { host: 'catalog.example.com:443', origin: 'https://catalog.example.com' })).to.equal(THROUGH);
    expect(await ask(cairn, WRITE, { host: 'catalog.example.com:443', origin: 'https://catalog.example.com:8443' })).to.equal(403);
  });
});

/** A file with a token that may write and one that may only read. */
function tokensFile(): string {
  const file = path.join(throwAwayFolder(), 'tokens');
  writeFileSync(file, 'secret alice\nreads bob read\n', { mode: 0o600 });
  return file;
}

/** Names of open addresses, as ids. */
const IDS = ['docs', 'ui', 'search', 'openapi.json'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe('With tokens', () => {
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startingCairn({ ...AWAY, AUTH_TOKENS_FILE: tokensFile() });
  });
  after(endAll);

  it('any host name is accepted, because no browser sends a token by itself', async () => {
    expect(await ask(cairn, WRITE, { host: 'anything.example', authorization: 'Bearer secret' })).to.equal(THROUGH);
    expect(await ask(cairn, WRITE, { host: 'anything.example' })).to.equal(401);
  });

  // SECURITY.md O3
  it('a page of another origin still cannot write, because a proxy may add the token', async () => {
    const headers = { host: 'anything.example', authorization: 'Bearer secret' };
    expect(await ask(cairn, WRITE, { ...headers, origin: 'https://evil.example' })).to.equal(403);
    expect(await ask(cairn, WRITE, { ...headers, 'sec-fetch-site': 'same-site' })).to.equal(403);
    expect(await ask(cairn, WRITE, { ...headers, origin: 'https://anything.example' })).to.equal(THROUGH);
  });

  /** By each of these methods, with each of these ids in the paths. */
  const nothingElseIsOpen = async (methods: readonly string[], ids: readonly string[]): Promise<void> => {
    const { paths } = (await (await fetch(`${cairn.url}/rpc/docs/reference.json`)).json()) as Reference;
    const filled = new Map(Object.keys(paths).flatMap((where) => ids.map((id) => [where.replaceAll(/\{\w+\}/g, id), where])));
    const wrong: string[] = [];
    for (const [address, where] of filled) {
      for (const method of methods) {
        const reads = method === 'GET' || method === 'HEAD';
        const { security, tags = [] } = paths[where]?.[reads ? 'get' : method.toLowerCase()] ?? {};
        const isOpen = security?.length === 0 && (reads || tags.includes('Sign-in'));
        const answer = await fetch(cairn.url + address, { method, redirect: 'manual' });
        await answer.arrayBuffer();
        if ((answer.status !== 401) !== isOpen) wrong.push(`${method} ${address}: ${answer.status}`);
      }
    }
    expect(wrong).to.deep.equal([]);
    // Other tests send the token.
    const anonymous = (await audited(cairn)).filter(({ actor }) => actor !== 'urn:svc:corpuser:alice');
    const ends = new Set(anonymous.map(({ actor = 'nobody', outcome, status }) => `${actor} ${outcome} ${status}`));
    // Nobody signs in while there are no engines.
    expect([...ends].sort()).to.deep.equal(['nobody denied 401', 'nobody failed 503']);
  };

  // SECURITY.md T8
  it('nothing is open without a token but signing in, and GET of what the document says', () =>
    nothingElseIsOpen(['GET', 'POST', 'DELETE'], ['health']));

  it('nothing else is open whatever the method and the id in the path [long]', () => nothingElseIsOpen(METHODS, ['health', ...IDS]));

  it('the audit names the owner of the token, also for an address that looks open', async () => {
    for (const [token, status] of [
      ['secret', 503],
      ['reads', 403],
    ] as const) {
      const answer = await fetch(`${cairn.url}/webhooks/docs/ping`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).to.equal(status);
    }
    const lines = (await audited(cairn)).filter(({ operation, actor }) => operation === 'POST /webhooks/docs/ping' && actor !== undefined);
    expect(lines.map(({ actor, outcome }) => `${actor} ${outcome}`)).to.deep.equal(['urn:svc:corpuser:alice failed', 'urn:svc:corpuser:bob denied']);
  });

  it('a browser gets a page for an address where there is nothing, a program JSON', async () => {
    const get = (where: string, accept: string): Promise<Response> => fetch(cairn.url + where, { headers: { accept } });
    for (const where of ['/nope', '/search/nope', '/entity', '/api/nope']) {
      const page = await get(where, 'text/html,application/xhtml+xml,*/*;q=0.8');
      expect(`${page.status} ${page.headers.get('content-type')}`, where).to.equal('404 text/html; charset=utf-8');
      expect(await page.text()).to.contain('<div id="app"');
      expect((await get(where, '*/*')).status, where).to.equal(401);
    }
    for (const where of ['/webhooks', '/entities/urn:a', '/aspects']) expect((await get(where, 'text/html')).status, where).to.equal(401);
  });
});

/** The lines of the audit, once a line for the latest request is there. */
async function audited({ url, dataDir }: RunningCairn): Promise<Record<string, string | number>[]> {
  const mark = `/webhooks/wh_${Date.now()}`;
  await fetch(url + mark, { method: 'DELETE' });
  let lines: Record<string, string | number>[] = [];
  await eventually(async () => {
    lines = readFileSync(path.join(dataDir, 'audit', 'audit.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string | number>);
    expect(lines.map(({ operation }) => operation)).to.include(`DELETE ${mark}`);
  });
  return lines;
}

describe('With tokens and ALLOWED_HOSTS', () => {
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startingCairn({ ...AWAY, AUTH_TOKENS_FILE: tokensFile(), ALLOWED_HOSTS: 'catalog.example.com', BASE_PATH: '/catalog' });
  });
  after(endAll);

  it('only the hosts of the list are accepted, and those of this machine [long]', async () => {
    const authorization = 'Bearer secret';
    for (const host of ['catalog.example.com', 'catalog.example.com:8443', 'localhost', '127.0.0.1:8080'])
      expect(await ask(cairn, '/catalog/aspects?action=ingestProposal', { host, authorization }), host).to.equal(THROUGH);
    for (const host of ['anything.example', 'catalog.example.com.evil.example', 'catalog.example.com.', 'evil.example:8080'])
      expect(await ask(cairn, '/catalog/aspects?action=ingestProposal', { host, authorization }), host).to.equal(421);
  });
});
