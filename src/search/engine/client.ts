/**
 * The connection to Typesense. Its errors become refusals here: nobody above has heard of a Typesense status.
 */
import http from 'node:http';
import https from 'node:https';
import { Client, Errors } from 'typesense';
import { Refusal, unavailable } from '../../errors.ts';

export interface SearchAddress {
  readonly url: string;
  readonly apiKey: string;
  /** Has it write down what it has, where Cairn runs it: what came before is not replayed at its next start. */
  readonly snapshot?: () => Promise<void>;
}

export interface SearchEngine {
  /** What it has been asked for since the start; bytes of what was sent. */
  readonly asked: { requests: number; bytes: number };
  readonly address: SearchAddress;
  readonly client: Client;
  /** For what changes collections, and for whole results: slower, and patient. */
  readonly writer: Client;
  /** For documents. */
  readonly importer: Client;
}

const PROBE_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_S = 20;
const WRITE_TIMEOUT_S = 60;
/** How long an import may take, ms: less than the lease of the entities in it, or a late one puts an older document over a newer. */
export const IMPORT_TIMEOUT_MS = 15_000;
/** Connections are kept for the next requests, less long than Typesense keeps them (60 s): it must not close one that is just taken. */
const CONNECTIONS = { keepAlive: true, timeout: 30_000, maxSockets: 64 };

export function connectSearch(address: SearchAddress): SearchEngine {
  const asked = { requests: 0, bytes: 0 };
  /** Every request goes through an agent, whatever part of the library makes it. */
  const counted = <Of extends http.Agent>(agent: Of): Of => {
    const counting = agent as unknown as { addRequest(request: http.ClientRequest, ...rest: unknown[]): void };
    const add = counting.addRequest.bind(agent);
    counting.addRequest = (request, ...rest) => {
      asked.requests++;
      asked.bytes += Number(request.getHeader('content-length') ?? 0);
      add(request, ...rest);
    };
    return agent;
  };
  const client = (connectionTimeoutSeconds: number): Client =>
    new Client({
      nodes: [{ url: address.url }],
      apiKey: address.apiKey,
      connectionTimeoutSeconds,
      numRetries: 0,
      retryIntervalSeconds: 0,
      healthcheckIntervalSeconds: 1,
      logLevel: 'silent',
      // Without these the library makes an agent for each import, whose connection stays open, and its body with it, for a minute.
      httpAgent: counted(new http.Agent(CONNECTIONS)),
      httpsAgent: counted(new https.Agent(CONNECTIONS)),
    });
  return { address, asked, client: client(READ_TIMEOUT_S), writer: client(WRITE_TIMEOUT_S), importer: client(IMPORT_TIMEOUT_MS / 1000) };
}

/** Does Typesense answer, and say that it has caught up? */
export async function searchAnswers({ url }: SearchAddress): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok && ((await response.json()) as { ok?: unknown }).ok === true;
  } catch {
    return false;
  }
}

/** Has it replayed all that it ever took? While it does, it calls itself healthy and shows a part (docs/engines.md 5.4). */
export async function hasReplayed({ url, apiKey }: SearchAddress): Promise<boolean> {
  if (!(await searchAnswers({ url, apiKey }))) return false;
  try {
    const response = await fetch(`${url}/stats.json`, { headers: { 'x-typesense-api-key': apiKey }, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return ((await response.json()) as { pending_write_batches?: number }).pending_write_batches === 0;
  } catch {
    return false;
  }
}

/** Runs a call; `undefined` where what it names is not there. */
export async function found<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Errors.ObjectNotFound) return undefined;
    throw translated(error);
  }
}

/** Runs a call that is not to fail. */
export async function asked<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
}

/** @returns 503 for an engine that is away, full or overloaded; what else it complains of is our own mistake */
function translated(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const status = (error as { httpStatus?: number }).httpStatus;
  const message = error instanceof Error ? error.message : String(error);
  if (status !== undefined && status >= 400 && status < 500 && status !== 429 && !/Rejecting write|OUT_OF/.test(message))
    return new Error(`Typesense refuses: ${message}`, { cause: error });
  return unavailable('The search engine does not answer; the request can be sent again in a moment', error);
}
