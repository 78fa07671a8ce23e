/**
 * What a search sees of the index. Each has its own: an older one may run beside it.
 */

/** What a cursor says of the sample by which its collection is ranked. */
export interface Sample {
  /** Its number among all samples. */
  readonly take: number;
  /** The commit up to which its documents are, and that commit's `changed` (graph/commit-log.ts). */
  readonly seq: number;
  readonly changed: number;
  /** How many evidence documents the collection had. */
  readonly documents: number;
  /** In how many pieces it is stored. */
  readonly parts: number;
}

/** The sample of a collection. */
export interface SampleOf extends Sample {
  readonly collection: string;
}

export interface IndexView {
  /** Names the documents: as long as it stays, so do they. Absent if they may change at any time. */
  readonly documents: string | undefined;
  /** By which answers are ranked; absent if there is none yet. */
  readonly sample: SampleOf | undefined;
}
