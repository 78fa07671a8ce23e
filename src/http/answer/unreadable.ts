/**
 * Requests that Node cannot read: no handler ever sees them. They are told what is wrong as every other request is, in JSON.
 */
import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

interface Answer {
  readonly status: number;
  readonly message: string;
}

const LONG: Answer = {
  status: 431,
  message: `The address and the headers of a request have ${maxHeaderSize} bytes together at most; ask for fewer at once, or send them in the body of a POST`,
};
const LATE: Answer = { status: 408, message: 'The request was not whole in time' };
const OTHER: Answer = { status: 400, message: 'This is not an HTTP request' };
const ANSWERS: Readonly<Record<string, Answer>> = { HPE_HEADER_OVERFLOW: LONG, ERR_HTTP_REQUEST_TIMEOUT: LATE };

/** Answers them, and closes their connections: what follows on them cannot be told apart. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nobody hears it, or the answer to a request before is under way.
    if (error.code === 'ECONNRESET' || !socket.writable || (socket as { readonly _httpMessage?: unknown })._httpMessage) {
      socket.destroy(error);
      return;
    }
    const { status, message } = ANSWERS[error.code ?? ''] ?? OTHER;
    const body = JSON.stringify({ error: STATUS_CODES[status], message, status });
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
