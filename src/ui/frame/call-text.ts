/**
 * A recorded request as a command for a shell.
 */
import type { RecordedRequest } from '../api/recorded.ts';

/** What stands for the token: a command that is shared must not contain it. */
export const TOKEN = '$CAIRN_TOKEN';

/** @param withToken the catalog needs one */
export function curlOf({ method, address, headers, body }: RecordedRequest, origin: string, withToken: boolean): string {
  const parts = [`curl ${method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${quoted(origin + address)}`];
  // In double quotes, so that the shell fills it in.
  if (withToken) parts.push(`-H "Authorization: Bearer ${TOKEN}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a request is about, in a few words: the operation of GraphQL, or the path. */
export function titleOf({ address, body }: RecordedRequest, base: string): string {
  const { operation } = graphOf(body) ?? {};
  const path = decodeURIComponent(address.slice(base.length - 1).replace(/\?.*/, ''));
  return operation === undefined ? path : `${path} ${operation}`;
}

/** The query, variables and operation of a GraphQL request. */
export function graphOf(body: unknown): { query: string; variables: string; operation: string } | undefined {
  const { query, variables } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof query !== 'string') return undefined;
  return { query, variables: JSON.stringify(variables ?? {}, undefined, 2), operation: /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? 'query' };
}

/** Requests that only complete what others have read: the names of what is referred to, the reader, what they may open. */
const ASIDE = new Set(['names', 'who', 'views', 'suggest']);

/** The latest first; those that only complete others last. */
export function inOrder(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const latest = [...requests].reverse();
  const isAside = ({ body }: RecordedRequest): boolean => ASIDE.has(graphOf(body)?.operation ?? '');
  return [...latest.filter((each) => !isAside(each)), ...latest.filter(isAside)];
}
