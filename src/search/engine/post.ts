/**
 * Sends the requests that searches consist of. The library needed about 15 % of the profiled time of a search for them.
 */
import http from 'node:http';
import https from 'node:https';
import type { Purpose, SearchNode } from './nodes.ts';

interface NodeRequest {
  readonly node: SearchNode;
  readonly purpose: Purpose;
  readonly apiKey: string;
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** @returns the body of the answer. @throws an error of the connection, or one with the status of the answer as `httpStatus` */
export function post({ node, purpose, apiKey, path, body, timeoutMs, signal }: NodeRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const secure = node.url.startsWith('https:');
    const { httpAgent, httpsAgent } = node.agents[purpose];
    const request = (secure ? https : http).request(`${node.url}${path}`, {
      method: 'POST',
      agent: secure ? httpsAgent : httpAgent,
      headers: { 'X-TYPESENSE-API-KEY': apiKey, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      ...(signal && { signal }),
    });
    const late = setTimeout(() => request.destroy(Object.assign(new Error(`no answer in ${timeoutMs} ms`), { code: 'ECONNABORTED' })), timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(late);
      reject(error);
    };
    request.on('error', fail);
    request.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () => {
        clearTimeout(late);
        const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString();
        const status = answer.statusCode ?? 0;
        if (status < 300) resolve(text);
        else reject(Object.assign(new Error(`Request failed with HTTP code ${status}: ${text.slice(0, 1_000)}`), { httpStatus: status }));
      });
    });
    request.end(body);
  });
}
