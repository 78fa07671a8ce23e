/**
 * Which end of an edge lies upstream (docs/semantics.md 8.3; docs/data-model.md 1.3): the aspects of its source say so.
 */
import { COLUMN_LINEAGE } from '../../model/edges.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';

interface Ends {
  readonly upstream: string;
  readonly downstream: string;
}

/** The upstream and the downstream end of an edge; `undefined` if the edge is not lineage. */
export function lineageEnds(model: Model, { type, source, target }: { type: string; source: string; target: string }): Ends | undefined {
  const urn = parseUrn(model, source);
  if (isProblem(urn)) return undefined;
  const aspects = [...urn.type.aspects.values()];
  const annotated = aspects.flatMap(({ relationships }) => relationships).find(({ name, lineage }) => name === type && lineage);
  // Edges between columns are made by aspects of their datasets.
  const columns = type === COLUMN_LINEAGE && [...model.aspects.values()].some(({ columnLineage }) => columnLineage.length > 0);
  const lineage = annotated?.lineage ?? (columns ? 'upstream' : undefined);
  if (!lineage) return undefined;
  return lineage === 'upstream' ? { upstream: target, downstream: source } : { upstream: source, downstream: target };
}
