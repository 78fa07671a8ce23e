/**
 * What the rules of the table of calls (../rows.ts) work with.
 */
import type { Privilege } from '../../access/index.ts';
import type { Refusal } from '../../errors.ts';
import type { Catalog } from '../calls.ts';
import type { Closure } from './closed.ts';
import type { ColumnEdges } from './column-edges.ts';
import type { OnTime } from './late-columns.ts';
import type { restrictedEdges } from './restricted-edges.ts';
import type { Refuse, Viewer } from './viewer.ts';

export interface PartViewer extends Viewer {
  /** The change stream, of who sees all entities. */
  readonly changes?: Pick<Catalog, 'changes' | 'newestChanges' | 'placeBefore'> | undefined;
  /** Is it a token for a part of what its user sees? */
  readonly narrowed?: boolean;
}

/** What the rules of parts work with (`PartRule`). */
export interface PartContext {
  /** The core that answers about everything. */
  readonly core: Catalog;
  readonly viewer: PartViewer;
  readonly refuse: Refuse;
  readonly onTime: OnTime;
  readonly edges: ReturnType<typeof restrictedEdges>;
  /** Gives of edges whether they are shown. */
  readonly shown: ColumnEdges['shown'];
  sees(urn: string): Promise<boolean>;
}

/** What the rules of closed parts work with (`ClosureRule`). */
export interface ClosureContext {
  /** The core that gives all values. */
  readonly core: Catalog;
  readonly closed: Closure;
  /** The refusal of what needs one of these privileges. `what` completes "may not". */
  refusal(what: string, anyOf: readonly Privilege[], on?: string): Promise<Refusal>;
}
