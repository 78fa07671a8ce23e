/**
 * A small HTTP client, one request at a time on each connection: it is to cost little beside the server that shares the machine with it.
 */
import { connect, type Socket } from 'node:net';

export interface Caller {
  send(method: string, path: string, body?: string): Promise<string>;
  close(): void;
}

/** Opens one connection. `send` gives the body of the answer, and fails for a status that is not 2xx. */
export function makeCaller(base: string): Caller {
  const { hostname, port, host } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const head = `Host: ${host}\r\nContent-Type: application/json\r\n`;
  return {
    send(method, path, body = '') {
      const answer = readAnswer(socket);
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      return answer;
    },
    close: () => socket.destroy(),
  };
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [bytes, begin, end] = [0, 0, Number.POSITIVE_INFINITY];
    const settle = (act: () => void): void => {
      socket.off('data', take).off('error', lost).off('close', closed);
      act();
    };
    const lost = (error: Error): void => settle(() => reject(error));
    const closed = (): void => lost(new Error('the server closed the connection'));
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (begin === 0) {
        const whole = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const blank = whole.indexOf('\r\n\r\n');
        if (blank < 0) return;
        begin = blank + 4;
        const length = /\r\ncontent-length: (\d+)/i.exec(whole.toString('latin1', 0, blank))?.[1];
        if (length === undefined) return lost(new Error('an answer without Content-Length'));
        end = begin + Number(length);
      }
      if (bytes < end) return;
      const whole = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const ok = whole.toString('latin1', 9, 10) === '2';
      settle(() => (ok ? resolve(whole.toString('utf8', begin, end)) : reject(new Error(whole.toString('utf8').slice(0, 500)))));
    };
    socket.on('data', take).on('error', lost).on('close', closed);
  });
}

/** Does all steps with so many callers, each on a connection of its own. */
export async function withCallers<Step>(
  base: string,
  callers: number,
  steps: readonly Step[],
  call: (caller: Caller, step: Step) => Promise<unknown>,
): Promise<void> {
  const left = steps.values();
  const connections = Array.from({ length: callers }, () => makeCaller(base));
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (const step of left) await call(connection, step);
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
}
