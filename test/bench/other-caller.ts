/**
 * The other caller of the bench `fair`, a process of its own: what it does must not delay the reads that are measured. It does one kind of
 * thing, as often as it can, from a message with its name to the next one. Then it tells how many of its requests were answered.
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export const TABLES = 300;
const COLUMNS = 50;
const AT_ONCE = 64;
/** So many requests at once, if each seems to be of another caller. */
const AS_MANY_CALLERS = 200;
const POLLS = 520;
const TABLE = '/openapi/v3/entity/dataset';
/** Linux takes each of these addresses for its own. */
const OTHER = '127.0.0.2';

/** The message that ends what it does. */
export const STOP = 'stop';

const TOKENS = 100;
const tokenOf = (user: string, at = 0): string => `${user}-${at}-${'x'.repeat(32)}`;
/** The tokens file: the reader has one token, the other caller many. */
export const TOKENS_FILE = [`${tokenOf('reader')} reader`, ...Array.from({ length: TOKENS }, (_, at) => `${tokenOf('other', at)} other`)].join('\n');
export const READER = `Bearer ${tokenOf('reader')}`;

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly authorization?: string;
}

export const urn = (at: number): string => `urn:svc:dataset:(urn:svc:dataPlatform:fair,table_${at},PROD)`;
const graphql = (query: string): Sent => ({ method: 'POST', path: '/api/graphql', body: JSON.stringify({ query }) });
const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');

function search(at: number): Sent {
  const body = JSON.stringify({ input: `column ${at}`, start: 0, count: 1_000 });
  return { method: 'POST', path: '/entities?action=searchAcrossEntities', body };
}

/** What an abuser sends, each kind as often as it can. */
const SENT: Readonly<Record<string, (at: number) => Sent>> = {
  '100 searches in a query': (at) =>
    graphql(`{ ${many(100, (each) => `a${each}: searchAcrossEntities(input: {query: "column ${at + each}"}) { total }`)} }`),
  'searches with facets': search,
  introspection: (at) => graphql(`{ x${at}: __schema { types { name fields { name args { name type { name } } type { name ofType { name } } } } } }`),
  'a query with 3,000 aliases': (at) => graphql(`{ ${many(3_000, (each) => `a${at}_${each}: __typename`)} }`),
  'bodies of 1,000,000 values': () => ({ method: 'POST', path: '/entities?action=searchAcrossEntities', body: `{"x":[${'1,'.repeat(1_000_000)}1]}` }),
  'small writes': (at) => ({ method: 'POST', path: TABLE, body: JSON.stringify([table(at % TABLES, at)]) }),
};

/** A small read. */
export const readOf = (at: number): Sent => ({ method: 'GET', path: `${TABLE}/${encodeURIComponent(urn(at % TABLES))}/datasetproperties` });

/** An entity whose aspect has 4 MB: what writes it, and where it is read. */
export const BIG = {
  write: (): Sent => ({
    method: 'POST',
    path: TABLE,
    body: JSON.stringify([{ urn: urn(TABLES), datasetProperties: { value: { name: 'big', description: 'x'.repeat(4_000_000) } } }]),
  }),
  path: `${TABLE}/${encodeURIComponent(urn(TABLES))}/datasetproperties`,
};

/** Like those that Cairn makes, and others. */
const madeUp = (at: number): string => `Bearer ${at % 2 === 0 ? 'cairn_' : ''}${randomBytes(32).toString('base64url')}`;

/** `Bearer`, 1 to 200 blanks and the token. */
const spelled = (at: number): string => `Bearer${' '.repeat((at % 200) + 1)}${tokenOf('other')}`;

/** @returns how many requests were answered until it is over */
type Abuse = (url: string, over: Promise<unknown>) => Promise<number>;

export const ABUSE: Readonly<Record<string, Abuse>> = {
  'no requests, a busy core': computes,
  ...Object.fromEntries(Object.entries(SENT).map(([kind, make]) => [kind, manySent(make)])),
  '2,000 /openapi.json on a connection, unread': unread('/openapi.json', 2_000, 1),
  '2,000 /openapi.json on each of 4 connections, unread': unread('/openapi.json', 2_000, 4),
  '1,000 /metrics on each of 2 connections, unread': unread('/metrics', 1_000, 2),
  'a token in 200 spellings': manySent((at) => ({ ...search(at), authorization: spelled(at) }), AS_MANY_CALLERS),
  '100 tokens of a user': manySent((at) => ({ ...search(at), authorization: `Bearer ${tokenOf('other', at % TOKENS)}` }), AS_MANY_CALLERS),
  'polls in 520 spellings': manySent((at) => ({ method: 'GET', path: '/changes?wait=30', authorization: spelled(at) }), POLLS),
  'made-up tokens': manySent((at) => ({ ...readOf(at), authorization: madeUp(at) }), AS_MANY_CALLERS),
  'answers of 4 MB': manySent(() => ({ method: 'GET', path: BIG.path })),
  'refused methods': manySent((at) => ({ ...readOf(at), method: 'OPTIONS' }), AS_MANY_CALLERS),
  '5 answers of 4 MB on each of 40 connections, unread': unread(BIG.path, 5, 40, `Bearer ${tokenOf('other')}`),
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
export function send(
  url: string,
  agent: Agent,
  { method, path, body, authorization = READER }: Sent,
  localAddress?: string,
): Promise<{ ms: number; status: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }) };
    const sent = request(`${url}${path}`, { method, agent, headers, ...(localAddress !== undefined && { localAddress }) }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ ms: performance.now() - from, status: answer.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends as many requests as it can, `atOnce` of them at a time. */
function manySent(make: (at: number) => Sent, atOnce = AT_ONCE): Abuse {
  return async (url, over) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    let isOver = false;
    let answered = 0;
    const callers = Array.from({ length: atOnce }, async (_, caller) => {
      for (let at = caller; !isOver; at += atOnce) {
        const { status } = await send(url, agent, { authorization: `Bearer ${tokenOf('other')}`, ...make(at) }, OTHER).catch(() => ({ status: 0 }));
        if (!isOver && status === 200) answered++;
      }
    });
    await over;
    isOver = true;
    agent.destroy();
    await Promise.all(callers);
    return answered;
  };
}

/** Only takes a core, as a sender does: what reads take longer beside it is not the work of Cairn. */
async function computes(_url: string, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const from = performance.now();
    while (performance.now() - from < 20);
    await new Promise(setImmediate);
  }
  return 0;
}

/** Sends many requests on each connection, and reads no answer. */
function unread(path: string, count: number, connections: number, authorization?: string): Abuse {
  return async (url, over) => {
    const { hostname, port } = new URL(url);
    const token = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
    const text = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${token}\r\n`.repeat(count);
    const opened = Array.from({ length: connections }, (): Socket => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: OTHER });
      socket.on('error', () => undefined);
      socket.write(text);
      return socket;
    });
    await over;
    for (const socket of opened) socket.destroy();
    return 0;
  };
}

const [url] = process.argv.slice(2);
if (process.send && url !== undefined) {
  let end = (): void => undefined;
  process.on('message', (told) => {
    if (told === STOP) return end();
    const act = ABUSE[String(told)];
    if (!act) throw new Error(`No kind of abuse is called ${told}`);
    const over = new Promise<void>((resolve) => (end = resolve));
    void act(url, over).then((answered) => process.send?.(answered));
    process.send?.(0);
  });
}
