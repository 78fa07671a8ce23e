/**
 * How far search has followed the log (docs/semantics.md 9.8). Cairn reads it before it searches. If the indexer moves on in between, search
 * is newer than the answer says, never older.
 */
import { searchAway } from '../../errors.ts';
import { type SearchEngine, seeing } from '../../search/index.ts';
import { shared } from '../read/shared.ts';
import type { IndexStatus } from './index-status.ts';
import type { IndexState, RequestSearches, Snapshot } from './snapshot.ts';

export interface Lag {
  /** The state that the searches of a request have seen; without a search, the present one. Never rejects; while the graph does not answer, it is `undefined`. */
  state(searches?: RequestSearches): Promise<IndexState | undefined>;
  /** Waits for the commit that the request names, reads the state, then searches. */
  before<Result>(searches: RequestSearches | undefined, search: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
}

/** How long a search waits for the commit that its request names, ms. */
const PATIENCE_MS = 10_000;
/** How often a search begins again because another node of the search engine answers. */
const MOST_NODES = 5;

/**
 * - `state` reads the state. Each caller gets a read that began after its call, so it includes everything written before, on any server.
 * - `reached` waits until search shows a commit.
 * - `node` changes when another node of the search engine answers. Then Cairn reads the state and searches once more, so that both are of
 *   the same node.
 */
export function makeLag({ state: read, reached, node }: Pick<IndexStatus, 'state' | 'reached' | 'node'>, engine: SearchEngine): Lag {
  // An answer that cannot say how far search is does not say it; the connections log why.
  const now = shared(() => read().catch(() => undefined));
  return {
    state: async (searches) => searches?.state ?? (await now()),
    before: async (searches, search) => {
      const seq = searches?.seq;
      for (let left = MOST_NODES; left > 0; left--) {
        const asked = node();
        let index = await now();
        if (seq !== undefined && (index?.seq ?? 0) < seq && (await reached(seq, PATIENCE_MS))) index = await now();
        const view = { documents: index && documentsOf(index, asked), sample: index?.sample };
        const result = await search({ index, engine: seeing(engine, view) });
        if (node() !== asked) continue;
        if (searches && index && (searches.state?.seq ?? Number.POSITIVE_INFINITY) >= index.seq) searches.state = index;
        return result;
      }
      throw searchAway();
    },
  };
}

/** Names the documents that searches see in this state; they change without it while a new index is filled. */
function documentsOf({ epoch, seq, lag, building, collection }: IndexState, node: number): string | undefined {
  return building ? undefined : [epoch, seq, lag, collection, node].join(' ');
}
