/**
 * Claims what only one Cairn can have: its port, and the data folder of its engines. Both are claimed before slower parts are loaded, so that
 * a second Cairn stops at once and says why.
 */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type DataDir, takeDataDir } from './engines/data-dir.ts';
import { StartError } from './errors.ts';
import { inTurn, type RequestListener } from './in-turn.ts';
import { isLoopback } from './loopback.ts';
import { limitConnections } from './most-connections.ts';
import type { Settings } from './settings.ts';

export interface ClaimedServer {
  readonly http: HttpServer;
  readonly url: string;
  /** The data folder; undefined if Cairn runs no engine. */
  readonly data: DataDir | undefined;
  /** Answers requests from now on. Those that have come already have waited. */
  serve(answer: RequestListener): void;
  /** Ends the connections on which nobody has said anything: browsers and balancers open some in advance, and they do not count as idle. */
  endSilent(): void;
  /** Gives both back, after a start that failed. */
  leave(): void;
}

export function onLoopback({ host }: Pick<Settings, 'host'>): boolean {
  return isLoopback(host === '::1' ? '[::1]' : host);
}

/** @throws StartError if another program has one of them, or everybody could use the port */
export async function claimPortAndFolder(settings: Settings): Promise<ClaimedServer> {
  const { host, authTokensFile, allowOpen, neo4j, typesense, dataDir } = settings;
  if (authTokensFile === undefined && !onLoopback(settings) && !allowOpen) {
    throw new StartError(
      `HOST=${host} is open to other machines, but there is no authentication: set AUTH_TOKENS_FILE, or ALLOW_OPEN=true to allow everybody`,
    );
  }
  const http = createServer();
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  limitConnections(http);
  const serve = inTurn(http);
  const url = await listen(http, settings);
  const close = (): void => {
    http.close();
    http.closeAllConnections();
  };
  try {
    const data = neo4j.uri !== undefined && typesense.urls !== undefined ? undefined : await takeDataDir(dataDir);
    return {
      http,
      url,
      data,
      serve,
      endSilent() {
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      },
      leave() {
        close();
        data?.release();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function listen(http: HttpServer, { host, port, basePath }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const what =
        error.code === 'EADDRINUSE'
          ? 'is in use by another program: choose another PORT, or PORT=0 for any free one'
          : `cannot be opened (${error.message}): choose another HOST or PORT`;
      reject(new StartError(`Port ${port} on ${host} ${what}`, { cause: error }));
    });
    http.listen(port, host, () => {
      const { port: bound } = http.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}${basePath}`);
    });
  });
}
