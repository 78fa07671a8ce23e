/** Who shares a server that has tokens, and what becomes of bodies that nobody reads. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { OPERATOR, READER, type WithTokens } from './with-tokens.ts';

/** What has come until the server ends the connection, or until `enough`. */
async function heard(url: string, sent: string, enough?: RegExp): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (enough?.test(text)) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'close').catch(() => undefined);
  return text;
}

export function testCallers({ one, tokensAre }: Pick<WithTokens, 'one' | 'tokensAre'>): void {
  describe('A caller', () => {
    // SECURITY.md L3
    it('is a user, however it writes its tokens, and however many it has', async () => {
      const second = 'the-second-token-of-the-reader';
      tokensAre(`${second} reader`);
      const basic = `Basic ${Buffer.from(`reader:${second}`).toString('base64')}`;
      await eventually(async () => expect((await fetch(`${one().url}/changes`, { headers: { Authorization: basic } })).status).to.equal(200));
      const spellings = (at: number): string => [`Bearer${' '.repeat(at + 1)}${READER}`, `bearer ${second}`, basic][at % 3] ?? basic;
      const agent = new Agent();
      const statuses: (number | undefined)[] = [];
      const poll = (authorization: string, wait = 30): Promise<number | undefined> =>
        new Promise((resolve) => {
          const sent = request(`${one().url}/changes?wait=${wait}`, { agent, headers: { authorization } }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          sent.on('error', () => resolve(undefined));
          sent.end();
        });
      for (let at = 0; at < 60; at++) void poll(spellings(at)).then((status) => statuses.push(status));
      try {
        await eventually(async () => expect(statuses).to.deep.equal(Array.from({ length: 10 }, () => 429)));
        expect(await poll(`Bearer ${OPERATOR}`, 1), 'another user').to.equal(200);
      } finally {
        agent.destroy();
        tokensAre();
      }
      await eventually(async () => expect(await poll(`Bearer ${READER}`, 1), 'its polls have ended').to.equal(200));
    });

    // SECURITY.md L2
    it('does not keep others waiting who sends thousands of requests on a connection, and reads nothing', async () => {
      const { hostname, port } = new URL(one().url);
      for (const path of ['/openapi.json', '/metrics', '/', '/health/live', '/nowhere']) {
        const socket = connect(Number(port), hostname);
        socket.pause();
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2_000));
        const { status } = await fetch(`${one().url}/changes`, { headers: { Authorization: `Bearer ${READER}` } });
        expect(status, path).to.equal(200);
        socket.destroy();
      }
    });
  });

  // SECURITY.md L5
  describe('A body that nobody reads', () => {
    const begin = (line: string, token?: string, more = ''): string =>
      `${line} HTTP/1.1\r\nHost: x\r\n${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}${more}`;
    const chunk = `Transfer-Encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const json = 'Content-Type: application/json\r\n';
    const v3 = 'POST /openapi/v3/entity/dataset';

    for (const [status, head] of [
      [401, begin('POST /aspects?action=ingestProposal')],
      [401, begin(v3, 'a-token-that-nobody-has')],
      [403, begin(v3, READER, json)],
      [404, begin('POST /nowhere', OPERATOR)],
      [405, begin('PUT /aspects', OPERATOR)],
      [413, begin(v3, OPERATOR, `${json}Content-Length: 99999999999\r\n\r\n`)],
      [415, begin(v3, OPERATOR, 'Content-Type: text/plain\r\n')],
      [200, begin('GET /health/live')],
      [200, begin('GET /', undefined, 'Expect: something\r\n')],
    ] as const)
      it(`of ${head.split(' HTTP', 1)[0]} ends the connection after the answer, ${status}`, async () => {
        const text = await heard(one().url, head.includes('Content-Length') ? head : head + chunk);
        expect(text)
          .to.match(new RegExp(`^HTTP/1.1 ${status} `))
          .and.match(/^Connection: close\r$/im);
      });

    it('leaves the connection open if it is small', async () => {
      const refused = `${begin('POST /nowhere', OPERATOR)}Content-Length: 3\r\n\r\nabc`;
      const text = await heard(one().url, refused.repeat(2), /404[\s\S]*404/);
      expect(text).not.to.match(/^Connection: close/im);
    });

    it('is not asked for: who expects 100 hears the refusal, and who is let in hears 100 first', async () => {
      const expecting = `${json}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
      expect(await heard(one().url, begin(v3, undefined, expecting))).to.match(/^HTTP\/1.1 401 /);
      expect(await heard(one().url, `${begin(v3, OPERATOR, expecting)}[]`, / 200 |\n\r\nHTTP[\s\S]*\n\r\n/)).to.match(
        /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 /,
      );
    });
  });
}
