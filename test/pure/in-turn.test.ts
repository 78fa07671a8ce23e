/**
 * The requests of a connection: one after the other, whatever a client sends at once, and what is left of bodies.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { inTurn } from '../../src/in-turn.ts';
import { eventually } from '../support/eventually.ts';

const get = (path = '/'): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const sized = (body: string): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (body: string): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('Requests of a connection', () => {
  let http: Server;
  let begun: string[] = [];
  let seen = 0;
  let most = 0;
  /** How a request is answered. */
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const sockets: Socket[] = [];

  before(async () => {
    http = createServer();
    http.on('request', () => {
      seen++;
      most = Math.max(most, seen - begun.length);
    });
    inTurn(http)(async (request, response) => {
      begun.push(`${request.method} ${request.url}`);
      await answer(request, response);
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  beforeEach(() => {
    [begun, seen, most] = [[], 0, 0];
    answer = async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      response.end(`<${request.method} ${request.url} ${bytes}>`);
    };
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => {
    http.closeAllConnections();
    http.close();
  });

  function opened(allowHalfOpen = false): { socket: Socket; got: () => string[]; text: () => string } {
    const socket = connect({ port: (http.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen });
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    return { socket, text: () => text, got: () => text.match(/<[^>]*>/g) ?? [] };
  }

  it('leave what nobody reads of a body: so far it is thrown away, whoever has read a part of it', async () => {
    answer = async (request, response) => {
      let bytes = 0;
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        bytes += (chunk as Buffer).length;
        if (bytes > 1_000_000) break;
        await new Promise(setImmediate);
      }
      response.setHeader('Connection', 'close');
      response.end('<refused>');
    };
    const { socket, got } = opened(true);
    let taken = false;
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(200)}`, (error) => (taken = !error));
    await eventually(async () => expect([got(), taken]).to.deep.equal([['<refused>'], true]));
  });

  it('are answered in their order, whatever bodies are between them, and wherever the network cuts them', async () => {
    const bodies = ['abc', '\r\n\r\n', 'GET / HTTP/1.1', `${get()}${get()}`, '0\r\n\r\n'.repeat(3_000), 'x'.repeat(200_000)];
    const sent = bodies.map((body) => get('/a') + sized(body) + chunked(body) + get('/b'));
    const expected = bodies.flatMap(({ length }) => ['<GET /a 0>', `<POST / ${length}>`, `<POST / ${length}>`, '<GET /b 0>']);
    for (const cut of [1, 7, 1_000, 1_000_000]) {
      const { socket, got } = opened();
      socket.setNoDelay(true);
      // Small cuts are slow: they get what is short.
      const count = cut < 1_000 ? 3 : bodies.length;
      const text = sent.slice(0, count).join('');
      const parts = Array.from({ length: Math.ceil(text.length / cut) }, (_, at) => text.slice(at * cut, (at + 1) * cut));
      for (const part of parts) {
        socket.write(part);
        if (cut < 1_000) await new Promise(setImmediate);
      }
      await eventually(async () => expect(got()).to.deep.equal(expected.slice(0, 4 * count)));
    }
  });

  // SECURITY.md L1
  it('wait in the socket: of 10,000 whose answers nobody reads, a few are begun', async () => {
    answer = async (_, response) => void response.end(Buffer.alloc(1_000_000));
    const { socket } = opened();
    socket.pause();
    socket.write(get().repeat(10_000));
    await eventually(async () => expect(begun.length).to.be.above(1));
    // Others are served meanwhile.
    for (let others = 0; others < 20; others++) {
      const other = opened();
      other.socket.write(get());
      await eventually(async () => expect(other.text().length).to.be.above(1_000_000));
    }
    expect(begun.length - 20).to.be.below(20);
    expect(most, 'begun by Node, and not by us').to.be.below(3);
  });

  // SECURITY.md L7
  it('of many connections begin one in a turn of the event loop if each takes long', async () => {
    let [inThisTurn, mostInATurn] = [0, 0];
    answer = async (_, response) => {
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
      mostInATurn = Math.max(mostInATurn, ++inThisTurn);
      for (const from = performance.now(); performance.now() - from < 2; );
      response.end('<>');
    };
    const all = Array.from({ length: 50 }, () => opened());
    await Promise.all(all.map(({ socket }) => once(socket, 'connect')));
    for (const { socket } of all) socket.write(get());
    await eventually(async () => expect(all.filter(({ got }) => got().length === 1)).to.have.length(50));
    expect(mostInATurn).to.be.below(4);
  });

  // SECURITY.md L22
  it('are read now and then only if they come byte by byte, and answered all the same', async () => {
    let parsed = 0;
    http.once('connection', (own: Socket) => own.on('data', () => parsed++));
    const { socket, got } = opened();
    socket.setNoDelay(true);
    const text = get(`/${'x'.repeat(200)}`);
    for (const letter of text) {
      socket.write(letter);
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    }
    await eventually(async () => expect(got()).to.have.length(1));
    expect(parsed).to.be.below(text.length / 2);
  });

  it('are begun only when the one before has ended', async () => {
    let end = (): void => undefined;
    answer = (_, response) =>
      new Promise((resolve) => {
        end = () => {
          response.end('<>');
          resolve();
        };
      });
    const { socket, got } = opened();
    socket.write(get('/1') + get('/2') + chunked('x') + get('/3'));
    for (const count of [1, 2, 3, 4]) {
      await eventually(async () => expect(begun).to.have.length(count));
      end();
      await eventually(async () => expect(got()).to.have.length(count));
    }
  });

  it('with a body that nobody reads end gently: the client hears the answer, and what it sends on is thrown away within limits', async () => {
    answer = async (_, response) => {
      response.setHeader('Connection', 'close');
      response.end('<no>');
    };
    const { socket, got } = opened(true);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let sent = 0;
    let closed = false;
    socket.once('close', () => {
      closed = true;
    });
    while (!closed && sent < 2_000) {
      sent++;
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    }
    expect(got()).to.deep.equal(['<no>']);
    expect(sent, 'chunks of 64 kB: 16 MiB, and what the sockets hold').to.be.within(200, 800);
  });

  it('that Node refuses do not disturb those before them', async () => {
    const { socket, got, text } = opened();
    socket.write(`${get('/1')}${get('/2')}nonsense\r\n\r\n${get('/3')}`);
    await once(socket, 'close');
    expect(got()).to.deep.equal(['<GET /1 0>', '<GET /2 0>']);
    expect(text()).to.include('400 Bad Request');
  });
});
