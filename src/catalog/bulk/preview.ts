/**
 * What a preview of a bulk change tells, from the batches that it has tried. Pure.
 */
import type { BulkRefusal } from '../../graph/bulk.ts';
import type { Model } from '../../model/types.ts';
import type { BatchOutcome, BulkCounts } from './change-batch.ts';
import { type BulkDifference, differencesOf } from './differences.ts';

/** Entities that a preview names. */
const MOST_NAMED = 20;

export interface BulkPreview extends Omit<BatchOutcome, 'aspects' | 'refusals' | 'changes' | 'tried'> {
  /** How many entities it is about. */
  readonly total: number;
  /** On how many of them the changes were tried. The counts are of these. */
  readonly tried: number;
  readonly aspects: Readonly<Record<string, BulkCounts>>;
  readonly sample: BatchOutcome['changes'];
  readonly refusals: readonly BulkRefusal[];
  /** What changes, as old and new values: the most common differences, and how many others there are. */
  readonly differences: readonly BulkDifference[];
  readonly moreDifferences: number;
}

const NONE: BulkCounts = { changed: 0, unchanged: 0, refused: 0 };

export function summed(model: Model, outcomes: readonly BatchOutcome[]): Omit<BulkPreview, 'total' | 'tried'> {
  const sum = (part: 'changed' | 'unchanged' | 'refused'): number => outcomes.reduce((all, each) => all + each[part], 0);
  const { differences, more } = differencesOf(
    model,
    outcomes.flatMap(({ tried }) => tried),
  );
  const aspects: Record<string, BulkCounts> = {};
  for (const [name, counts] of outcomes.flatMap((each) => [...each.aspects])) {
    const { changed, unchanged, refused } = aspects[name] ?? NONE;
    aspects[name] = { changed: changed + counts.changed, unchanged: unchanged + counts.unchanged, refused: refused + counts.refused };
  }
  return {
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    refused: sum('refused'),
    aspects,
    sample: outcomes.flatMap(({ changes }) => changes).slice(0, MOST_NAMED),
    refusals: outcomes.flatMap(({ refusals }) => refusals).slice(0, MOST_NAMED),
    differences,
    moreDifferences: more,
  };
}
