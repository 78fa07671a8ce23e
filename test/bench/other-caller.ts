/**
 * The other caller of the bench `fair`, a process of its own: what it does must not delay the reads that are measured. It sends requests of
 * one kind, as many as it can, until it gets a message. Then it tells how many were answered.
 */
import { Agent, request } from 'node:http';

export const TABLES = 300;
const COLUMNS = 50;
const AT_ONCE = 64;
const OTHER = '127.0.0.2';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export const urn = (at: number): string => `urn:svc:dataset:(urn:svc:dataPlatform:fair,table_${at},PROD)`;
const graphql = (query: string): Sent => ({ method: 'POST', path: '/api/graphql', body: JSON.stringify({ query }) });
const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** What an abuser sends, each kind as often as it can. */
export const ABUSE: Readonly<Record<string, (at: number) => Sent>> = {
  '100 searches in a query': (at) =>
    graphql(`{ ${many(100, (each) => `a${each}: searchAcrossEntities(input: {query: "column ${at + each}"}) { total }`)} }`),
  'searches with facets': (at) => ({
    method: 'POST',
    path: '/entities?action=searchAcrossEntities',
    body: JSON.stringify({ input: `column ${at}`, start: 0, count: 1_000 }),
  }),
  introspection: (at) => graphql(`{ x${at}: __schema { types { name fields { name args { name type { name } } type { name ofType { name } } } } } }`),
  'a query with 3,000 aliases': (at) => graphql(`{ ${many(3_000, (each) => `a${at}_${each}: __typename`)} }`),
  'bodies of 1,000,000 values': () => ({ method: 'POST', path: '/entities?action=searchAcrossEntities', body: `{"x":[${'1,'.repeat(1_000_000)}1]}` }),
  'small writes': (at) => ({ method: 'POST', path: '/openapi/v3/entity/dataset', body: JSON.stringify([table(at % TABLES, at)]) }),
};

export function table(at: number, version: number): object {
  const fields = Array.from({ length: COLUMNS }, (_, column) => ({
    fieldPath: `column_${column}`,
    nativeDataType: 'text',
    type: { type: { 'com.svc.schema.StringType': {} } },
  }));
  return {
    urn: urn(at),
    datasetProperties: { value: { name: `table ${at}`, description: `column ${version}`, customProperties: { n: String(fields.length) } } },
  };
}

/** @returns ms until the answer was read; the status is not looked at, because an abuser may be refused */
export function send(url: string, agent: Agent, { method, path, body }: Sent, localAddress?: string): Promise<{ ms: number; status: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}${path}`, { method, agent, headers, ...(localAddress !== undefined && { localAddress }) }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ ms: performance.now() - from, status: answer.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function abuse(url: string, kind: string): Promise<void> {
  const make = ABUSE[kind];
  if (!make) throw new Error(`No kind of request is called ${kind}`);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let over = false;
  let answered = 0;
  process.once('message', () => {
    over = true;
  });
  const callers = Array.from({ length: AT_ONCE }, async (_, caller) => {
    for (let at = caller; !over; at += AT_ONCE) {
      await send(url, agent, make(at), OTHER).catch(() => undefined);
      if (!over) answered++;
    }
  });
  process.send?.('begun');
  await Promise.all(callers);
  process.send?.(answered);
  agent.destroy();
}

const [url, kind] = process.argv.slice(2);
if (process.send && url !== undefined && kind !== undefined) await abuse(url, kind);
