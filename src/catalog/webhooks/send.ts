/**
 * Sends one request to the target of a webhook. It does not follow redirects, reads little of the answer, and does not wait for ever.
 */
import http from 'node:http';
import https from 'node:https';
import { timeLimit } from '../../time-limit.ts';
import { addressIn, isPrivateAddress, PrivateTarget, publicLookup } from './targets.ts';

export interface SendResult {
  /** The status of the answer; absent without an answer. */
  readonly status?: number;
  readonly ms: number;
  /** Why the request failed. */
  readonly error?: string;
  /** How long the target wants to be left alone, ms. */
  readonly retryAfterMs?: number;
}

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long a target may take for its answer, ms. */
const PATIENCE_MS = 10_000;
/** How much of an answer to read, bytes. A longer one ends the connection. */
const MOST_ANSWER = 64 * 1024;

/** @param privateTargets may the target be a private address? */
export async function send({ url, headers, body }: Message, privateTargets: boolean, over?: AbortSignal): Promise<SendResult> {
  const from = performance.now();
  const ms = (): number => Math.round(performance.now() - from);
  try {
    const target = new URL(url);
    // The lookup checks names only.
    const address = addressIn(target.hostname);
    if (address !== undefined && !privateTargets && isPrivateAddress(address)) throw new PrivateTarget(`${address} is a private address`);
    const answer = await request(target, headers, body, privateTargets, over);
    if (answer.status >= 200 && answer.status < 300) return { status: answer.status, ms: ms() };
    return { ...answer, ms: ms(), error: answer.status >= 300 && answer.status < 400 ? 'redirects are not followed' : `status ${answer.status}` };
  } catch (error) {
    return { ms: ms(), error: reasonOf(error) };
  }
}

function request(
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  privateTargets: boolean,
  over: AbortSignal | undefined,
): Promise<{ status: number; retryAfterMs?: number }> {
  const limit = timeLimit(PATIENCE_MS, over);
  return new Promise((resolve, reject) => {
    const asked = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      headers: { 'User-Agent': 'Cairn-Webhooks', 'Content-Length': Buffer.byteLength(body), ...headers },
      signal: limit,
      ...(!privateTargets && { lookup: publicLookup }),
    });
    asked.on('error', (error) => reject(limit.aborted && !over?.aborted ? new Error(`no answer in ${PATIENCE_MS} ms`) : error));
    asked.once('response', (answer) => {
      const retryAfterMs = retryAfter(answer.headers['retry-after']);
      const done = (): void => resolve({ status: answer.statusCode ?? 0, ...(retryAfterMs !== undefined && { retryAfterMs }) });
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MOST_ANSWER) return;
        done();
        answer.destroy();
      });
      answer.once('end', done);
      answer.on('error', reject);
    });
    asked.end(body);
  });
}

/** `Retry-After`: seconds, or a date. */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof PrivateTarget) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
