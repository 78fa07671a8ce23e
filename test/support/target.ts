/**
 * A target of webhooks: it records what it gets, checks the signatures, and answers as the test says.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CloudEvent {
  readonly specversion: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly data: Record<string, unknown> & { readonly id: string; readonly seq: number; readonly urn: string; readonly aspect: string };
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The status with which the target answered. */
  readonly status: number;
}

export interface Target {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers a request: a status, perhaps with headers. Without it all are 200. */
  answer: (request: Omit<Received, 'status'>) => number | { readonly status: number; readonly headers: Record<string, string> } | undefined;
  /** The events of all requests to a path that were accepted, in order; also those of batches. */
  events(path?: string): CloudEvent[];
  stop(): Promise<void>;
}

/** `answer` may return `undefined`: the connection is cut without an answer. */
export async function startTarget(): Promise<Target> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    const said = target.answer(got);
    if (said === undefined) return void response.destroy();
    const { status, headers } = typeof said === 'number' ? { status: said, headers: {} } : said;
    received.push({ ...got, status });
    response.writeHead(status, headers).end('an answer that nobody reads');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target: Target = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: () => 200,
    events: (path) =>
      received
        .filter((each) => each.status < 300 && (path === undefined || each.path === path))
        .flatMap(({ body }) => [JSON.parse(body) as CloudEvent | CloudEvent[]].flat()),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return target;
}

/** Which of these secrets have signed a request. */
export function signers({ headers, body }: Pick<Received, 'headers' | 'body'>, secrets: readonly string[]): string[] {
  const signatures = String(headers['webhook-signature']).split(' ');
  return secrets.filter((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    return signatures.includes(`v1,${createHmac('sha256', key).update(text).digest('base64')}`);
  });
}
