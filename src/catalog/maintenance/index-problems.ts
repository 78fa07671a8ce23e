/**
 * Lists entities that search does not show, or shows only in part: documents that Typesense refuses, and documents that are cut.
 */
import type { Graph } from '../../graph/driver.ts';
import { problemsPage } from '../../graph/index-reads.ts';
import { cutDocuments, type SearchEngine } from '../../search/index.ts';

export interface IndexProblem {
  readonly urn: string;
  /** `refused`: search does not show the latest state; `cut`: search uses only a part. */
  readonly problem: 'refused' | 'cut';
  readonly reason: string;
}

/** The problems of the next entities after a URN. Refused ones and cut ones are each in the order of their URNs. */
export async function indexProblems(graph: Graph, engine: SearchEngine, after: string, count: number): Promise<IndexProblem[]> {
  const [refused, cut] = await Promise.all([problemsPage(graph, after, count), cutDocuments(engine, after, count)]);
  return [
    ...refused.map(({ urn, reason }): IndexProblem => ({ urn, problem: 'refused', reason })),
    ...cut.map(({ urn, fields }): IndexProblem => ({ urn, problem: 'cut', reason: `Only a part is searched of ${fields.join(', ')}` })),
  ]
    .sort((a, b) => (a.urn < b.urn ? -1 : 1))
    .slice(0, count);
}
