/**
 * One server at a time writes to the search index: the one that has the lease. It extends the lease while it runs. If it dies or freezes,
 * another server takes over after LEASE_MS. A frozen server that wakes up cannot write, for two reasons: by its own clock its lease has ended,
 * and Typesense no longer accepts its key (search/engine/fence.ts).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { endLease, takeLease } from '../../graph/leases.ts';
import type { Log } from '../../log.ts';
import { fence, type SearchEngine } from '../../search/index.ts';

const LEASE = 'index';
const LEASE_MS = 4_000;
const EXTEND_MS = 1_000;
/** A server stops writing so long before its lease ends, ms, so that its last request arrives in time. */
const MARGIN_MS = 500;

export interface Leader {
  /**
   * Takes the lease if no server has it. Answers the engine to write with and the number of the lease, which is new if another server led in
   * between. Answers `undefined` while another server leads.
   *
   * @param force take the lease also from another server
   */
  lead(force?: boolean): Promise<{ readonly token: number; readonly engine: SearchEngine } | undefined>;
  /** Does this server have the lease, by its own clock? */
  leads(): boolean;
  /** Makes the next `lead` create a new key, because Typesense refuses the present one or may have lost it. */
  forgetKey(): void;
  /** Gives the lease back. */
  resign(): Promise<void>;
}

interface Held {
  readonly token: number;
  /** When this server stops using it, by `performance.now()`. */
  readonly until: number;
}

export function makeLeader(graph: Graph, search: SearchEngine, log: Log): Leader {
  let held: Held | undefined;
  let engine: SearchEngine | undefined;
  let over = new AbortController();
  let extending: Promise<void> | undefined;

  async function take(force = false): Promise<boolean> {
    const from = performance.now();
    const token = await takeLease(graph, LEASE, SERVER, LEASE_MS, force);
    if (token === undefined) {
      if (held) log('index.yielded');
      [held, engine] = [undefined, undefined];
      return false;
    }
    if (held?.token !== token) engine = undefined;
    held = { token, until: from + LEASE_MS - MARGIN_MS };
    return true;
  }

  /** Extends the lease regularly, also during an import. After a failure it tries again. */
  async function extend(): Promise<void> {
    while (held && !over.signal.aborted) {
      await pause(EXTEND_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      if (!over.signal.aborted) await take().catch(() => undefined);
    }
    extending = undefined;
  }

  const leads = (): boolean => held !== undefined && performance.now() < held.until;
  return {
    leads,
    async lead(force = false) {
      if ((!leads() && !(await take(force))) || !held) return undefined;
      extending ??= extend();
      if (!engine) {
        const own = await fence(search);
        if (!own) log('index.unfenced');
        engine = own ?? search;
        log('index.leads');
      }
      return { token: held.token, engine };
    },
    forgetKey() {
      engine = undefined;
    },
    async resign() {
      over.abort();
      await extending;
      over = new AbortController();
      if (held) await endLease(graph, LEASE, SERVER).catch(() => undefined);
      [held, engine] = [undefined, undefined];
    },
  };
}
