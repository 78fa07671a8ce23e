/**
 * Holds leases: work that one server at a time does. The server extends its leases while it runs, all by one statement. If it dies or freezes,
 * another server takes over after LEASE_MS. A frozen server that wakes up sees by its own clock that its leases have ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { endLease, type LeaseName, type LeaseState, takeLeases } from '../graph/leases.ts';

const LEASE_MS = 5_000;
const EXTEND_MS = 2_000;
/** After a failure to extend. */
const AGAIN_MS = 500;
/** A server stops its work so long before its lease ends, ms, so that its last request arrives in time. */
const MARGIN_MS = 500;
/** How often a server asks for a lease that another one has, ms. */
const ASK_MS = 1_000;
/** A server that has not asked for so long is gone, ms. */
const RECENT_MS = 10_000;

interface HeldLease {
  /**
   * Takes the lease if no server has it. Answers its number, which is new if another server had it in between; `undefined` while another
   * server has it.
   *
   * @param force take it also from a server that does another kind of work in the same format
   */
  hold(force?: boolean): Promise<number | undefined>;
  /** Does this server have the lease, by its own clock? */
  held(): boolean;
  /** Do other servers share the work, as far as is known? */
  shared(): boolean;
  /** Gives the lease back. */
  resign(): Promise<void>;
}

interface OwnLease extends LeaseState {
  /** When this server stops using it, by `performance.now()`. */
  readonly until: number;
}

interface Lease extends LeaseName {
  /** Another server has taken it. */
  readonly lost: () => void;
  /** The lease is for another kind of work. Called once, until this server has it again. */
  readonly aside: () => void;
  isAside: boolean;
  mine: OwnLease | undefined;
  /** When the newest request that has an answer was sent, by `performance.now()`. */
  answeredFrom: number;
  /** When it was last asked for in vain, by `performance.now()`. */
  refusedAt: number;
}

interface LeaseKeeper {
  readonly leases: Set<Lease>;
  /** The statement that extends them, while it runs. */
  under: Promise<void>;
}

/** The leases that are being extended. */
const kept = new WeakMap<Graph, LeaseKeeper>();

async function take(graph: Graph, leases: readonly Lease[], force = false): Promise<void> {
  const from = performance.now();
  const terms = { owner: SERVER, ms: LEASE_MS, recentMs: RECENT_MS, force };
  const { taken, kinds } = await takeLeases(graph, leases, terms);
  for (const lease of leases) {
    // After an outage an older request may be answered last: it says less, and its lease would seem to be over.
    if (from < lease.answeredFrom) continue;
    lease.answeredFrom = from;
    const found = taken.get(lease.name);
    const aside = !found && lease.kind !== undefined && kinds.get(lease.name) !== lease.kind;
    if (aside && !lease.isAside) lease.aside();
    lease.isAside = aside;
    if (!found) lease.refusedAt = performance.now();
    if (!found && lease.mine && !aside) lease.lost();
    lease.mine = found && { ...found, until: from + LEASE_MS - MARGIN_MS };
  }
}

/** Extends a lease regularly from now on, also during long work, until the server loses it or gives it back. */
function keep(graph: Graph, lease: Lease): void {
  const all = kept.get(graph);
  if (all) return void all.leases.add(lease);
  const own: LeaseKeeper = { leases: new Set([lease]), under: Promise.resolve() };
  kept.set(graph, own);
  void extend(graph, own);
}

async function extend(graph: Graph, own: LeaseKeeper): Promise<void> {
  for (let failed = false; ; ) {
    await pause(failed ? AGAIN_MS : EXTEND_MS, undefined, { ref: false });
    for (const each of own.leases) if (!each.mine) own.leases.delete(each);
    if (own.leases.size === 0) return void kept.delete(graph);
    failed = false;
    own.under = take(graph, [...own.leases]).catch(() => {
      // The connection logs why. Until it succeeds again, the leases end by the clock.
      failed = true;
    });
    await own.under;
  }
}

/**
 * @param lost is called if another server has taken the lease
 * @param work the kind of work, if it differs between servers. `aside` is called when the lease is for another kind
 */
export function makeLease(
  graph: Graph,
  name: string,
  lost: () => void,
  work: Omit<LeaseName, 'name'> & { readonly aside?: () => void } = {},
): HeldLease {
  const never = Number.NEGATIVE_INFINITY;
  const lease: Lease = { name, lost, aside: () => undefined, ...work, isAside: false, mine: undefined, answeredFrom: never, refusedAt: never };
  const held = (): boolean => lease.mine !== undefined && performance.now() < lease.mine.until;
  return {
    held,
    shared: () => lease.mine?.shared ?? true,
    async hold(force = false) {
      if (!held()) {
        if (!force && performance.now() < lease.refusedAt + ASK_MS) return undefined;
        await take(graph, [lease], force);
      }
      if (!lease.mine) return undefined;
      keep(graph, lease);
      return lease.mine.token;
    },
    async resign() {
      kept.get(graph)?.leases.delete(lease);
      await kept.get(graph)?.under;
      const { mine } = lease;
      lease.mine = undefined;
      // It also ends by itself.
      if (mine) await endLease(graph, name, SERVER).catch(() => undefined);
    },
  };
}
