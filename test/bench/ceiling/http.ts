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

/**
 * Does all steps with so many callers, each on a connection of its own.
 *
 * @returns steps for each second
 */
export async function rateOf<Step>(
  base: string,
  callers: number,
  steps: readonly Step[],
  call: (caller: Caller, step: Step) => Promise<unknown>,
): Promise<number> {
  const connections = Array.from({ length: callers }, () => makeCaller(base));
  try {
    return await rateWith(callers, steps, (step, place) => call(connections[place] as Caller, step));
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** As `rateOf`, for what needs no connection. */
export async function rateWith<Step>(
  callers: number,
  steps: readonly Step[],
  call: (step: Step, place: number) => Promise<unknown>,
): Promise<number> {
  const left = steps.values();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, place) => {
      for (const step of left) await call(step, place);
    }),
  );
  return steps.length / ((performance.now() - from) / 1000);
}
