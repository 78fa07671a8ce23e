/**
 * An aspect as it stands, and what its writer said about the write.
 */

import type { Value } from '../model/json.ts';

/** What a client says about the write itself (docs/semantics.md 4.3). */
export interface SystemMetadata {
  readonly lastObserved?: number;
  readonly runId?: string;
  readonly lastRunId?: string;
  readonly pipelineName?: string;
  readonly registryName?: string;
  readonly registryVersion?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Ours, never shown: property URN → id of the definition that its values were written under. */
  readonly definitions?: Readonly<Record<string, string>>;
  /** Ours, never shown: what a property's values are written under. Kept by its updates, new with each life and each breaking version. */
  readonly identity?: string;
  /** Ours, never shown: nobody sent this value, it is a default that the server wrote. */
  readonly added?: true;
}

export const NO_RUN = 'no-run-id-provided';

/** An aspect's latest version. Times in epoch ms. */
export interface AspectState {
  readonly seq: number;
  readonly value: Value;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  readonly meta: SystemMetadata;
  /** The named run that wrote this content; a write that changes nothing leaves it. Only where a commit has read it. */
  readonly run?: string;
}
