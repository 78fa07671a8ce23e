/**
 * What HTTP costs by itself: Node's own server and Koa, which answer with a constant text and parse a proposal.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { type Caller, rateOf } from './http.ts';

/** Requests for each second, `read` with an answer as long as an entity, `write` with a proposal. */
export async function floorOf(server: 'node' | 'koa', callers: number, requests: number, read: string, write: string) {
  const http = createServer(server === 'koa' ? koa(read) : plain(read));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const steps = Array.from({ length: requests });
  try {
    return {
      read: await rateOf(url, callers, steps, (caller: Caller) => caller.send('GET', '/entity')),
      write: await rateOf(url, callers, steps, (caller: Caller) => caller.send('POST', '/entity', write)),
    };
  } finally {
    await new Promise((resolve) => http.close(resolve));
  }
}

function plain(text: string): RequestListener {
  return (request, response) => {
    const answer = (body: string): void =>
      void response.setHeader('Content-Type', 'application/json').setHeader('Content-Length', body.length).end(body);
    if (request.method === 'GET') answer(text);
    else void parsed(request).then((body) => answer(JSON.stringify(Object.keys(body as object))));
  };
}

function koa(text: string): RequestListener {
  const app = new Koa();
  app.use(async (context) => {
    context.type = 'application/json';
    context.body = context.method === 'GET' ? text : JSON.stringify(Object.keys((await parsed(context.req)) as object));
  });
  return app.callback();
}

async function parsed(request: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
