/**
 * The connection to Typesense. Its errors become refusals here. No other file knows its status codes.
 */
import { Client, Errors } from 'typesense';
import { messageOf, Refusal, searchAway, searchNotReady, searchRefusesKey } from '../../errors.ts';
import { IMPORT_TIMEOUT_MS, makeNodes, type Nodes, type Purpose, type SearchNode } from './nodes.ts';
import type { IndexView } from './view.ts';

interface SearchAddress {
  /** The nodes of one cluster; usually there is one. */
  readonly urls: readonly string[];
  readonly apiKey: string;
  /** Makes a Typesense that Cairn runs write a snapshot, so that it need not replay earlier writes at its next start. Never rejects. */
  readonly snapshot?: () => Promise<void>;
}

export interface SearchEngine {
  /** How many requests and bytes were sent since the start. */
  readonly asked: { requests: number; bytes: number };
  readonly address: SearchAddress;
  readonly nodes: Nodes;
  readonly clients: ReadonlyMap<SearchNode, Clients>;
  /** What the search that asks it sees. Absent outside of searches. */
  readonly view?: IndexView;
}

type RequestKind = 'read' | 'write';

/** The clients of one node. */
export interface Clients {
  readonly client: Client;
  /** For changes of collections and for complete results: slower, with a longer time limit. */
  readonly writer: Client;
  /** For imports of documents. */
  readonly importer: Client;
}

const PROBE_TIMEOUT_MS = 2_000;
export const READ_TIMEOUT_S = 20;
const WRITE_TIMEOUT_S = 60;

export function connectSearch(address: SearchAddress): SearchEngine {
  const asked = { requests: 0, bytes: 0 };
  const nodes = makeNodes(address.urls, (bytes) => {
    asked.requests++;
    asked.bytes += bytes;
  });
  return { address, asked, nodes, clients: clientsOf(nodes, address.apiKey) };
}

/** The same engine, asked with another key. */
export function withKey(engine: SearchEngine, apiKey: string): SearchEngine {
  return { ...engine, address: { ...engine.address, apiKey }, clients: clientsOf(engine.nodes, apiKey) };
}

/** The same engine, asked by a search. An older one may run beside it, which sees something else. */
export function seeing(engine: SearchEngine, view: IndexView): SearchEngine {
  return { ...engine, view };
}

function clientsOf(nodes: Nodes, apiKey: string): ReadonlyMap<SearchNode, Clients> {
  const client = (node: SearchNode, purpose: Purpose, connectionTimeoutSeconds: number): Client =>
    new Client({
      nodes: [{ url: node.url }],
      apiKey,
      connectionTimeoutSeconds,
      numRetries: 0,
      retryIntervalSeconds: 0,
      healthcheckIntervalSeconds: 1,
      logLevel: 'silent',
      // To pack an answer of 150 kB takes Typesense longer than to find what is in it.
      additionalHeaders: { 'Accept-Encoding': 'identity' },
      // Without these the library creates an agent for each import, and its connection and body stay in memory for a minute.
      ...node.agents[purpose],
    });
  const all = (node: SearchNode): Clients => ({
    client: client(node, 'client', READ_TIMEOUT_S),
    writer: client(node, 'writer', WRITE_TIMEOUT_S),
    importer: client(node, 'importer', IMPORT_TIMEOUT_MS / 1000),
  });
  return new Map(nodes.all.map((node) => [node, all(node)]));
}

/**
 * Sends a request to the node in use. If the node is down, or does not show everything yet, sends a read to the next one. A write goes to the
 * leader only: other nodes pass it on to the leader that they know, with their own key, and wait for minutes if that one hangs. The indexer
 * repeats a write that failed; it may be carried out twice, which has the same effect.
 */
async function onSomeNode<Result>(
  engine: SearchEngine,
  kind: RequestKind,
  call: (clients: Clients, node: SearchNode) => Promise<Result>,
): Promise<Result> {
  const { nodes, clients } = engine;
  for (let left = nodes.all.length; ; left--) {
    if (kind === 'write' && !nodes.settled()) throw searchNotReady();
    const node = nodes.current();
    try {
      return await call(clients.get(node) as Clients, node);
    } catch (error) {
      const state = failureOf(error);
      if (state) nodes.failed(node, state);
      if (!state || left <= 1 || nodes.current() === node) throw error;
    }
  }
}

/** Was the time over before Typesense answered? Then it may still do what it was asked for. */
export function isUnanswered(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if ((each as { code?: unknown }).code === 'ECONNABORTED') return true;
  return false;
}

/** What an error says of the node: the connection is lost, or the node does not show everything yet. A slow answer says neither. */
function failureOf(error: unknown): 'down' | 'behind' | undefined {
  const { httpStatus, code, cause } = error as { httpStatus?: number; code?: string; cause?: { code?: string } };
  if (httpStatus === 503) return 'behind';
  const lost = /^(ECONN(REFUSED|RESET)|EPIPE|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT)$/;
  return httpStatus === undefined && lost.test(code ?? cause?.code ?? '') ? 'down' : undefined;
}

/**
 * Sends a request without the library, to the node in use.
 *
 * @throws an error of the connection
 */
export function fetchFrom(engine: SearchEngine, kind: RequestKind, path: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const headers = { 'x-typesense-api-key': engine.address.apiKey, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' };
  return onSomeNode(engine, kind, async (_, { url }) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status === 503 && engine.nodes.all.length > 1) throw Object.assign(new Error(`${url} is not ready`), { httpStatus: 503 });
    return answer;
  });
}

/** Does Typesense refuse the key of this engine? `false` also if it does not answer. */
export async function refusesKey(engine: SearchEngine): Promise<boolean> {
  try {
    const answer = await fetchFrom(engine, 'read', '/stats.json', {}, PROBE_TIMEOUT_MS);
    await answer.arrayBuffer();
    return refused(answer.status);
  } catch {
    return false;
  }
}

/** Nobody checks the key for `/health`. */
const refused = (status: number | undefined): boolean => status === 401 || status === 403;

/** Why Typesense cannot be used; undefined if it can. */
export async function searchProblem(engine: SearchEngine): Promise<Error | undefined> {
  if (await searchAnswers(engine)) return undefined;
  return new Error((await refusesKey(engine)) ? 'it refuses the key in TYPESENSE_API_KEY' : 'it does not answer that it is healthy');
}

/** Does Typesense answer that it is healthy, and take the key? Of several nodes, one is enough. */
export async function searchAnswers({ nodes, address: { apiKey } }: SearchEngine): Promise<boolean> {
  const healthy = async ({ url }: SearchNode): Promise<boolean> => {
    const ask = (path: string): Promise<Response> =>
      fetch(`${url}${path}`, { headers: { 'x-typesense-api-key': apiKey }, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    try {
      const [response, stats] = await Promise.all([ask('/health'), ask('/stats.json')]);
      await stats.arrayBuffer();
      return response.ok && !refused(stats.status) && ((await response.json()) as { ok?: unknown }).ok === true;
    } catch {
      return false;
    }
  };
  if (await healthy(nodes.current())) return true;
  return (await Promise.all(nodes.all.filter((node) => node !== nodes.current()).map(healthy))).includes(true);
}

/** Has the node in use replayed all that it ever took? While it does, it calls itself healthy and shows a part (docs/engines.md 5.4). */
export async function hasReplayed(engine: SearchEngine): Promise<boolean> {
  const read = async (path: string): Promise<unknown> => (await fetchFrom(engine, 'read', path, {}, PROBE_TIMEOUT_MS)).json();
  try {
    if (((await read('/health')) as { ok?: unknown }).ok !== true) return false;
    return ((await read('/stats.json')) as { pending_write_batches?: number }).pending_write_batches === 0;
  } catch {
    return false;
  }
}

/** Runs a call; `undefined` if the target does not exist. */
export async function unlessMissing<Result>(
  engine: SearchEngine,
  kind: RequestKind,
  call: (clients: Clients) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await onSomeNode(engine, kind, call);
  } catch (error) {
    if (error instanceof Errors.ObjectNotFound) return undefined;
    throw translated(error);
  }
}

/** Runs a call that should not fail. */
export async function asked<Result>(
  engine: SearchEngine,
  kind: RequestKind,
  call: (clients: Clients, node: SearchNode) => Promise<Result>,
): Promise<Result> {
  try {
    return await onSomeNode(engine, kind, call);
  } catch (error) {
    throw translated(error);
  }
}

/** @returns a refusal (503) if the engine is away, full or overloaded; any other error is a mistake in Cairn */
function translated(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const status = (error as { httpStatus?: number }).httpStatus;
  const message = messageOf(error);
  if (refused(status)) return searchRefusesKey(error);
  if (status !== undefined && status >= 400 && status < 500 && status !== 429 && !/Rejecting write|OUT_OF/.test(message))
    return new Error(`Typesense refuses: ${message}`, { cause: error });
  return searchAway(error);
}
