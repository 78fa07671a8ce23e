/**
 * `npm run bench -- fair`: how long small reads of one caller take on an idle server, and while another caller sends as many expensive
 * requests as it can. An open server tells callers apart by their addresses, so the second caller comes from 127.0.0.2 (Linux).
 */
import { Agent, request } from 'node:http';
import type { Cairn } from '../support/cairn.ts';
import type { Bench, Figure } from './figures.ts';

const TABLES = 300;
const COLUMNS = 50;
const READS = 200;
const AT_ONCE = 64;
const OTHER = '127.0.0.2';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const urn = (at: number): string => `urn:svc:dataset:(urn:svc:dataPlatform:fair,table_${at},PROD)`;
const read = (at: number): Sent => ({ method: 'GET', path: `/openapi/v3/entity/dataset/${encodeURIComponent(urn(at % TABLES))}/datasetproperties` });
const graphql = (query: string): Sent => ({ method: 'POST', path: '/api/graphql', body: JSON.stringify({ query }) });
const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** What an abuser sends, each kind as often as it can. */
const ABUSE: Readonly<Record<string, (at: number) => Sent>> = {
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

function table(at: number, version: number): object {
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
function send(cairn: Cairn, agent: Agent, { method, path, body }: Sent, localAddress?: string): Promise<{ ms: number; status: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${cairn.url}${path}`, { method, agent, headers, ...(localAddress !== undefined && { localAddress }) }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ ms: performance.now() - from, status: answer.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readAll(cairn: Cairn, agent: Agent): Promise<{ p50: number; p95: number; worst: number }> {
  const times: number[] = [];
  for (let at = 0; at < READS; at++) {
    const { ms, status } = await send(cairn, agent, read(at));
    if (status !== 200) throw new Error(`A read was answered with ${status}`);
    times.push(ms);
  }
  times.sort((a, b) => a - b);
  const part = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { p50: part(0.5), p95: part(0.95), worst: part(0.9999) };
}

const ratio = (one: number, other: number): number => Math.round((one / other) * 10) / 10;

export const fair: Bench = async (cairn, print) => {
  const [own, others] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true, maxSockets: AT_ONCE })];
  const tables = Array.from({ length: TABLES }, (_, at) => table(at, 0));
  await send(cairn, own, { method: 'POST', path: '/openapi/v3/entity/dataset', body: JSON.stringify(tables) });
  await readAll(cairn, own);
  for (const [name, make] of Object.entries(ABUSE)) {
    // The machine may be busy with something else: what counts is how it was a moment before.
    const idle = await readAll(cairn, own);
    let over = false;
    let answered = 0;
    const abuse = Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let at = worker; !over; at += AT_ONCE) {
        await send(cairn, others, make(at), OTHER).catch(() => undefined);
        answered++;
      }
    });
    const beside = await readAll(cairn, own);
    over = true;
    const figure: Figure = {
      'other caller': name,
      'idle p50': idle.p50,
      'idle p95': idle.p95,
      ...beside,
      'p95 to idle': ratio(beside.p95, idle.p95),
      answered,
    };
    print([figure]);
    await Promise.all(abuse);
  }
  own.destroy();
  others.destroy();
};
