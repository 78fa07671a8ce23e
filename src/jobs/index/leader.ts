/**
 * One server at a time writes to the search index: the one that has the lease (../lease.ts). If servers need different indexes, a newer format
 * has precedence; of the same format, but of different models, the server that started last. Others only search, until no such server has had
 * the lease for long: otherwise each would begin its own index again whenever the other is late. A frozen server that wakes up cannot write, for
 * two reasons: by its own clock its lease has ended, and Typesense no longer accepts its key (search/engine/fence.ts).
 */
import type { Graph } from '../../graph/driver.ts';
import { GONE_MS } from '../../graph/leases.ts';
import type { Log } from '../../log.ts';
import { awaitReplayed, fence, INDEX_FORMAT, type SearchEngine } from '../../search/index.ts';
import { makeLease } from '../lease.ts';

const LEASE = 'index';

export interface Leader {
  /**
   * Takes the lease if no server has it. Answers the engine to write with and the number of the lease, which is new if another server led in
   * between. Answers `undefined` while another server leads.
   *
   * @param force take the lease also from a server with another model
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

/** @param kind the hash of the index that this server needs */
export function makeLeader(graph: Graph, search: SearchEngine, log: Log, kind: string): Leader {
  const aside = (): void => log('index.aside', { minutes: GONE_MS / 60_000 });
  const lease = makeLease(graph, LEASE, () => log('index.yielded'), { kind, format: INDEX_FORMAT, aside });
  /** The engine with this server's key, and the number of the lease under which it was made. */
  let own: { readonly token: number; readonly engine: SearchEngine } | undefined;
  /** The lease that the log has told of. */
  let told: number | undefined;
  return {
    leads: lease.held,
    shared: lease.shared,
    async lead(force = false) {
      const token = await lease.hold(force);
      if (token === undefined) {
        [own, told] = [undefined, undefined];
        return undefined;
      }
      if (own?.token !== token) {
        // A Typesense that reads its log would take the key when it has: until then each attempt would hang for seconds.
        await awaitReplayed(search);
        const fenced = await fence(search);
        if (!fenced) log('index.unfenced');
        own = { token, engine: fenced ?? search };
        if (told !== token) log('index.leads');
        told = token;
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
