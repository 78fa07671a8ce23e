/**
 * The connection to Typesense. Its errors become refusals here. No other file knows its status codes.
 */
import http from 'node:http';
import https from 'node:https';
import { Client, Errors } from 'typesense';
import { Refusal, searchAway } from '../../errors.ts';

export interface SearchAddress {
  readonly url: string;
  readonly apiKey: string;
  /** Makes a Typesense that Cairn runs write a snapshot, so that it need not replay earlier writes at its next start. */
  readonly snapshot?: () => Promise<void>;
}

export interface SearchEngine {
  /** How many requests and bytes were sent since the start. */
  readonly asked: { requests: number; bytes: number };
  readonly address: SearchAddress;
  readonly client: Client;
  /** For changes of collections and for complete results: slower, with a longer time limit. */
  readonly writer: Client;
  /** For imports of documents. */
  readonly importer: Client;
}

const PROBE_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_S = 20;
const WRITE_TIMEOUT_S = 60;
/**
 * How long an import may take, ms. It must be shorter than the lease of the entities in it; otherwise a late import could overwrite a newer
 * document with an older one.
 */
export const IMPORT_TIMEOUT_MS = 15_000;
/**
 * Connections are kept open for the next requests, but for a shorter time than Typesense keeps them (60 s), so that it does not close one
 * that is about to be used.
 */
const CONNECTIONS = { keepAlive: true, timeout: 30_000, maxSockets: 64 };

export function connectSearch(address: SearchAddress): SearchEngine {
  return connected(address, { requests: 0, bytes: 0 });
}

/** The same engine, written to with another key. Reads and counts stay. */
export function withKey(engine: SearchEngine, apiKey: string): SearchEngine {
  const { writer, importer } = connected({ ...engine.address, apiKey }, engine.asked);
  return { ...engine, writer, importer };
}

function connected(address: SearchAddress, asked: SearchEngine['asked']): SearchEngine {
  /** Every request of the library goes through an agent, so requests are counted there. */
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
      // Without these the library creates an agent for each import, and its connection and body stay in memory for a minute.
      httpAgent: counted(new http.Agent(CONNECTIONS)),
      httpsAgent: counted(new https.Agent(CONNECTIONS)),
    });
  return { address, asked, client: client(READ_TIMEOUT_S), writer: client(WRITE_TIMEOUT_S), importer: client(IMPORT_TIMEOUT_MS / 1000) };
}

/** Does Typesense answer that it is healthy? */
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

/** Runs a call; `undefined` if the target does not exist. */
export async function found<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Errors.ObjectNotFound) return undefined;
    throw translated(error);
  }
}

/** Runs a call that should not fail. */
export async function asked<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
}

/** @returns a refusal (503) if the engine is away, full or overloaded; any other error is a mistake in Cairn */
function translated(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const status = (error as { httpStatus?: number }).httpStatus;
  const message = error instanceof Error ? error.message : String(error);
  if (status !== undefined && status >= 400 && status < 500 && status !== 429 && !/Rejecting write|OUT_OF/.test(message))
    return new Error(`Typesense refuses: ${message}`, { cause: error });
  return searchAway(error);
}
