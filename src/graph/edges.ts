/**
 * Reads edges page by page, for scrolls: of several entities, or all of a type.
 */
import { type Graph, readRows, whole } from './driver.ts';
import { typeNames } from './statements.ts';

export interface EdgeScroll {
  /** Relationship names of the model. */
  readonly types: readonly string[];
  /** Prefixes of URNs. If absent: any. */
  readonly sourcePrefixes: readonly string[] | undefined;
  readonly targetPrefixes: readonly string[] | undefined;
  /** URNs. If absent: any. */
  readonly sources: readonly string[] | undefined;
  readonly targets: readonly string[] | undefined;
  /** Include edges with a soft-deleted end? */
  readonly includeRemoved: boolean;
  /** Id of the last edge of the page before. */
  readonly after: number | undefined;
  readonly count: number;
}

export interface ScrolledEdge {
  readonly id: number;
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

/** Edges in the order of their ids. The statement begins at the given URNs, or else at the type. */
export async function readEdges(graph: Graph, scroll: EdgeScroll): Promise<ScrolledEdge[]> {
  const { sources, targets } = scroll;
  const params = {
    urns: sources ?? targets ?? null,
    sourcePrefixes: scroll.sourcePrefixes ?? null,
    targetPrefixes: scroll.targetPrefixes ?? null,
    targets: targets ?? null,
    removed: scroll.includeRemoved,
    after: whole(scroll.after ?? -1),
    count: whole(scroll.count),
  };
  const types = typeNames(scroll.types);
  if (!sources && !targets) return readRows<ScrolledEdge & Record<string, unknown>>(graph, 'read/page-edges', params, { types });
  return readRows<ScrolledEdge & Record<string, unknown>>(graph, 'read/page-edges-of', params, { types, near: sources ? 's' : 't' });
}
