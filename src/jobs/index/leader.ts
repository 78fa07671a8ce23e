/**
 * One server at a time writes to the search index: the one that has the lease. It extends the lease while it runs; when it dies or freezes,
 * another one takes over after LEASE_MS. Two things keep a server that wakes up from writing: its lease has ended by its own clock, and
 * Typesense no longer takes its key (search/engine/fence.ts).
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
/** How long before its end a lease no longer counts: what is sent then arrives in time. */
const MARGIN_MS = 500;

export interface Leader {
  /**
   * Takes the lease if nobody has it. Answers its number, which is new if another server led in between, and the engine to write with;
   * `undefined` while another server leads.
   */
  lead(): Promise<{ readonly token: number; readonly engine: SearchEngine } | undefined>;
  /** Does this server lead, as far as its clock tells? */
  leads(): boolean;
  /** Typesense no longer takes the key, or may have lost it: the next `lead` makes a new one. */
  forgetKey(): void;
  /** Gives the lease back. */
  resign(): Promise<void>;
}

interface Held {
  readonly token: number;
  /** When it ends, by `performance.now()`. */
  readonly until: number;
}

export function makeLeader(graph: Graph, search: SearchEngine, log: Log): Leader {
  let held: Held | undefined;
  let engine: SearchEngine | undefined;
  let over = new AbortController();
  let extending: Promise<void> | undefined;

  async function take(): Promise<boolean> {
    const from = performance.now();
    const token = await takeLease(graph, LEASE, SERVER, LEASE_MS);
    if (token === undefined) {
      if (held) log('index.yielded');
      [held, engine] = [undefined, undefined];
      return false;
    }
    if (held?.token !== token) engine = undefined;
    held = { token, until: from + LEASE_MS - MARGIN_MS };
    return true;
  }

  /** Extends the lease, also while an import is under way. A failure is tried again until the lease has ended. */
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
    async lead() {
      if ((!leads() && !(await take())) || !held) return undefined;
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
