/** What Cairn sends is compressed, and what does not change is not sent twice. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { write } from '../support/writes.ts';

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The bytes as they come: `fetch` would unpack them. */
function raw(path: string, headers: Record<string, string> = {}, json?: unknown): Promise<Raw> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(`${sharedCairn().url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    sent.end(body);
  });
}

const GZIP = { 'accept-encoding': 'gzip' };
const name = ownNames('packing');

describe('Answers', () => {
  const urn = urns.dataset(name('wide'));
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
  before(() => write(urn, 'schemaMetadata', schemaMetadata(Array.from({ length: 200 }, (_, at) => `column_${at}`))));

  it('of JSON are compressed for clients that accept it, and otherwise not', async () => {
    const [packed, plain] = [await raw(path, GZIP), await raw(path)];
    expect(packed.headers).to.include({ 'content-encoding': 'gzip', 'content-length': String(packed.body.length) });
    expect(packed.headers.vary).to.match(/accept-encoding/i);
    expect(plain.headers['content-encoding']).to.equal(undefined);
    expect(gunzipSync(packed.body).toString()).to.equal(plain.body.toString());
    expect(packed.body.length * 5).to.be.below(plain.body.length);
  });

  it('of GraphQL, refusals and figures are compressed, too', async () => {
    const query = { query: `{ dataset(urn: "${urn}") { schemaMetadata { fields { fieldPath nativeDataType } } } }` };
    for (const answer of [await raw('/api/graphql', GZIP, query), await raw('/metrics', GZIP), await raw('/openapi.json', GZIP)])
      expect(answer.headers['content-encoding']).to.equal('gzip');
    const refused = await raw(`/openapi/v3/entity/dataset?query=${'x'.repeat(3000)}&sort=${'y'.repeat(3000)}`, GZIP);
    expect(JSON.parse((refused.headers['content-encoding'] === 'gzip' ? gunzipSync(refused.body) : refused.body).toString())).to.be.an('object');
  });

  it('that are small are sent as they are', async () => {
    const small = await raw('/config', GZIP);
    expect(small.headers['content-encoding']).to.equal(undefined);
  });
});

describe('Pages and their files', () => {
  const named = (text: string): string[] => [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)].map(([, address = '']) => address);

  it('have a hash in their names and are kept forever, or are asked for by their hash', async () => {
    for (const page of ['/', '/rpc/docs', '/rpc/docs/start', '/rpc/docs/model', '/rpc/docs/model/dataset', '/api/graphiql']) {
      const { body, headers } = await raw(page);
      expect(headers['cache-control'], page).to.equal('no-cache');
      expect((await raw(page, { 'if-none-match': String(headers.etag) })).status, page).to.equal(304);
      expect(named(body.toString()), page).to.have.length.above(2);
      for (const address of named(body.toString())) {
        const [file, smaller] = await Promise.all([raw(address, GZIP), raw(address, { 'accept-encoding': 'gzip, deflate, br' })]);
        expect(smaller.headers['content-encoding'], address).to.equal('br');
        expect(brotliDecompressSync(smaller.body).equals(gunzipSync(file.body)), address).to.equal(true);
        expect(smaller.body.length, address).to.be.below(file.body.length);
        expect(address).to.match(/-[0-9A-Z]{8}\.\w+$/);
        expect(file.headers, address).to.include({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'gzip' });
      }
    }
    for (const document of ['/openapi.json', '/rpc/docs/reference.json', '/rpc/docs/index.json']) {
      const { headers } = await raw(document, GZIP);
      expect(headers['content-encoding'], document).to.equal('gzip');
      expect((await raw(document, { 'if-none-match': String(headers.etag) })).status, document).to.equal(304);
    }
  });

  it('of the reference are at most 600 kB, packed', async () => {
    const { body } = await raw('/rpc/docs');
    let bytes = 0;
    for (const address of [...named(body.toString()), '/rpc/docs', '/rpc/docs/reference.json']) bytes += (await raw(address, GZIP)).body.length;
    expect(bytes).to.be.above(100_000).and.at.most(600_000);
  });
});
