/**
 * Links siblings: follows the log, and gives each dbt model and its table the siblings that their lineage says (docs/semantics.md 8.7). It begins with a
 * walk over all entities that can have some, and so does whoever finds that the log no longer has the next commit.
 */
import type { Catalog } from '../catalog/catalog.ts';
import { linksDue, mayRelink } from '../catalog/maintenance/link-siblings.ts';
import { type LogHead, nextCommit, readHead } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { LINKING, readFollower, saveFollower } from '../graph/followers.ts';
import { entitiesPage, PAST_ALL } from '../graph/index-reads.ts';
import { makeEntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import type { Log } from '../log.ts';
import { SIBLINGS } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import type { Model } from '../model/types.ts';
import { makeLease } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to look for commits of other servers, ms; and while none is known. Commits of this one wake the loop. */
const IDLE_MS = 1_000;
const ALONE_MS = 10_000;
/** Entities that are looked at together. */
const PAGE = 500;
/** So many commits may be followed twice after a crash: to save each place would be a write for each write. */
const SAVE_COMMITS = 200;
/** Without more to follow, the place is saved so often at most, ms. */
const SAVE_MS = 1_000;

interface LinkingParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly tail: RecentCommits;
  readonly log: Log;
}

/** What the server that has the lease knows. */
interface LinkingState {
  readonly token: number;
  readonly head: LogHead;
  /** The last commit that is followed; undefined until the walk is over. */
  seq: number | undefined;
  savedSeq: number | undefined;
  /** When that was saved, by `performance.now()`. */
  savedAt: number;
  /** The walk has come so far. */
  after: string;
  /** The newest commit when the walk began. */
  readonly from: number;
}

export function startLinking({ graph, catalog, tail, log }: LinkingParts): Loop {
  const { model } = catalog;
  const reader = makeEntityReader(graph);
  const lease = makeLease(graph, LINKING, () => undefined);
  let state: LinkingState | undefined;

  async function relink(urns: readonly string[]): Promise<void> {
    for (let from = 0; from < urns.length; from += PAGE) {
      const proposals = await linksDue({ model, graph, reader }, urns.slice(from, from + PAGE));
      // Each alone: who is overtaken by another write is looked at again when that one is followed.
      if (proposals.length > 0 && lease.held()) await catalog.write({ proposals, together: false, actor: systemActor(model) });
    }
  }

  async function save(now: LinkingState): Promise<void> {
    if (now.seq === undefined || now.seq === now.savedSeq || !lease.held()) return;
    await saveFollower(graph, LINKING, now.head, now.seq);
    now.savedSeq = now.seq;
    now.savedAt = performance.now();
  }

  /** A page of all entities. */
  async function walk(now: LinkingState): Promise<boolean> {
    const urns = await entitiesPage(graph, now.after, PAST_ALL, PAGE);
    await relink(
      mayRelink(
        model,
        urns.map((urn) => ({ urn, aspect: SIBLINGS })),
      ),
    );
    now.after = urns.at(-1) ?? now.after;
    if (urns.length === PAGE) return true;
    now.seq = now.from;
    await save(now);
    return true;
  }

  async function follow(now: LinkingState, seq: number): Promise<boolean> {
    const commits = await tail.after(seq);
    const last = commits.at(-1);
    if (!last) {
      // Who writes one by one would pay for a second write each time.
      if (performance.now() - now.savedAt >= SAVE_MS) await save(now);
      state = await restarted(now, seq);
      return state !== now;
    }
    await relink(
      mayRelink(
        model,
        commits.flatMap(({ entries }) => entries),
      ),
    );
    now.seq = last.seq;
    if (last.seq - (now.savedSeq ?? 0) >= SAVE_COMMITS) await save(now);
    return true;
  }

  /** The same state, unless the log does not go on from here: it is of another life of the store, or has lost the next commit. */
  async function restarted(now: LinkingState, seq: number): Promise<LinkingState | undefined> {
    const head = await readHead(graph);
    if (head.epoch !== now.head.epoch) return undefined;
    const next = head.seq === seq ? undefined : await nextCommit(graph, seq);
    return next === undefined || next.seq === seq + 1 ? now : { ...now, head, seq: undefined, after: model.names.urnPrefix, from: head.seq };
  }

  async function step(): Promise<boolean> {
    const token = await lease.hold();
    if (token === undefined) {
      state = undefined;
      return false;
    }
    state = state?.token === token ? state : await begin(graph, model, token);
    return state.seq === undefined ? walk(state) : follow(state, state.seq);
  }

  const loop = startLoop('links of siblings', step, () => (lease.shared() ? IDLE_MS : ALONE_MS), log);
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      if (state) await save(state).catch(() => undefined);
      await lease.resign();
    },
  };
}

async function begin(graph: Graph, model: Model, token: number): Promise<LinkingState> {
  const head = await readHead(graph);
  const seq = await readFollower(graph, LINKING, head);
  // Before the first URN of any type.
  return { token, head, seq, savedSeq: seq, savedAt: 0, after: model.names.urnPrefix, from: head.seq };
}
