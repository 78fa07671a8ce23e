/** ALLOWED_HOSTS, HOST and tokens: by which names Cairn is reached, and whose pages may write. No engine is needed: what gets through is 503. */

import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
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

describe('With tokens', () => {
  let cairn: RunningCairn;
  before(async () => {
    const file = path.join(throwAwayFolder(), 'tokens');
    writeFileSync(file, 'secret alice\n', { mode: 0o600 });
    cairn = await startingCairn({ ...AWAY, AUTH_TOKENS_FILE: file });
  });
  after(endAll);

  it('any host name is accepted, because no browser sends a token by itself', async () => {
    expect(await ask(cairn, WRITE, { host: 'anything.example', authorization: 'Bearer secret' })).to.equal(THROUGH);
    expect(await ask(cairn, WRITE, { host: 'anything.example' })).to.equal(401);
  });

  it('a page of another origin still cannot write, because a proxy may add the token', async () => {
    const headers = { host: 'anything.example', authorization: 'Bearer secret' };
    expect(await ask(cairn, WRITE, { ...headers, origin: 'https://evil.example' })).to.equal(403);
    expect(await ask(cairn, WRITE, { ...headers, 'sec-fetch-site': 'same-site' })).to.equal(403);
    expect(await ask(cairn, WRITE, { ...headers, origin: 'https://anything.example' })).to.equal(THROUGH);
  });
});
