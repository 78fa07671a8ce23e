/**
 * One server at a time writes to the search index: the one that has the lease (../lease.ts). A frozen server that wakes up cannot write, for
 * two reasons: by its own clock its lease has ended, and Typesense no longer accepts its key (search/engine/fence.ts).
 */
import type { Graph } from '../../graph/driver.ts';
import type { Log } from '../../log.ts';
import { fence, type SearchEngine } from '../../search/index.ts';
import { makeLease } from '../lease.ts';

const LEASE = 'index';

interface Leader {
  /**
   * Takes the lease if no server has it. Answers the engine to write with and the number of the lease, which is new if another server led in
   * between. Answers `undefined` while another server leads.
   *
   * @param force take the lease also from another server
   */
  lead(force?: boolean): Promise<{ readonly token: number; readonly engine: SearchEngine } | undefined>;
  /** Does this server have the lease, by its own clock? */
  leads(): boolean;
  /** May other servers commit? */
  shared(): boolean;
  /** Makes the next `lead` create a new key, because Typesense refuses the present one or may have lost it. */
  forgetKey(): void;
  /** Gives the lease back. */
  resign(): Promise<void>;
}

export function makeLeader(graph: Graph, search: SearchEngine, log: Log): Leader {
  const lease = makeLease(graph, LEASE, () => log('index.yielded'));
  /** The engine with this server's key, and the number of the lease under which it was made. */
  let own: { readonly token: number; readonly engine: SearchEngine } | undefined;
  return {
    leads: lease.held,
    shared: lease.shared,
    async lead(force = false) {
      const token = await lease.hold(force);
      if (token === undefined) {
        own = undefined;
        return undefined;
      }
      if (own?.token !== token) {
        const fenced = await fence(search);
        if (!fenced) log('index.unfenced');
        own = { token, engine: fenced ?? search };
        log('index.leads');
      }
      return own;
    },
    forgetKey() {
      own = undefined;
    },
    async resign() {
      await lease.resign();
      own = undefined;
    },
  };
}
