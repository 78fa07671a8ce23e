/** A real SMTP server for tests, which keeps what it gets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: string[];
  readonly head: Map<string, string>;
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  /** All that came. */
  readonly received: readonly Mail[];
  /** Refuses so many mails from now on, for a while. */
  refuse(count: number): void;
  /** How many it has refused. */
  refused(): number;
  close(): void;
}

function parse(source: string, to: string[]): Mail {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const head = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]));
  // Soft breaks of quoted-printable.
  const text = source
    .slice(end + 4)
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  return { to, head, text };
}

export async function startMailServer(): Promise<MailServer> {
  const received: Mail[] = [];
  let [refusals, refused] = [0, 0];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals--;
          refused++;
          return done(Object.assign(new Error('try again'), { responseCode: 451 }));
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push(parse(Buffer.concat(parts).toString(), to));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (count) => {
      refusals = count;
    },
    refused: () => refused,
    close: () => server.close(),
  };
}
