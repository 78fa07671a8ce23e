/**
 * An upgrade step: it makes a store of one format into a store of the next.
 */
import type { Graph } from '../../../graph/driver.ts';
import type { Log } from '../../../log.ts';

export interface UpgradeStep {
  /** What it does, for the log. */
  readonly name: string;
  /**
   * Does the step. It may run again from the beginning or from any place that it has noted.
   *
   * @param from the last place that it has noted; `undefined` at the beginning
   * @param note stores how far it is
   */
  run(parts: StepParts, from: string | undefined, note: (place: string) => Promise<void>): Promise<void>;
}

interface StepParts {
  readonly graph: Graph;
  readonly log: Log;
  /** The epoch of the store once the step has ended. */
  readonly epoch: string;
}
