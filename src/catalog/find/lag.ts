/**
 * How far search has followed the log (docs/semantics.md 9.8). Cairn reads it before it searches. If the indexer moves on in between, search
 * is newer than the answer says, never older.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { searchAway } from '../../errors.ts';
import type { LogHead } from '../../graph/commit-log.ts';
import type { SearchedState } from '../../search/index.ts';
import { shared } from '../read/shared.ts';
import type { IndexState, IndexStatus } from './index-status.ts';

export interface Lag {
  /**
   * The state that was read before the search of this request. After several searches: the state that is furthest behind. Without a search:
   * the present state. Never rejects; while the graph does not answer, the state is `undefined`.
   */
  (): Promise<IndexState | undefined>;
  /** Waits for the commit that the request names, reads the state, then calls the search index. */
  before<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** What a request wants of the index, and what it has read about it. */
interface IndexDemand {
  /** The commit that its searches must show. */
  readonly seq: number | undefined;
  state: IndexState | undefined;
  /** The newest commit of the log when the last search of the request began. */
  head: LogHead | undefined;
  /** What the present search of the request can see. */
  found: IndexState | undefined;
}

/** How long a search waits for the commit that its request names, ms. */
const PATIENCE_MS = 10_000;
/** How often a search begins again because another node of the search engine answers. */
const MOST_NODES = 5;

const request = new AsyncLocalStorage<IndexDemand>();

/** Runs `work`. All its searches count as one request. `seq`: each of them waits until search shows this commit, unless that takes too long. */
export function noteLag<Result>(seq: number | undefined, work: () => Result): Result {
  return request.run({ seq, state: undefined, head: undefined, found: undefined }, work);
}

/** The state that was read before a search of this request. Absent if nothing was searched. */
export function notedLag(): IndexState | undefined {
  return request.getStore()?.state;
}

/** The newest commit of the log when the present search of this request began. Absent outside of searches. */
export function notedHead(): LogHead | undefined {
  return request.getStore()?.head;
}

/** What the present search of this request can see, or more. Absent outside of searches, and while it is not known. */
export function notedIndex(): IndexState | undefined {
  return request.getStore()?.found;
}

/**
 * - `state` reads the state. Each caller gets a read that began after its call, so it includes everything written before, on any server.
 * - `reached` waits until search shows a commit.
 * - `node` changes when another node of the search engine answers. Then Cairn reads the state and searches once more, so that both are of
 *   the same node.
 *
 * @param searches makes each search, and gets a text for all that it may find, and by which sample it ranks. As long as the text stays, so do
 *   the documents. Without a text they may change at any time.
 */
export function makeLag(
  { state: read, reached, node }: Pick<IndexStatus, 'state' | 'reached' | 'node'>,
  searches: <Result>(now: SearchedState, call: () => Promise<Result>) => Promise<Result> = (_, call) => call(),
): Lag {
  // An answer that cannot say how far search is does not say it; the connections log why.
  const now = shared(() => read().catch(() => undefined));
  const lag = async (): Promise<IndexState | undefined> => request.getStore()?.state ?? (await now());
  return Object.assign(lag, {
    before: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      const noted = request.getStore();
      for (let left = MOST_NODES; left > 0; left--) {
        const asked = node();
        let found = await now();
        if (noted?.seq !== undefined && (found?.seq ?? 0) < noted.seq && (await reached(noted.seq, PATIENCE_MS))) found = await now();
        if (noted) [noted.head, noted.found] = [found?.head, found];
        const result = await searches({ documents: found && documentsOf(found, asked), sample: found?.sample }, call);
        if (node() !== asked) continue;
        if (noted && found && (noted.state?.seq ?? Number.POSITIVE_INFINITY) >= found.seq) noted.state = found;
        return result;
      }
      throw searchAway();
    },
  });
}

/** Names the documents that searches see in this state; they change without it while a new index is filled. */
function documentsOf({ epoch, seq, lag, building, collection }: IndexState, node: number): string | undefined {
  return building ? undefined : [epoch, seq, lag, collection, node].join(' ');
}
