import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Refusal } from '../../src/errors.ts';
import { asked, connectSearch, refusesKey, searchAnswers, searchProblem } from '../../src/search/engine/client.ts';

describe('A Typesense that refuses the key', () => {
  let server: Server;
  let status = 401;
  before((done) => {
    server = createServer(({ url }, answer) => {
      answer.writeHead(url === '/health' ? 200 : status, { 'Content-Type': 'application/json' });
      answer.end(url === '/health' ? '{"ok":true}' : '{"message":"Forbidden - a valid `x-typesense-api-key` header must be sent."}');
    }).listen(0, '127.0.0.1', done);
  });
  after(() => server.close());
  const search = () => connectSearch({ urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`], apiKey: 'wrong' });

  it('is not ready, though it calls itself healthy', async () => {
    for (status of [401, 403]) {
      expect([await searchAnswers(search()), await refusesKey(search())]).to.deep.equal([false, true]);
      expect((await searchProblem(search()))?.message).to.equal('it refuses the key in TYPESENSE_API_KEY');
    }
    status = 200;
    expect([await searchAnswers(search()), await refusesKey(search())]).to.deep.equal([true, false]);
  });

  it('answers a search with 503 and a sentence, not with 500', async () => {
    status = 401;
    const refusal = await asked(search(), 'read', ({ client }) => client.collections().retrieve()).catch((error: Refusal) => error);
    expect(refusal).to.include({ code: 'search-away', status: 503 }).and.property('message').contains('refuses the key');
  });
});
