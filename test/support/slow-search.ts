/**
 * Stands between Cairn and Typesense, and keeps searches waiting as long as a test wants.
 */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

const SEARCH = /^\/multi_search/;

export interface SlowSearch {
  /** For TYPESENSE_URL. */
  readonly url: string;
  /** Holds all searches from now on. @returns when one of them waits */
  hold(): Promise<void>;
  /** Lets those that wait, and all others, through. */
  release(): void;
  end(): Promise<void>;
}

export async function startSlowSearch(target: string): Promise<SlowSearch> {
  let waits: { readonly waiting: () => void; readonly over: Promise<void>; readonly release: () => void } | undefined;
  const server = createServer(async (asked, answer) => {
    if (waits && SEARCH.test(asked.url ?? '')) {
      waits.waiting();
      await waits.over;
    }
    const passed = send(new URL(asked.url ?? '', target), { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () =>
      new Promise((waiting) => {
        let release = (): void => undefined;
        const over = new Promise<void>((resolve) => {
          release = resolve;
        });
        waits = { waiting, over, release };
      }),
    release: () => {
      waits?.release();
      waits = undefined;
    },
    end: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
