/**
 * A write that stops before anything is written: every rule decides as it would, and the transaction is rolled back.
 */
import type { CommitChanges, ReadSet } from '../../graph/changes.ts';
import { type CommitResult, commit, type Decide } from '../../graph/commit.ts';
import type { LogPosition } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { makeCommitter } from './committer.ts';
import type { PlanParts } from './plan.ts';
import { type WriteParts, type WriteRequest, type WriteResult, write } from './write.ts';

/** The place of a commit that did not happen. */
const NOWHERE: LogPosition = { seq: 0, at: 0, changed: 0, epoch: '' };

/** Ends the transaction with what was decided. */
class Rehearsed extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('nothing is written');
    this.result = result;
  }
}

/** The writing call, with all its refusals, that writes nothing. */
export function makeRehearsal(graph: Graph, parts: PlanParts & Pick<WriteParts, 'secrets'>): (request: WriteRequest) => Promise<WriteResult> {
  const committer = makeCommitter((needs, decide) => rolledBack(graph, needs, decide), parts, { note: () => undefined });
  return (request) => write({ ...parts, committer }, request);
}

async function rolledBack<Result>(graph: Graph, needs: ReadSet, decide: Decide<Result>): Promise<CommitResult<Result>> {
  try {
    return await commit(graph, needs, async (found, from): Promise<{ changes: CommitChanges; result: Result }> => {
      throw new Rehearsed((await decide(found, from)).result);
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
    return { result: error.result as Result, place: NOWHERE, entries: [] };
  }
}
