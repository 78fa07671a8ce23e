/**
 * Holds a lease: work that one server at a time does. The server extends the lease while it runs. If it dies or freezes, another server takes
 * over after LEASE_MS. A frozen server that wakes up sees by its own clock that its lease has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { endLease, takeLease } from '../graph/leases.ts';

const LEASE_MS = 3_000;
const EXTEND_MS = 700;
/** A server stops its work so long before its lease ends, ms, so that its last request arrives in time. */
const MARGIN_MS = 500;

export interface HeldLease {
  /**
   * Takes the lease if no server has it. Answers its number, which is new if another server had it in between; `undefined` while another
   * server has it.
   *
   * @param force take it also from another server
   */
  hold(force?: boolean): Promise<number | undefined>;
  /** Does this server have the lease, by its own clock? */
  held(): boolean;
  /** Gives the lease back. */
  resign(): Promise<void>;
}

interface Held {
  readonly token: number;
  /** When this server stops using it, by `performance.now()`. */
  readonly until: number;
}

/** @param lost is called if another server has taken the lease */
export function makeLease(graph: Graph, name: string, lost: () => void): HeldLease {
  let mine: Held | undefined;
  let over = new AbortController();
  let extending: Promise<void> | undefined;

  async function take(force = false): Promise<boolean> {
    const from = performance.now();
    const token = await takeLease(graph, name, SERVER, LEASE_MS, force);
    if (token === undefined) {
      if (mine) lost();
      mine = undefined;
      return false;
    }
    mine = { token, until: from + LEASE_MS - MARGIN_MS };
    return true;
  }

  /** Extends the lease regularly, also during long work. After a failure it tries again. */
  async function extend(): Promise<void> {
    while (mine && !over.signal.aborted) {
      await pause(EXTEND_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      // The connection logs why. Until it succeeds again, the lease ends by the clock.
      if (!over.signal.aborted) await take().catch(() => undefined);
    }
    extending = undefined;
  }

  const held = (): boolean => mine !== undefined && performance.now() < mine.until;
  return {
    held,
    async hold(force = false) {
      if ((!held() && !(await take(force))) || !mine) return undefined;
      extending ??= extend();
      return mine.token;
    },
    async resign() {
      over.abort();
      await extending;
      over = new AbortController();
      // It also ends by itself.
      if (mine) await endLease(graph, name, SERVER).catch(() => undefined);
      mine = undefined;
    },
  };
}
