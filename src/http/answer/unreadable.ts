/**
 * Answers requests that Node cannot read, which no handler ever sees: in JSON, with what is wrong, as every other error. Their API is unknown,
 * so the answer has the fields of both forms of errors.
 */
import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { headersTooLarge, notHttp, type Refusal, requestTooSlow } from '../../errors.ts';
import type { Names } from '../../model/names.ts';

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(maxHeaderSize),
  ERR_HTTP_REQUEST_TIMEOUT: requestTooSlow(),
};
const OTHER = notHttp();

/**
 * Answers them, and closes their connections: what follows on them cannot be told apart.
 *
 * @param names of the catalog, as far as they are known
 */
export function answerUnreadable(server: Server, names: () => Names): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nobody hears it, or the answer to a request before is under way.
    if (error.code === 'ECONNRESET' || !socket.writable || (socket as { readonly _httpMessage?: unknown })._httpMessage) {
      socket.destroy(error);
      return;
    }
    const { status, message, code } = REFUSALS[error.code ?? ''] ?? OTHER;
    const body = JSON.stringify({ error: STATUS_CODES[status], exceptionClass: names().exceptionClass, message, status, code });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
