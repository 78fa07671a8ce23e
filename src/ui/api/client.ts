/**
 * How the pages call the server: only through the public API, by paths relative to Cairn's base path.
 */
import type { paths } from '../../generated/api.ts';
import type { Document } from '../../generated/queries.ts';
import { settings } from '../settings.ts';
import { recordRequest } from './recorded.ts';
import { type Extensions, noteSearchState } from './search-state.ts';
import { isStart, noteStarting, waitForStart } from './starting.ts';
import { anotherToken, noteAnswer, token } from './token.ts';

/** A value that the server refused, and where it is in the request. */
interface ErrorDetail {
  readonly pointer?: string;
  readonly expected?: string;
  readonly got?: unknown;
}

/** An answer that reports an error, with the server's message. `status` 0: the server did not answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];

  constructor(status: number, message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Is it an answer that says that the reader has no right to this? */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** For `catch`: another answer for who has no right to this. */
export function orIfRefused<Other>(other: () => Other): (error: unknown) => Other {
  return (error) => {
    if (isRefusal(error)) return other();
    throw error;
  };
}

export type QueryValue = string | number | boolean | readonly string[] | undefined;

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Query parameters. Lists repeat the parameter; undefined values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A token to try instead of the one that is kept. If the server refuses it, nobody is asked for another one. */
  readonly trying?: string | undefined;
  /** Its body is for the server alone: the list of calls does not show it. */
  readonly secret?: boolean;
}

/** What the server answers at a path of the API document (`/openapi.json`). */
export type Answer<Path extends keyof paths, Method extends 'get' | 'post' = 'get'> = Body<paths[Path][Method]>;
type Body<Operation> = Operation extends { readonly responses: infer Responses } ? JsonIn<Responses[keyof Responses & (200 | 201)]> : never;
type JsonIn<Response> = Response extends { readonly content: { readonly 'application/json': infer Json } } ? Json : never;

/**
 * @param path below the base path: `openapi/v3/entity/dataset`
 * @throws ApiError
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { text } = await requestText(path, options);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The answer as text, for callers for which JSON.parse would change something, such as long integers. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<{ text: string; headers: Headers }> {
  const { trying } = options;
  const used = trying ?? token();
  const response = await send(path, used, options);
  const text = await response.text();
  // The server has done nothing yet, so the same request can be sent again; after a refused token below, too.
  if (isStart(response.status, text)) {
    await waitForStart(response.headers.get('Retry-After'));
    return requestText(path, options);
  }
  noteStarting(false);
  if (response.ok) {
    if (trying === undefined) noteAnswer();
    return { text, headers: response.headers };
  }
  if (response.status !== 401 || trying !== undefined) throw errorFrom(response.status, text);
  if (await anotherToken(used)) return requestText(path, options);
  throw new ApiError(401, 'This catalog needs a token.');
}

async function send(
  path: string,
  used: string | undefined,
  { method = 'GET', query, body, headers, signal, secret = false }: RequestOptions,
): Promise<Response> {
  const address = settings.base + path.replace(/^\//, '') + queryText(query);
  signal?.throwIfAborted();
  const plain = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers };
  if (!secret) recordRequest({ method, address, headers: plain, body });
  try {
    return await fetch(address, {
      method,
      headers: { ...plain, ...(used ? { Authorization: `Bearer ${used}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The server does not answer. Is Cairn running, and is the network up?');
  }
}

function queryText(query: RequestOptions['query']): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) out.append(name, String(each));
  }
  const text = out.toString();
  return text === '' ? '' : `?${text}`;
}

function errorFrom(status: number, text: string): ApiError {
  try {
    const { message, details } = JSON.parse(text) as { message?: string; details?: ErrorDetail[] };
    if (message) return new ApiError(status, message, details);
  } catch {
    // The answer is not from Cairn, but from a proxy in between.
  }
  return new ApiError(status, `The server answered ${status}, without a reason.`);
}

interface GraphAnswer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: number; readonly details?: ErrorDetail[] } }[];
  readonly extensions?: Extensions;
}

/**
 * Sends a query or mutation to the GraphQL API.
 *
 * @param trying as in {@link RequestOptions}
 * @throws ApiError with the first of its errors
 */
export async function graphql<T, Variables extends object>(
  query: Document<T, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  trying?: string | undefined,
  headers?: Readonly<Record<string, string>>,
): Promise<T> {
  return answerOf(await request<GraphAnswer<T>>('api/graphql', { method: 'POST', body: { query, variables }, signal, trying, headers }));
}

function answerOf<T>(answer: GraphAnswer<T>): T {
  const { data, errors } = answer;
  noteSearchState(answer.extensions);
  const first = errors?.[0];
  if (first || !data) throw new ApiError(first?.extensions?.code ?? 500, first?.message ?? 'The answer is empty.', first?.extensions?.details);
  return data;
}

/** A mutation whose change search shows when it returns. @throws ApiError with the first of its errors */
export function mutate<T, Variables extends object>(query: Document<T, Variables>, variables: Variables): Promise<T> {
  return graphql(query, variables, undefined, undefined, { [settings.syncHeader]: 'true' });
}

/** A mutation that sends a secret: the list of calls does not show it. @throws ApiError with the first of its errors */
export async function mutateSecretly<T, Variables extends object>(query: Document<T, Variables>, variables: Variables): Promise<T> {
  const headers = { [settings.syncHeader]: 'true' };
  return answerOf(await request<GraphAnswer<T>>('api/graphql', { method: 'POST', body: { query, variables }, headers, secret: true }));
}

/** A document whose fields depend on what is shown. @param fragments those that it uses */
export function documentOf<T>(text: string, ...fragments: readonly (readonly string[])[]): Document<T, Readonly<Record<string, unknown>>> {
  return [text, ...new Set(fragments.flat())].join('\n');
}
