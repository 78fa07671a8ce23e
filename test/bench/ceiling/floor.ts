/**
 * What HTTP costs by itself: Node's own server in a process of its own, which parses the body that it gets and answers with as much as asked.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpuOf } from '../processes.ts';
import { type Caller, withCallers } from './http.ts';

export interface HttpFloor {
  /** CPU of the server for one request with such a body, and an answer of so many bytes, ms. */
  costOf(callers: number, bodies: readonly string[], bytes: number): Promise<number>;
  close(): void;
}

export async function openHttpFloor(): Promise<HttpFloor> {
  const server = fork(import.meta.filename, { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(server, 'message')) as [number];
  const base = `http://127.0.0.1:${port}`;
  return {
    async costOf(callers, bodies, bytes) {
      const before = cpuOf(server.pid ?? 0);
      await withCallers(base, callers, bodies, (caller: Caller, body) => caller.send(body === '' ? 'GET' : 'POST', `/${bytes}`, body));
      return (cpuOf(server.pid ?? 0) - before) / bodies.length;
    },
    close: () => void server.kill(),
  };
}

if (process.send) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify('a'.repeat(Number(request.url?.slice(1))));
    response.setHeader('Content-Type', 'application/json').setHeader('Content-Length', body.length).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
